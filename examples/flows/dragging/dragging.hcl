# A card that the browser drags from one list to another, and a song that the page itself moves with the pointer. The
# intent says what is dragged, `to` names where it is dropped: a list by its label, or a section by its heading.
# What is called Trash, or Delete, would need a person's approval.
#
# expect: exit 0

flow "dragging" {
  start = "page.html"

  step "drag" "report" {
    intent = "Move 'Write the report'"
    to     = "Done"
    expect = "#report"
  }
  step "assert" "done" {
    that = "page.text contains 'Write the report is in Done'"
  }

  step "drag" "blues" {
    intent = "Move 'Slow blues'"
    to     = "Tonight"
    expect = "#blues"
  }
  step "assert" "tonight" {
    that = "page.text contains 'Slow blues is in Tonight'"
  }
}
