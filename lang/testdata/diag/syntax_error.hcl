flow "f" {
  start = 
}
