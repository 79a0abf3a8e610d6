package browser

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// worldName names our isolated world in every frame. A page cannot see into it or list it.
const worldName = "jevrun"

// ScriptError is an exception that a script of ours threw, or a script that does not parse.
type ScriptError struct {
	Text  string // the exception with its stack
	Frame int    // index of the frame
	URL   string // of the frame
}

// Error names the frame and the exception.
func (e *ScriptError) Error() string {
	return fmt.Sprintf("a script failed in frame %d (%s): %s", e.Frame, e.URL, e.Text)
}

// world is our isolated world in one document. Its token is a global of that world: Chrome counts contexts
// anew in each renderer process, so after a navigation an old number may name another world, even the page's
// own; a script that does not find its token there does nothing.
type world struct {
	ready chan struct{} // id and err are set
	id    proto.RuntimeExecutionContextID
	token string
	err   error
}

func (w *world) guard(expression string) string {
	return `globalThis["` + w.token + `"]===1?(` + expression + "\n" + `):"` + w.token + `"`
}

// isStranger: what a guarded expression came to says that it was asked in another world.
func (w *world) isStranger(raw []byte) bool {
	value, _ := cdp.Member(raw, "value")
	return len(value) == len(w.token)+2 && string(value[1:len(value)-1]) == w.token
}

// SetScript sets the script that is evaluated once in our world of each document, before the first Eval
// there. It may be evaluated again in a document after an interrupted call or another SetScript, so its top
// level should hold no let or const. Documents to come carry it from their start, unevaluated, so that it goes to a
// renderer once and is compiled there once.
func (t *Tab) SetScript(src string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if src == t.script {
		return
	}
	t.script = src
	for _, f := range t.frames {
		f.world = nil
	}
	t.carried++
	t.addEarly(fmt.Sprintf("globalThis.jevrunScript={number:%d,run(){%s\n}}", t.carried, src))
}

// SetFirstScript sets a script that runs in our world of each document from now on, before the page's own scripts. The
// document that is there does not get it, and a session that cannot take it goes without. It costs every document
// its time, so it should be short.
func (t *Tab) SetFirstScript(src string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.addEarly(src)
}

// addEarly makes the documents to come run a script before their own. It needs t.mu.
func (t *Tab) addEarly(src string) {
	add := proto.PageAddScriptToEvaluateOnNewDocument{Source: src, WorldName: worldName}
	if slices.Contains(t.early, add) {
		return
	}
	t.early = append(t.early, add)
	for _, s := range t.sessions() {
		s.Send(add)
	}
}

// Eval evaluates one expression in our isolated world of the frame's document, waits for a promise, and
// returns the value as JSON; undefined is null. It must be an expression, not statements: wrap those in an
// arrow function that is called. It shares the document with the page but no variable, prototype or function
// of it. ErrNavigated means that the document was gone or went away, ErrCrashed that its process crashed; an
// exception is a *ScriptError. When ctx has a deadline, a script that runs past it is stopped. While the main
// frame waits for a server's answer to a navigation (Loading), Chrome holds evaluations back until the
// navigation has ended one way or the other.
func (t *Tab) Eval(ctx context.Context, f *Frame, expression string) (json.RawMessage, error) {
	answer, err := t.EvalLater(ctx, f, expression)
	if err != nil {
		return nil, err
	}
	return answer(ctx)
}

// EvalLater is Eval that does not wait: the question is on its way, and what is sent to the frame's session from then on
// is answered behind it, though input may overtake it in the page. answer waits for the value; it need not be called.
// The error is that of a question that cannot be asked.
func (t *Tab) EvalLater(ctx context.Context, f *Frame, expression string) (answer func(context.Context) (json.RawMessage, error), err error) {
	q, err := t.question(ctx, f, evaluation{expression: expression, byValue: true})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (json.RawMessage, error) {
		raw, err := q.answer(ctx)
		if err != nil {
			return nil, err
		}
		value, ok := cdp.Member(raw, "value")
		if !ok {
			if odd, ok := cdp.Member(raw, "unserializableValue"); ok {
				return nil, &ScriptError{Text: "the value " + string(odd) + " has no JSON form", Frame: f.Index, URL: f.URL}
			}
			return json.RawMessage("null"), nil
		}
		return value, nil
	}, nil
}

// EvalHandle is Eval for a value that stays in the page, such as an element: its id can be handed to other
// commands of the frame's session. "" is a value without identity (null, a number).
func (t *Tab) EvalHandle(ctx context.Context, f *Frame, expression string) (proto.RuntimeRemoteObjectID, error) {
	return t.EvalHandleIn(ctx, f, "", expression)
}

