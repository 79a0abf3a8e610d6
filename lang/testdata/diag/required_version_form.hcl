jevrun {
  required_version = "latest"
}
