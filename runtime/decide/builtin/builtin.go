// Package builtin is the decider that needs no account, no network and no data: it compares the words of an
// intent with what a page says about its elements, in plain Go. It is right when the wording is close and
// answers none, or with a low probability, when it is not; it does not understand free paraphrase, and it
// never passes for a hosted model: its id stands in every record.
//
// It reads the candidates that the options were made from, never the text of an option. Nothing here learns:
// the weights were fitted once, by the test with -fit, and are checked in. The same request gives the same
// answer, and a Decider is safe for concurrent use.
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
const ID = "builtin-1"

// Decider implements decide.Decider.
type Decider struct {
	v *vocabulary
}

var sharedVocabulary = sync.OnceValue(newVocabulary)

// New returns the decider. Its tables are built once for all.
func New() *Decider { return &Decider{sharedVocabulary()} }

// ID is "builtin-1".
func (*Decider) ID() string { return ID }

// Decide answers questions about the elements of a page: the state must be a decide.TargetState, every option
// but decide.None must carry its element, and None must be offered. Anything else is an error, never a guess.
//
// Probabilities have four decimals and sum to 1: each is rounded down, and the ten-thousandths that are left
// go to the largest remainders, the earlier option first. Elements that nothing tells apart share what they
// get. The confidence is the probability of the choice; the choice is the first of the most probable options.
func (d *Decider) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	state, ok := req.State.(decide.TargetState)
	if !ok {
		return decide.Response{}, fmt.Errorf("the embedded decider answers questions about the elements of a page only, not about a %T", req.State)
	}
	free := 0.0
	resp := decide.Response{Model: ID, Answers: make(map[string]decide.Answer, len(req.Questions)), CostUSD: &free}
	for _, q := range req.Questions {
		if err := ctx.Err(); err != nil {
			return decide.Response{}, err
		}
		a, err := d.answer(state, q)
		if err != nil {
			return decide.Response{}, fmt.Errorf("question %q: %w", q.ID, err)
		}
		resp.Answers[q.ID] = a
	}
	return resp, nil
}

func (d *Decider) answer(state decide.TargetState, q decide.Question) (decide.Answer, error) {
	var elements []*trace.Candidate
	var labels []string
	none := false
	for _, o := range q.Options {
		switch {
		case o.Label == decide.None:
			none = true
		case o.Element == nil:
			return decide.Answer{}, fmt.Errorf("option %q carries no element; the embedded decider answers questions about the elements of a page only", o.Label)
		default:
			elements, labels = append(elements, o.Element), append(labels, o.Label)
		}
	}
	if !none {
		return decide.Answer{}, errors.New("it does not offer the option none")
	}
	ps := roundTo4(softmax(d.logits(state, elements)))
	labels = append(labels, decide.None)
	a := decide.Answer{Probabilities: make(map[string]float64, len(ps))}
	for i, p := range ps {
		a.Probabilities[labels[i]] = p
		if p > a.Confidence {
			a.Choice, a.Confidence = labels[i], p
		}
	}
	return a, nil
}

// nonePrior is added to the logit of none: the fit saw more cases without a right element than flows have.
const nonePrior = -0.3

// What is taken off the logit of an element besides what was fitted. The fitted cases have no disabled
// elements and hardly a page of one or two, where the only one would look good for want of others.
const (
	disabledPenalty = 4 // it cannot be used
	nothingPenalty  = 3 // nothing of the intent is on the only element; falls to 0 at fewElements
	fewElements     = 9
)

// logits of the elements, and of none in the last place.
func (d *Decider) logits(state decide.TargetState, elements []*trace.Candidate) []float64 {
	in := d.v.readIntent(state.Intent, state.Action.Type)
	if len(in.words) == 0 || len(elements) == 0 {
		out := make([]float64, len(elements)+1)
		for i := range elements {
			out[i] = math.Inf(-1)
		}
		return out
	}
	p := newPage(d.v, in, elements)
	rows := make([][numFeatures]float64, len(elements))
	out := make([]float64, 0, len(elements)+1)
	for i, e := range elements {
		rows[i] = p.features(e)
		z := dot(candidateWeights[:], rows[i][:])
		if e.Disabled {
			z -= disabledPenalty
		}
		if n := len(elements); n < fewElements {
			z -= nothingPenalty * rows[i][fNothing] * float64(fewElements-n) / (fewElements - 1)
		}
		out = append(out, z)
	}
	g := noneRow(rows)
	return append(out, dot(noneWeights[:], g[:])+nonePrior)
}

// noneRow is what the page as a whole says about none.
func noneRow(rows [][numFeatures]float64) [numNone]float64 {
	var g [numNone]float64
	g[0] = 1
	least := 3.0
	for _, r := range rows {
		for k, f := range noneFeatures {
			g[1+k] = max(g[1+k], r[f])
		}
		if r[fRoleWrong] == 0 {
			least = min(least, r[fLeft])
		}
	}
	g[numNone-2] = least
	g[numNone-1] = math.Log(float64(len(rows)))
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
		out[i] = math.Exp(z[i] - top)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
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
		ra, rb := ps[a]*units-float64(whole[a]), ps[b]*units-float64(whole[b])
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
