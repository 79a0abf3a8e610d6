flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    on "blockd" { then = "stop" }
    on "exploded" { then = "stop" }
  }
}
