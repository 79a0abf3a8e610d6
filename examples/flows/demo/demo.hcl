# The sample site from sign-in to billing: a form, a table whose rows hold the same buttons, fieldsets, a
# shadow root and an iframe. `jevrun demo` serves the site and runs this; it also runs on the files:
#
#     DEMO_PASSWORD=open-sesame jevrun run examples/flows/demo
#
# expect: exit 0
# env: DEMO_PASSWORD=open-sesame

variable "site" {
  type        = string
  default     = "."
  description = "Where the pages are: this folder, or the address of a server."
}

variable "email" {
  type    = string
  default = "ada@example.com"
}

secret "password" {
  env = "DEMO_PASSWORD"
}

flow "demo" {
  start = "${var.site}/index.html"

  step "fill" "email" {
    intent = "Type the e-mail address"
    value  = var.email
    expect = "input[name=email]"
  }
  step "fill" "password" {
    intent = "Type the password"
    value  = secret.password
    expect = "input[name=password]"
  }
  step "click" "sign_in" {
    intent = "Sign in"
    expect = "form#login button"
  }

  # Every row of the table has an Archive button: within names the row.
  step "click" "archive" {
    intent = "Archive the task"
    within = "Renew TLS certificate"
  }
  step "assert" "archived" {
    that = "page.text contains 'Renew TLS certificate was archived'"
  }

  step "click" "open_settings" {
    intent = "Open the settings"
    expect = "nav a[href$='settings.html']"
  }
  step "check" "weekly" {
    intent = "Tick weekly summary"
    expect = "input[name=weekly]"
  }
  step "select" "zone" {
    intent = "Choose the time zone"
    value  = "Europe/Vienna"
    expect = "#zone"
  }
  step "check" "compact" {
    intent = "Tick compact"
    within = "Table rows"
    expect = "input[value=compact]"
  }
  step "click" "save" {
    intent = "Save the changes"
    expect = "#settings button[type=submit]"
  }
  step "assert" "saved" {
    that = "page.text contains 'Settings saved: Europe/Vienna, compact rows, Weekly summary'"
  }

  step "click" "open_billing" {
    intent = "Open billing"
    expect = "nav a[href$='billing.html']"
  }
  # The buttons of the team size live in an open shadow root, the card form in an iframe.
  step "click" "add_seat" {
    intent = "Add a seat"
  }
  step "fill" "amount" {
    intent = "Type the invoice amount"
    value  = "42.50"
    expect = "input[name=amount]"
  }
  step "click" "check_amount" {
    intent = "Check the amount"
    expect = "#check"
  }
  step "assert" "in_order" {
    that = "page.text contains 'The team has 4 seats now' and page.text contains 'The invoice over 42.50 is in order'"
  }
}
