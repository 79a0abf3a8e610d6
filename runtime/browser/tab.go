package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

var (
	// ErrNavigated: the document that was asked went away before or during the call. Observe again.
	ErrNavigated = errors.New("the document went away; the page has to be read again")
	// ErrCrashed: the page's process crashed. Goto recovers the tab.
	ErrCrashed = errors.New("the page crashed")
	// ErrClosed: the tab is closed, or its browser is gone.
	ErrClosed = errors.New("the tab is closed")
)

// Tab is one page target. One event loop per tab owns its dialogs, crashes, navigations and frames; it is
// there from before the page's first script until the tab is gone, so that nothing can hang on a dialog.
type Tab struct {
	c       *Context
	conn    *cdp.Conn
	id      proto.TargetTargetID
	session cdp.Session
	popUp   bool
	sub     *cdp.Subscription

	ready    chan struct{} // set up; setupErr is set before
	setupErr error
	done     chan struct{}
	finished sync.Once

	mu      sync.Mutex
	frames  map[proto.PageFrameID]*frameState
	main    proto.PageFrameID
	nextDoc int64 // last document number given
	nextNum int   // last frame index given in this main document
	script  string
	carried int                                          // number of the script that the documents to come carry
	early   []proto.PageAddScriptToEvaluateOnNewDocument // scripts that go before the page's own
	navs    int64
	commits int64 // documents of the main frame
	moves   int64 // changes of its address within a document
	stops   int64 // ends of its loading
	loading bool
	changed bell // frames, navigations, loading, crash
	navBell bell

	budgetBell bell // a fast-forward has come to its end
	crashed    chan struct{}
	dialogs    []Dialog
	onDialog   func(Dialog)
	net        network
	console    *consoleLog // while Console gathers; nil otherwise

	dialogFrames  map[proto.PageFrameID]bool // frames whose dialog is open
	dialogAnswers int                        // answers under way
	dialogLost    map[string]bool            // sessions that are being crashed for a lost dialog
}

// newTab takes over a tab that waits to run.
func newTab(c *Context, info *proto.TargetTargetInfo, s cdp.Session) *Tab {
	t := &Tab{
		c: c, conn: c.b.conn, id: info.TargetID, session: s, popUp: info.OpenerID != "",
		ready: make(chan struct{}), done: make(chan struct{}), crashed: make(chan struct{}),
		frames: map[proto.PageFrameID]*frameState{}, dialogFrames: map[proto.PageFrameID]bool{}, dialogLost: map[string]bool{},
		main: proto.PageFrameID(info.TargetID), // Chrome names a page after its main frame
	}
	t.frames[t.main] = t.newFrame(t.main, "", s)
	t.frames[t.main].url = info.URL
	t.sub = t.conn.Subscribe(t.event, s.ID())
	t.adopt(s, func(err error) {
		t.setupErr = err
		close(t.ready)
	})
	return t
}

// adopt makes a session that waits to run report everything the event loop needs, and lets it run.
func (t *Tab) adopt(s cdp.Session, ready func(error)) {
	var first error
	note := func(what string) func([]byte, error) {
		return func(_ []byte, err error) {
			if err != nil && first == nil {
				first = fmt.Errorf("%s: %w", what, err)
			}
		}
	}
	send := func(req proto.Request) { t.sub.Send(s.ID(), req.ProtoReq(), req, note("setting up a page")) }
	send(proto.PageEnable{})
	send(proto.PageSetLifecycleEventsEnabled{Enabled: true})
	send(proto.InspectorEnable{})
	send(proto.TargetSetAutoAttach{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: true,
		// A worker waits to be let run as well, and would wait for ever if it were left out here.
		Filter: proto.TargetTargetFilter{{Type: "iframe"}, {Type: "worker"}, {Exclude: true}},
	})
	if s.ID() == t.session.ID() {
		if b := t.c.b; b.emulate && !t.popUp {
			send(b.viewport())
		}
	} else {
		t.sub.Send(s.ID(), "Page.getFrameTree", nil, func(raw []byte, err error) {
			var tree proto.PageGetFrameTreeResult
			if err == nil && json.Unmarshal(raw, &tree) == nil && tree.FrameTree != nil {
				t.mergeTree(tree.FrameTree, s)
			}
		})
	}
	t.mu.Lock()
	watching, early := t.net.watches > 0, slices.Clone(t.early)
	t.mu.Unlock()
	for _, script := range early {
		send(script)
	}
	if watching {
		send(networkEnable())
	}
	t.sub.Send(s.ID(), "Runtime.runIfWaitingForDebugger", nil, func(_ []byte, err error) {
		note("starting a page")(nil, err)
		if ready != nil {
			ready(first)
		}
	})
}

