package trace

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

var runObject = newObject(map[string]func(*scanner, *Run) error{
	"kind":           func(s *scanner, v *Run) error { return s.text(&v.Kind) },
	"spec":           func(s *scanner, v *Run) error { return s.integer(&v.Spec) },
	"started":        func(s *scanner, v *Run) error { return s.text(&v.Started) },
	"tool":           func(s *scanner, v *Run) error { return s.text(&v.Tool) },
	"order_spec":     func(s *scanner, v *Run) error { return s.intPtr(&v.OrderSpec) },
	"flow":           func(s *scanner, v *Run) error { return s.text(&v.Flow) },
	"model":          func(s *scanner, v *Run) error { return s.text(&v.Model) },
	"start":          func(s *scanner, v *Run) error { return s.text(&v.Start) },
	"max_candidates": func(s *scanner, v *Run) error { return s.integer(&v.MaxCandidates) },
	"source":         func(s *scanner, v *Run) error { return s.text(&v.Source) },
	"goal":           func(s *scanner, v *Run) error { return s.text(&v.Goal) },
	"context_keys":   func(s *scanner, v *Run) error { return s.textList(&v.ContextKeys) },
	"success":        func(s *scanner, v *Run) error { return s.text(&v.Success) },
	"max_steps":      func(s *scanner, v *Run) error { return s.integer(&v.MaxSteps) },
	"actions":        func(s *scanner, v *Run) error { return s.textList(&v.Actions) },
	"rate_hz":        func(s *scanner, v *Run) error { return s.floatPtr(&v.RateHz) },
	"seconds":        func(s *scanner, v *Run) error { return s.floatPtr(&v.Seconds) },
	"policy":         func(s *scanner, v *Run) error { return s.text(&v.Policy) },
})

var stepObject = newObject(map[string]func(*scanner, *Step) error{
	"kind":          func(s *scanner, v *Step) error { return s.text(&v.Kind) },
	"step":          func(s *scanner, v *Step) error { return s.integer(&v.Step) },
	"intent":        func(s *scanner, v *Step) error { return s.text(&v.Intent) },
	"action":        func(s *scanner, v *Step) error { return stepActionObject.decode(s, &v.Action) },
	"url":           func(s *scanner, v *Step) error { return s.text(&v.URL) },
	"title":         func(s *scanner, v *Step) error { return s.text(&v.Title) },
	"total_on_page": func(s *scanner, v *Step) error { return s.integer(&v.TotalOnPage) },
	"dropped":       func(s *scanner, v *Step) error { return s.integer(&v.Dropped) },
	"dom_hash":      func(s *scanner, v *Step) error { return s.text(&v.DOMHash) },
	"candidates":    func(s *scanner, v *Step) error { return s.candidates(&v.Candidates) },
	"expected_cid":  func(s *scanner, v *Step) error { return s.textPtr(&v.ExpectedCID) },
	"decision":      func(s *scanner, v *Step) error { return decisionObject.decode(s, &v.Decision) },
	"gate":          func(s *scanner, v *Step) error { return gateObject.decode(s, &v.Gate) },
	"locator":       func(s *scanner, v *Step) error { return locatorObject.decodePtr(s, &v.Locator) },
	"result":        func(s *scanner, v *Step) error { return resultObject.decode(s, &v.Result) },
	"value_source":  func(s *scanner, v *Step) error { return s.text(&v.ValueSource) },
	"verify":        func(s *scanner, v *Step) error { return verifyObject.decodePtr(s, &v.Verify) },
	"name":          func(s *scanner, v *Step) error { return s.text(&v.Name) },
	"within":        func(s *scanner, v *Step) error { return s.text(&v.Within) },
	"attempt":       func(s *scanner, v *Step) error { return s.integer(&v.Attempt) },
	"settled":       func(s *scanner, v *Step) error { return settledObject.decodePtr(s, &v.Settled) },
	"review":        func(s *scanner, v *Step) error { return reviewObject.decodePtr(s, &v.Review) },
	"healed":        func(s *scanner, v *Step) error { return healedObject.decodePtr(s, &v.Healed) },
	"received":      func(s *scanner, v *Step) error { return s.text(&v.Received) },
	"note":          func(s *scanner, v *Step) error { return s.text(&v.Note) },
	"source":        func(s *scanner, v *Step) error { return s.text(&v.Source) },
	"took_ms":       func(s *scanner, v *Step) error { return s.floatPtr(&v.TookMS) },
	"state":         func(s *scanner, v *Step) error { return s.text(&v.State) },
	"state_hash":    func(s *scanner, v *Step) error { return s.text(&v.StateHash) },
	"elapsed_ms":    func(s *scanner, v *Step) error { return s.floatPtr(&v.ElapsedMS) },
})

