flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = "page.url == 3"
  }
  step "click" "two" {
    intent = "Open it"
    when = "page.title"
  }
}
