flow "f" {
  start = "http://h/"
  timeout = 10
  settle = "soon"
  step "click" "one" {
    intent = "Open it"
    timeout = "-1s"
    settle = "2h"
  }
}
