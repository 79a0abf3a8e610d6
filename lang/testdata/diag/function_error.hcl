flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = jsondecode("{")
    within = file("../secret.txt")
    expect = format("%d", "x")
  }
}
