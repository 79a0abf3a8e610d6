secret "token" { env = "TOKEN" }

variable "v" {
  default = secret.token
}
