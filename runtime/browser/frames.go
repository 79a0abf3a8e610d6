package browser

import (
	"slices"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// Frame is a view of one document in one frame; it does not change. Once the frame shows another document,
// Eval with an old view gives ErrNavigated: take Frames again.
type Frame struct {
	Index       int // 0 is the main frame; the number stays with the frame until the main document changes
	ParentIndex int // -1 for the main frame
	ID          proto.PageFrameID
	Document    int64 // number of the document, never used again in this tab; what was numbered in it belongs to it
	Session     cdp.Session
	URL         string
	Origin      string // as Chrome serializes it; "://" for an opaque origin
	Name        string // name attribute of the frame element when the document was loaded

	gone <-chan struct{} // closed when the document goes away
}

// frameState is what the event loop knows of a frame. Tab.mu guards it.
type frameState struct {
	id, parent proto.PageFrameID
	children   []proto.PageFrameID // in the order of attachment, which for a static page is document order
	index      int                 // -1 until Frames numbers it
	session    cdp.Session
	doc        int64
	loader     proto.NetworkLoaderID
	url        string
	origin     string
	name       string
	parsed     bool // DOMContentLoaded
	away       bool // its session ended: removed, or about to come back in its parent's session with the same id
	world      *world
	gone       chan struct{} // of the document: closed when that goes away
}

// Frames lists the frames, the main frame first, then in document order. A frame keeps its index as long as
// the main document stays; new frames get the next free one, in document order among themselves. The index of
// a removed frame is not given again.
func (t *Tab) Frames() []*Frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []*Frame
	var walk func(id proto.PageFrameID, parent int)
	walk = func(id proto.PageFrameID, parent int) {
		f := t.frames[id]
		if f == nil || f.away {
			return
		}
		if f.index < 0 {
			t.nextNum++
			f.index = t.nextNum
		}
		list = append(list, f.view(parent))
		for _, child := range f.children {
			walk(child, f.index)
		}
	}
	walk(t.main, -1)
	return list
}

// MainFrame is Frames()[0].
func (t *Tab) MainFrame() *Frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames[t.main].view(-1)
}

func (f *frameState) view(parent int) *Frame {
	return &Frame{
		Index: f.index, ParentIndex: parent, ID: f.id, Document: f.doc, Session: f.session,
		URL: f.url, Origin: f.origin, Name: f.name, gone: f.gone,
	}
}

// newFrame needs t.mu, except before the event loop runs.
func (t *Tab) newFrame(id, parent proto.PageFrameID, s cdp.Session) *frameState {
	f := &frameState{id: id, parent: parent, session: s, index: -1}
	if id == t.main {
		f.index = 0
	}
	t.newDocument(f)
	return f
}

func (t *Tab) newDocument(f *frameState) {
	t.nextDoc++
	f.doc, f.world, f.parsed = t.nextDoc, nil, false
	if f.gone != nil {
		close(f.gone)
	}
	f.gone = make(chan struct{})
	delete(t.dialogFrames, f.id)
}

func (t *Tab) addFrame(id, parent proto.PageFrameID, s cdp.Session) *frameState {
	f := t.newFrame(id, parent, s)
	t.frames[id] = f
	if p := t.frames[parent]; p != nil && !slices.Contains(p.children, id) {
		p.children = append(p.children, id)
	}
	return f
}

// removeFrame needs t.mu; it takes the frames inside along.
func (t *Tab) removeFrame(id proto.PageFrameID) {
	f := t.frames[id]
	if f == nil || id == t.main {
		return
	}
	t.removeChildren(f)
	delete(t.frames, id)
	close(f.gone)
	if p := t.frames[f.parent]; p != nil {
		p.children = slices.DeleteFunc(p.children, func(x proto.PageFrameID) bool { return x == id })
	}
}

func (t *Tab) removeChildren(f *frameState) {
	for _, child := range slices.Clone(f.children) {
		t.removeFrame(child)
	}
}

func (t *Tab) frameAttached(sessionID string, ev proto.PageFrameAttached) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.conn.Session(sessionID)
	if f := t.frames[ev.FrameID]; f != nil {
		if f.session.ID() != sessionID && ev.FrameID != t.main {
			// A cross-site frame came back into its parent's process.
			f.session, f.away = s, false
			t.removeChildren(f)
			t.newDocument(f)
		}
		return
	}
	t.addFrame(ev.FrameID, ev.ParentFrameID, s)
	t.changed.ring()
}

func (t *Tab) frameNavigated(sessionID string, ev proto.PageFrameNavigated) {
	if ev.Frame == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.commit(ev.Frame, t.conn.Session(sessionID))
}