// Session is the tab's own session; cross-site frames have theirs, see Frame.Session.
func (t *Tab) Session() cdp.Session { return t.session }

// ID is Chrome's target id.
func (t *Tab) ID() proto.TargetTargetID { return t.id }

// PopUp is true for a tab that a page opened.
func (t *Tab) PopUp() bool { return t.popUp }

// Done is closed when the tab is gone, for whatever reason.
func (t *Tab) Done() <-chan struct{} { return t.done }

// Close closes the tab without asking its page and returns when it is gone. A page that never yields is closed too.
func (t *Tab) Close(ctx context.Context) error {
	p := t.c.b.Session().Send(proto.TargetCloseTarget{TargetID: t.id})
	select {
	case <-t.done:
		return nil
	case <-t.conn.Done():
		return nil
	case <-ctx.Done():
	}
	_, err := p.Wait(ctx)
	return fmt.Errorf("the tab did not close: %w", errors.Join(ctx.Err(), err))
}

// abandon asks Chrome to close a tab that nobody will get to see.
func (t *Tab) abandon() {
	t.c.b.Session().Send(proto.TargetCloseTarget{TargetID: t.id})
}

// finish ends the event loop and everybody who waits.
func (t *Tab) finish() {
	t.finished.Do(func() {
		t.sub.Stop()
		close(t.done)
	})
}

// Crashed is closed when the page's process has crashed; after Goto it is a new channel.
func (t *Tab) Crashed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.crashed
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}

// mend takes back the verdict of a crash.
func (t *Tab) mend() {
	t.conn.Mend(t.session.ID())
	t.mu.Lock()
	defer t.mu.Unlock()
	if isClosed(t.crashed) {
		t.crashed = make(chan struct{})
	}
}

// Dialogs lists the dialogs of this tab, oldest first; the last 1000 are kept.
func (t *Tab) Dialogs() []Dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.dialogs)
}

// OnDialog calls fn with every dialog just before its answer is sent, on the tab's event loop: fn must not wait for
// the page. One function at a time; nil removes it.
func (t *Tab) OnDialog(fn func(Dialog)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onDialog = fn
}

// event is the tab's event loop: one event at a time, of all the tab's sessions, in Chrome's order. It never
// waits for the browser.
func (t *Tab) event(e cdp.Event) {
	switch e.Method {
	case "Page.javascriptDialogOpening":
		handle(e, t.dialogOpening)
	case "Page.javascriptDialogClosed":
		handle(e, func(_ string, ev dialogClosed) { t.forgetDialog(ev.FrameID) })
	case "Page.frameAttached":
		handle(e, t.frameAttached)
	case "Page.frameNavigated":
		handle(e, t.frameNavigated)
	case "Page.navigatedWithinDocument":
		handle(e, t.navigatedWithinDocument)
	case "Page.frameDetached":
		handle(e, t.frameDetached)
	case "Page.frameStartedLoading", "Page.frameStartedNavigating":
		handle(e, func(_ string, ev proto.PageFrameStartedLoading) { t.setLoading(ev.FrameID, true) })
	case "Page.frameStoppedLoading":
		handle(e, func(_ string, ev proto.PageFrameStoppedLoading) { t.setLoading(ev.FrameID, false) })
	case "Page.lifecycleEvent":
		handle(e, t.lifecycleEvent)
	case "Target.attachedToTarget":
		handle(e, t.attachedToTarget)
	case "Target.detachedFromTarget":
		handle(e, t.detachedFromTarget)
	case "Inspector.targetCrashed":
		t.targetCrashed(e.SessionID)
	case "Inspector.targetReloadedAfterCrash":
		t.conn.Mend(e.SessionID)
	case "Console.messageAdded", "Log.entryAdded", "Runtime.exceptionThrown":
		handle(e, t.consoleLine)
	case "Network.requestWillBeSent":
		handle(e, t.requestWillBeSent)
	case "Network.webSocketCreated":
		t.streaming()
	case "Emulation.virtualTimeBudgetExpired":
		t.mu.Lock()
		t.budgetBell.ring()
		t.mu.Unlock()
	case "Network.loadingFinished":
		handle(e, func(s string, ev proto.NetworkLoadingFinished) { t.requestEnded(s, ev.RequestID) })
	case "Network.loadingFailed":
		handle(e, func(s string, ev proto.NetworkLoadingFailed) { t.requestEnded(s, ev.RequestID) })
	}
}

