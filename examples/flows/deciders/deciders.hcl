# Who decides. The module's decider is a model on this machine that nobody has started, and the file says that
# the embedded decider may stand in: the run goes on and says so at each step. A decider of a flow goes before the module's, and --decider on the command
# line before both.
#
# expect: exit 0
#
# With Ollama running:  jevrun run deciders.hcl --var server=http://127.0.0.1:11434

jevrun {
  decider = decider.local
}

variable "server" {
  type    = string
  default = "http://127.0.0.1:9" # nobody answers there
}

decider "local" {
  base_url = var.server
  model    = "nimble"
  timeout  = "5s"
  fallback = "builtin"
  budget {
    calls = 100
  }
}

flow "deciders" {
  start = "page.html"
  step "click" "open" {
    intent = "Open the newsletter settings"
    expect = "#newsletter"
  }
  step "assert" "opened" {
    that = "page.text contains 'Newsletter settings are open'"
  }
}
