variable "name" { default = "x" }

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open ${var.nmae}"
    within = var.nothing_like_it
  }
}
