jevrun {
  required_version = "~> 0.1"
}

variable "base_url" {
  type    = string
  default = "http://127.0.0.1:8080"
}

secret "password" { env = "DEMO_PASSWORD" } # the only door to the environment

gates { # for the module; a flow or goal may hold its own
  min_confidence      = 0.9
  loop_min_confidence = 0.5
  truncated           = "warn"                     # or "review"
  risky_extra         = ["\\bship it\\b"]          # `risky` replaces the built-in list
  intent "delete the *" { min_confidence = 0.99 } # longest matching pattern wins
  rule "leaves the site" {                        # may only tighten
    when    = "candidate.role == 'link' && not (candidate.href startsWith page.origin)"
    verdict = "review"
  }
}

dialogs {
  default = "dismiss"
  rule "name prompt" {
    match  = "(?i)your name"
    action = "accept"
    text   = "Ada"
  }
}

flow "sign-in" {
  start          = "${var.base_url}/login"
  max_candidates = 120 # the shortlist; at most 254

  step "click" "open_form" {
    intent = "Sign in to the existing account"
    expect = "button[type=submit]" # optional ground truth: scores the decision; "none" too
  }
  step "fill" "password" {
    intent = "Type the password"
    value  = secret.password
  }
  step "click" "archive" {
    intent  = "Archive this task"
    within  = "Renew TLS certificate"          # row, fieldset, dialog, landmark or heading section
    when    = "page.text contains 'Renew TLS'" # a guard: skipped when false
    timeout = "10s"
    on "review" { then = "ask" } # ask | stop (default) | continue
    on "blocked" { goto = step.archived }
    retry { attempts = 3 } # only where nothing was sent
  }
  step "assert" "archived" { that = "page.text contains 'Archived'" }
}

goal "open-billing" {
  task      = "sign in and open billing"
  start     = var.base_url
  context   = { email = "demo@example.com", password = secret.password }
  success   = "#billing"
  max_steps = 8
}
