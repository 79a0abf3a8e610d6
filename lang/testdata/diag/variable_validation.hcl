variable "port" {
  type    = number
  default = 80
  validation {
    condition     = var.port > 1024
    error_message = "a port below 1024 needs root."
  }
  validation {
    condition     = var.prt > 1
    error_message = "x"
  }
  validation {
    condition     = var.other == ""
    error_message = "x"
  }
}

variable "other" { default = "" }
