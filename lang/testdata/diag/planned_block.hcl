play "catcher" {
  task = "x"
}

navigate "w" {}

diff "d" {}

browser {}
