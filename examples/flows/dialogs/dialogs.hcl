# Dialogs of the page are answered by rules, the first match wins; what no rule knows is dismissed.
#
# expect: exit 0

dialogs {
  default = "dismiss"
  rule "shed name" {
    match  = "(?i)shed's name"
    action = "accept"
    text   = "Rosebud"
  }
  rule "lock" {
    match  = "^Lock the door"
    action = "accept"
  }
}

flow "dialogs" {
  start = "page.html"

  step "click" "rename" {
    intent = "Rename shed"
    expect = "#name"
  }
  step "click" "lock" {
    intent = "Lock shed"
    expect = "#lock"
  }
  step "click" "paint" {
    intent = "Paint shed"
    expect = "#paint"
    on "dialog" { goto = step.answered } # it asks, and no rule knows what
    on "done" { then = "stop" }
  }
  step "assert" "answered" {
    that = <<-EOT
      page.text contains 'The shed is called Rosebud'
      and page.text contains 'The door is locked'
      and page.text contains 'The walls stay grey'
    EOT
  }
}