var stepActionObject = newObject(map[string]func(*scanner, *StepAction) error{
	"type":           func(s *scanner, v *StepAction) error { return s.text(&v.Type) },
	"value":          func(s *scanner, v *StepAction) error { return s.textPtr(&v.Value) },
	"value_from_env": func(s *scanner, v *StepAction) error { return s.text(&v.ValueFromEnv) },
	"key":            func(s *scanner, v *StepAction) error { return s.text(&v.Key) },
})

var candidateObject = newObject(map[string]func(*scanner, *Candidate) error{
	"cid":         func(s *scanner, v *Candidate) error { return s.text(&v.CID) },
	"role":        func(s *scanner, v *Candidate) error { return s.text(&v.Role) },
	"name":        func(s *scanner, v *Candidate) error { return s.text(&v.Name) },
	"fp":          func(s *scanner, v *Candidate) error { return s.text(&v.FP) },
	"tag":         func(s *scanner, v *Candidate) error { return s.text(&v.Tag) },
	"type":        func(s *scanner, v *Candidate) error { return s.textPtr(&v.Type) },
	"href":        func(s *scanner, v *Candidate) error { return s.textPtr(&v.Href) },
	"placeholder": func(s *scanner, v *Candidate) error { return s.textPtr(&v.Placeholder) },
	"scope":       func(s *scanner, v *Candidate) error { return s.textPtr(&v.Scope) },
	"value":       func(s *scanner, v *Candidate) error { return s.textPtr(&v.Value) },
	"disabled":    func(s *scanner, v *Candidate) error { return s.boolean(&v.Disabled) },
	"in_viewport": func(s *scanner, v *Candidate) error { return s.boolean(&v.InViewport) },
	"frame":       func(s *scanner, v *Candidate) error { return s.integer(&v.Frame) },
	"rank":        func(s *scanner, v *Candidate) error { return s.integer(&v.Rank) },
	"covered":     func(s *scanner, v *Candidate) error { return s.boolean(&v.Covered) },
})

var decisionObject = newObject(map[string]func(*scanner, *Decision) error{
	"choice":            func(s *scanner, v *Decision) error { return s.textPtr(&v.Choice) },
	"chosen_fp":         func(s *scanner, v *Decision) error { return s.textPtr(&v.ChosenFP) },
	"chosen_name":       func(s *scanner, v *Decision) error { return s.textPtr(&v.ChosenName) },
	"confidence":        func(s *scanner, v *Decision) error { return s.floatPtr(&v.Confidence) },
	"probabilities":     func(s *scanner, v *Decision) error { return s.probabilities(&v.Probabilities) },
	"model":             func(s *scanner, v *Decision) error { return s.textPtr(&v.Model) },
	"latency_ms":        func(s *scanner, v *Decision) error { return s.floatPtr(&v.LatencyMS) },
	"usage":             func(s *scanner, v *Decision) error { return usageObject.decodePtr(s, &v.Usage) },
	"cost_usd":          func(s *scanner, v *Decision) error { return s.floatPtr(&v.CostUSD) },
	"error":             func(s *scanner, v *Decision) error { return s.textPtr(&v.Error) },
	"fallback":          func(s *scanner, v *Decision) error { return s.text(&v.Fallback) },
	"status":            func(s *scanner, v *Decision) error { return s.text(&v.Status) },
	"status_confidence": func(s *scanner, v *Decision) error { return s.floatPtr(&v.StatusConfidence) },
	"action":            func(s *scanner, v *Decision) error { return s.text(&v.Action) },
	"action_confidence": func(s *scanner, v *Decision) error { return s.floatPtr(&v.ActionConfidence) },
	"value_key":         func(s *scanner, v *Decision) error { return s.text(&v.ValueKey) },
	"alternatives":      func(s *scanner, v *Decision) error { return s.alternatives(&v.Alternatives) },
})

var alternativeObject = newObject(map[string]func(*scanner, *Alternative) error{
	"name":       func(s *scanner, v *Alternative) error { return s.text(&v.Name) },
	"role":       func(s *scanner, v *Alternative) error { return s.text(&v.Role) },
	"confidence": func(s *scanner, v *Alternative) error { return s.floatPtr(&v.Confidence) },
})

