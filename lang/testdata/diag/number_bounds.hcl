gates {
  min_confidence = 1.5
}

flow "f" {
  start = "http://h/"
  max_candidates = 255
  step "click" "one" {
    intent = "Open it"
    max_candidates = 0
  }
}
