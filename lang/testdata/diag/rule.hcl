gates {
  rule "r" {
    when    = "candidate.rol == 'link'"
    verdict = "auto"
  }
  rule "s" {
    verdict = "blocked"
  }
}
