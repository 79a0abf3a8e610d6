gates = {
  min_confidence = 0.5
}
