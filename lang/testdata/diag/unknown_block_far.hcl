pipeline "f" {}
