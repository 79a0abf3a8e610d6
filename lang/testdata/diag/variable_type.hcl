variable "a" {
  type = strin
}

variable "b" {
  type = list(text)
}

variable "c" {
  type    = number
  default = "many"
}
