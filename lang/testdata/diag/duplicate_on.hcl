flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    on "review" { then = "stop" }
    on "review" { then = "continue" }
  }
}
