jevrun {
  decider = decider.lokal
}

secret "key" { env = "KEY" }

decider "builtin" {}

decider "local" {
  model    = "nimble"
  key      = "sk-or-1234"
  timeout  = 10
  fallback = "builtins"
  budget { usd = 0 }
}

decider "local" {
  base_url = "http://${secret.key}/"
}

flow "f" {
  start   = "http://h/"
  decider = "local"
  step "none" "one" { intent = "Look" }
}

goal "g" {
  task    = "Do it"
  start   = "http://h/"
  decider = local.decider
}
