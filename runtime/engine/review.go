package engine

import (
	"context"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Reviewer asks a person about a step that the gate did not let pass.
type Reviewer interface {
	// Review returns the answer, bound to the element and the action that it names. It denies when nobody answers
	// before ctx is over.
	Review(ctx context.Context, q Question) trace.Review
}

// Question is what a person is asked.
type Question struct {
	Step        *lang.Step
	URL         string
	Chosen      trace.Candidate
	Probability float64
	Reason      string // the gate's
}

// ask returns a person's answer, or nil when this step's review asks nobody.
func (a *attempt) ask(ctx context.Context, q Question) *trace.Review {
	if !a.asks || a.Reviewer == nil {
		return nil
	}
	answer := a.Reviewer.Review(ctx, q)
	return &answer
}
