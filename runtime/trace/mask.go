package trace

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// mask returns a copy of the record in which every text that comes from the flow, the page or the decider
// went through f. Texts of a fixed shape (kinds, tools, cids, hashes, verdicts, times, action types) stay:
// they cannot hold a secret, and a record is read by them. Where f changed a candidate, its fingerprint, the
// choice's fingerprint and dom_hash are made again from what is left, so that the record agrees with itself and
// no case-folded form of a secret stays in a fingerprint.
func mask(rec Record, f func(string) string) (Record, error) {
	m := masker{f}
	switch v := rec.(type) {
	case *Run:
		c := *v
		m.texts(&c.Flow, &c.Model, &c.Start, &c.Source, &c.Goal, &c.Success, &c.Policy)
		c.ContextKeys, c.Actions = m.list(c.ContextKeys), m.list(c.Actions)
		var err error
		c.Extra, err = m.object(c.Extra)
		return &c, err
	case *Step:
		return m.step(v)
	case *Action:
		c := *v
		var err error
		if c.Request, err = m.object(c.Request); err != nil {
			return nil, err
		}
		c.Result, err = m.object(c.Result)
		return &c, err
	}
	return nil, fmt.Errorf("a %T is no record", rec)
}

type masker struct{ f func(string) string }

func (m masker) text(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	if m.f == nil || s == "" {
		return s
	}
	return strings.ToValidUTF8(m.f(s), "\ufffd")
}

func (m masker) texts(fields ...*string) {
	for _, s := range fields {
		*s = m.text(*s)
	}
}

func (m masker) ptr(s *string) *string {
	if s == nil {
		return nil
	}
	t := m.text(*s)
	return &t
}

func (m masker) list(list []string) []string {
	if list == nil {
		return nil
	}
	c := make([]string, len(list))
	for i, s := range list {
		c[i] = m.text(s)
	}
	return c
}

// short is text cut to most code points, where masking made it longer.
func (m masker) short(s string, most int) string {
	t := m.text(s)
	if t == s || utf8.RuneCountInString(t) <= most {
		return t
	}
	return string([]rune(t)[:most])
}

func (m masker) shortPtr(s *string, most int) *string {
	if s == nil {
		return nil
	}
	t := m.short(*s, most)
	return &t
}

func (m masker) step(v *Step) (*Step, error) {
	c := *v
	m.texts(&c.Intent, &c.URL, &c.Title, &c.Name, &c.Within, &c.Received, &c.Note, &c.Source, &c.State, &c.Action.ValueFromEnv, &c.Action.Key)
	c.Action.Value = m.ptr(c.Action.Value)
	if c.Play && c.State != v.State {
		c.StateHash = StateHash(c.State)
	}
	d := &c.Decision
	d.ChosenName, d.Model, d.Error = m.ptr(d.ChosenName), m.ptr(d.Model), m.ptr(d.Error)
	d.ChosenFP = m.ptr(d.ChosenFP)
	m.texts(&d.ValueKey, &d.Fallback)
	if d.Alternatives != nil {
		list := make([]Alternative, len(d.Alternatives))
		for i, a := range d.Alternatives {
			m.texts(&a.Name, &a.Role)
			list[i] = a
		}
		d.Alternatives = list
	}
	c.Gate.Reason = m.ptr(c.Gate.Reason)
	if c.Locator != nil {
		l := *c.Locator
		m.texts(&l.Selector)
		c.Locator = &l
	}
	c.Result.Error = m.ptr(c.Result.Error)
	if c.Verify != nil {
		w := *c.Verify
		m.texts(&w.Selector, &w.That, &w.Reason)
		var err error
		if w.Vars, err = m.object(w.Vars); err != nil {
			return nil, fmt.Errorf("verify.vars: %w", err)
		}
		if w.Actual, err = m.object(w.Actual); err != nil {
			return nil, fmt.Errorf("verify.actual: %w", err)
		}
		c.Verify = &w
	}
	if c.Review != nil {
		w := *c.Review
		m.texts(&w.By)
		c.Review = &w
	}
	if c.Healed != nil {
		w := *c.Healed
		m.texts(&w.By, &w.From)
		c.Healed = &w
	}
	m.candidates(&c, v)
	return &c, nil
}

// candidates masks the candidates of c, which is a copy of v, and what is made from them.
func (m masker) candidates(c, v *Step) {
	c.Candidates = make([]Candidate, len(v.Candidates))
	changed := false
	for i, old := range v.Candidates {
		e := old
		e.Role, e.Name, e.Tag, e.FP = m.text(e.Role), m.short(e.Name, maxName), m.text(e.Tag), m.text(e.FP)
		e.Type = m.ptr(e.Type)
		e.Href, e.Placeholder = m.shortPtr(e.Href, maxHref), m.shortPtr(e.Placeholder, maxPlaceholder)
		e.Scope, e.Value = m.shortPtr(e.Scope, maxScope), m.shortPtr(e.Value, maxValue)
		if e.Role != old.Role || e.Name != old.Name {
			e.FP = Fingerprint(e.Role, e.Name)
		}
		if e.FP != old.FP || old.Value != nil && *e.Value != *old.Value {
			changed = true
		}
		if c.Decision.Choice != nil && *c.Decision.Choice == e.CID && e.FP != old.FP {
			fp := e.FP
			c.Decision.ChosenFP = &fp
		}
		c.Candidates[i] = e
	}
	if changed && c.DOMHash != "" {
		c.DOMHash = DOMHash(c.Candidates)
	}
}

// The bounds of a candidate's texts, in code points.
const (
	maxName        = 120
	maxHref        = 120
	maxPlaceholder = 60
	maxScope       = 60
	maxValue       = 40
)

// object masks a JSON object, names included. It goes through JSON first, so that a value of any Go type is
// masked as the text that it would be written as.
func (m masker) object(obj map[string]any) (map[string]any, error) {
	if obj == nil {
		return nil, nil
	}
	b, err := json.Marshal(obj)
	if err != nil {
		return nil, fmt.Errorf("it holds what JSON cannot write: %w", err)
	}
	s := scanner{data: b}
	plain, err := s.object()
	if err != nil {
		return nil, err
	}
	return m.value(plain).(map[string]any), nil
}

func (m masker) value(v any) any {
	switch v := v.(type) {
	case string:
		return m.text(v)
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case map[string]any:
		c := make(map[string]any, len(v))
		for name, e := range v {
			c[m.text(name)] = m.value(e)
		}
		return c
	}
	return v
}
