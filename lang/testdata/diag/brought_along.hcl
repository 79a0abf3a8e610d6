terraform {
  required_version = ">= 1"
}
flow "f" {
  start = "http://127.0.0.1/"
  step "upload" "a" { intent = "Attach the file" }
  step "type" "b" { intent = "Name" }
  step "visit" "c" { url = "http://127.0.0.1/" }
  step "click" "d" {
    intent    = "Save"
    on_failed = "continue"
  }
  step "fill" "e" {
    intent = "Password"
    value  = env("PASSWORD")
  }
}
flow "g" {
  start = "http://127.0.0.1/"
  step "click" { intent = "The name is missing" }
}
