package page

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"maps"
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
	mostListeners = 500                    // elements that are handed in at once
	mostBatches   = 8                      // so often in one look; the rest is for the next
	dearLook      = 100 * time.Millisecond // a look that takes longer is repeated only when ten times its time has passed
	listenLimit   = 2 * time.Second        // a look that takes longer is the last one in its document
)

// ear remembers what was asked about the listeners in one process of the page. The answer for the outermost document in
// it speaks for all documents of that process, so that one question is enough as long as it is answered as before.
type ear struct {
	frames []*browser.Frame // that were told of what listens in them, the outermost first
	handle proto.RuntimeRemoteObjectID
	answer [sha256.Size]byte // that they were told of; zero when there is more to tell
	known  map[proto.PageFrameID]*told
	next   time.Time // not to be asked again before
	deaf   bool      // not to be asked again at all

	window bool                            // the window listened for what a click brings when the document was first looked at
	reacts map[proto.DOMBackendNodeID]bool // nodes that listened for that at some look
}

// told is what the script of one document knows of.
type told struct {
	document int64                       // its number in the tab
	handle   proto.RuntimeRemoteObjectID // of it, in the page's own world; "" until it is needed
	ids      map[proto.DOMBackendNodeID]bool
}

// question is one that is asked about the listeners of the frames of one process.
type question struct {
	frames []*browser.Frame
	answer *cdp.Pending // nil when the document has no handle yet
}

// askListeners sends the question for listeners, one for each process that the frames are in, and does not wait: the
// answers come behind those to what was sent before. Processes that need not be asked now are left out.
func (p *Page) askListeners(frames []*browser.Frame) []question {
	p.listening.Lock()
	defer p.listening.Unlock()
	var asked []question
	ears := map[string]*ear{}
	for _, some := range bySession(frames) {
		root := some[0]
		e := p.ears[root.Session.ID()]
		if e == nil || e.frames[0].ID != root.ID || e.frames[0].Document != root.Document {
			e = &ear{frames: some[:1], known: map[proto.PageFrameID]*told{}}
		}
		ears[root.Session.ID()] = e
		if e.deaf || time.Now().Before(e.next) {
			continue
		}
		q := question{frames: some}
		if e.handle != "" {
			q.answer = getListeners(root, e.handle)
		}
		asked = append(asked, q)
	}
	p.ears = ears
	return asked
}

func bySession(frames []*browser.Frame) [][]*browser.Frame {
	var out [][]*browser.Frame
	at := map[string]int{}
	for _, f := range frames { // parents come before their children
		i, ok := at[f.Session.ID()]
		if !ok {
			i = len(out)
			at[f.Session.ID()] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], f)
	}
	return out
}

func getListeners(f *browser.Frame, document proto.RuntimeRemoteObjectID) *cdp.Pending {
	return f.Session.Conn().Send(f.Session.ID(), "DOMDebugger.getEventListeners", map[string]any{"objectId": document, "depth": -1, "pierce": true})
}

// hear waits for the answers, tells the scripts what is new to them, and reports whether they learned of anything that
// may make a difference. What cannot be asked stays as it is.
func (p *Page) hear(ctx context.Context, asked []question) bool {
	if len(asked) == 0 {
		return false
	}
	p.listening.Lock()
	defer p.listening.Unlock()
	var news atomic.Bool
	var wait sync.WaitGroup
	for _, q := range asked {
		e := p.ears[q.frames[0].Session.ID()]
		if e == nil || e.frames[0].Document != q.frames[0].Document {
			continue // another look saw another document
		}
		wait.Go(func() {
			if p.hearIn(ctx, e, q) {
				news.Store(true)
			}
		})
	}
	wait.Wait()
	return news.Load()
}

