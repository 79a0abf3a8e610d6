flow "f" {
  start = "http://h/"
  step "screenshot" "one" {
    path = "../x.png"
  }
  step "screenshot" "two" {
    path = "x.jpg"
  }
}
