// Package lang is the language of flow files: HCL (or its JSON syntax) in, a checked *Program out. It holds
// the one schema table that decoding, the reference manual and the JSON Schema read, the evaluation of
// expressions under bounds, the diagnostics and the formatter.
//
// A program is plain data. What a condition on the live page says is compiled by lang/predicate; what a step
// does, and the step types themselves, come in through Options. The package knows no browser, never reads a
// secret, and reads the environment only through Options.LookupEnv, for variables.
package lang

import (
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/jevrun/jevrun/lang/predicate"
)

// Program is a checked module: every expression evaluated, every reference resolved to a name. It is not
// changed after it has been loaded.
type Program struct {
	Dir       string // absolute folder of the module; relative paths in it are relative to here
	Files     []string
	Variables map[string]cty.Value
	Secrets   []*Secret
	Deciders  []*Decider
	Decider   *Decider // of the jevrun block; nil when it refers to none
	Gates     *Gates   // nil when the module has none
	Dialogs   *Dialogs // nil when the module has none
	Flows     []*Flow  // in source order
	Goals     []*Goal

	loader *loader // the sources, for Diagnose
}

// Flow is the flow of that name, or nil.
func (p *Program) Flow(name string) *Flow {
	for _, f := range p.Flows {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Goal is the goal of that name, or nil.
func (p *Program) Goal(name string) *Goal {
	for _, g := range p.Goals {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// Step is the step of that name, or nil.
func (f *Flow) Step(name string) *Step {
	for _, s := range f.Steps {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Vars are the variables as a condition reads them, for predicate.Env.Var. The caller must not change it.
func (p *Program) Vars() map[string]any {
	out := make(map[string]any, len(p.Variables))
	for name, v := range p.Variables {
		out[name] = goValue(v)
	}
	return out
}

// Diagnose is a problem at a range of the program's files, with its line and the blocks around it, for checks
// that come after loading.
func (p *Program) Diagnose(severity Severity, at hcl.Range, summary, detail, suggestion string) *Diagnostic {
	d := &Diagnostic{Severity: severity, Summary: summary, Detail: detail, Suggestion: suggestion, Span: span(at)}
	if p.loader != nil {
		p.loader.annotate(d)
	}
	return d
}

// Secret is the only door to the environment: the name of a variable whose value no sink may show.
type Secret struct {
	Name  string
	Env   string
	Range hcl.Range
}

// Value is text that a step types or picks: literal text, or a secret by reference.
type Value struct {
	Text   string
	Secret *Secret // nil for literal text
}

// Flow is a list of steps with a start page.
type Flow struct {
	Name          string
	Start         string        // URL or path, as written and evaluated; "" when the first step navigates
	MaxCandidates int           // 0 when unset; at most 254
	Timeout       time.Duration // default deadline of a step; 0 when unset
	Settle        time.Duration // default deadline of a settle; 0 when unset
	Decider       *Decider      // nil inherits the module's
	Gates         *Gates        // inner gates, not merged with the module's
	Dialogs       *Dialogs
	Steps         []*Step
	Range         hcl.Range
}

// Goal is a task that the goal loop pursues; its blocks are checked here and run elsewhere.
type Goal struct {
	Name     string
	Task     string
	Start    string
	Context  map[string]Value
	Success  string
	MaxSteps int
	Decider  *Decider // nil inherits the module's
	Gates    *Gates
	Range    hcl.Range
}

// Step is one step of a flow.
type Step struct {
	Type          string // an entry of the action registry
	Name          string // unique in its flow
	Position      int    // 1-based position in the compiled flow
	Intent        string
	Within        string             // "" for the whole page
	When          *predicate.Program // nil when the step is unconditional
	Expect        string             // CSS selector, "none", or "" when nothing is expected
	Timeout       time.Duration      // 0 inherits
	Settle        time.Duration      // 0 inherits
	MaxCandidates int                // 0 inherits
	Attempts      int                // of retry; 1 when unset
	On            map[Event]Handler
	Args          Args // the action's own attributes
	Range         hcl.Range
}

// Event is an outcome of a step that an `on` block may handle.
type Event string

// The outcomes. The last two are done, said more exactly, for flows that handle them.
const (
	EventDone    Event = "done"    // the step did what it should
	EventSkipped Event = "skipped" // its `when` was false
	EventReview  Event = "review"  // the gate wants a person, and nobody approved
	EventBlocked Event = "blocked" // no decision was possible
	EventFailed  Event = "failed"  // an action error, a false assert, a wait that ran out

	EventDialog   Event = "dialog"    // it did what it should, and the page opened a dialog at it; without a handler that is done
	EventNoEffect Event = "no_effect" // a click that certainly changed nothing; without a handler that is done
)

// Handler is what an `on` block says. Exactly one of Then and Goto is set.
type Handler struct {
	Then  string // ask (review only), stop, continue
	Goto  string // name of a step of the same flow
	Limit int    // how often the jump may be taken in one run; 0 when unset (no bound)
	Range hcl.Range
}

// Args are an action's own attributes by name, already checked against its schema: string, float64, bool,
// time.Duration, []string, Value or *predicate.Program.
type Args map[string]any

// Gates is a gates block as written; nil fields are unset and inherit.
type Gates struct {
	MinConfidence     *float64
	LoopMinConfidence *float64
	CallerFloor       *float64
	Truncated         string // "", warn, review
	Risky             []string
	RiskySet          bool // risky was written, even as an empty list
	RiskyExtra        []string
	Intents           []IntentBar
	Rules             []Rule
	Range             hcl.Range
}

// IntentBar is a confidence bar for the intents that a pattern (fnmatch, case-insensitive) matches.
type IntentBar struct {
	Pattern       string
	MinConfidence float64
	Range         hcl.Range
}

// Rule may tighten a verdict when its condition holds.
type Rule struct {
	Name    string
	When    *predicate.Program
	Verdict string // review or blocked
	Range   hcl.Range
}

// Dialogs says how dialogs of the page are answered.
type Dialogs struct {
	Default string // "", dismiss, accept
	Rules   []DialogRule
	Range   hcl.Range
}

// DialogRule answers the dialogs whose message its regular expression matches; the first match wins.
type DialogRule struct {
	Name   string
	Match  string
	Action string // accept or dismiss
	Text   string // typed into a prompt that is accepted
	Range  hcl.Range
}
