# Values come in from outside: variables (--var, --var-file, JEVRUN_VAR_*), locals made from them, and a
# secret, which the trace names and never holds.
#
# expect: exit 0
# env: GUEST_BOOK_CODE=open-sesame

variable "first_name" {
  type    = string
  default = "Ada"
}

variable "languages" {
  type    = list(string)
  default = ["English", "French"]

  validation {
    condition     = length(var.languages) > 0
    error_message = "Name at least one language."
  }
}

locals {
  full_name = "${var.first_name} Lovelace"
  greeting  = "Hello in ${join(" and ", var.languages)}"
}

secret "code" {
  env = "GUEST_BOOK_CODE"
}

flow "variables" {
  start = "page.html"

  step "fill" "who" {
    intent = "Type the full name"
    value  = local.full_name
    expect = "input[name=who]"
  }
  step "fill" "greeting" {
    intent = "Type the greeting"
    value  = local.greeting
    expect = "input[name=greeting]"
  }
  step "fill" "code" {
    intent = "Type the entry code"
    value  = secret.code
    expect = "input[name=code]"
  }
  step "click" "sign" {
    intent = "Sign the book"
    expect = "button[type=submit]"
  }
  step "assert" "signed" {
    that = "page.text contains 'wrote: Hello in English' and page.text contains var.first_name"
  }
}
