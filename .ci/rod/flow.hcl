# Twenty steps, the opening of the page among them; steps.go does the same with rod.

variable "site" { type = string }

secret "password" { env = "BENCH_PASSWORD" }

flow "twenty" {
  start = "${var.site}/"

  step "fill" "user" {
    intent = "Type the user"
    value  = "ada"
  }
  step "fill" "password" {
    intent = "Type the password"
    value  = secret.password
  }
  step "click" "login" { intent = "Log in" }
  step "assert" "welcome" { selector = "#welcome" }
  step "click" "tab" { intent = "Go to the tab for orders" }
  step "fill" "first" {
    intent = "Type the item"
    value  = "Tea"
  }
  step "click" "add_first" { intent = "Add it" }
  step "assert" "one" { selector = "#items li" }
  step "fill" "second" {
    intent = "Type the item"
    value  = "Cups"
  }
  step "click" "add_second" { intent = "Add it" }
  step "assert" "two" { selector = "#items li:nth-child(2)" }
  step "select" "size" {
    intent = "Choose the size"
    value  = "Large"
  }
  step "check" "gift" { intent = "Wrap it" }
  step "check" "courier" { intent = "Have it brought" }
  step "click" "dialog" { intent = "Open the dialog" }
  step "fill" "note" {
    intent = "Type the note"
    value  = "Ring twice"
  }
  step "click" "save" { intent = "Keep the note" }
  step "click" "submit" { intent = "Finish" }
  step "assert" "ordered" {
    that = "page.text contains 'Ordered 2 items, Large, gift true, by courier: Ring twice'"
  }
}
