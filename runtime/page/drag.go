package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/stdlib/action"
)

// The way of a drag, as shares of it: a first small move tells a drag from a click.
var dragWay = []float64{0.25, 0.5, 0.75, 0.95, 1}

// Bounds of a drag.
const (
	firstMove  = 6  // CSS pixels, more than the pointer may tremble in a click
	dragTries  = 3  // how often a place is aimed at that moves away
	mostPlaces = 10 // names that an error lists
)

// Drag takes the element to the one place in its frame that is called to, and drops it there: a candidate, a list or a
// region, by its whole name, or what says just that. Where the browser drags by itself (HTML drag and drop) the page gets
// the events of that, elsewhere those of the mouse. What received the drop must be that place, or lie in it.
func (p *Page) Drag(ctx context.Context, t action.Target, to string) error {
	a, err := p.approach(ctx, t, drag, map[string]any{"to": to, reporting: true})
	if err != nil {
		return err
	}
	d := &dragging{Page: p, aim: a, x: a.x, y: a.y, caught: make(chan *proto.InputDragData, 1)}
	sub := p.session().Conn().Subscribe(d.event, p.session().ID(), a.frame.Session.ID())
	defer sub.Stop()
	s := p.session()
	intercept := s.Send(proto.InputSetInterceptDrags{Enabled: true})
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), slice)
		defer cancel()
		_ = s.Do(ctx, proto.InputSetInterceptDrags{}) // a tab that is gone drags no more
	}()
	if _, err := intercept.Wait(ctx); err != nil {
		return fmt.Errorf("the browser does not hand over its drags, nothing was sent: %w", err)
	}
	press, err := p.pressDown(ctx, a, "the drag")
	switch {
	case passing(err), err == nil && !press.Seen:
		return p.unknown(a.found, "the drag", errors.New("the page went away when the button was pressed"))
	case err != nil:
		return err
	}
	if err := d.carry(ctx); err != nil {
		return d.cancel(ctx, err)
	}
	return d.drop(ctx)
}

// dragging is a drag whose button is down.
type dragging struct {
	*Page
	*aim
	x, y   float64 // where the pointer is, in the viewport of the tab
	caught chan *proto.InputDragData
	data   *proto.InputDragData // what the browser drags by itself; nil while the page follows the mouse
}

func (d *dragging) event(e cdp.Event) {
	if e.Method != "Input.dragIntercepted" {
		return
	}
	var said proto.InputDragIntercepted
	if json.Unmarshal(e.Params, &said) != nil || said.Data == nil {
		return
	}
	select {
	case d.caught <- said.Data:
	default: // only one can be carried
	}
}

// carry takes the element to its place, and again where the place moved away meanwhile.
func (d *dragging) carry(ctx context.Context) error {
	if err := d.move(ctx, d.x+firstMove, d.y); err != nil {
		return err
	}
	for try := 1; ; try++ {
		x, y, err := d.spot(ctx)
		if err != nil {
			return err
		}
		fromX, fromY := d.x, d.y
		var now state
		for _, share := range dragWay {
			if err := d.move(ctx, fromX+(x-fromX)*share, fromY+(y-fromY)*share); err != nil {
				return err
			}
			if share < dragWay[len(dragWay)-2] {
				continue
			}
			if err := d.ask(ctx, d.aim.frame, "arrived", map[string]any{"node": d.To}, &now); err != nil {
				return d.unknown(d.found, "the drag", err)
			}
		}
		if now.Why == "" {
			return nil
		}
		if try == dragTries {
			return d.stopped(now)
		}
	}
}

// move moves the pointer with what hangs on it.
func (d *dragging) move(ctx context.Context, x, y float64) error {
	d.x, d.y = x, y
	if d.data != nil {
		return d.dispatch(ctx, proto.InputDispatchDragEventTypeDragOver)
	}
	held := 1
	moved := mouse(mouseMoved, x, y)
	moved.Button, moved.Buttons = proto.InputMouseButtonLeft, &held
	if err := d.sendAll(ctx, moved); err != nil {
		return d.unknown(d.found, "the drag", err)
	}
	var said struct {
		Started bool `json:"started"`
	}
	if err := d.ask(ctx, d.aim.frame, "dragStarted", nil, &said); err != nil {
		return d.unknown(d.found, "the drag", err)
	}
	if !said.Started {
		return nil
	}
	timer := time.NewTimer(slice)
	defer timer.Stop()
	select {
	case d.data = <-d.caught:
		return d.dispatch(ctx, proto.InputDispatchDragEventTypeDragEnter)
	case <-timer.C:
		return d.unknown(d.found, "the drag", errors.New("the page let it begin, and the browser did not"))
	case <-ctx.Done():
		return d.unknown(d.found, "the drag", ctx.Err())
	}
}

