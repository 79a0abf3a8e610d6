variable "base_url" {
  type = string
}
flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open ${var.base_url}"
  }
}