// commit takes over a new document. It needs t.mu.
func (t *Tab) commit(in *proto.PageFrame, s cdp.Session) {
	f := t.frames[in.ID]
	switch {
	case f == nil && in.ParentID == "" && s.ID() == t.session.ID():
		// The main frame got another id: Chrome replaced the whole tree.
		if old := t.frames[t.main]; old != nil {
			t.removeChildren(old)
			delete(t.frames, t.main)
		}
		t.main = in.ID
		f = t.newFrame(in.ID, "", s)
		t.frames[in.ID] = f
	case f == nil:
		f = t.addFrame(in.ID, in.ParentID, s)
	default:
		t.newDocument(f)
		t.removeChildren(f)
	}
	f.session, f.loader, f.away = s, in.LoaderID, false
	f.url, f.origin, f.name = in.URL+in.URLFragment, in.SecurityOrigin, in.Name
	if f.id == t.main {
		t.nextNum = 0
		t.commits++
		t.net.streams = false
	}
	t.navs++
	t.net.committed(f.id, f.loader)
	t.changed.ring()
	t.navBell.ring()
}

// mergeTree takes over what was there before a frame's session could report it.
func (t *Tab) mergeTree(tree *proto.PageFrameTree, s cdp.Session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var walk func(n *proto.PageFrameTree)
	walk = func(n *proto.PageFrameTree) {
		if n == nil || n.Frame == nil {
			return
		}
		f := t.frames[n.Frame.ID]
		if f == nil && n.Frame.ParentID != "" {
			f = t.addFrame(n.Frame.ID, n.Frame.ParentID, s)
		}
		if f != nil && f.session.ID() == s.ID() && f.loader != n.Frame.LoaderID {
			t.newDocument(f)
			f.loader, f.origin, f.name = n.Frame.LoaderID, n.Frame.SecurityOrigin, n.Frame.Name
			f.url = n.Frame.URL + n.Frame.URLFragment
		}
		for _, child := range n.ChildFrames {
			walk(child)
		}
	}
	walk(tree)
	t.changed.ring()
}

func (t *Tab) navigatedWithinDocument(_ string, ev proto.PageNavigatedWithinDocument) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.frames[ev.FrameID]; f != nil {
		f.url = ev.URL
		if f.id == t.main {
			t.moves++
		}
		t.changed.ring()
	}
}

func (t *Tab) frameDetached(sessionID string, ev proto.PageFrameDetached) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.frames[ev.FrameID]
	if f == nil || f.session.ID() != sessionID && !f.away {
		return // it lives in another session by now
	}
	if ev.Reason == proto.PageFrameDetachedReasonSwap {
		t.removeChildren(f) // it moves to another process; its new session is on its way
		t.newDocument(f)
	} else {
		t.removeFrame(ev.FrameID)
	}
	t.changed.ring()
}

func (t *Tab) attachedToTarget(parent string, ev proto.TargetAttachedToTarget) {
	if ev.TargetInfo == nil {
		return
	}
	s := t.conn.Session(string(ev.SessionID))
	if ev.TargetInfo.Type != "iframe" { // a worker: what it does is its own business, but it can send to the page
		t.streaming()
		s.Send(proto.RuntimeRunIfWaitingForDebugger{})
		t.conn.Session(parent).Send(proto.TargetDetachFromTarget{SessionID: ev.SessionID})
		return
	}
	id := proto.PageFrameID(ev.TargetInfo.TargetID) // Chrome names a frame's target after the frame
	t.mu.Lock()
	if f := t.frames[id]; f != nil {
		f.session, f.away = s, false
		t.removeChildren(f)
		t.newDocument(f)
	}
	t.changed.ring()
	t.mu.Unlock()
	t.sub.Add(s.ID())
	t.adopt(s, nil)
}

func (t *Tab) detachedFromTarget(_ string, ev proto.TargetDetachedFromTarget) {
	id := string(ev.SessionID)
	t.sub.Remove(id)
	t.conn.Mend(id) // the verdict on a crashed frame has no more use
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.frames {
		if f.session.ID() != id || f.id == t.main {
			continue
		}
		if p := t.frames[f.parent]; p == nil || p.session.ID() != id { // the topmost frame of the session
			f.away = true
			t.removeChildren(f)
			t.newDocument(f)
		}
	}
	t.net.dropSession(id)
	t.changed.ring()
}

func (t *Tab) setLoading(frame proto.PageFrameID, on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if frame != t.main {
		return
	}
	t.loading = on
	if !on {
		t.stops++
	}
	t.changed.ring()
}

func (t *Tab) lifecycleEvent(_ string, ev proto.PageLifecycleEvent) {
	if ev.Name != proto.PageLifecycleEventNameDOMContentLoaded {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.frames[ev.FrameID]; f != nil && (f.loader == "" || f.loader == ev.LoaderID) {
		f.parsed = true
		t.changed.ring()
	}
}
