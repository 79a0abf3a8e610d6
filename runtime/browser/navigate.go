package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// Goto opens url (http, https, file, about or data) and returns when the document is there and parsed
// (DOMContentLoaded), or at once for a change of the fragment alone. When the page moves on by itself, the
// document that replaced it counts. The error names the url and Chrome's reason, or what the document still waits for when ctx
// ends. Goto recovers a crashed tab.
func (t *Tab) Goto(ctx context.Context, url string) error {
	if isClosed(t.done) {
		return fmt.Errorf("cannot open %s: %w", url, ErrClosed)
	}
	t.mend()
	crashed := t.Crashed()
	began := time.Now()

	type reply struct {
		res     proto.PageNavigateResult
		err     error
		commits int64 // counts at the time of the answer
		stops   int64
	}
	t.mu.Lock()
	moves := t.moves
	t.mu.Unlock()
	replies := make(chan reply, 1)
	t.sub.Send(t.session.ID(), "Page.navigate", proto.PageNavigate{URL: url}, func(raw []byte, err error) {
		r := reply{err: err}
		if err == nil {
			r.err = json.Unmarshal(raw, &r.res)
		}
		t.mu.Lock()
		r.commits, r.stops = t.commits, t.stops
		t.mu.Unlock()
		replies <- r
	})
	var r reply
	select {
	case r = <-replies:
	case <-crashed:
		return fmt.Errorf("cannot open %s: %w", url, ErrCrashed)
	case <-t.done:
		return fmt.Errorf("cannot open %s: %w", url, ErrClosed)
	case <-ctx.Done():
		return fmt.Errorf("%s did not answer: %w", url, ctx.Err())
	}
	var there func() bool // under t.mu
	switch {
	case r.err != nil:
		return fmt.Errorf("cannot open %s: %w", url, t.explain(ctx, t.session, r.err))
	case r.res.ErrorText != "":
		// Until Chrome has put the failed navigation away it would drag the next one along.
		settle, cancel := context.WithTimeout(ctx, failureSettle)
		defer cancel()
		// Errors of the waits are not looked at: the failure is what counts.
		_ = t.await(settle, crashed, func() bool { return !t.loading && len(t.dialogFrames) == 0 })
		e := t.navigationError(url, r.res.ErrorText, began)
		if e.stayed {
			// The page's process still has to hear that it stays; until it has said so, that would stop the next one.
			_, _ = t.Eval(settle, t.MainFrame(), `new Promise(f => setTimeout(f, 0))`)
		}
		return e
	case r.res.LoaderID == "": // within the document
		there = func() bool { return t.moves > moves || t.stops > r.stops }
	default:
		committed := func() bool { return t.frames[t.main].loader == r.res.LoaderID || t.commits > r.commits }
		if t.await(ctx, crashed, committed) == nil { // else the wait below fails as well
			t.prepare()
		}
		there = func() bool { return t.frames[t.main].parsed }
	}
	err := t.await(ctx, crashed, there)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return t.incomplete(url, began, err)
	}
	return fmt.Errorf("cannot open %s: %w", url, err)
}

// incompleteError says of a page that answered what keeps its document from being complete.
type incompleteError struct {
	text string
	over error // of the context
}

func (e *incompleteError) Error() string { return e.text }
func (e *incompleteError) Unwrap() error { return e.over }

// incomplete is the error of a document that did not get done in time. What holds it up is known while the network is
// watched.
func (t *Tab) incomplete(url string, began time.Time, over error) error {
	t.mu.Lock()
	watched := t.net.running != nil
	missing := t.net.missing(t.main)
	t.mu.Unlock()
	text := fmt.Sprintf("%s answered but its document is not complete after %s", url, rounded(time.Since(began)))
	switch {
	case missing != "":
		text += ": it waits for " + missing + "; see whether the server sends that, or set a longer timeout"
	case watched:
		text += ": nothing that it loads is missing, so a script of it may be busy; set a longer timeout if that comes to an end"
	}
	return &incompleteError{text, over}
}