func handle[T any](e cdp.Event, fn func(sessionID string, ev T)) {
	var ev T
	if json.Unmarshal(e.Params, &ev) == nil { // Chrome's own words; one that is not understood tells nothing
		fn(e.SessionID, ev)
	}
}

// dialogOpened is Page.javascriptDialogOpening with the frame, which rod's type lacks.
type dialogOpened struct {
	proto.PageJavascriptDialogOpening
	FrameID proto.PageFrameID `json:"frameId"`
}

type dialogClosed struct {
	FrameID proto.PageFrameID `json:"frameId"`
}

func (t *Tab) dialogOpening(sessionID string, ev dialogOpened) {
	accept, text, rule := t.c.dialogPolicy().answer(ev.Message, ev.DefaultPrompt)
	answer := proto.PageHandleJavaScriptDialog{Accept: accept}
	if accept && ev.Type == proto.PageDialogTypePrompt {
		answer.PromptText = text
	}
	d := Dialog{
		Type: string(ev.Type), Message: ev.Message, URL: ev.URL, Action: Dismiss, Rule: rule, At: time.Now(),
	}
	if accept {
		d.Action, d.Text = Accept, answer.PromptText
	}
	t.mu.Lock()
	t.dialogFrames[ev.FrameID] = true
	t.dialogAnswers++
	t.dialogs = appendBounded(t.dialogs, d)
	fn := t.onDialog
	t.mu.Unlock()
	t.c.addDialog(d)
	if fn != nil {
		fn(d)
	}
	// Last: what the answer lets go on, such as the click that opened the dialog, finds it on record.
	t.sub.Send(sessionID, answer.ProtoReq(), answer, func([]byte, error) { t.lostDialogs() })
}

// lostDialogs finds dialogs that nobody can answer any more. The headless shell remembers one dialog per tab:
// when frames of two processes open theirs within the same millisecond, the answer reaches the second alone
// and the first frame's process waits for ever. Nothing but its end can free it, and a crash is told to
// everybody who waits for it, so it is crashed.
func (t *Tab) lostDialogs() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dialogAnswers--; t.dialogAnswers > 0 {
		return // the last answer shows what is left open
	}
	for id := range t.dialogFrames {
		if f := t.frames[id]; f != nil && !t.dialogLost[f.session.ID()] {
			t.dialogLost[f.session.ID()] = true
			f.session.Send(proto.PageCrash{})
		}
	}
	clear(t.dialogFrames)
	t.changed.ring()
}

func (t *Tab) forgetDialog(frame proto.PageFrameID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.dialogFrames, frame)
	t.changed.ring()
}

// dialogsKept bounds the record of dialogs: a page may open them in an endless loop.
const dialogsKept = 1000

func appendBounded(list []Dialog, d Dialog) []Dialog {
	if len(list) >= dialogsKept {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, d)
}

func (t *Tab) targetCrashed(sessionID string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	reason := ErrCrashed
	if t.dialogLost[sessionID] {
		delete(t.dialogLost, sessionID)
		reason = fmt.Errorf("%w: two frames opened dialogs at the same moment, and the browser lost one", ErrCrashed)
	}
	t.conn.Break(sessionID, reason)
	for _, f := range t.frames {
		if f.session.ID() == sessionID {
			f.world = nil
		}
	}
	if sessionID == t.session.ID() && !isClosed(t.crashed) {
		close(t.crashed)
	}
	t.changed.ring()
}