// hearIn hears one answer.
func (p *Page) hearIn(ctx context.Context, e *ear, q question) (news bool) {
	start := time.Now()
	asking, cancel := context.WithTimeout(ctx, listenLimit)
	defer cancel()
	fail := func() bool {
		e.deaf = asking.Err() != nil && ctx.Err() == nil
		e.handle, e.answer = "", [sha256.Size]byte{}
		return news
	}
	if q.answer == nil {
		handle, err := pageDocument(asking, q.frames[0])
		if err != nil {
			return fail()
		}
		e.handle = handle
		q.answer = getListeners(q.frames[0], handle)
		if window, err := windowListens(asking, q.frames[0].Session); err != nil || window {
			e.window = true
		}
	}
	raw, err := q.answer.Wait(asking)
	if err != nil {
		return fail()
	}
	if took := time.Since(start); took > dearLook {
		e.next = start.Add(10 * took)
	}
	answer := sha256.Sum256(raw)
	if answer == e.answer && slices.EqualFunc(e.frames, q.frames, func(a, b *browser.Frame) bool { return a.ID == b.ID && a.Document == b.Document }) {
		return false
	}
	reacting, err := listeningFor(raw)
	if err != nil {
		return fail()
	}
	if e.reacts == nil {
		e.reacts = reacting
	} else {
		maps.Copy(e.reacts, reacting)
	}
	lists, err := p.listenersOf(asking, e, q.frames, raw)
	if err != nil {
		return fail()
	}
	all := true
	for i, f := range q.frames {
		changed, done, err := p.tell(ctx, f, e.known[f.ID], lists[i])
		news = news || changed
		if err != nil {
			all = false
			continue
		}
		all = all && done
	}
	e.frames = q.frames
	if e.answer = answer; !all {
		e.answer, e.next = [sha256.Size]byte{}, time.Time{}
	}
	return news
}

// listenersOf are the nodes of each of some frames of a process that listen for clicks, in document order, by the answer
// for the outermost. The answer for a document includes those for the documents in it.
func (p *Page) listenersOf(ctx context.Context, e *ear, frames []*browser.Frame, raw []byte) ([][]proto.DOMBackendNodeID, error) {
	known := map[proto.PageFrameID]*told{}
	for _, f := range frames {
		if known[f.ID] = e.known[f.ID]; known[f.ID] == nil || known[f.ID].document != f.Document {
			known[f.ID] = &told{document: f.Document, ids: map[proto.DOMBackendNodeID]bool{}}
		}
	}
	e.known = known
	lists, errs := make([][]proto.DOMBackendNodeID, len(frames)), make([]error, len(frames))
	lists[0], errs[0] = clickable(raw)
	var wait sync.WaitGroup
	for i, f := range frames[1:] {
		wait.Go(func() {
			its := known[f.ID]
			if its.handle == "" {
				if its.handle, errs[i+1] = p.documentOf(ctx, f); errs[i+1] != nil {
					return
				}
			}
			raw, err := getListeners(f, its.handle).Wait(ctx)
			if err == nil {
				lists[i+1], err = clickable(raw)
			}
			errs[i+1] = err
		})
	}
	wait.Wait()
	if errs[0] != nil {
		return nil, errs[0]
	}
	taken := map[proto.DOMBackendNodeID]bool{}
	for i := len(frames) - 1; i >= 0; i-- { // a frame comes before those in it
		if i > 0 && errs[i] != nil {
			known[frames[i].ID].handle = "" // its document went away: what it says is nobody's
		}
		lists[i] = slices.DeleteFunc(lists[i], func(id proto.DOMBackendNodeID) bool { return taken[id] })
		for _, id := range lists[i] {
			taken[id] = true
		}
	}
	return lists, nil
}

// pageDocument is the outermost document of a session, as an object of the page's own world: to ask through one of ours
// would hand objects of the page's world to ours. No script can give the page's document another name.
func pageDocument(ctx context.Context, root *browser.Frame) (proto.RuntimeRemoteObjectID, error) {
	res, err := cdp.Call[proto.RuntimeEvaluateResult](ctx, root.Session, proto.RuntimeEvaluate{Expression: "document", Silent: true})
	if err != nil {
		return "", err
	}
	if res.Result == nil || res.Result.ObjectID == "" {
		return "", browser.ErrNavigated
	}
	return res.Result.ObjectID, nil
}

