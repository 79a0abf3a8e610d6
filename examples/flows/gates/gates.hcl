# Where the gate stops a run: a bar for one kind of intent, a rule of one's own, and the built-in list of
# risky words. Nobody is there to approve, so the run ends at the review without touching the button.
#
# expect: exit 3

gates {
  min_confidence = 0.8
  intent "* star" {
    min_confidence = 0.9
  }
  rule "leaves the site" {
    when    = "candidate.role == 'link' and not (candidate.href startsWith page.origin)"
    verdict = "review"
  }
}

flow "gates" {
  start = "page.html"

  step "click" "star" {
    intent = "Add star"
    expect = "#star"
  }
  # Sure of its choice or not: this one waits for a person, and the run goes on.
  step "click" "partner" {
    intent = "Partner album"
    on "review" {
      then = "continue"
    }
  }
  # The word delete is on the list; the run ends here.
  step "click" "delete" {
    intent = "Delete photo"
    expect = "#delete"
  }
  step "assert" "never_reached" {
    that = "page.text contains 'Deleted'"
  }
}
