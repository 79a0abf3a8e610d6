package page

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Effect says what is known to have come of the last act besides that it was carried out: kind NoEffect of a click that
// nothing can have come of, nil otherwise. A page may react without a trace, so that this is said only where it is
// certain: the browser does nothing by itself with a click there, nothing listens for one on the way from the element to
// the window, neither now nor when the page was read, and nothing changed. A click in a frame, one that closes what is
// open or leaves a field, and one on a page whose style sheets cannot be read are never such.
func (p *Page) Effect(ctx context.Context) *action.Error {
	a := p.idle
	if a == nil || !p.frameStands(a) {
		return nil
	}
	p.idle = nil
	var came bool
	if err := p.ask(ctx, a.frame, "cameOf", nil, &came); err != nil || came {
		return nil
	}
	if heard, err := p.listenedFor(ctx, a); err != nil || heard || !p.frameStands(a) {
		return nil // on any doubt nothing is said
	}
	return &action.Error{Kind: action.NoEffect, Sent: true, Wait: a.waited, Detail: fmt.Sprintf("%s got the click, nothing on the page listens for one there, and nothing changed; if it should react, its script was not there yet", a.found)}
}

// listenedFor reports whether anything on the way of the last click may have heard of it.
func (p *Page) listenedFor(ctx context.Context, a *aim) (bool, error) {
	ids, err := p.idlePath(ctx, a)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, listenLimit)
	defer cancel()
	p.listening.Lock()
	defer p.listening.Unlock()
	e := p.ears[a.frame.Session.ID()]
	if e == nil || e.deaf || e.handle == "" || e.window || e.frames[0].Document != a.frame.Document {
		return true, nil // it is not known what listened when the page was read
	}
	window, err := windowListens(ctx, a.frame.Session)
	if err != nil || window {
		return window, err
	}
	raw, err := getListeners(a.frame, e.handle).Wait(ctx)
	if err != nil {
		return false, err
	}
	now, err := listeningFor(raw)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if now[id] || e.reacts[id] {
			return true, nil
		}
	}
	return false, nil
}

// idlePath are the nodes that the last click passed, the document included.
func (p *Page) idlePath(ctx context.Context, a *aim) ([]proto.DOMBackendNodeID, error) {
	path, err := p.handlesOf(ctx, a.frame, "[document, ...jevrunPage.idlePath().flatMap((el) => [el, el.getRootNode()])]")
	if err != nil {
		return nil, err
	}
	defer path.give()
	asked := make([]*cdp.Pending, len(path.items))
	for i, item := range path.items {
		asked[i] = a.frame.Session.Send(proto.DOMDescribeNode{ObjectID: item})
	}
	ids := make([]proto.DOMBackendNodeID, len(asked))
	for i, pending := range asked {
		raw, err := pending.Wait(ctx)
		if err != nil {
			return nil, err
		}
		var node proto.DOMDescribeNodeResult
		if err := json.Unmarshal(raw, &node); err != nil {
			return nil, err
		}
		ids[i] = node.Node.BackendNodeID
	}
	return ids, nil
}

// clickEvents are the events that a click brings, besides those whose names begin with pointer or mouse.
var clickEvents = map[string]bool{"click": true, "dblclick": true, "auxclick": true, "contextmenu": true, "focus": true, "blur": true, "focusin": true, "focusout": true,
	"DOMFocusIn": true, "DOMFocusOut": true, "DOMActivate": true, "selectionchange": true, "selectstart": true, "gotpointercapture": true, "lostpointercapture": true}

func bringsIt(kind string) bool {
	return clickEvents[kind] || strings.HasPrefix(kind, "pointer") || strings.HasPrefix(kind, "mouse")
}

// listeningFor are the nodes of an answer that listen for anything that a click brings.
func listeningFor(raw []byte) (map[proto.DOMBackendNodeID]bool, error) {
	heard, err := listenersIn(raw)
	if err != nil {
		return nil, err
	}
	out := map[proto.DOMBackendNodeID]bool{}
	for _, l := range heard {
		if bringsIt(l.Type) {
			out[l.Node] = true
		}
	}
	return out, nil
}

// windowListens asks the window of the page itself. No script can give it another name.
func windowListens(ctx context.Context, s cdp.Session) (bool, error) {
	res, err := cdp.Call[proto.RuntimeEvaluateResult](ctx, s, proto.RuntimeEvaluate{Expression: "window", Silent: true})
	if err != nil || res.Result == nil || res.Result.ObjectID == "" {
		return false, err
	}
	defer s.Send(proto.RuntimeReleaseObject{ObjectID: res.Result.ObjectID})
	answer, err := cdp.Call[proto.DOMDebuggerGetEventListenersResult](ctx, s, proto.DOMDebuggerGetEventListeners{ObjectID: res.Result.ObjectID})
	if err != nil {
		return false, err
	}
	for _, l := range answer.Listeners {
		if bringsIt(l.Type) {
			return true, nil
		}
	}
	return false, nil
}
