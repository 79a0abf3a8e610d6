locals {
  a = [for x in range(9) : [for y in range(9) : [for z in range(9) : z]]]
}
