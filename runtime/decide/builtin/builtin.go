// Package builtin is the decider that needs no account and no network: it compares what an intent says with
// what a page says about its elements, in plain Go. Words are compared by spelling, by a small table of words
// that mean the same on pages, and by vectors that were learned from translations of interfaces and tags of
// icons. It is right when the wording is close and answers none, or with a low probability, when it is not;
// it does not understand free paraphrase, and it never passes for a hosted model: its id stands in every
// record.
//
// It reads the candidates that the options were made from, never the text of an option. Nothing here learns:
// the table of vectors was made by internal/train and the weights were fitted by the test with -fit; both are
// checked in. The same request gives the same answer on every processor, and a Decider is safe for concurrent
// use.
//
// What it is made for is one kind of question: which element, or none (decide.TargetQuestion, with a
// decide.TargetState). It also answers what the loops ask (how a goal stands, which action, value or operation
// comes next), from the elements and the history alone: it does not read a page's text, and the probabilities of
// those answers are low for that reason. A question of any other kind is an error that says so, never a guess.
package builtin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// ID names this version of the tables and weights in traces and reports.
const ID = "builtin-3"

// Decider implements decide.Decider.
type Decider struct {
	pages *sync.Pool // of *page
}

var sharedVocabulary = sync.OnceValue(newVocabulary)

var sharedPages = &sync.Pool{New: func() any { return newPage(sharedVocabulary(), sharedTable()) }}

// New returns the decider. Its tables are built once for all.
func New() *Decider { return &Decider{sharedPages} }

// ID is "builtin-3".
func (*Decider) ID() string { return ID }

// Decide answers questions about the elements of a page: the state must be a decide.TargetState, a
// decide.GoalState or a decide.NavigationState, every option that is an element must carry it, and None must be
// offered beside elements. Anything else is an error, never a guess.
//
// Probabilities have four decimals and sum to 1: each is rounded down, and the ten-thousandths that are left
// go to the largest remainders, the earlier option first. Elements that nothing tells apart share what they
// get. The confidence is the probability of the choice; the choice is the first of the most probable options.
func (d *Decider) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	if err := ctx.Err(); err != nil {
		return decide.Response{}, err
	}
	free := 0.0
	resp := decide.Response{Model: ID, CostUSD: &free}
	var err error
	switch s := req.State.(type) {
	case decide.GoalState:
		resp.Answers, err = d.goal(s.Goal, req.Questions)
	case decide.NavigationState:
		resp.Answers, err = d.navigation(s.Navigation, req.Questions)
	default:
		resp.Answers, err = d.targets(ctx, req)
	}
	if err != nil {
		return decide.Response{}, err
	}
	return resp, nil
}

// targets answers questions about the element of a step.
func (d *Decider) targets(ctx context.Context, req decide.Request) (map[string]decide.Answer, error) {
	state, err := stateOf(req)
	if err != nil {
		return nil, err
	}
	out := make(map[string]decide.Answer, len(req.Questions))
	for _, q := range req.Questions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if out[q.ID], err = d.answer(state, q); err != nil {
			return nil, fmt.Errorf("question %q: %w", q.ID, err)
		}
	}
	return out, nil
}

func stateOf(req decide.Request) (decide.TargetState, error) {
	state, ok := req.State.(decide.TargetState)
	if !ok {
		return state, fmt.Errorf("the embedded decider answers questions about the elements of a page only, not about a %T", req.State)
	}
	return state, nil
}

// elementsOf are the elements of a question and the labels of all options, None last.
func elementsOf(q decide.Question) ([]*trace.Candidate, []string, error) {
	elements, labels := make([]*trace.Candidate, 0, len(q.Options)), make([]string, 0, len(q.Options))
	none := false
	for i := range q.Options {
		o := &q.Options[i]
		switch {
		case o.Label == decide.None:
			none = true
		case o.Element == nil:
			return nil, nil, fmt.Errorf("option %q carries no element; the embedded decider answers questions about the elements of a page only", o.Label)
		default:
			elements, labels = append(elements, o.Element), append(labels, o.Label)
		}
	}
	if !none {
		return nil, nil, errors.New("it does not offer the option none")
	}
	return elements, append(labels, decide.None), nil
}

