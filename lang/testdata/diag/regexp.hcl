gates {
  risky_extra = ["ok", "(unclosed", "a**"]
}

dialogs {
  rule "r" {
    match = "["
    action = "accept"
  }
}
