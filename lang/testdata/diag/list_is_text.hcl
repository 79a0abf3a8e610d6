gates {
  risky = "delete"
}
