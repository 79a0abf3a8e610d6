flow "f" {
  start = "http://h/
