package browser

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// network is the tab's record of requests under way, kept while somebody watches. Tab.mu guards it.
type network struct {
	watches int
	started int64 // requests, ever
	running map[requestKey]request
	changed bell
	streams bool // the main document has had a worker or a connection that others can send through
}

type requestKey struct {
	session string
	id      proto.NetworkRequestID
}

type request struct {
	url     string
	kind    proto.NetworkResourceType
	started time.Time
	page    bool // it loads the document of a frame
	frame   proto.PageFrameID
	loader  proto.NetworkLoaderID
}

// NetWatch counts the requests of a tab while it is open. The Network domain costs a page with hundreds of
// requests up to half its speed, so it is on only while a watch is open.
type NetWatch struct {
	t      *Tab
	before int64 // requests that were started before it was open
	once   sync.Once
}

func networkEnable() proto.NetworkEnable {
	little := 64 << 10 // bodies are never asked for
	return proto.NetworkEnable{MaxTotalBufferSize: &little, MaxResourceBufferSize: &little}
}

// Network starts to watch requests, in all frames. Requests that were under way before are not seen.
func (t *Tab) Network(ctx context.Context) (*NetWatch, error) {
	t.mu.Lock()
	t.net.watches++
	first := t.net.watches == 1
	if first {
		t.net.running = map[requestKey]request{}
	}
	sessions, before := t.sessions(), t.net.started
	t.mu.Unlock()
	w := &NetWatch{t: t, before: before}
	if !first {
		return w, nil
	}
	var sent []*cdp.Pending
	for _, s := range sessions {
		sent = append(sent, s.Send(networkEnable()))
	}
	if _, err := sent[0].Wait(ctx); err != nil { // the tab's own; frames may vanish meanwhile
		w.Close()
		return nil, fmt.Errorf("cannot watch the network: %w", t.explain(ctx, t.session, err))
	}
	return w, nil
}

// sessions lists the tab's sessions, its own first. It needs t.mu.
func (t *Tab) sessions() []cdp.Session {
	list := []cdp.Session{t.session}
	seen := map[string]bool{t.session.ID(): true}
	for _, f := range t.frames {
		if !seen[f.session.ID()] {
			seen[f.session.ID()] = true
			list = append(list, f.session)
		}
	}
	return list
}

// Inflight counts the requests that were started at since or later and have not ended; those that do not load the
// document of a frame also at old or later, because one that takes long there waits for news and not for an answer.
// WebSocket, EventSource, media, ping and prefetch requests do not count: they end when they like, or never.
func (w *NetWatch) Inflight(since, old time.Time) int {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	n := 0
	for _, r := range w.t.net.running {
		if !r.started.Before(since) && (r.page || !r.started.Before(old)) {
			n++
		}
	}
	return n
}

// holding are the requests that keep the main document from being complete, the oldest first: scripts and styles, or where
// there are none the document itself. It needs t.mu.
func (n *network) holding(main proto.PageFrameID) []request {
	var parts, whole []request
	for _, r := range n.running {
		switch {
		case r.frame != main:
		case r.page:
			whole = append(whole, r)
		case r.kind == proto.NetworkResourceTypeScript || r.kind == proto.NetworkResourceTypeStylesheet:
			parts = append(parts, r)
		}
	}
	if len(parts) == 0 {
		return whole
	}
	slices.SortFunc(parts, func(a, b request) int { return a.started.Compare(b.started) })
	return parts
}

// maxNamed is how many requests an error names.
const maxNamed = 3

// missing names what holding finds, and since when each is missing; "" for nothing. It needs t.mu.
func (n *network) missing(main proto.PageFrameID) string {
	list := n.holding(main)
	var named []string
	for _, r := range list[:min(len(list), maxNamed)] {
		what := strings.ToLower(string(r.kind)) + " " + r.url
		if r.page {
			what = "rest of it"
		}
		named = append(named, fmt.Sprintf("the %s (asked for %s ago)", what, rounded(time.Since(r.started))))
	}
	if more := len(list) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("%d more", more))
	}
	return strings.Join(named, ", ")
}

