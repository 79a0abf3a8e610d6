package browser

import (
	"regexp"
	"time"
)

// The answers to a dialog.
const (
	Dismiss = "dismiss"
	Accept  = "accept"
)

// DialogPolicy answers the alert, confirm, prompt and beforeunload dialogs of a context. The zero policy
// dismisses everything; dismissing a beforeunload dialog stays on the page.
type DialogPolicy struct {
	Default string       // Dismiss or Accept; "" is Dismiss
	Rules   []DialogRule // the first match wins
}

// DialogRule answers the dialogs whose message matches.
type DialogRule struct {
	Name   string         // shown where the rule fired
	Match  *regexp.Regexp // on the dialog's message; nil matches every dialog
	Accept bool
	Text   string // typed into a prompt that is accepted; "" keeps the prompt's own default
}

// Dialog is one dialog that was answered.
type Dialog struct {
	Type    string // alert, confirm, prompt or beforeunload
	Message string
	URL     string // of the frame that opened it
	Action  string // Dismiss or Accept
	Text    string // typed into a prompt that was accepted
	Rule    string // name of the rule that fired; "" for the default
	At      time.Time
}

// answer applies the policy to one dialog.
func (p DialogPolicy) answer(message, prompt string) (accept bool, text, rule string) {
	for _, r := range p.Rules {
		if r.Match != nil && !r.Match.MatchString(message) {
			continue
		}
		if text = r.Text; text == "" {
			text = prompt
		}
		return r.Accept, text, r.Name
	}
	return p.Default == Accept, prompt, ""
}
