// Package fallback lets a second decider decide where a first one could not. It is for people who said so in
// their file: the answer names who gave it and says why the first did not, so that no record hides it.
package fallback

import (
	"context"

	"github.com/jevrun/jevrun/runtime/decide"
)

// New asks first, and second where first gives no usable answer. A caller that gave up is not a failure: then
// nobody else is asked.
func New(first, second decide.Decider) decide.Decider { return &pair{first, second} }

type pair struct{ first, second decide.Decider }

// ID names both: "jev-latest, else builtin-3".
func (p *pair) ID() string { return p.first.ID() + ", else " + p.second.ID() }

// Decide is the answer of the first, or of the second with the reason in Response.Fallback.
func (p *pair) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	resp, err := decide.Ask(ctx, p.first, req)
	if err == nil || ctx.Err() != nil {
		return resp, err
	}
	resp, second := decide.Ask(ctx, p.second, req)
	if second != nil {
		return decide.Response{}, second
	}
	resp.Fallback = err.Error()
	return resp, nil
}
