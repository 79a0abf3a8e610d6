// Package script is a decider for tests: a file says what to choose for which intent. It never fits by chance:
// an intent that no entry matches, or an element that is not there exactly once, is a failed decision.
//
//	choose "Sign in*" {      # * stands for any text, letter case does not matter; the first match counts
//	  role        = "button" # with name: the element
//	  name        = "Sign in"
//	  scope       = "Header" # optional; where two elements have the same role and name
//	  action      = "click"  # optional; only for steps of this type
//	  probability = 0.8      # optional; 1 by default
//	}
//	choose "Delete *" { none = true }
//	choose "Break" { fail = "the model is away" }
package script

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/hashicorp/hcl/v2/gohcl"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// ID names this decider in traces and reports.
const ID = "script-1"

// Decider implements decide.Decider.
type Decider struct {
	file    string
	entries []entry
}

type document struct {
	Choose []entry `hcl:"choose,block"`
}

type entry struct {
	Intent      string   `hcl:"intent,label"`
	Action      string   `hcl:"action,optional"`
	Role        string   `hcl:"role,optional"`
	Name        *string  `hcl:"name,optional"`
	Scope       *string  `hcl:"scope,optional"`
	None        bool     `hcl:"none,optional"`
	Fail        string   `hcl:"fail,optional"`
	Probability *float64 `hcl:"probability,optional"`
}

// Load reads a script from a file.
func Load(path string) (*Decider, error) {
	src, err := lang.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the script %w", err)
	}
	return Parse(path, src)
}

// Parse reads a script. file is its name in errors; it ends in .hcl.
func Parse(file string, src []byte) (*Decider, error) {
	var doc document
	parsed, err := lang.ParseFile(file, src)
	if err != nil {
		return nil, fmt.Errorf("the script cannot be used: %w", err)
	}
	if problems := gohcl.DecodeBody(parsed.Body, nil, &doc); problems.HasErrors() {
		return nil, fmt.Errorf("the script cannot be used: %w", problems)
	}
	for _, e := range doc.Choose {
		if err := e.check(); err != nil {
			return nil, fmt.Errorf("%s: choose %q %w", file, e.Intent, err)
		}
	}
	return &Decider{file, doc.Choose}, nil
}

func (e entry) check() error {
	ways := 0
	for _, set := range []bool{e.Role != "" || e.Name != nil, e.None, e.Fail != ""} {
		if set {
			ways++
		}
	}
	switch {
	case ways != 1:
		return errors.New("needs either role and name, or none, or fail")
	case (e.Role == "") != (e.Name == nil):
		return errors.New("needs both role and name")
	case e.Scope != nil && e.Name == nil:
		return errors.New("has a scope and no element")
	case e.Probability != nil && (math.IsNaN(*e.Probability) || *e.Probability <= 0 || *e.Probability > 1):
		return fmt.Errorf("has the probability %v; it is more than 0 and at most 1", *e.Probability)
	}
	return nil
}

// ID is "script-1".
func (*Decider) ID() string { return ID }

// Decide answers questions about the elements of a page, and costs nothing. The chosen option has the entry's
// probability and the others share the rest evenly.
func (d *Decider) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	state, ok := req.State.(decide.TargetState)
	if !ok {
		return decide.Response{}, fmt.Errorf("a script answers questions about the elements of a page only, not about a %T", req.State)
	}
	free := 0.0
	resp := decide.Response{Model: ID, Answers: map[string]decide.Answer{}, CostUSD: &free}
	e, err := d.find(state)
	if err != nil {
		return decide.Response{}, err
	}
	for _, q := range req.Questions {
		label, err := e.label(q)
		if err != nil {
			return decide.Response{}, fmt.Errorf("%s: choose %q: %w", d.file, e.Intent, err)
		}
		resp.Answers[q.ID] = e.answer(q, label)
	}
	return resp, nil
}

func (d *Decider) find(state decide.TargetState) (entry, error) {
	for _, e := range d.entries {
		if matches(e.Intent, state.Intent) && (e.Action == "" || e.Action == state.Action.Type) {
			return e, nil
		}
	}
	return entry{}, fmt.Errorf("%s says nothing about %q (%s)", d.file, state.Intent, state.Action.Type)
}

// label is the option that the entry means.
func (e entry) label(q decide.Question) (string, error) {
	if e.Fail != "" {
		return "", errors.New(e.Fail)
	}
	var found []string
	for _, o := range q.Options {
		if e.means(o) {
			found = append(found, o.Label)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if e.None {
		return "", errors.New("none is not offered")
	}
	return "", fmt.Errorf("%d of the listed elements are a %s called %q; one must be", len(found), e.Role, *e.Name)
}

func (e entry) means(o decide.Option) bool {
	if e.None || o.Element == nil {
		return e.None && o.Label == decide.None
	}
	if e.Scope != nil && (o.Element.Scope == nil || !strings.EqualFold(*o.Element.Scope, *e.Scope)) {
		return false
	}
	return trace.Fingerprint(o.Element.Role, o.Element.Name) == trace.Fingerprint(e.Role, *e.Name)
}

func (e entry) answer(q decide.Question, label string) decide.Answer {
	p := 1.0
	if e.Probability != nil {
		p = *e.Probability
	}
	a := decide.Answer{Choice: label, Confidence: p, Probabilities: make(map[string]float64, len(q.Options))}
	for _, o := range q.Options {
		a.Probabilities[o.Label] = (1 - p) / float64(len(q.Options)-1)
	}
	a.Probabilities[label] = p
	return a
}

// matches compares an intent with a pattern in which * stands for any text.
func matches(pattern, intent string) bool {
	parts := strings.Split(strings.ToLower(pattern), "*")
	s := strings.ToLower(intent)
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok || len(parts) == 1 {
		return ok && s == ""
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, ok := strings.Cut(s, part)
		if !ok {
			return false
		}
		s = after
	}
	return strings.HasSuffix(s, parts[last])
}
