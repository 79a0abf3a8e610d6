flow "f" {
  start = "http://h/"
  step "clik" "one" {
    intent = "Open it"
  }
}
