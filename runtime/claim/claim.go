// Package claim checks a claim about the live page: a selector that must be visible, or a condition that
// must hold. A claim is given until its deadline to become true. Whoever makes claims (asserts, success
// selectors) and whoever checks them again (replay) does it here. What follows from a claim that does not hold is
// theirs to say.
package claim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Claim is what must be true; exactly one of Selector and That is set.
type Claim struct {
	Selector string             // CSS selector of an element that must be visible
	That     *predicate.Program // condition
	Vars     map[string]any     // values of the variables that That may read
}

// String is the claim as a person wrote it.
func (c Claim) String() string {
	if c.That != nil {
		return c.That.Source
	}
	return c.Selector
}

// Unchecked is the record of a claim that was not checked, and why.
func (c Claim) Unchecked(reason string) trace.Verify {
	verify := trace.Verify{Selector: c.Selector, Reason: reason}
	if c.That != nil {
		verify.That, verify.Vars = c.That.Source, c.used()
	}
	return verify
}

// Check waits until the claim holds or ctx is over and says which. The error is about a page that cannot be
// read; a claim that does not hold is no error.
func Check(ctx context.Context, p *page.Page, c Claim) (trace.Verify, error) {
	verify := c.Unchecked("")
	last := ""
	var said map[string]any
	_, err := p.WaitUntil(ctx, func(ctx context.Context) (bool, error) {
		if c.That == nil {
			visible, err := p.Visible(ctx, c.Selector)
			if err == nil {
				last = "no visible element matches"
			}
			return visible, err
		}
		facts, elements, err := p.Facts(ctx, c.That.Uses("elements"))
		if err != nil {
			return false, err
		}
		last, said = fmt.Sprintf("false on %.300q", cmp.Or(facts.Title, facts.URL)), c.reads(facts, len(elements))
		return c.That.Eval(ctx, predicate.Env{Page: facts, Var: c.Vars, Elements: elements})
	})
	switch verified := err == nil; {
	case verified:
		verify.Verified = &verified
	case errors.Is(err, context.DeadlineExceeded) && last == "": // it was never looked at
		return verify, page.Unread(err)
	case errors.Is(err, context.DeadlineExceeded):
		verify.Verified = &verified
		verify.Reason = fmt.Sprintf("%s: %s when the deadline passed", c, last)
		if verify.Actual = said; c.That == nil {
			verify.Actual = matches(ctx, p, c.Selector)
		}
	default:
		return verify, err
	}
	return verify, nil
}

// maxActual bounds what is kept of a text that a claim reads, in characters.
const maxActual = 500

// reads is what the page says where the condition reads it.
func (c Claim) reads(facts predicate.Page, elements int) map[string]any {
	out := map[string]any{}
	for name, text := range map[string]string{"page.text": facts.Text, "page.title": facts.Title, "page.url": facts.URL, "page.origin": facts.Origin} {
		if !c.That.Uses(name) {
			continue
		}
		if runes := []rune(text); len(runes) > maxActual {
			text = string(runes[:maxActual]) + "…"
		}
		out[name] = text
	}
	if c.That.Uses("elements") {
		out["elements"] = elements
	}
	return out
}

// matches counts what a selector finds, a moment after its deadline. It is nil where the page cannot be asked.
func matches(ctx context.Context, p *page.Page, selector string) map[string]any {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	refs, err := p.Resolve(ctx, selector)
	if err != nil {
		return nil
	}
	visible := 0
	for _, r := range refs {
		if r.Visible {
			visible++
		}
	}
	return map[string]any{"matches": len(refs), "visible": visible}
}

// used picks the variables that the condition reads, nil when it reads none.
func (c Claim) used() map[string]any {
	var out map[string]any
	for name, value := range c.Vars {
		if !c.That.Uses("var." + name) {
			continue
		}
		if out == nil {
			out = map[string]any{}
		}
		out[name] = value
	}
	return out
}
