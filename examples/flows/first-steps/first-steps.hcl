# The smallest flow that is worth having: one thing to do, one thing that must be true afterwards.
#
# expect: exit 0

flow "first-steps" {
  start = "page.html"

  step "click" "hello" {
    intent = "Say hello"
  }
  step "assert" "greeted" {
    that = "page.text contains 'Hello, world'"
  }
}
