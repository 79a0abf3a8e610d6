// Package judge asks the gate about an element as it stands on a page: what the page says of it is the same whoever
// asks. It has no rules (runtime/gate has) and chooses nothing.
package judge

import (
	"context"

	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/page"
)

// Choice is the verdict of the policy on the candidate that was chosen with a probability, nil for none. in says what
// is wanted; what the page says of the candidate, and of itself where a rule reads it, is added. A page that cannot be
// read is no decision.
func Choice(ctx context.Context, p *page.Page, policy gate.Policy, in gate.Input, chosen *page.Candidate, probability float64) gate.Verdict {
	if chosen != nil {
		in.Element, in.Link, in.Probability = &chosen.Candidate, chosen.Link, &probability
		in.Whole, in.Cut = chosen.Whole, chosen.Cut
		in.FormAction, in.Submits = chosen.FormAction, chosen.Submits
		if in.Action == "click" {
			sight, err := p.Shown(ctx, *chosen)
			if err != nil && in.Err == nil {
				in.Err = page.Unread(err)
			}
			in.Shown, in.Scope = sight.Text, sight.Scope(*chosen)
		}
	}
	if policy.ReadsPage() {
		var err error
		if in.Page, in.Elements, err = p.Facts(ctx, true); err != nil && in.Err == nil {
			in.Err = page.Unread(err)
		}
	}
	return gate.Decide(ctx, policy, in)
}
