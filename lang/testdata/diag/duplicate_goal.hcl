goal "g" {
  task  = "t"
  start = "s"
}

goal "g" {
  task  = "t"
  start = "s"
}