// EvalHandleIn is EvalHandle for a value of an object group, which can be given up together with all others in it
// (Runtime.releaseObjectGroup). "" is no group.
func (t *Tab) EvalHandleIn(ctx context.Context, f *Frame, group, expression string) (proto.RuntimeRemoteObjectID, error) {
	q, err := t.question(ctx, f, evaluation{expression: expression, group: group})
	if err != nil {
		return "", err
	}
	raw, err := q.answer(ctx)
	if err != nil {
		return "", err
	}
	var obj proto.RuntimeRemoteObject
	if err := json.Unmarshal(raw, &obj); err != nil {
		return "", fmt.Errorf("cannot read the handle: %w", err)
	}
	return obj.ObjectID, nil
}

// evaluation is what is evaluated, and how.
type evaluation struct {
	expression string
	byValue    bool
	group      string // of the handle, where it is not by value
}

// question is a guarded expression that is on its way to our world of a frame.
type question struct {
	tab     *Tab
	frame   *Frame
	session cdp.Session
	world   *world
	pending *cdp.Pending
}

func (t *Tab) question(ctx context.Context, f *Frame, e evaluation) (question, error) {
	w, s, err := t.worldOf(ctx, f)
	if err != nil {
		return question{}, err
	}
	e.expression = w.guard(e.expression)
	return question{tab: t, frame: f, session: s, world: w, pending: e.send(ctx, s, w.id)}, nil
}

// answer is the raw remote object of the value.
func (q question) answer(ctx context.Context) ([]byte, error) {
	raw, err := q.tab.value(ctx, q.frame, q.session, q.pending)
	if err == nil && q.world.isStranger(raw) {
		err = ErrNavigated
	}
	if errors.Is(err, ErrNavigated) {
		q.tab.dropWorld(q.frame, q.world)
	}
	return raw, err
}

// run evaluates in one context and returns the raw remote object.
func (t *Tab) run(ctx context.Context, f *Frame, s cdp.Session, id proto.RuntimeExecutionContextID, e evaluation) ([]byte, error) {
	return t.value(ctx, f, s, e.send(ctx, s, id))
}

func (e evaluation) send(ctx context.Context, s cdp.Session, id proto.RuntimeExecutionContextID) *cdp.Pending {
	req := proto.RuntimeEvaluate{
		Expression: e.expression, ObjectGroup: e.group, ContextID: id, AwaitPromise: true, ReturnByValue: e.byValue, Silent: true, DisableBreaks: true,
	}
	if deadline, ok := ctx.Deadline(); ok {
		req.Timeout = proto.RuntimeTimeDelta(max(1, time.Until(deadline).Milliseconds()))
	}
	return s.Send(req)
}

// wait waits for an answer, or until the document goes away: a busy browser may never answer what was asked of one that
// another process takes over.
func (f *Frame) wait(ctx context.Context, pending *cdp.Pending) ([]byte, error) {
	select {
	case <-f.gone:
		if !pending.Answered() {
			over, cancel := context.WithCancel(ctx)
			cancel()
			_, _ = pending.Wait(over) // nobody waits for it any more
			return nil, ErrNavigated
		}
	case <-pending.Done():
	case <-ctx.Done():
	}
	return pending.Wait(ctx)
}

// value waits for the raw remote object of an evaluation.
func (t *Tab) value(ctx context.Context, f *Frame, s cdp.Session, pending *cdp.Pending) ([]byte, error) {
	raw, err := f.wait(ctx, pending)
	if err != nil {
		return nil, t.explain(ctx, s, err)
	}
	if details, ok := cdp.Member(raw, "exceptionDetails"); ok {
		return nil, exception(details, f)
	}
	result, ok := cdp.Member(raw, "result")
	if !ok {
		return nil, errors.New("the browser's answer to an evaluation has no result")
	}
	return result, nil
}

// worldOf returns our world in the document that f shows, made on first use.
func (t *Tab) worldOf(ctx context.Context, f *Frame) (*world, cdp.Session, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, cdp.Session{}, err
		}
		if isClosed(t.done) {
			return nil, cdp.Session{}, ErrClosed
		}
		t.mu.Lock()
		st := t.frames[f.ID]
		if st == nil || st.doc != f.Document {
			t.mu.Unlock()
			return nil, cdp.Session{}, ErrNavigated
		}
		s, w, script, carried := st.session, st.world, t.script, t.carried
		mine := w == nil
		if mine {
			w = &world{ready: make(chan struct{}), token: "jevrun" + rand.Text()}
			st.world = w
		}
		t.mu.Unlock()

		if mine {
			w.err = t.makeWorld(ctx, f, s, w, script, carried)
			if w.err != nil {
				t.dropWorld(f, w)
			}
			close(w.ready)
			return w, s, w.err
		}
		select {
		case <-w.ready:
		case <-ctx.Done():
			return nil, s, ctx.Err()
		case <-t.done:
			return nil, s, ErrClosed
		}
		var broken *ScriptError
		if w.err == nil || errors.As(w.err, &broken) {
			return w, s, w.err
		}
		// Whoever made it was interrupted: make it ourselves.
	}
}

