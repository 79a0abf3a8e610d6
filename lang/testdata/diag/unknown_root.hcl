variable "title" { default = "x" }
variable "name" { default = "x" }

flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = title
    within = vra.name
    expect = button
  }
}
