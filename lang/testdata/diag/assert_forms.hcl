flow "f" {
  start = "http://h/"
  step "assert" "one" {
  }
  step "assert" "two" {
    that     = "true"
    selector = "#x"
  }
  step "wait_for" "three" {
  }
  step "wait_for" "four" {
    text     = "a"
    selector = "#x"
  }
}