var usageObject = newObject(map[string]func(*scanner, *Usage) error{
	"input_tokens":  func(s *scanner, v *Usage) error { return s.integer(&v.InputTokens) },
	"output_tokens": func(s *scanner, v *Usage) error { return s.integer(&v.OutputTokens) },
})

var gateObject = newObject(map[string]func(*scanner, *Gate) error{
	"verdict": func(s *scanner, v *Gate) error { return s.text(&v.Verdict) },
	"reason":  func(s *scanner, v *Gate) error { return s.textPtr(&v.Reason) },
})

var locatorObject = newObject(map[string]func(*scanner, *Locator) error{
	"selector": func(s *scanner, v *Locator) error { return s.text(&v.Selector) },
	"unique":   func(s *scanner, v *Locator) error { return s.boolean(&v.Unique) },
})

var resultObject = newObject(map[string]func(*scanner, *Result) error{
	"correct":  func(s *scanner, v *Result) error { return s.boolPtr(&v.Correct) },
	"executed": func(s *scanner, v *Result) error { return s.boolean(&v.Executed) },
	"error":    func(s *scanner, v *Result) error { return s.textPtr(&v.Error) },
})

var verifyObject = newObject(map[string]func(*scanner, *Verify) error{
	"selector": func(s *scanner, v *Verify) error { return s.text(&v.Selector) },
	"that":     func(s *scanner, v *Verify) error { return s.text(&v.That) },
	"vars":     func(s *scanner, v *Verify) (err error) { v.Vars, err = s.object(); return err },
	"actual":   func(s *scanner, v *Verify) (err error) { v.Actual, err = s.object(); return err },
	"verified": func(s *scanner, v *Verify) error { return s.boolPtr(&v.Verified) },
	"reason":   func(s *scanner, v *Verify) error { return s.text(&v.Reason) },
})

var settledObject = newObject(map[string]func(*scanner, *Settled) error{
	"by": func(s *scanner, v *Settled) error { return s.text(&v.By) },
	"ms": func(s *scanner, v *Settled) error { return s.float(&v.MS) },
})

var reviewObject = newObject(map[string]func(*scanner, *Review) error{
	"by":       func(s *scanner, v *Review) error { return s.text(&v.By) },
	"at":       func(s *scanner, v *Review) error { return s.text(&v.At) },
	"approved": func(s *scanner, v *Review) error { return s.boolean(&v.Approved) },
	"answer":   func(s *scanner, v *Review) error { return s.text(&v.Answer) },
	"picked":   func(s *scanner, v *Review) error { return s.text(&v.Picked) },
})

var healedObject = newObject(map[string]func(*scanner, *Healed) error{
	"by":   func(s *scanner, v *Healed) error { return s.text(&v.By) },
	"at":   func(s *scanner, v *Healed) error { return s.text(&v.At) },
	"from": func(s *scanner, v *Healed) error { return s.text(&v.From) },
})

var actionObject = newObject(map[string]func(*scanner, *Action) error{
	"kind":    func(s *scanner, v *Action) error { return s.text(&v.Kind) },
	"at":      func(s *scanner, v *Action) error { return s.text(&v.At) },
	"tool":    func(s *scanner, v *Action) error { return s.text(&v.Tool) },
	"request": func(s *scanner, v *Action) (err error) { v.Request, err = s.object(); return err },
	"result":  func(s *scanner, v *Action) (err error) { v.Result, err = s.object(); return err },
})

func (s *scanner) textList(v *[]string) error {
	*v = []string{}
	return s.each(func(int) error {
		var t string
		err := s.text(&t)
		*v = append(*v, t)
		return err
	})
}

func (s *scanner) candidates(v *[]Candidate) error {
	*v = make([]Candidate, 0, s.expect)
	err := s.each(func(int) error {
		*v = append(*v, Candidate{})
		return candidateObject.decode(s, &(*v)[len(*v)-1])
	})
	s.expect = len(*v)
	return err
}

func (s *scanner) alternatives(v *[]Alternative) error {
	*v = []Alternative{}
	return s.each(func(int) error {
		*v = append(*v, Alternative{})
		return alternativeObject.decode(s, &(*v)[len(*v)-1])
	})
}

