flow "f" {
  start = "http://h/"
  step "click" "one" {
    intnt = "Open it"
  }
}
