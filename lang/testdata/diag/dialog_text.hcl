dialogs {
  rule "r" {
    match  = "name"
    action = "dismiss"
    text   = "Ada"
  }
}
