flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = "page.text contains \"\u00e9\" and pag.url == '$${x}'"
  }
}
