flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    retry {}
  }
  step "click" "two" {
    intent = "Open it"
    retry { attempts = 11 }
  }
}
