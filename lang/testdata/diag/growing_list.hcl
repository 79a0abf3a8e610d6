locals {
  a = [for x in range(400) : [for y in range(300) : y]]
}