func (d *Decider) answer(state decide.TargetState, q decide.Question) (decide.Answer, error) {
	elements, labels, err := elementsOf(q)
	if err != nil {
		return decide.Answer{}, err
	}
	p := d.pages.Get().(*page)
	defer d.pages.Put(p)
	p.scoreWith(state, elements, candidateWeights[:], noneWeights[:])
	return answerOf(p.logits, labels), nil
}

// answerOf is what logits say about options.
func answerOf(logits []float64, labels []string) decide.Answer {
	ps := roundTo4(softmax(logits))
	a := decide.Answer{Probabilities: make(map[string]float64, len(ps))}
	for i, p := range ps {
		a.Probabilities[labels[i]] = p
		if p > a.Confidence {
			a.Choice, a.Confidence = labels[i], p
		}
	}
	return a
}

// disabledPenalty is taken off the logit of an element that takes no input. The fitted cases have hardly any.
const disabledPenalty = 4

// scoreWith leaves the logits of the elements, and of none in the last place, and the features of the elements
// in p.
func (p *page) scoreWith(state decide.TargetState, elements []*trace.Candidate, candidate, none []float64) {
	p.turn(elements, state.Intent, state.Action.Type)
	p.logits = slices.Grow(p.logits[:0], len(elements)+1)
	if len(p.in.words) == 0 || len(elements) == 0 {
		for range elements {
			p.logits = append(p.logits, math.Inf(-1))
		}
		p.features, p.logits = p.features[:0], append(p.logits, 0)
		return
	}
	p.features = slices.Grow(p.features[:0], len(elements))[:len(elements)]
	for i, e := range elements {
		p.describe(&p.features[i], e)
	}
	compare(p.features)
	for i, e := range elements {
		f := &p.features[i]
		z := dot(candidate, f[:])
		if e.Disabled {
			z -= disabledPenalty
		}
		p.logits = append(p.logits, z)
	}
	g := noneRow(p.features)
	p.logits = append(p.logits, dot(none, g[:]))
}

// noneRow is what the page as a whole says about none.
func noneRow(rows [][numFeatures]float64) [numNone]float64 {
	var g [numNone]float64
	g[0] = 1
	least, unsaid := 3.0, 3.0
	for i := range rows {
		r := &rows[i]
		for k, f := range noneFeatures {
			g[1+k] = max(g[1+k], r[f])
		}
		if r[fRoleWrong] == 0 {
			least, unsaid = min(least, r[fLeft]), min(unsaid, r[fUnsaid])
		}
	}
	g[numNone-3], g[numNone-2] = least, unsaid
	g[numNone-1] = math.Round(1e6*math.Log(float64(len(rows)))) / 1e6 // the last bit of a logarithm depends on the processor
	return g
}

// dot keeps a product and a sum apart, so that every processor rounds them alike.
func dot(w, x []float64) float64 {
	sum := 0.0
	for i := range w {
		sum += float64(w[i] * x[i])
	}
	return sum
}

func softmax(z []float64) []float64 {
	top := slices.Max(z)
	out := make([]float64, len(z))
	sum := 0.0
	for i := range z {
		out[i] = exp(z[i] - top)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// exp is e to the x for x of at most 0. Go's own differs in the last bit from processor to processor.
func exp(x float64) float64 {
	if x < -700 {
		return 0
	}
	n := math.Floor(x/math.Ln2 + 0.5)
	r := x - float64(n*math.Ln2)
	sum := 1.0
	for k := 14; k > 0; k-- {
		sum = 1 + float64(sum*r)/float64(k)
	}
	return math.Ldexp(sum, int(n))
}

// roundTo4 rounds probabilities to four decimals that sum to 1.
func roundTo4(ps []float64) []float64 {
	const units = 10000
	whole := make([]int, len(ps))
	order := make([]int, len(ps))
	left := units
	for i, p := range ps {
		whole[i] = int(p * units)
		left -= whole[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		ra, rb := float64(ps[a]*units)-float64(whole[a]), float64(ps[b]*units)-float64(whole[b])
		switch {
		case ra > rb:
			return -1
		case ra < rb:
			return 1
		}
		return 0
	})
	for _, i := range order[:min(max(left, 0), len(order))] {
		whole[i]++
	}
	out := make([]float64, len(ps))
	for i, n := range whole {
		out[i] = float64(n) / units
	}
	return out
}
