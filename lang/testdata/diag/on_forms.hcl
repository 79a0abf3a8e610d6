flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    on "done" {}
    on "failed" { then = "ask" }
    on "review" {
      then = "stop"
      goto = step.one
    }
    on "blocked" {
      then  = "stop"
      limit = 3
    }
  }
  step "goto" "two" {
    url = "http://h/"
    on "review" { then = "ask" }
  }
}
