variable "base" { default = "x" }

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = "page.url == '${var.base}'"
  }
  step "click" "two" {
    intent = "Open it"
    when = "${var.base}"
  }
  step "click" "three" {
    intent = "Open it"
    when = var.base
  }
  step "click" "four" {
    intent = "Open it"
    when = true
  }
}
