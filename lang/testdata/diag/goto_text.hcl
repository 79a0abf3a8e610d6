flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    on "blocked" { goto = "two" }
    on "failed" { goto = "step.two" }
    on "review" { goto = two }
    on "done" { goto = local.two }
  }
  step "click" "two" {
    intent = "Open it"
  }
}
