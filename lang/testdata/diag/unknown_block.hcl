flwo "f" {}
