// Package recorded decides as a recording says. A Recording is read from a trace or made while a decider is
// asked; what it holds for an intent is answered again where the element is still on the page, known by its
// fingerprint. Anything else is a failed decision: it never picks an element of its own.
package recorded

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Recording holds decisions about elements, in their order. It is safe for concurrent use.
type Recording struct {
	model string

	mu    sync.Mutex
	steps map[step][]decision
}

// step is what a decision was about.
type step struct{ intent, action, key string }

// decision is one answer. Elements are known by fingerprint and place among those of the same fingerprint,
// because cids are numbers of one observation.
type decision struct {
	model         string
	choice        *element // nil for none
	confidence    float64
	probabilities map[element]float64
	none          float64
	failed        string // why there was no decision
}

type element struct {
	fp string
	n  int // from 0, in the order of the list
}

func (e element) String() string {
	role, name, _ := strings.Cut(e.fp, "|")
	return fmt.Sprintf("%s %q", role, name)
}

// Load reads the decisions of a trace. Claims, play ticks and records that are no steps are passed over.
func Load(path string) (*Recording, error) {
	r, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rec := &Recording{steps: map[step][]decision{}}
	for e, err := range r.All() {
		if err != nil {
			return nil, err
		}
		switch v := e.Record.(type) {
		case *trace.Run:
			rec.model = v.Model
		case *trace.Step:
			if v.Play || v.Verify != nil {
				continue
			}
			at := step{v.Intent, v.Action.Type, v.Action.Key}
			rec.steps[at] = append(rec.steps[at], fromStep(v))
		}
	}
	return rec, nil
}

// New is an empty recording of a decider's answers.
func New() *Recording { return &Recording{steps: map[step][]decision{}} }

func fromStep(s *trace.Step) decision {
	d := s.Decision
	fail := func(why string) decision { return decision{failed: why} }
	switch {
	case d.Error != nil:
		return fail(*d.Error)
	case d.Choice == nil:
		return fail("the trace holds no decision")
	}
	places := placesOf(len(s.Candidates), func(i int) (string, string) { return s.Candidates[i].CID, s.Candidates[i].FP })
	a := decide.Answer{Choice: *d.Choice, Probabilities: d.Probabilities}
	if d.Confidence != nil {
		a.Confidence = *d.Confidence
	}
	if _, ok := a.Probabilities[a.Choice]; !ok {
		return fail("the trace holds no probability of the choice")
	}
	out, err := fromAnswer(a, places)
	if err != nil {
		return fail(err.Error())
	}
	if d.Model != nil {
		out.model = *d.Model
	}
	return out
}

// placesOf numbers elements that have the same fingerprint.
func placesOf(n int, at func(int) (label, fp string)) map[string]element {
	places, seen := make(map[string]element, n), map[string]int{}
	for i := range n {
		label, fp := at(i)
		places[label] = element{fp, seen[fp]}
		seen[fp]++
	}
	return places
}

func fromAnswer(a decide.Answer, places map[string]element) (decision, error) {
	d := decision{confidence: a.Confidence, probabilities: make(map[element]float64, len(a.Probabilities)), none: a.Probabilities[decide.None]}
	for label, p := range a.Probabilities {
		if e, ok := places[label]; ok {
			d.probabilities[e] = p
		}
	}
	if a.Choice == decide.None {
		return d, nil
	}
	e, ok := places[a.Choice]
	if !ok {
		return d, errors.New("the recorded choice is not in its list")
	}
	d.choice = &e
	return d, nil
}

// optionPlaces are the elements of a question.
func optionPlaces(q decide.Question) map[string]element {
	var shown []decide.Option
	for _, o := range q.Options {
		if o.Element != nil {
			shown = append(shown, o)
		}
	}
	return placesOf(len(shown), func(i int) (string, string) {
		e := shown[i].Element
		return shown[i].Label, trace.Fingerprint(e.Role, e.Name)
	})
}

// asked is the step of a request about an element.
func asked(req decide.Request) (step, decide.Question, error) {
	state, ok := req.State.(decide.TargetState)
	if !ok || len(req.Questions) != 1 {
		return step{}, decide.Question{}, errors.New("a recording answers single questions about the elements of a page only")
	}
	return step{state.Intent, state.Action.Type, state.Action.Key}, req.Questions[0], nil
}

