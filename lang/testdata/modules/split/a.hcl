variable "name" {}

locals {
  b = "${local.a}, ${var.name}"
}

flow "first" {
  start = "index.html"
  step "click" "one" {
    intent = local.b
  }
}
