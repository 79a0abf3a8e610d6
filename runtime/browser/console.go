package browser

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// ConsoleLine is one line that a person would see in the console of a page.
type ConsoleLine struct {
	Level string // debug, log, info, warning, error
	Text  string // an exception with its stack
	URL   string // of the script or resource that it is about, "" when Chrome does not say
	Line  int    // in URL, 1-based; 0 when there is none
}

// consoleKept bounds what Console gathers, in lines of each session and kind: Chrome keeps the last 1000 itself.
const consoleKept = 1000

// consoleLog gathers the lines that Chrome had kept.
type consoleLog struct{ lines []ConsoleLine }

// Console lists what the console of the open page holds, oldest first and frame process by frame process: what
// scripts wrote, exceptions that nobody caught, resources that did not load. Chrome keeps the lines of a page by
// itself, so the protocol's domains for them are on only during this call. Lines of pages that were open before
// are gone.
func (t *Tab) Console(ctx context.Context) ([]ConsoleLine, error) {
	log := &consoleLog{}
	t.mu.Lock()
	if t.console != nil {
		t.mu.Unlock()
		return nil, errors.New("the console is being read by somebody else")
	}
	t.console = log
	t.mu.Unlock()
	var errs []error
	var sessions []cdp.Session
	for _, f := range t.Frames() {
		if !slices.ContainsFunc(sessions, func(s cdp.Session) bool { return s.ID() == f.Session.ID() }) {
			sessions = append(sessions, f.Session)
		}
	}
	for _, s := range sessions {
		for _, on := range []proto.Request{proto.ConsoleEnable{}, proto.LogEnable{}, proto.RuntimeEnable{}} {
			errs = append(errs, t.inOrder(ctx, s, on))
		}
		for _, off := range []proto.Request{proto.ConsoleDisable{}, proto.LogDisable{}, proto.RuntimeDisable{}} {
			s.Send(off)
		}
	}
	t.mu.Lock()
	t.console = nil
	t.mu.Unlock()
	return thrownOnce(log.lines), errors.Join(errs...)
}

// thrownOnce takes the lines away that say no more of an exception than that it was not caught: it is there again with
// what was thrown.
func thrownOnce(lines []ConsoleLine) []ConsoleLine {
	return slices.DeleteFunc(slices.Clone(lines), func(l ConsoleLine) bool {
		return (l.Text == "Uncaught" || l.Text == "Uncaught (in promise)") && slices.ContainsFunc(lines, func(o ConsoleLine) bool {
			return o.URL == l.URL && o.Line == l.Line && strings.HasPrefix(o.Text, l.Text+" ")
		})
	})
}

// inOrder sends a command and waits until its answer came through the event loop, behind the events before it.
func (t *Tab) inOrder(ctx context.Context, s cdp.Session, req proto.Request) error {
	answered := make(chan error, 1)
	t.sub.Send(s.ID(), req.ProtoReq(), req, func(_ []byte, err error) { answered <- err })
	select {
	case err := <-answered:
		return err
	case <-t.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// consoleEvent is Console.messageAdded, Log.entryAdded or Runtime.exceptionThrown.
type consoleEvent struct {
	Message *proto.ConsoleConsoleMessage   `json:"message"`
	Entry   *proto.LogLogEntry             `json:"entry"`
	Thrown  *proto.RuntimeExceptionDetails `json:"exceptionDetails"`
}

// consoleLine runs on the event loop.
func (t *Tab) consoleLine(_ string, ev consoleEvent) {
	var line ConsoleLine
	switch {
	case ev.Message != nil:
		line = ConsoleLine{Level: string(ev.Message.Level), Text: ev.Message.Text, URL: ev.Message.URL}
		if ev.Message.Line != nil {
			line.Line = *ev.Message.Line
		}
	case ev.Entry != nil:
		line = ConsoleLine{Level: string(ev.Entry.Level), Text: ev.Entry.Text, URL: ev.Entry.URL}
		if ev.Entry.LineNumber != nil {
			line.Line = *ev.Entry.LineNumber + 1
		}
	case ev.Thrown != nil:
		line = ConsoleLine{Level: "error", Text: ev.Thrown.Text, URL: ev.Thrown.URL, Line: ev.Thrown.LineNumber + 1}
		if o := ev.Thrown.Exception; o != nil {
			line.Text += " " + o.Description
		}
	default:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.console != nil && len(t.console.lines) < 2*consoleKept {
		t.console.lines = append(t.console.lines, line)
	}
}
