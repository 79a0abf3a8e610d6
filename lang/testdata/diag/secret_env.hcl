secret "a" {}

secret "b" { env = "not a name" }
