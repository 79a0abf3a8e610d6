variable "v" { default = 1 }
variable "v" { default = 2 }

secret "s" { env = "A" }
secret "s" { env = "B" }

locals {
  a = 1
}

locals {
  a = 2
}

gates {
  intent "x" { min_confidence = 0.1 }
  intent "x" { min_confidence = 0.2 }
}
