locals {
  intent = "x"
}

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = local.intnt
  }
}
