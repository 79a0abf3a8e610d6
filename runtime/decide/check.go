package decide

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Validate reports what is wrong with a request: no question, a missing or repeated id, fewer than 2 or more
// than MaxOptions options, a missing or repeated label.
func Validate(req Request) error {
	if len(req.Questions) == 0 {
		return errors.New("the request asks nothing; it needs at least one question")
	}
	ids := make(map[string]bool, len(req.Questions))
	for i, q := range req.Questions {
		if q.ID == "" {
			return fmt.Errorf("question %d has no id", i+1)
		}
		if ids[q.ID] {
			return fmt.Errorf("two questions are called %q", q.ID)
		}
		ids[q.ID] = true
		if n := len(q.Options); n < 2 || n > MaxOptions {
			return fmt.Errorf("question %q has %d options; a choice needs 2 to %d", q.ID, n, MaxOptions)
		}
		labels := make(map[string]bool, len(q.Options))
		for j, o := range q.Options {
			if o.Label == "" {
				return fmt.Errorf("option %d of question %q has no label", j+1, q.ID)
			}
			if labels[o.Label] {
				return fmt.Errorf("two options of question %q are labeled %q", q.ID, o.Label)
			}
			labels[o.Label] = true
		}
	}
	return nil
}

// Tolerances of Check.
const (
	sumSlack    = 0.05  // a sum of probabilities may always be this far from 1
	argmaxSlack = 0.005 // the choice may trail the largest probability by half of the second decimal
	minDecimals = 2     // nobody is taken to round to fewer decimals than this
)

// Check reports why a response is no answer to a request. The answers must be exactly the questions that were
// asked and the probabilities exactly the offered labels, finite and from 0 to 1; they must sum to 1 within
// what rounding explains (see sumsToOne); the choice must be the most probable label, up to rounding; the
// confidence must lie in 0 to 1. Nothing is repaired: a response that fails is a failed decision.
func Check(req Request, resp Response) error {
	if len(resp.Answers) != len(req.Questions) {
		return fmt.Errorf("the response answers %d questions, %d were asked", len(resp.Answers), len(req.Questions))
	}
	for _, q := range req.Questions {
		a, ok := resp.Answers[q.ID]
		if !ok {
			return fmt.Errorf("the response does not answer question %q", q.ID)
		}
		if err := checkAnswer(q, a); err != nil {
			return fmt.Errorf("the answer to question %q is unusable: %w", q.ID, err)
		}
	}
	if u := resp.Usage; u != nil && (u.InputTokens < 0 || u.OutputTokens < 0) {
		return errors.New("the response counts a negative number of tokens")
	}
	if c := resp.CostUSD; c != nil && (math.IsNaN(*c) || math.IsInf(*c, 0) || *c < 0) {
		return errors.New("the response names a cost that is no amount")
	}
	return nil
}

func checkAnswer(q Question, a Answer) error {
	if len(a.Probabilities) != len(q.Options) {
		return fmt.Errorf("it has %d probabilities for %d options", len(a.Probabilities), len(q.Options))
	}
	ps := make([]float64, 0, len(q.Options))
	top := 0.0
	for _, o := range q.Options {
		p, ok := a.Probabilities[o.Label]
		if !ok {
			return fmt.Errorf("option %q has no probability", o.Label)
		}
		if math.IsNaN(p) || p < 0 || p > 1 {
			return fmt.Errorf("the probability of option %q is %v, not a number from 0 to 1", o.Label, p)
		}
		ps = append(ps, p)
		top = max(top, p)
	}
	chosen, ok := a.Probabilities[a.Choice]
	if !ok {
		return fmt.Errorf("its choice %s was not offered", strconv.Quote(clean(a.Choice, maxName)))
	}
	if err := sumsToOne(ps); err != nil {
		return err
	}
	if chosen == 0 || chosen < top-argmaxSlack {
		return fmt.Errorf("its choice %q has probability %v, another option has %v", a.Choice, chosen, top)
	}
	if math.IsNaN(a.Confidence) || a.Confidence < 0 || a.Confidence > 1 {
		return fmt.Errorf("its confidence is %v, not a number from 0 to 1", a.Confidence)
	}
	return nil
}

// sumsToOne accepts the probabilities when some unrounded ones that sum to 1 would be printed like this. The
// decimals that are seen say how they were rounded (two at least: 0.9 may be a rounded 0.90); each may then be
// off by half of the last decimal, and none is below 0 or above 1. With 129 options at two decimals that
// explains a sum of 0.6; with four decimals hardly any drift. A drift of sumSlack is always accepted.
func sumsToOne(ps []float64) error {
	decimals := minDecimals
	var digits [32]byte
	for _, p := range ps {
		s := strconv.AppendFloat(digits[:0], p, 'f', -1, 64)
		if i := bytes.IndexByte(s, '.'); i >= 0 {
			decimals = max(decimals, len(s)-i-1)
		}
	}
	half := 0.5 * math.Pow(10, -float64(min(decimals, 17)))
	var sum, low, high float64
	for _, p := range ps {
		sum += p
		low += max(0, p-half)
		high += min(1, p+half)
	}
	const epsilon = 1e-9
	if low <= 1+epsilon && high >= 1-epsilon || math.Abs(sum-1) <= sumSlack+epsilon {
		return nil
	}
	return fmt.Errorf("its probabilities sum to %.4f, and rounding to %d decimals does not explain that", sum, decimals)
}

// Ask puts a request to a decider and returns its response only when both are sound. Every decision goes
// through here. An error means that there is no decision: never a guess, and never a part of the response.
// The latency is measured here when the decider does not report one.
func Ask(ctx context.Context, d Decider, req Request) (Response, error) {
	if err := Validate(req); err != nil {
		return Response{}, fmt.Errorf("nothing was asked: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return Response{}, fmt.Errorf("nothing was asked: %w", err)
	}
	start := time.Now()
	resp, err := d.Decide(ctx, req)
	if err != nil {
		return Response{}, fmt.Errorf("%s could not decide: %w", d.ID(), err)
	}
	if err := Check(req, resp); err != nil {
		return Response{}, fmt.Errorf("%s gave no usable decision: %w", d.ID(), err)
	}
	if resp.Latency == 0 {
		resp.Latency = time.Since(start)
	}
	return resp, nil
}
