# A first flow, on the page next to this file.
#
#   jevrun validate flow.hcl     is it right?
#   jevrun run flow.hcl          walk it, and record every decision in first.trace.jsonl
#   jevrun replay first.trace.jsonl
#
# Then change a label in page.html and replay again.

variable "name" {
  type    = string
  default = "Ada" # jevrun run flow.hcl --var name=Grace
}

flow "first" {
  start = "page.html" # a URL, or a file next to this one

  # An intent says in plain words which element is meant. A decision model picks the element; where it is
  # not sure enough, the step waits for a review instead of acting.
  step "fill" "name" {
    intent = "Type the name of the person"
    value  = var.name
  }

  step "click" "greet" {
    intent = "Say hello"
    on "review" {
      then = "stop" # the default; "ask" asks at the terminal, "continue" goes on without acting
    }
  }

  # A claim about the page: the flow fails when it does not become true.
  step "assert" "greeted" {
    that = "page.text contains 'Hello, ' + var.name"
  }
}
