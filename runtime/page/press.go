package page

import (
	"context"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Press focuses the element and presses a key, for example Enter, ArrowDown, a or Control+A.
func (p *Page) Press(ctx context.Context, t action.Target, key string) error {
	stroke, err := parseKey(key)
	if err != nil {
		return &action.Error{Kind: action.NotEditable, Detail: err.Error()}
	}
	a, err := p.approach(ctx, t, press, nil)
	if err != nil {
		return err
	}
	if err := p.stroke(ctx, stroke); err != nil {
		return p.unknown(a.found, "the key", err)
	}
	r, err := p.askReceipt(ctx, a, "press")
	switch {
	case passing(err):
		return nil // Enter may well lead to another document
	case err != nil:
		return p.unknown(a.found, "the key", err)
	case r.Seen && !r.Meant:
		return p.misdirected(a, "the key", r)
	case !r.Seen && p.frameStands(a):
		return p.unknown(a.found, "the key", errUnreported)
	}
	return nil
}

// stroke sends the events of a keystroke in one go and waits for all of them.
func (p *Page) stroke(ctx context.Context, k keystroke) error {
	s := p.session()
	var sent []*cdp.Pending
	for _, e := range k.events() {
		sent = append(sent, s.Send(e))
	}
	return waitAll(ctx, sent)
}
