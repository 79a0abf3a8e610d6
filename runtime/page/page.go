// Package page reads a tab as a person would and acts on it: candidates and their order, facts for
// conditions, settling, and trusted input behind a re-check of the very node that is about to be touched.
//
// Everything in the page runs in an isolated world of each frame (js/*.js, joined and installed once per
// document): the page sees no mark of ours and overrides no function that we rely on. Nothing here decides
// which element to use, judges whether that is safe, or knows how a run is recorded.
package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Options are what a Page needs to know about its surroundings.
type Options struct {
	// Mask replaces secret values in a text. It is applied to every name, value, text and address before it is
	// cut, compared, hashed or returned. nil masks nothing.
	Mask func(string) string
	// MaskCut is Mask for a text whose end was cut off: it also replaces the beginning of a secret that is left
	// there. nil is Mask.
	MaskCut func(string) string
}

// Page is one tab, read and acted on. Its reading methods may be called from several goroutines; acting
// belongs to one goroutine at a time.
type Page struct {
	tab  *browser.Tab
	mask func(string) string

	mu       sync.Mutex
	acted    time.Time         // when input was last sent or a navigation was asked for
	watch    *browser.NetWatch // open from the first action to the settle after it
	received string
	pending  string      // at the deadline of the last settle
	held     []heldField // fields that a secret was typed into

	enrolled  map[proto.PageFrameID]enrollment // frames whose elements lie in shadow trees; mu guards it
	listening sync.Mutex
	ears      map[string]*ear             // what was asked about listeners, by session; listening guards it
	met       map[proto.PageFrameID]int64 // documents that were looked into for the first time; mu guards it
	guesses   map[proto.PageFrameID]guess // of the last look at several frames; mu guards it
	groups    atomic.Int64                // object groups that were named
	hung      hangs
	idle      *aim // of the last click, where the browser does nothing by itself with it; of who acts
}

var _ action.Page = (*Page)(nil)

// New reads and acts on tab. It makes the tab run our script in the isolated world of every frame.
func New(tab *browser.Tab, o Options) *Page {
	if o.Mask == nil {
		o.Mask = func(s string) string { return s }
	}
	tab.SetScript(script)
	tab.SetFirstScript(firstScript)
	if o.MaskCut == nil {
		o.MaskCut = o.Mask
	}
	return &Page{tab: tab, mask: o.maskScript}
}

// scriptCut is where the script cut a text (js/dom.js).
const scriptCut = "\uffff"

// maskScript masks a text of the script, and takes the marks of its cuts away.
func (o Options) maskScript(s string) string {
	if !strings.Contains(s, scriptCut) {
		return o.Mask(s)
	}
	parts := strings.Split(s, scriptCut)
	for i := range parts[:len(parts)-1] {
		parts[i] = o.MaskCut(parts[i])
	}
	return o.Mask(strings.Join(parts, ""))
}

// Received describes the element that really received the last input, for example `button "Sign in"`. It is
// "" when nothing was sent or the page was gone before it could say.
func (p *Page) Received() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.received
}

func (p *Page) setReceived(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.received = s
}

// Pending names the scripts and styles that an action had the page ask for and that had not come when the last Settle
// ended at its deadline, and since when each is missing; "" for nothing.
func (p *Page) Pending() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending
}

func (p *Page) setPending(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pending = s
}

// ask calls one function of our script in a frame and decodes its answer into out (nil drops it).
func (p *Page) ask(ctx context.Context, f *browser.Frame, function string, args, out any) error {
	return p.askSent(ctx, f, function, args, out, nil)
}

// askSent is ask that calls sent, unless it is nil, once the question is on its way. sent is not called where the
// question cannot be asked.
func (p *Page) askSent(ctx context.Context, f *browser.Frame, function string, args, out any, sent func()) error {
	answer, err := p.askLater(ctx, f, function, args)
	if err != nil {
		return err
	}
	if sent != nil {
		sent()
	}
	return answer(ctx, out)
}

// later waits for the answer to a question that is on its way, and decodes it into out (nil drops it).
type later func(ctx context.Context, out any) error

// askLater is ask that does not wait for the answer. The error is that of a question that cannot be asked.
func (p *Page) askLater(ctx context.Context, f *browser.Frame, function string, args any) (later, error) {
	if args == nil {
		args = struct{}{}
	}
	body, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("cannot encode the arguments of %s: %w", function, err)
	}
	answer, err := p.tab.EvalLater(ctx, f, "jevrunPage."+function+"("+string(body)+")")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, out any) error {
		raw, err := answer(ctx)
		if err != nil || out == nil {
			return err
		}
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return fmt.Errorf("%s in frame %d answered no text: %w", function, f.Index, err)
		}
		if err := json.Unmarshal([]byte(text), out); err != nil {
			return fmt.Errorf("cannot read the answer of %s in frame %d: %w", function, f.Index, err)
		}
		return nil
	}, nil
}

// frame is the frame with that index, nil when there is none (any more).
func (p *Page) frame(index int) *browser.Frame {
	for _, f := range p.tab.Frames() {
		if f.Index == index {
			return f
		}
	}
	return nil
}

// FrameName is what a frame is called by the element that holds it, and its address, both masked; "" where there is
// none.
func (p *Page) FrameName(index int) (name, address string) {
	f := p.frame(index)
	if f == nil {
		return "", ""
	}
	return p.name(f.Name), p.mask(f.URL)
}

// passing reports whether an error is about a document that went away, so that asking again may succeed.
func passing(err error) bool { return errors.Is(err, browser.ErrNavigated) }

// backoff waits between two tries: 5, 10, 20 and then 50 ms, or until ctx is over.
type backoff int

func (b *backoff) next() time.Duration {
	steps := [...]time.Duration{5, 10, 20, 50}
	d := steps[min(int(*b), len(steps)-1)] * time.Millisecond
	*b++
	return d
}

func (b *backoff) wait(ctx context.Context) error {
	timer := time.NewTimer(b.next())
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// cut keeps at most n runes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n {
			return s[:i]
		}
		count++
	}
	return s
}

// element is how the script describes an element.
type element struct {
	Role string `json:"role"`
	Name string `json:"name"`
	Tag  string `json:"tag"`
}

// describe is an element in words, masked.
func (p *Page) describe(e element) string {
	switch {
	case e.Role != "" && e.Name != "":
		return e.Role + " " + strconv.Quote(p.name(e.Name))
	case e.Role != "":
		return e.Role + " without a name"
	case e.Tag != "":
		return "<" + p.mask(e.Tag) + ">"
	}
	return ""
}
