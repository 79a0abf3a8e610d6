# Steps that depend on the page: a guard, a loop with a limit, a retry where nothing was sent, and a step
# that may come to nothing.
#
# expect: exit 0

flow "handlers" {
  start = "page.html"

  # Now and then the page asks for an opinion. Where no element fits, the step is blocked, and nothing is done;
  # the run goes on instead of failing.
  step "click" "survey" {
    intent = "Skip the survey"
    on "blocked" {
      goto = step.notice
    }
  }

  # A guard: the step is skipped where the notice does not show.
  step "click" "notice" {
    intent = "Got it"
    when   = "page.text contains 'cookies'"
  }

  # A loop: once more as long as day 15 is missing, and never more than six times.
  step "wait_for" "list" {
    selector = "#more:enabled"
  }
  step "click" "older" {
    intent = "Show older entries"
    when   = "not (page.text contains 'Day 15')"
    retry {
      attempts = 3
    }
    on "done" {
      goto  = step.list
      limit = 6
    }
  }

  step "assert" "found" {
    that = "page.text contains 'Day 15: calm sea'"
  }
}
