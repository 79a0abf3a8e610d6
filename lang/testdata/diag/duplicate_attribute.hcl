flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    intent = "Open it"
  }
}
