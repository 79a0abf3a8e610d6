flow "sign-in" {
  start = "page.html"

  # the lines that the records of the tests name
  step "click" "fails" {
    intent = "Fails"
  }

  step "assert" "done" {
    selector = "#done"
  }
}
