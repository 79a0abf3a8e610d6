flow "f" {
  start = "http://h/"
  step "click" "one" {
    within = "row"
  }
  step "fill" "two" {
    intent = "Open it"
  }
  step "screenshot" "three" {
  }
}
