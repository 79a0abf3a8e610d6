package page

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// clickTypes are the events whose listener makes an element react to a click.
var clickTypes = map[string]bool{"click": true, "mousedown": true, "pointerdown": true, "dblclick": true}

// Bounds of asking for listeners.
const (
	delegates     = 8                      // an element that listens for more kinds of events does so for what lies in it
	mostListeners = 500                    // elements that one look hands in; the rest is for the next
	dearLook      = 100 * time.Millisecond // a look that takes longer is repeated only when ten times its time has passed
	listenLimit   = 2 * time.Second        // a look that takes longer is the last one in its document
)

// ear remembers what was asked about the listeners in one document.
type ear struct {
	document int64                       // its number in the tab
	handle   proto.RuntimeRemoteObjectID // of it
	known    map[proto.DOMBackendNodeID]bool
	next     time.Time // not to be asked again before
	deaf     bool      // not to be asked again at all
}

// listen asks the browser which elements of the frames listen for clicks, one call a frame, and reports whether the
// scripts learned of any that may make a difference. A frame that cannot be asked stays as it is.
func (p *Page) listen(ctx context.Context, frames []*browser.Frame) bool {
	p.listening.Lock()
	defer p.listening.Unlock()
	var news atomic.Bool
	var wait sync.WaitGroup
	ears := make([]*ear, len(frames))
	for i, f := range frames {
		e := p.ears[f.ID]
		if e == nil || e.document != f.Document {
			e = &ear{document: f.Document, known: map[proto.DOMBackendNodeID]bool{}}
		}
		ears[i] = e
		wait.Go(func() {
			if p.listenIn(ctx, f, e) {
				news.Store(true)
			}
		})
	}
	wait.Wait()
	p.ears = map[proto.PageFrameID]*ear{}
	for i, e := range ears {
		p.ears[frames[i].ID] = e
	}
	return news.Load()
}

// listenIn asks in one frame.
func (p *Page) listenIn(ctx context.Context, f *browser.Frame, e *ear) bool {
	start := time.Now()
	if e.deaf || start.Before(e.next) {
		return false
	}
	asking, cancel := context.WithTimeout(ctx, listenLimit)
	defer cancel()
	now, err := p.listenersOf(asking, f, e)
	if err != nil {
		e.deaf = asking.Err() != nil && ctx.Err() == nil
		e.handle = ""
		return false
	}
	if took := time.Since(start); took > dearLook {
		e.next = start.Add(10 * took)
	}
	is := make(map[proto.DOMBackendNodeID]bool, len(now))
	fresh, gone := []proto.DOMBackendNodeID{}, []proto.DOMBackendNodeID{}
	for _, id := range now {
		is[id] = true
		if e.known[id] {
			continue
		}
		if len(fresh) == mostListeners {
			e.next = time.Time{} // there are more
			break
		}
		fresh = append(fresh, id)
	}
	for id := range e.known {
		if !is[id] && len(fresh) < mostListeners {
			gone = append(gone, id)
		}
	}
	if len(fresh)+len(gone) == 0 {
		return false
	}
	news, err := p.tellHeard(ctx, f, fresh, gone)
	if err != nil {
		return false
	}
	for _, id := range gone {
		delete(e.known, id)
	}
	for _, id := range fresh {
		e.known[id] = true
	}
	return news || len(fresh) == mostListeners
}

// listenersOf are the nodes of a frame that listen for clicks, in document order.
func (p *Page) listenersOf(ctx context.Context, f *browser.Frame, e *ear) ([]proto.DOMBackendNodeID, error) {
	if e.handle == "" {
		handle, err := p.tab.EvalHandle(ctx, f, "document")
		if err != nil {
			return nil, err
		}
		node, err := cdp.Call[proto.DOMDescribeNodeResult](ctx, f.Session, proto.DOMDescribeNode{ObjectID: handle})
		release(f.Session, []proto.RuntimeRemoteObjectID{handle})
		if err != nil {
			return nil, err
		}
		main, err := cdp.Call[proto.DOMResolveNodeResult](ctx, f.Session, proto.DOMResolveNode{BackendNodeID: node.Node.BackendNodeID})
		if err != nil {
			return nil, err
		}
		e.handle = main.Object.ObjectID
	}
	raw, err := f.Session.Call(ctx, f.Session.ID(), "DOMDebugger.getEventListeners", map[string]any{"objectId": e.handle, "depth": -1, "pierce": true})
	if err != nil {
		return nil, err
	}
	var answer struct {
		Listeners []struct {
			Type string                 `json:"type"`
			Node proto.DOMBackendNodeID `json:"backendNodeId"`
		} `json:"listeners"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, err
	}
	var order []proto.DOMBackendNodeID
	kinds := map[proto.DOMBackendNodeID][]string{}
	for _, l := range answer.Listeners {
		have := kinds[l.Node]
		if have == nil {
			order = append(order, l.Node)
		}
		if !slices.Contains(have, l.Type) {
			kinds[l.Node] = append(have, l.Type)
		}
	}
	return slices.DeleteFunc(order, func(id proto.DOMBackendNodeID) bool {
		return id == 0 || len(kinds[id]) > delegates || !slices.ContainsFunc(kinds[id], func(kind string) bool { return clickTypes[kind] })
	}), nil
}

// tellHeard hands elements that listen to the script, and names those that do no longer.
func (p *Page) tellHeard(ctx context.Context, f *browser.Frame, fresh, gone []proto.DOMBackendNodeID) (bool, error) {
	handles, err := p.tab.ResolveNodes(ctx, f, fresh)
	if err != nil {
		return false, err
	}
	script, err := p.tab.EvalHandle(ctx, f, "jevrunPage")
	if err != nil {
		return false, err
	}
	args := []map[string]any{{"value": fresh}, {"value": gone}}
	for _, h := range handles {
		if h == "" {
			args = append(args, map[string]any{"value": nil})
		} else {
			args = append(args, map[string]any{"objectId": h})
		}
	}
	raw, err := f.Session.Call(ctx, f.Session.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": script, "functionDeclaration": "function (ids, gone, ...elements) { return this.hear(ids, elements, gone); }", "arguments": args, "returnByValue": true,
	})
	release(f.Session, append(handles, script))
	if err != nil {
		return false, err
	}
	var answer struct {
		Result struct {
			Value int `json:"value"`
		} `json:"result"`
	}
	err = json.Unmarshal(raw, &answer)
	return answer.Result.Value > 0, err
}