// dispatch sends an event of a drag by the browser.
func (d *dragging) dispatch(ctx context.Context, kind proto.InputDispatchDragEventType) error {
	event := proto.InputDispatchDragEvent{Type: kind, X: d.x, Y: d.y, Data: d.data}
	if err := d.session().Do(ctx, event); err != nil {
		return d.unknown(d.found, "the drag", err)
	}
	return nil
}

// spot brings the place into view and is the point of it, in the viewport of the tab.
func (d *dragging) spot(ctx context.Context) (x, y float64, err error) {
	var pause backoff
	for end := time.Now().Add(slice); ; {
		to := &aim{found: d.found, parents: d.parents}
		err := d.ask(ctx, d.aim.frame, "bring", map[string]any{"node": d.To, "ms": slice.Milliseconds()}, &to.state)
		if err == nil && to.Why == "" {
			err = d.throughParents(ctx, to)
		}
		switch {
		case err != nil:
			return 0, 0, d.unknown(d.found, "the drag", err)
		case to.Why == "":
			return to.x, to.y, nil
		case time.Now().After(end):
			return 0, 0, d.stopped(to.state)
		}
		if err := pause.wait(ctx); err != nil {
			return 0, 0, d.unknown(d.found, "the drag", err)
		}
	}
}

// stopped says why nothing was dropped.
func (d *dragging) stopped(now state) error {
	e := &action.Error{Kind: action.Covered, Sent: true, Wait: d.waited}
	place := d.mask(d.Place)
	switch by := d.describe(now.By); {
	case now.Why == "detached":
		e.Kind, e.Detail = action.Detached, fmt.Sprintf("%q went away while %s was dragged to it; nothing was dropped", place, d.found)
	case now.Why == "covered" && by != "":
		e.Detail = fmt.Sprintf("%s lies over %q, where %s was dragged to; nothing was dropped", by, place, d.found)
	default:
		e.Detail = fmt.Sprintf("%q could not be reached while %s was dragged to it; nothing was dropped", place, d.found)
	}
	return e
}

// cancel ends a drag without a drop, for the reason why, which it returns: far from everything, as a press that went
// astray is released.
func (d *dragging) cancel(ctx context.Context, why error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), slice)
	defer cancel()
	if d.data == nil {
		select {
		case d.data = <-d.caught:
		default:
			if err := d.sendAll(ctx, mouse(mouseMoved, -1, -1), mouse(mouseReleased, -1, -1)); err != nil {
				return errors.Join(why, err)
			}
			return why
		}
	}
	if err := d.dispatch(ctx, proto.InputDispatchDragEventTypeDragCancel); err != nil {
		return errors.Join(why, err)
	}
	return why
}

// drop lets go and says what became of it.
func (d *dragging) drop(ctx context.Context) error {
	var err error
	if d.data != nil {
		err = d.dispatch(ctx, proto.InputDispatchDragEventTypeDrop)
	} else if err = d.sendAll(ctx, mouse(mouseReleased, d.x, d.y)); err != nil && !passing(err) {
		err = d.unknown(d.found, "the drop", err)
	}
	if err != nil && !passing(err) {
		return err
	}
	var r receipt
	err = d.ask(ctx, d.aim.frame, "landed", nil, &r)
	switch {
	case passing(err):
		return nil // a drop that leads to another document
	case err != nil:
		return d.unknown(d.found, "the drop", err)
	case r.Seen && !r.Meant:
		by := d.describe(r.By)
		d.setReceived(by)
		return &action.Error{Kind: action.Misdirected, Sent: true, Wait: d.waited, Detail: fmt.Sprintf("%s was dragged to %q, and %s received the drop", d.found, d.mask(d.Place), by)}
	case r.Seen:
		d.setReceived(d.describe(element{Role: d.PlaceRole, Name: d.Place}))
		return nil
	case !d.frameStands(d.aim):
		return nil
	case d.data != nil:
		return &action.Error{Kind: action.NoEffect, Sent: true, Wait: d.waited, Detail: fmt.Sprintf("%q does not take %s: nothing was dropped", d.mask(d.Place), d.found)}
	}
	return d.unknown(d.found, "the drop", errUnreported)
}
