secret "token" { env = "TOKEN" }

locals {
  hidden = secret.token
}

flow "f" {
  start = "http://h/?t=${secret.token}"
  step "click" "one" {
    intent = secret.token
    within = local.hidden
    when   = "secret.token == 'x'"
  }
}

goal "g" {
  task    = "t"
  start   = "s"
  context = { a = "x${secret.token}" }
}
