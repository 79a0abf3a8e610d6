flow "../../etc/x" {
}

variable "my var" {}

flow "ok" {
  start = "x"
  step "click" "not a name" {
    intent = "x"
  }
}
