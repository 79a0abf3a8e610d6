flow "f" {
  start = "http://h/"
  step "press" "one" {
    intent = "Open it"
    key = "Entr"
  }
  step "press" "two" {
    intent = "Open it"
    key = "Ctrl+A"
  }
  step "press" "three" {
    intent = "Open it"
    key = "Hyper"
  }
}
