goal "g" {
  max_steps = 0
  context   = "a"
  sucess    = "#x"
}
