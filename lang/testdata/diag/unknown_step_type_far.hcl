flow "f" {
  start = "http://h/"
  step "teleport" "one" {
    intent = "Open it"
  }
}