// Record puts the recording behind a decider: what it answers about elements, and where it fails, is added.
func (r *Recording) Record(d decide.Decider) decide.Decider { return &recorder{r, d} }

type recorder struct {
	to    *Recording
	inner decide.Decider
}

func (r *recorder) ID() string { return r.inner.ID() }

func (r *recorder) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	resp, err := r.inner.Decide(ctx, req)
	at, q, notOurs := asked(req)
	if notOurs != nil || ctx.Err() != nil {
		return resp, err
	}
	var d decision
	failure := err
	if failure == nil {
		failure = decide.Check(req, resp)
	}
	if failure == nil {
		d, failure = fromAnswer(resp.Answers[q.ID], optionPlaces(q))
	}
	if failure != nil {
		d = decision{failed: failure.Error()}
	}
	d.model = resp.Model
	r.to.mu.Lock()
	defer r.to.mu.Unlock()
	r.to.model = r.inner.ID()
	r.to.steps[at] = append(r.to.steps[at], d)
	return resp, err
}

// Decider answers from the recording, from its beginning.
func (r *Recording) Decider() *Decider { return &Decider{from: r, used: map[step]int{}} }

// Decider implements decide.Decider. The decisions about an intent are given in the order in which they were
// recorded, each once.
type Decider struct {
	from *Recording
	mu   sync.Mutex
	used map[step]int
}

// ID is "recorded:" and the model that the recording was made with.
func (d *Decider) ID() string {
	d.from.mu.Lock()
	defer d.from.mu.Unlock()
	return "recorded:" + d.from.model
}

// Decide answers as recorded. The choice must be on the page, as often as fingerprint and place tell. It keeps
// its probability and so does every element that is still there; new ones have 0, and what vanished counts for
// none. An answer costs nothing, and its model is marked as recorded.
func (d *Decider) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	at, q, err := asked(req)
	if err != nil {
		return decide.Response{}, err
	}
	rec, err := d.next(at)
	if err != nil {
		return decide.Response{}, err
	}
	a, err := rec.answer(q)
	if err != nil {
		return decide.Response{}, err
	}
	free := 0.0
	model := "recorded"
	if rec.model != "" {
		model += ":" + rec.model
	}
	return decide.Response{Model: model, Answers: map[string]decide.Answer{q.ID: a}, CostUSD: &free}, nil
}

func (d *Decider) next(at step) (decision, error) {
	d.from.mu.Lock()
	all := d.from.steps[at]
	d.from.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.used[at]
	if n >= len(all) {
		return decision{}, fmt.Errorf("the recording holds %d decisions about %q (%s), and this is the next one; record the flow again", len(all), at.intent, at.action)
	}
	d.used[at]++
	if failed := all[n].failed; failed != "" {
		return decision{}, fmt.Errorf("the recorded decision failed: %s", failed)
	}
	return all[n], nil
}

func (d decision) answer(q decide.Question) (decide.Answer, error) {
	places := optionPlaces(q)
	a := decide.Answer{Choice: decide.None, Confidence: d.confidence, Probabilities: make(map[string]float64, len(q.Options))}
	here := make(map[element]bool, len(places))
	for _, o := range q.Options {
		e, ok := places[o.Label]
		if !ok {
			a.Probabilities[o.Label] = 0
			continue
		}
		here[e] = true
		a.Probabilities[o.Label] = d.probabilities[e]
		if d.choice != nil && e == *d.choice {
			a.Choice = o.Label
		}
	}
	if d.choice != nil {
		switch was, is := alike(d.probabilities, d.choice.fp), alike(here, d.choice.fp); {
		case is == 0:
			return a, fmt.Errorf("the recorded choice, %s, is not on this page", *d.choice)
		case was != is:
			return a, fmt.Errorf("the recorded choice was one of %d like %s, and the page has %d; which one it is cannot be told", was, *d.choice, is)
		}
	}
	if _, ok := a.Probabilities[decide.None]; ok {
		none := d.none
		for e, p := range d.probabilities {
			if !here[e] {
				none += p
			}
		}
		a.Probabilities[decide.None] = min(1, none)
	}
	return a, nil
}

// alike counts the elements of a fingerprint.
func alike[V any](elements map[element]V, fp string) int {
	n := 0
	for e := range elements {
		if e.fp == fp {
			n++
		}
	}
	return n
}
