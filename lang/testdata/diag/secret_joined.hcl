secret "token" { env = "TOKEN" }

locals {
  header = "Bearer ${secret.token}"
}

flow "f" {
  start = "http://h/"
  step "fill" "one" {
    intent = "Open it"
    value = "Bearer ${secret.token}"
  }
  step "fill" "two" {
    intent = "Open it"
    value = upper(secret.token)
  }
  step "fill" "three" {
    intent = "Open it"
    value = local.header
  }
}

flow "g" {
  start = "http://h/"
  step "fill" "one" {
    intent = "Open it"
    value  = secret.token == "x" ? secret.token : secret.other
  }
}

secret "other" { env = "OTHER" }
