package page

import (
	"context"
	"errors"
	"fmt"

	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// offer is what a list offers to be picked.
type offer struct {
	Attached bool     `json:"attached"`
	Node     []int64  `json:"node"` // the options that are called so
	Role     []string `json:"role"`
	Name     []string `json:"name"`
	Names    []string `json:"names"` // of the first of all options
}

// pick chooses from a list that is made of other elements, as a person does: a click that opens it, unless the option
// is in sight already, and a click on the option.
func (p *Page) pick(ctx context.Context, t action.Target, a *aim, option string) error {
	args := map[string]any{"node": a.node, "option": option}
	var o offer
	if err := p.ask(ctx, a.frame, "offered", args, &o); err != nil {
		return asActionError(err, a.waited)
	}
	opened := false
	if len(o.Node) == 0 && a.role != "listbox" {
		if err := p.Click(ctx, action.Target{Fingerprint: t.Fingerprint, Frame: t.Frame, Within: t.Within, Node: a.node, Name: t.Name}); err != nil {
			return err
		}
		opened = true
		wctx, cancel := context.WithTimeout(ctx, slice)
		defer cancel()
		_, err := p.WaitUntil(wctx, func(ctx context.Context) (bool, error) {
			err := p.ask(ctx, a.frame, "offered", args, &o)
			return len(o.Node) > 0, err
		})
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return p.unknown(a.found, "the click that opens the list", err)
		}
	}
	switch n := len(o.Node); {
	case n == 0:
		detail := fmt.Sprintf("%s offers no option called so; it offers %s", a.found, p.quoteAll(o.Names))
		if len(o.Names) == 0 {
			detail = fmt.Sprintf("%s offers no options; click it and what it shows instead", a.found)
		}
		return &action.Error{Kind: action.NotEditable, Sent: opened, Wait: a.waited, Detail: detail}
	case n > 1:
		return &action.Error{Kind: action.Ambiguous, Sent: opened, Wait: a.waited, Detail: fmt.Sprintf("%d options of %s are called so; none was picked", n, a.found)}
	}
	one := action.Target{Fingerprint: trace.Fingerprint(o.Role[0], p.name(o.Name[0])), Frame: t.Frame, Node: o.Node[0], Name: p.name(o.Name[0])}
	if err := p.Click(ctx, one); err != nil {
		var failed *action.Error
		if errors.As(err, &failed) && opened {
			failed.Sent = true // the list was opened
		}
		return err
	}
	var now struct {
		Attached bool `json:"attached"`
		Same     bool `json:"same"`
	}
	args["chosen"], args["ms"] = o.Node[0], slice.Milliseconds()
	err := p.ask(ctx, a.frame, "picked", args, &now)
	switch {
	case passing(err):
		return nil // a choice that navigates
	case err != nil:
		return p.unknown(a.found, "the choice", err)
	case !now.Attached:
		return p.unknown(a.found, "the choice", errors.New("the page drew the list anew"))
	case !now.Same:
		return &action.Error{Kind: action.NoEffect, Sent: true, Wait: a.waited, Detail: fmt.Sprintf("the option of %s was clicked, and the list does not show it", a.found)}
	}
	return nil
}
