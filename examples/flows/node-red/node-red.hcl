# Node-RED's editor as npm packages it, with a flow of two nodes: its list of actions, the dialog that edits
# a flow, its palette manager and its settings. `make e2e` starts it and runs this.

variable "base_url" {
  type        = string
  default     = "http://127.0.0.1:1880"
  description = "Where Node-RED listens."
}

flow "node-red" {
  start   = "${var.base_url}/#flow/f1"
  timeout = "30s"

  # Where the model is the embedded decider and a wrong click costs nothing.
  gates {
    min_confidence = 0.6
  }

  step "wait_for" "editor" {
    selector = ".red-ui-palette-node"
  }

  # The menu of the editor is an icon without a name; its shortcuts are what a keyboard user has.
  step "press" "actions" {
    intent = "Filter nodes"
    key    = "Control+Shift+P"
    expect = "#red-ui-palette-search input"
  }
  step "fill" "filter" {
    intent = "Filter actions"
    value  = "edit flow"
    expect = "#red-ui-actionList input"
  }
  step "click" "edit_flow" {
    intent = "Edit flow"
  }
  step "wait_for" "dialog" {
    selector = "#node-input-name"
  }
  step "fill" "name" {
    intent = "Type the name"
    value  = "Boiler"
    expect = "#node-input-name"
  }
  step "click" "done" {
    intent = "Done"
    expect = "#node-dialog-ok"
  }
  step "wait_for" "renamed" {
    that = "page.text contains 'Boiler' and not visible('button', 'Done')"
  }
  step "click" "deploy" {
    intent = "Deploy"
    expect = "#red-ui-header-button-deploy"
  }
  step "wait_for" "deployed" {
    text = "Successfully deployed"
  }

  step "press" "palette" {
    intent = "Filter nodes"
    key    = "Alt+Shift+P"
    expect = "#red-ui-palette-search input"
  }
  step "click" "module" {
    intent = "Open the 50 nodes"
    expect = ".red-ui-palette-module-set-button"
  }
  step "assert" "palette_entry" {
    that = "page.text contains 'inject' and count('link', 'disable') > 10"
  }
  step "click" "settings" {
    intent = "Settings"
    expect = "a[href='#red-ui-settings-tab-view']"
  }
  step "check" "grid" {
    intent = "Show grid"
    on     = false
    expect = "#user-settings-view-show-grid"
  }
  step "click" "close" {
    intent = "Close"
    expect = "#node-dialog-ok"
  }
  step "wait_for" "closed" {
    that = "not visible('button', 'Close')"
  }
}
