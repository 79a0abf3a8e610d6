package page

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Click presses and releases the left button on the element.
func (p *Page) Click(ctx context.Context, t action.Target) error {
	a, err := p.approach(ctx, t, point, map[string]any{reporting: true})
	if err != nil {
		return err
	}
	return p.click(ctx, a)
}

// click sends all events in one go where nothing that goes astray can reach the page. Elsewhere it waits for the
// receipt of the press: when that reached another element or none that is known of, the button is released far from it,
// so that no click comes of it.
func (p *Page) click(ctx context.Context, a *aim) error {
	moved, pressed, released := mouse(mouseMoved, a.x, a.y), mouse(mousePressed, a.x, a.y), mouse(mouseReleased, a.x, a.y)
	if a.First && len(a.parents) == 0 {
		r, err := p.receipts(ctx, a, []proto.InputDispatchMouseEvent{moved, pressed, released}, "click", "clicked")
		switch {
		case errors.Is(err, errUnsent):
			return asActionError(err, a.waited)
		case err != nil && !passing(err):
			return p.unknown(a.found, "the click", err)
		}
		return p.clicked(a, r[0], r[1], err)
	}
	press, err := p.pressDown(ctx, a, "the click")
	if err != nil && !passing(err) {
		return err
	}
	r, err := p.receipts(ctx, a, []proto.InputDispatchMouseEvent{released}, "clicked")
	if errors.Is(err, errUnsent) {
		err = p.sendAll(ctx, released) // the button does not stay down, whatever the press has led to
	}
	if err != nil && !passing(err) {
		return p.unknown(a.found, "the click", err)
	}
	return p.clicked(a, press, r[0], err)
}

// errUnreported is input that was sent and that nothing in the document saw.
var errUnreported = errors.New("no element of its frame reported it")

// pressDown presses the button. A press that reached another element, or none that is known of, is an error, and
// released far from it. Of a page that went away the receipt is empty, and the error passing or nil.
func (p *Page) pressDown(ctx context.Context, a *aim, what string) (receipt, error) {
	r, err := p.receipts(ctx, a, []proto.InputDispatchMouseEvent{mouse(mouseMoved, a.x, a.y), mouse(mousePressed, a.x, a.y)}, "click")
	switch {
	case errors.Is(err, errUnsent):
		return r[0], asActionError(err, a.waited)
	case passing(err):
		return r[0], err
	case err != nil:
		return r[0], p.unknown(a.found, what, err)
	case r[0].Meant || !r[0].Seen && !p.frameStands(a):
		return r[0], nil
	}
	if err := p.sendAll(ctx, mouse(mouseMoved, -1, -1), mouse(mouseReleased, -1, -1)); err != nil {
		return r[0], p.unknown(a.found, what, err)
	}
	if r[0].Seen {
		return r[0], p.misdirected(a, what, r[0])
	}
	return r[0], p.unknown(a.found, what, errUnreported)
}

// clicked says what became of a click, by its receipts and by whether the page went away.
func (p *Page) clicked(a *aim, press, click receipt, gone error) error {
	switch {
	case press.Seen && !press.Meant:
		return p.misdirected(a, "the click", press)
	case click.Seen && !click.Meant:
		return p.misdirected(a, "the click", click)
	case gone == nil && !click.Seen && !press.Seen && p.frameStands(a):
		return p.unknown(a.found, "the click", errUnreported)
	}
	if gone == nil && click.Idle {
		p.idle = a
	}
	return nil // the page may have gone on to another document: that is what clicks do
}

const (
	mouseMoved    = proto.InputDispatchMouseEventTypeMouseMoved
	mousePressed  = proto.InputDispatchMouseEventTypeMousePressed
	mouseReleased = proto.InputDispatchMouseEventTypeMouseReleased
)