func (s *scanner) probabilities(v *map[string]float64) error {
	if err := s.want('{', "an object"); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	m := make(map[string]float64, s.expect+1)
	*v = m
	for first := true; ; first = false {
		more, err := s.next(first, '}')
		if err != nil || !more {
			return err
		}
		k, err := s.key()
		if err != nil {
			return err
		}
		name := s.texts.get(k)
		var p float64
		if err := s.float(&p); err != nil {
			return within(err, name)
		}
		if _, twice := m[name]; twice {
			return within(problemf("is there twice"), name)
		}
		m[name] = p
	}
}

// decode reads the one record of a line. The errors are *badValue, *syntaxError, *cutError and *kindError.
func (s *scanner) decode(line []byte, l level) (Record, error) {
	s.data, s.pos, s.depth, s.level = line, 0, 0, l
	kind, err := s.kindOf()
	if err != nil {
		return nil, err
	}
	var rec Record
	switch kind {
	case KindRun:
		rec, err = s.run()
	case KindStep:
		rec, err = s.step()
	case KindAction:
		v := &Action{}
		rec, err = v, actionObject.decode(s, v)
	default:
		return nil, &kindError{kind}
	}
	if err != nil {
		return nil, err
	}
	if s.peek() != 0 || s.pos < len(s.data) {
		return nil, problemf("has more than one value: something follows in column %d", s.pos+1)
	}
	return rec, nil
}

// kindError is a record of a kind that spec 0 does not have.
type kindError struct{ kind string }

func (e *kindError) Error() string { return "has the unknown kind " + quote(e.kind) }

// kindOf finds the kind without decoding the record. It is the first field in every trace seen so far.
func (s *scanner) kindOf() (string, error) {
	if err := s.want('{', "an object"); err != nil {
		return "", err
	}
	const usual = `"kind"`
	if rest := bytes.TrimLeft(s.data[s.pos+1:], " "); bytes.HasPrefix(rest, []byte(usual)) {
		rest = bytes.TrimLeft(rest[len(usual):], ": ")
		for _, kind := range [...]string{KindStep, KindAction, KindRun} {
			if len(rest) > len(kind)+1 && rest[0] == '"' && string(rest[1:1+len(kind)]) == kind && rest[1+len(kind)] == '"' {
				return kind, nil
			}
		}
	}
	kind, found := "", false
	if err := s.enter(); err != nil {
		return "", err
	}
	for first := true; ; first = false {
		more, err := s.next(first, '}')
		if err != nil {
			return "", err
		}
		if !more {
			break
		}
		k, err := s.key()
		if err != nil {
			return "", err
		}
		if string(k) != "kind" || found {
			if err := s.skip(); err != nil {
				return "", err
			}
			continue
		}
		found = true
		if err := s.text(&kind); err != nil {
			return "", within(err, "kind")
		}
	}
	if !found {
		return "", within(problemf("is missing"), "kind")
	}
	s.pos, s.depth = 0, 0
	return kind, nil
}

func (s *scanner) run() (*Run, error) {
	v := &Run{}
	seen, err := runObject.read(s, v, func(s *scanner, name string) error {
		if _, twice := v.Extra[name]; twice {
			return within(problemf("is there twice"), name)
		}
		val, err := s.value()
		if err != nil {
			return within(err, name)
		}
		if v.Extra == nil {
			v.Extra = map[string]any{}
		}
		v.Extra[name] = val
		return nil
	})
	if err != nil {
		return nil, err
	}
	l := anyTool
	if strings.HasPrefix(v.Tool, OwnTool) {
		l = ownTool
	}
	return v, runObject.check(seen, runObject.must(l))
}

func (s *scanner) step() (*Step, error) {
	v := &Step{}
	seen, err := stepObject.read(s, v, nil)
	if err != nil {
		return nil, err
	}
	must := stepObject.any
	v.Play = isPlay(v)
	switch {
	case v.Play:
		must |= stepObject.play
	case s.level == ownTool:
		must |= stepObject.page | stepObject.own
	default:
		must |= stepObject.page
	}
	if err := stepObject.check(seen, must); err != nil {
		return nil, err
	}
	return v, nil
}

// isPlay tells a play tick: it holds a key instead of acting on an element, or carries a state.
func isPlay(v *Step) bool { return v.Action.Type == "hold" || v.StateHash != "" }

// headerFields are the names that Run.Extra must not have.
var headerFields = func() map[string]bool {
	m := map[string]bool{}
	for _, f := range runObject.fields {
		m[f.name] = true
	}
	return m
}()

// extraNames are the names of the header's unknown fields, sorted.
func (r *Run) extraNames() []string { return slices.Sorted(maps.Keys(r.Extra)) }
