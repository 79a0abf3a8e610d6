# Everything that a form takes: text, a choice, ticks on and off, a key, a pointer that only rests. What the page
# shows in the end is saved beside the trace, as text that can be compared.
#
# expect: exit 0

flow "forms" {
  start = "page.html"

  step "fill" "guest" {
    intent = "Type the guest name"
    value  = "Grace"
    expect = "input[name=guest]"
  }
  step "fill" "note" {
    intent = "Type the note for the kitchen"
    value  = "no nuts"
    expect = "textarea[name=note]"
  }
  step "select" "seats" {
    intent = "Choose the number of guests"
    value  = "4"
    expect = "#seats"
  }
  step "check" "window" {
    intent = "Tick window seat"
    expect = "input[name=window]"
  }
  step "check" "no_candles" {
    intent = "Candles"
    on     = false
    expect = "input[name=candles]"
  }
  step "check" "cellar" {
    intent = "Tick cellar"
    within = "Room"
    expect = "input[value=cellar]"
  }
  step "hover" "menu" {
    intent = "Point at the menu of the day"
    expect = "#menu"
  }
  step "wait_for" "soup" {
    selector = ".tip"
  }
  step "click" "book" {
    intent = "Keep the wishes"
    expect = "button[type=submit]"
  }
  step "assert" "booked" {
    that = "page.text contains 'Grace, 4 guests, cellar, with window: no nuts'"
  }

  step "fill" "dish" {
    intent = "Search dishes"
    value  = "soup"
    expect = "#dish"
  }
  step "press" "search" {
    intent = "Search dishes"
    key    = "Enter"
    expect = "#dish"
  }
  step "assert" "searching" {
    that = "page.text contains 'Searching for soup'"
  }
  step "outline" "page" {
    path = "forms.outline.txt"
  }
}
