locals {
  t = secret.token # a secret stays one on its way through a local
}
