variable "limit" { default = 3 }

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = "page.tilte == 'x' or var.lmit > 3"
  }
  step "click" "two" {
    intent = "Open it"
    when = "visibel('button', 'x')"
  }
  step "click" "three" {
    intent = "Open it"
    when = "candidate.role == 'x'"
  }
  step "click" "four" {
    intent = "Open it"
    when = "var.lmit > 3"
  }
}