// rounded is a duration as an error says it.
func rounded(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }

// prepare makes our world in the main document while that is being parsed, so that the first look does not have to
// wait behind the first layout and paint. It does not wait; what it started ends with the answers or with the tab.
func (t *Tab) prepare() {
	main := t.MainFrame()
	go func() { _, _, _ = t.worldOf(context.Background(), main) }() // whoever needs the world asks again, and hears the error
}

// failureSettle bounds the wait for the end of a navigation that has failed already.
const failureSettle = time.Second

// await waits for a condition on what the event loop maintains; cond runs under t.mu.
func (t *Tab) await(ctx context.Context, crashed <-chan struct{}, cond func() bool) error {
	for {
		t.mu.Lock()
		ok := cond()
		changed := t.changed.next()
		t.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-crashed:
			return ErrCrashed
		case <-t.done:
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// NavigationError is Chrome's refusal to open a url.
type NavigationError struct {
	URL    string
	Reason string // for example net::ERR_CONNECTION_REFUSED
	Hint   string // what it usually means; may be empty
	stayed bool   // the page asked, and the policy did not let it go
}

// Stayed says that the page asked whether to leave, and that the dialog policy said no.
func (e *NavigationError) Stayed() bool { return e.stayed }

// Error names the url, the reason and what it usually means.
func (e *NavigationError) Error() string {
	s := "cannot open " + e.URL + ": " + e.Reason
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

var navigationHints = map[string]string{
	"net::ERR_CONNECTION_REFUSED":         "nothing listens there: is the server running?",
	"net::ERR_NAME_NOT_RESOLVED":          "no such host",
	"net::ERR_FILE_NOT_FOUND":             "no such file",
	"net::ERR_CERT_AUTHORITY_INVALID":     "the certificate is not trusted on this machine",
	"net::ERR_INTERNET_DISCONNECTED":      "this machine is offline",
	"net::ERR_UNSAFE_PORT":                "Chrome refuses this port",
	"net::ERR_HTTP_RESPONSE_CODE_FAILURE": "an error status without a page",
	"net::ERR_ABORTED":                    "the address gave no page: a download, an empty answer, or a navigation that was stopped",
}

func (t *Tab) navigationError(url, reason string, began time.Time) *NavigationError {
	e := &NavigationError{URL: url, Reason: reason, Hint: navigationHints[reason]}
	if reason == "net::ERR_ABORTED" {
		for _, d := range t.Dialogs() {
			if d.Type == string(proto.PageDialogTypeBeforeunload) && d.Action == Dismiss && !d.At.Before(began) {
				e.stayed = true
				e.Hint = "the page asked whether to leave, and the dialog policy said no"
			}
		}
	}
	return e
}

// URL is the address of the main document, fragment included.
func (t *Tab) URL() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames[t.main].url
}

// Title is the title of the main document, white space collapsed as browsers do.
func (t *Tab) Title(ctx context.Context) (string, error) {
	// The getter of the prototype: an element that is named "title" hides the property of the document.
	raw, err := t.Eval(ctx, t.MainFrame(), `Object.getOwnPropertyDescriptor(Document.prototype,"title").get.call(document)`)
	if err != nil {
		return "", err
	}
	var title string
	if err := json.Unmarshal(raw, &title); err != nil {
		return "", errors.New("the page's title is not text")
	}
	return title, nil
}

// Navigations counts the documents that any frame has taken over since the tab was opened; a change of the
// fragment or of the history alone is none.
func (t *Tab) Navigations() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.navs
}

// Navigated is closed at the next such document. Take the channel first, then look at Navigations.
func (t *Tab) Navigated() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.navBell.next()
}

// Loading is true while the main frame is on its way to another document or still loads the present one.
func (t *Tab) Loading() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.loading
}
