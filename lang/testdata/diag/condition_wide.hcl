flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = "page.text contains '漢字 é' and page.urll != ''"
  }
}
