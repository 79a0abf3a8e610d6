# The documentation of Python as Debian packages it (python3-doc): a Sphinx site with its search, its
# navigation and an index of 17,000 links on one page. `make e2e` serves it and runs this.

variable "base_url" {
  type        = string
  default     = "http://127.0.0.1:8000"
  description = "Where the html folder of python3-doc is served."
}

flow "python-docs" {
  start   = "${var.base_url}/index.html"
  timeout = "20s"

  # Where the model is the embedded decider and a wrong click costs nothing.
  gates {
    min_confidence = 0.8
  }

  # Two boxes of the front page are called Quick search, so nothing could tell them apart; the search page
  # has one.
  step "click" "search_page" {
    intent = "Open the search page"
    expect = "a[href='search.html']"
  }
  step "fill" "query" {
    intent = "Type into search"
    value  = "asyncio.timeout"
    expect = "form[action=''] input[name=q]"
  }
  step "press" "search" {
    intent = "Press Enter in the search box"
    key    = "Enter"
    expect = "form[action=''] input[name=q]"
  }
  step "wait_for" "results" {
    text = "Search finished"
  }
  step "click" "result" {
    intent = "Open coroutines and tasks"
    expect = "ul.search a[href^='library/asyncio-task.html']:not([href*='#'])"
  }
  step "assert" "found" {
    that = "page.title startsWith 'Coroutines and Tasks' and page.text contains 'asyncio.timeout(delay)'"
  }

  step "goto" "index" {
    url = "${var.base_url}/genindex.html"
  }
  step "click" "full_index" {
    intent = "Full index on one page (can be huge)"
    expect = "a[href='genindex-all.html']"
  }
  step "click" "letter" {
    intent = "Symbols"
    expect = "a[href='#Symbols']"
  }
  step "click" "entry" {
    intent = "Open ! patterns"
    expect = "a[href='reference/compound_stmts.html#index-23']"
  }
  step "assert" "entry_page" {
    that = "page.title contains 'Compound statements'"
  }
}
