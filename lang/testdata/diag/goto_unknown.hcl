flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    on "blocked" { goto = step.tow }
    on "failed" { goto = step.elsewhere }
  }
  step "click" "two" {
    intent = "Open it"
  }
}
