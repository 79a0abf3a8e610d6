flow "f" {
  step "click" "one" {
    intent = "x"
  }
}