// documentOf is the document of any frame, as an object of the page's own world.
func (p *Page) documentOf(ctx context.Context, f *browser.Frame) (proto.RuntimeRemoteObjectID, error) {
	handle, err := p.tab.EvalHandle(ctx, f, "document")
	if err != nil {
		return "", err
	}
	node, err := cdp.Call[proto.DOMDescribeNodeResult](ctx, f.Session, proto.DOMDescribeNode{ObjectID: handle})
	f.Session.Send(proto.RuntimeReleaseObject{ObjectID: handle})
	if err != nil {
		return "", err
	}
	main, err := cdp.Call[proto.DOMResolveNodeResult](ctx, f.Session, proto.DOMResolveNode{BackendNodeID: node.Node.BackendNodeID})
	if err != nil {
		return "", err
	}
	return main.Object.ObjectID, nil
}

// listener is one listener of an answer: the event and the node that it is for.
type listener struct {
	Type string                 `json:"type"`
	Node proto.DOMBackendNodeID `json:"backendNodeId"`
}

func listenersIn(raw []byte) ([]listener, error) {
	var answer struct {
		Listeners []listener `json:"listeners"`
	}
	err := json.Unmarshal(raw, &answer)
	return answer.Listeners, err
}

// clickable are the nodes of an answer that listen for clicks, in document order.
func clickable(raw []byte) ([]proto.DOMBackendNodeID, error) {
	heard, err := listenersIn(raw)
	if err != nil {
		return nil, err
	}
	var order []proto.DOMBackendNodeID
	kinds := map[proto.DOMBackendNodeID][]string{}
	for _, l := range heard {
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

// tell hands the script of a frame the elements that listen now and did not before, and those that do no longer. done
// says that there is nothing left to tell.
func (p *Page) tell(ctx context.Context, f *browser.Frame, its *told, now []proto.DOMBackendNodeID) (news, done bool, err error) {
	is := make(map[proto.DOMBackendNodeID]bool, len(now))
	var fresh []proto.DOMBackendNodeID
	for _, id := range now {
		is[id] = true
		if !its.ids[id] {
			fresh = append(fresh, id)
		}
	}
	gone := slices.DeleteFunc(slices.Collect(maps.Keys(its.ids)), func(id proto.DOMBackendNodeID) bool { return is[id] })
	for range mostBatches {
		some, less := fresh[:min(len(fresh), mostListeners)], gone[:min(len(gone), mostListeners)]
		if len(some)+len(less) == 0 {
			return news, true, nil
		}
		changed, err := p.tellHeard(ctx, f, some, less)
		if err != nil {
			return news, false, err
		}
		news = news || changed
		for _, id := range less {
			delete(its.ids, id)
		}
		for _, id := range some {
			its.ids[id] = true
		}
		fresh, gone = fresh[len(some):], gone[len(less):]
	}
	return news, len(fresh)+len(gone) == 0, nil
}

// tellHeard hands elements that listen to the script, and names those that do no longer.
func (p *Page) tellHeard(ctx context.Context, f *browser.Frame, fresh, gone []proto.DOMBackendNodeID) (bool, error) {
	group := p.objectGroup()
	defer f.Session.Send(proto.RuntimeReleaseObjectGroup{ObjectGroup: group})
	handles, err := p.tab.ResolveNodesIn(ctx, f, group, fresh)
	if err != nil {
		return false, err
	}
	var on proto.RuntimeRemoteObjectID // any object of our world
	args := []map[string]any{{"value": append([]proto.DOMBackendNodeID{}, fresh...)}, {"value": append([]proto.DOMBackendNodeID{}, gone...)}}
	for _, h := range handles {
		if h == "" {
			args = append(args, map[string]any{"value": nil})
			continue
		}
		on = h
		args = append(args, map[string]any{"objectId": h})
	}
	if on == "" {
		if on, err = p.tab.EvalHandleIn(ctx, f, group, "jevrunPage"); err != nil {
			return false, err
		}
	}
	raw, err := f.Session.Call(ctx, f.Session.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": on, "functionDeclaration": "function (ids, gone, ...elements) { return jevrunPage.hear(ids, elements, gone); }", "arguments": args, "returnByValue": true,
	})
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