func (t *Tab) makeWorld(ctx context.Context, f *Frame, s cdp.Session, w *world, script string, carried int) error {
	// The world is made in whatever document the frame shows by then. The answer comes through the event loop, in
	// its place behind the news of another document, so that it can be told whose world it is.
	type reply struct {
		res proto.PageCreateIsolatedWorldResult
		err error
	}
	replies := make(chan reply, 1)
	t.sub.Send(s.ID(), "Page.createIsolatedWorld", proto.PageCreateIsolatedWorld{FrameID: f.ID, WorldName: worldName}, func(raw []byte, err error) {
		r := reply{err: err}
		if err == nil {
			r.err = json.Unmarshal(raw, &r.res)
		}
		t.mu.Lock()
		if st := t.frames[f.ID]; r.err == nil && (st == nil || st.doc != f.Document) {
			r.err = ErrNavigated
		}
		t.mu.Unlock()
		replies <- r
	})
	var r reply
	select {
	case r = <-replies:
	case <-f.gone:
		return ErrNavigated
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
		return ErrClosed
	}
	if r.err != nil {
		return t.explain(ctx, s, r.err)
	}
	w.id = r.res.ExecutionContextID
	mark := `Object.defineProperty(globalThis,"` + w.token + `",{value:1})`
	if script != "" {
		run := fmt.Sprintf("globalThis.jevrunScript?.number===%d?(jevrunScript.run(),%s,true):false", carried, mark)
		raw, err := t.run(ctx, f, s, w.id, evaluation{expression: run, byValue: true})
		if err != nil {
			return err
		}
		if value, _ := cdp.Member(raw, "value"); string(value) == "true" {
			return nil
		}
	}
	// A document from before: the script goes by itself, the same text in each.
	install := evaluation{expression: script, byValue: true}.send(ctx, s, w.id)
	token := evaluation{expression: mark + ";0", byValue: true}.send(ctx, s, w.id)
	if _, err := t.value(ctx, f, s, install); err != nil {
		return err
	}
	_, err := t.value(ctx, f, s, token)
	return err
}

func (t *Tab) dropWorld(f *Frame, w *world) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if st := t.frames[f.ID]; st != nil && st.world == w {
		st.world = nil
	}
}

// goneMessages are Chrome's ways of saying that a document or its context no longer exists.
var goneMessages = []string{
	"Cannot find context with specified id",
	"Execution context was destroyed",
	"Inspected target navigated or closed",
	"Promise was collected",
	"Frame with the given id was not found",
	"No frame for given id found",
	"Frame with the given id does not belong to the target",
	"Cannot find default execution context",
	"Could not create isolated world",
	"Session with given id not found",
	"Not attached to an active page",
}

// explain turns the ways in which a call may fail into the errors that callers act on.
func (t *Tab) explain(ctx context.Context, s cdp.Session, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if errors.Is(err, cdp.ErrDetached) {
		if s.ID() == t.session.ID() {
			return ErrClosed
		}
		return ErrNavigated
	}
	var refused *cdp.Error
	if errors.As(err, &refused) {
		for _, m := range goneMessages {
			if strings.Contains(refused.Message, m) {
				if isClosed(t.done) {
					return ErrClosed
				}
				return ErrNavigated
			}
		}
		if strings.Contains(refused.Message, "Execution was terminated") {
			return fmt.Errorf("the script was stopped at its deadline: %w", context.DeadlineExceeded)
		}
	}
	return err
}

func exception(raw []byte, f *Frame) error {
	var d struct {
		Text      string
		Exception struct {
			Description string
			Value       json.RawMessage
		}
	}
	e := &ScriptError{Frame: f.Index, URL: f.URL}
	switch err := json.Unmarshal(raw, &d); {
	case err != nil:
		e.Text = string(raw)
	case d.Exception.Description != "":
		e.Text = d.Exception.Description
	case len(d.Exception.Value) > 0:
		e.Text = "threw " + string(d.Exception.Value)
	default:
		e.Text = d.Text
	}
	return e
}
