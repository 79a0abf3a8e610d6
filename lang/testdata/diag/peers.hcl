flow "f" {
  start   = "http://h/"
  retries = 2
  sleep   = 3
  step "click" "one" {
    intent   = "Save"
    retries  = 3
    wait_ms  = 500
    xpath    = "//button"
    on_error = "continue"
    timeuot  = "5s"
  }
  step "fill" "two" {
    intent = "Type it"
    value  = "x"
    text   = "x"
  }
}

test "t" {}
