package engine

import (
	"context"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Reviewer asks a person about a step that the gate did not let pass.
type Reviewer interface {
	// Review returns the answer, bound to the element, the action and the value that it is about. It denies, with
	// the answer "", when nobody answers before ctx is over. Picked, when set, is the cid of one of the step's candidates.
	Review(ctx context.Context, q Question) trace.Review
}

// Question is what a person is asked.
type Question struct {
	Step        *lang.Step
	URL         string
	Record      *trace.Step // what was observed and decided; the reviewer reads it only
	Chosen      trace.Candidate
	Probability float64
	Value       string // what would be typed or picked; a secret by its name, "" for nothing
	Reason      string // the gate's
}

// ask returns a person's answer, or nil when this step's review asks nobody.
func (a *attempt) ask(ctx context.Context, q Question) *trace.Review {
	if !a.asks || a.Reviewer == nil || a.Options.DryRun {
		return nil
	}
	answer := a.Reviewer.Review(ctx, q)
	return &answer
}

// review asks about a step that the gate did not let pass. It returns the candidate to act on, or nil and how
// the run goes on.
func (a *attempt) review(ctx context.Context, rec *trace.Step, chosen *page.Candidate, probability float64, reason string) (*page.Candidate, outcome) {
	rec.Review = a.ask(ctx, Question{
		Step: a.step, URL: a.seen.URL, Record: rec, Chosen: chosen.Candidate, Probability: probability, Value: a.shownValue(), Reason: reason,
	})
	answer := rec.Review
	switch {
	case answer != nil && answer.Answer == trace.AnswerSkip:
		return nil, outcome{lang.EventSkipped, "was skipped by a person: " + reason}
	case answer != nil && answer.Answer == trace.AnswerStop:
		return nil, outcome{lang.EventReview, "was stopped by a person: " + reason}
	case answer == nil || !answer.Approved:
		return nil, outcome{lang.EventReview, unanswered + reason}
	case answer.Picked == "":
		return chosen, outcome{}
	}
	for i := range a.seen.Candidates {
		if a.seen.Candidates[i].CID == answer.Picked {
			return &a.seen.Candidates[i], outcome{}
		}
	}
	return nil, outcome{lang.EventReview, unanswered + reason}
}

// unanswered begins the reason of a step that nobody said anything about.
const unanswered = "needs a person: "

// shownValue is what the step would type or pick, as a person may see it.
func (a *attempt) shownValue() string {
	v, ok := a.step.Args["value"].(lang.Value)
	switch {
	case !ok:
		return ""
	case v.Secret != nil:
		return "secret." + v.Secret.Name
	}
	return v.Text
}
