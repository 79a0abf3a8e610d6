flow "f" {
  start = "http://h/"
  step "goto" "one" {
    url = "http://h/"
    within = "row"
    expect = "#x"
  }
}
