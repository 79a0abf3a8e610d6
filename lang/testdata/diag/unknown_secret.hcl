secret "password" { env = "P" }

flow "f" {
  start = "http://h/"
  step "fill" "one" {
    intent = "Open it"
    value = secret.pasword
  }
}
