flow "f" {
  strat = "x[2J"
}
