// Package predicate compiles and runs the conditions of a flow: expr-lang text over what is known about the
// live page. It checks types when a program is loaded, reports errors by position in the text, and bounds
// what a hostile condition can cost. It knows no HCL and no browser.
package predicate

import "context"

// Scope names the environment that a condition sees.
type Scope int

// The scopes.
const (
	OnPage Scope = iota // when, that: page and var
	OnGate              // rule: page, var, candidate, intent, action, confidence
)

// Env is what a condition may read. Var holds the module's variables by name (never a secret).
type Env struct {
	Page      Page
	Var       map[string]any
	Elements  []Element // what visible(role, name) and count(role, name) look through
	Candidate Element   // OnGate only
	Intent    string    // OnGate only
	Action    string    // OnGate only
	// Confidence is the probability of the choice, 0 to 1; OnGate only.
	Confidence float64
}

// Page is the live page.
type Page struct {
	URL, Title, Text, Origin string
}

// Element is one candidate.
type Element struct {
	Role, Name, Href, Value, Scope string
	Disabled                       bool
	Frame                          int
}

// Program is a compiled condition.
type Program struct {
	Source string
}

// Eval runs the condition under ctx and the package's own deadline.
func (p *Program) Eval(ctx context.Context, env Env) (bool, error) { panic("not yet") }
