gates {
  truncated = "warning"
}

dialogs {
  default = dismis
}