// sendAll sends events of input in one go, in their order, and waits for all of them.
func (p *Page) sendAll(ctx context.Context, events ...proto.InputDispatchMouseEvent) error {
	s := p.session()
	sent := make([]*cdp.Pending, len(events))
	for i, e := range events {
		sent[i] = s.Send(e)
	}
	return waitAll(ctx, sent)
}

// severalProcesses says whether frames of the tab have processes of their own.
func (p *Page) severalProcesses() bool {
	for _, f := range p.tab.Frames() {
		if f.Session.ID() != p.session().ID() {
			return true
		}
	}
	return false
}

// pointAt moves the pointer until the element, armed before, reports it; what it reaches instead after a moment
// covers the element. Where frames have processes of their own, the browser picks the process that gets input by
// what it drew last, and that may be a frame of a moment ago: a page that was just scrolled would hand the press
// to whatever stood there before.
func (p *Page) pointAt(ctx context.Context, a *aim) error {
	var pause backoff
	for end := time.Now().Add(slice); ; {
		if _, err := p.session().Send(mouse(mouseMoved, a.x, a.y)).Wait(ctx); err != nil {
			return err
		}
		var r receipt
		if err := p.ask(ctx, a.frame, "pointer", nil, &r); err != nil {
			return err
		}
		if r.Seen && r.Meant {
			return nil
		}
		if time.Now().After(end) {
			a.state = state{Why: "covered", By: r.By}
			return nil
		}
		if err := pause.wait(ctx); err != nil {
			return err
		}
	}
}

// frameStands says whether the document that the element was in is still the one of its frame.
func (p *Page) frameStands(a *aim) bool {
	now := p.frame(a.frame.Index)
	return now != nil && now.Document == a.frame.Document
}

// Hover moves the pointer onto the element.
func (p *Page) Hover(ctx context.Context, t action.Target) error {
	a, err := p.approach(ctx, t, point, nil)
	if err != nil {
		return err
	}
	if _, err := p.session().Send(mouse(mouseMoved, a.x, a.y)).Wait(ctx); err != nil {
		return p.unknown(a.found, "the pointer", err)
	}
	r, err := p.askReceipt(ctx, a, "hover")
	switch {
	case passing(err):
		return nil
	case err != nil:
		return p.unknown(a.found, "the pointer", err)
	case r.Seen && !r.Meant:
		return p.misdirected(a, "the pointer", r)
	case !r.Seen && p.frameStands(a):
		return p.unknown(a.found, "the pointer", errUnreported)
	}
	return nil
}

// Check brings a checkbox, radio button or switch to a state by a click, unless it is there already, and reads
// the state back.
func (p *Page) Check(ctx context.Context, t action.Target, on bool) error {
	want := fmt.Sprint(on)
	a, err := p.approach(ctx, t, tick, map[string]any{"want": want, reporting: true})
	if err != nil || a.Done {
		return err
	}
	if err := p.click(ctx, a); err != nil {
		return err
	}
	var now struct {
		outcome
		State string `json:"state"`
	}
	if err := p.become(ctx, t, a, "the click", "checkedNow", map[string]any{"want": want, "ms": slice.Milliseconds()}, &now); err != nil {
		return err
	}
	if now.State != want {
		return &action.Error{Kind: action.NoEffect, Sent: true, Wait: a.waited, Detail: fmt.Sprintf("%s was clicked and its state is still %s", a.found, stateWord(now.State))}
	}
	return nil
}

func stateWord(state string) string {
	switch state {
	case "true":
		return "on"
	case "false":
		return "off"
	case "":
		return "not known"
	}
	return state
}

func mouse(kind proto.InputDispatchMouseEventType, x, y float64) proto.InputDispatchMouseEvent {
	e := proto.InputDispatchMouseEvent{Type: kind, X: x, Y: y}
	if kind != mouseMoved {
		e.Button, e.ClickCount = proto.InputMouseButtonLeft, 1
	}
	if kind == mousePressed {
		buttons := 1
		e.Buttons = &buttons
	}
	return e
}
