gates {
}

gates {
}

dialogs {}
dialogs {}

flow "f" {
  start = "http://h/"
  gates {
  }
  gates {
  }
  step "click" "one" {
    intent = "Open it"
  }
}