// Missing names the scripts and styles of the main document that were asked for and have not come, or the rest of the
// document itself, and since when each is missing; "" for nothing.
func (w *NetWatch) Missing() string {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	return w.t.net.missing(w.t.main)
}

// Requests counts the requests that were started since the watch was opened, of the kinds that Inflight counts.
func (w *NetWatch) Requests() int {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	return int(w.t.net.started - w.before)
}

// Changed is closed when the next request starts or ends. Take the channel first, then count.
func (w *NetWatch) Changed() <-chan struct{} {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	return w.t.net.changed.next()
}

// Sync returns when everything is counted that the page had asked for before: an answer to a call may overtake the
// news of requests on their way to the count. Sessions that hang, by their ids, are not waited for.
func (w *NetWatch) Sync(ctx context.Context, hanging map[string]bool) error {
	t := w.t
	t.mu.Lock()
	sessions := slices.DeleteFunc(t.sessions(), func(s cdp.Session) bool { return hanging[s.ID()] })
	t.mu.Unlock()
	replies := make(chan struct{}, len(sessions))
	for _, s := range sessions {
		t.sub.Send(s.ID(), "Runtime.getIsolateId", nil, func([]byte, error) { replies <- struct{}{} })
	}
	for range sessions {
		select {
		case <-replies:
		case <-ctx.Done():
			return ctx.Err()
		case <-t.done:
			return ErrClosed
		}
	}
	return nil
}

// Close ends the watch; the last one switches the domain off, without waiting. It may be called more than once.
func (w *NetWatch) Close() {
	w.once.Do(func() {
		w.t.mu.Lock()
		w.t.net.watches--
		last := w.t.net.watches == 0
		if last {
			w.t.net.running = nil
		}
		sessions := w.t.sessions()
		w.t.mu.Unlock()
		if !last || isClosed(w.t.done) {
			return
		}
		for _, s := range sessions {
			s.Send(proto.NetworkDisable{})
		}
	})
}

func (t *Tab) requestWillBeSent(sessionID string, ev proto.NetworkRequestWillBeSent) {
	switch ev.Type {
	case proto.NetworkResourceTypeEventSource:
		t.streaming()
		return
	case proto.NetworkResourceTypeWebSocket, proto.NetworkResourceTypeMedia,
		proto.NetworkResourceTypePing, proto.NetworkResourceTypePrefetch:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.net.running == nil {
		return
	}
	key := requestKey{sessionID, ev.RequestID}
	if _, ok := t.net.running[key]; ok {
		return // a redirect of the same request
	}
	t.net.started++
	t.net.running[key] = request{url: ev.Request.URL, kind: ev.Type, started: ev.WallTime.Time(), page: ev.Type == proto.NetworkResourceTypeDocument, frame: ev.FrameID, loader: ev.LoaderID}
	t.net.changed.ring()
}

// streaming notes that somebody can send to the page at any time.
func (t *Tab) streaming() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.net.streams = true
}

func (t *Tab) requestEnded(sessionID string, id proto.NetworkRequestID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := requestKey{sessionID, id}
	if _, ok := t.net.running[key]; ok {
		delete(t.net.running, key)
		t.net.changed.ring()
	}
}

// committed drops the requests of the documents that the frame showed before: their end may never be told.
func (n *network) committed(frame proto.PageFrameID, loader proto.NetworkLoaderID) {
	for key, r := range n.running {
		if r.frame == frame && r.loader != loader {
			delete(n.running, key)
			n.changed.ring()
		}
	}
}

func (n *network) dropSession(id string) {
	for key := range n.running {
		if key.session == id {
			delete(n.running, key)
			n.changed.ring()
		}
	}
}
