flow "f" {
  start = "http://h/"
  step "click" "one" {
    intent = "Open it"
    when = <<-EOT
      page.text contains "a"
        and page.titel == "b"
    EOT
  }
  step "click" "two" {
    intent = "Open it"
    when = <<EOT
page.text contains "a"
  and page.titel == "b"
EOT
  }
}
