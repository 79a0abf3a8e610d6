flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    max_candidates = 2.5
  }
}
