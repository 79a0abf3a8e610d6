// Package predicate compiles and runs the conditions of a flow: expr-lang text over what is known about the
// live page. It checks types when a program is loaded, reports errors by position in the text, and bounds
// what a hostile condition can cost. It knows no HCL and no browser.
package predicate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// The bounds of a condition.
const (
	MaxSource = 4 << 10         // bytes of source text
	MaxNodes  = 300             // operators, names and literals
	MaxLoops  = 100_000         // rounds of all, any, map and the like in one evaluation, nested ones multiplied
	MaxBuilt  = 8 << 20         // bytes of text that one evaluation may build with +, replace, join and the like
	MaxPieces = 100_000         // pieces of one split, elements of one range
	Deadline  = 2 * time.Second // of one evaluation
)

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

// Program is a compiled condition. It is safe for concurrent use.
type Program struct {
	Source string

	code     *vm.Program
	scope    Scope
	uses     map[string]bool
	patterns map[string]*regexp.Regexp // the literal patterns of find
}

// Uses tells whether the condition reads a fact, so that the caller gathers only what is needed. The facts
// are page.url, page.title, page.text, page.origin, elements (read by visible and count), candidate.role and
// its siblings, intent, action, confidence and var.<name>.
func (p *Program) Uses(fact string) bool { return p.uses[fact] }

// Eval runs the condition under ctx and the package's own Deadline. The error says what went wrong in words
// of the condition language; it wraps ctx's error when time ran out.
func (p *Program) Eval(ctx context.Context, env Env) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Deadline)
	defer cancel()
	if err := ctx.Err(); err != nil {
		return false, fmt.Errorf("the condition %q was not evaluated: %w", p.Source, err)
	}
	r := &run{ctx: ctx, program: p, env: env}
	type answer struct {
		value any
		err   error
	}
	// The VM cannot be interrupted between two calls of ours, so it runs beside the deadline. It ends by
	// itself soon after: loops and texts ask r before every round, and what is left between is bounded.
	answers := make(chan answer, 1)
	go func() {
		machine := vm.VM{MemoryBudget: MaxPieces}
		value, err := machine.Run(p.code, r.names())
		answers <- answer{value, err}
	}()
	select {
	case <-ctx.Done():
		return false, fmt.Errorf("the condition %q ran out of time: %w", p.Source, ctx.Err())
	case a := <-answers:
		if a.err != nil {
			return false, p.evalError(ctx, a.err)
		}
		holds, ok := a.value.(bool)
		if !ok {
			return false, fmt.Errorf("the condition %q gave %s, not true or false; compare it with something", p.Source, describe(a.value))
		}
		return holds, nil
	}
}

func (p *Program) evalError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("the condition %q ran out of time: %w", p.Source, ctx.Err())
	}
	message := err.Error()
	var at *file.Error
	if errors.As(err, &at) {
		message = at.Message
	}
	return fmt.Errorf("the condition %q failed: %s", p.Source, runtimeMessage(message))
}
