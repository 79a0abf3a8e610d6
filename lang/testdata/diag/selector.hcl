goal "done" {
  task    = "Finish"
  start   = "http://h/"
  success = "#done["
}

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Save"
    expect = "form > button[type=submit"
  }
  step "assert" "two" { selector = "ul.tasks li:contains('Milk')" }
  step "wait_for" "three" { selector = "//div[@id='x']" }
  step "outline" "four" {
    path     = "x.outline.txt"
    selector = "m\u00e4in >> a"
  }
  step "click" "none" {
    intent = "Nothing"
    expect = "none"
  }
  step "click" "named" {
    intent = "Save"
    expect = "#${"a"}, ,b"
  }
}
