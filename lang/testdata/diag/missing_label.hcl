flow {
  start = "x"
}
