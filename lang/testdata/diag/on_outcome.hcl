flow "f" {
  start = "http://h/"
  step "fill" "one" {
    intent = "x"
    value  = "y"
    on "no_effect" { then = "stop" }
    on "dialog" { then = "stop" }
  }
  step "wait_for" "two" {
    text = "x"
    on "dialog" { then = "stop" }
  }
  step "click" "three" {
    intent = "x"
    on "no_effect" { then = "ask" }
    on "dialog" { then = "continue" }
  }
}
