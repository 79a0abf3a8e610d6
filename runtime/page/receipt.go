package page

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/stdlib/action"
)

// receipt is what a frame saw of the input.
type receipt struct {
	Seen  bool    `json:"seen"`
	Meant bool    `json:"meant"`
	By    element `json:"by"`
	Idle  bool    `json:"idle"` // clicked: the browser does nothing by itself with that click
}

// grace is how much later than the browser's word that input was delivered the page's own word of it may come.
const grace = 20 * time.Millisecond

// errUnsent is wrapped by the error of a document that went away before input for it was sent.
var errUnsent = errors.New("nothing was sent")

// receipts sends events of the mouse and returns the receipts of them, one of each kind. The frame of the element, asked
// before they are sent, reports by itself, and is asked again when it does not. What cannot be asked gets no input.
func (p *Page) receipts(ctx context.Context, a *aim, events []proto.InputDispatchMouseEvent, kinds ...string) ([]receipt, error) {
	none := make([]receipt, len(kinds))
	report := a.report
	a.report = nil
	var err error
	switch {
	case report == nil:
		report, err = p.askLater(ctx, a.frame, "received", map[string]any{"kinds": kinds, "wait": true})
	case !p.frameStands(a):
		err = browser.ErrNavigated
	}
	if err != nil {
		return none, fmt.Errorf("%w: %w", errUnsent, err)
	}
	if err := p.sendAll(ctx, events...); err != nil {
		return none, err
	}
	wctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	var r []receipt
	if err := report(wctx, &r); err == nil && len(r) == len(kinds) {
		if i := slices.IndexFunc(r, func(r receipt) bool { return r.Seen }); i >= 0 {
			p.setReceived(p.describe(r[i].By))
			return r, nil
		}
	}
	return p.askReceipts(ctx, a, kinds...)
}

// askReceipts asks the frame of the element, and if that saw nothing the frames around it, what received the
// events of each kind. A page that went away saw nothing.
func (p *Page) askReceipts(ctx context.Context, a *aim, kinds ...string) ([]receipt, error) {
	for _, f := range append([]*browser.Frame{a.frame}, a.parents...) {
		var r []receipt
		if err := p.ask(ctx, f, "received", map[string]any{"kinds": kinds}, &r); err != nil {
			return make([]receipt, len(kinds)), err
		}
		if i := slices.IndexFunc(r, func(r receipt) bool { return r.Seen }); i >= 0 && len(r) == len(kinds) {
			for j := range r {
				r[j].Meant = r[j].Meant && f == a.frame
			}
			p.setReceived(p.describe(r[i].By))
			return r, nil
		}
	}
	return make([]receipt, len(kinds)), nil
}

// askReceipt is askReceipts for one kind.
func (p *Page) askReceipt(ctx context.Context, a *aim, kind string) (receipt, error) {
	r, err := p.askReceipts(ctx, a, kind)
	return r[0], err
}

func (p *Page) misdirected(a *aim, what string, r receipt) error {
	by := p.describe(r.By)
	if by == "" {
		by = "another part of the page"
	}
	return &action.Error{Kind: action.Misdirected, Sent: true, Wait: a.waited, Detail: fmt.Sprintf("%s meant for %s reached %s, which came under it in the last moment", what, a.found, by)}
}
