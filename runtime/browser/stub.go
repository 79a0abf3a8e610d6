package browser

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// Kind is the make of a browser.
type Kind string

// The kinds.
const (
	HeadlessShell Kind = "headless-shell"
	Chromium      Kind = "chromium"
	Chrome        Kind = "chrome"
)

// Found is a browser on this machine.
type Found struct {
	Path    string
	Kind    Kind
	Version string // from All; Find leaves it empty, because asking costs a process start
}

func Find(explicit string, headed bool) (Found, error) { return Found{}, errors.ErrUnsupported }
func All(headed bool) []Found                          { return nil }

// Options of Launch.
type Options struct {
	Path         string // "" finds one
	Headed       bool
	Width        int // 1280
	Height       int // 900
	Args         []string
	StartTimeout time.Duration // 30 s
}

type Browser struct{}

func Launch(ctx context.Context, o Options) (*Browser, error) { return nil, errors.ErrUnsupported }
func (b *Browser) NewContext(ctx context.Context, o ContextOptions) (*Context, error) {
	return nil, errors.ErrUnsupported
}
func (b *Browser) Close() error          { return nil }
func (b *Browser) Done() <-chan struct{} { return nil }
func (b *Browser) Version() string       { return "" }

// ContextOptions of NewContext.
type ContextOptions struct{ Dialogs DialogPolicy }

type Context struct{}

func (c *Context) NewTab(ctx context.Context) (*Tab, error) { return nil, errors.ErrUnsupported }
func (c *Context) Tabs() []*Tab                             { return nil } // ours and pop-ups, oldest first
func (c *Context) SetDialogs(p DialogPolicy)                {}
func (c *Context) Close(ctx context.Context) error          { return nil }

var (
	ErrNavigated = errors.New("the document went away")
	ErrCrashed   = errors.New("the page crashed")
	ErrClosed    = errors.New("the tab is closed")
)

type Tab struct{}

func (t *Tab) Session() cdp.Session        { return cdp.Session{} }
func (t *Tab) PopUp() bool                 { return false }
func (t *Tab) Close(context.Context) error { return nil }
func (t *Tab) Done() <-chan struct{}       { return nil } // closed or browser gone

func (t *Tab) Dialogs() []Dialog        { return nil }
func (t *Tab) OnDialog(fn func(Dialog)) {}

// Frame is a view of one document in one frame: it does not change. After a navigation of the frame Eval with
// an old view gives ErrNavigated; take Frames again.
type Frame struct {
	Index       int // 0 is the main frame; stable until the main document changes
	ParentIndex int // -1 for the main frame
	ID          proto.PageFrameID
	Document    int64 // number of the document, never reused in the tab: node numbers belong to it
	Session     cdp.Session
	URL         string
	Origin      string
	Name        string
}

func (t *Tab) Frames() []*Frame     { return nil } // main first, document order
func (t *Tab) SetScript(src string) {}

// Eval: expression is ONE expression (no statements; wrap those in an arrow function and call it).
func (t *Tab) Eval(ctx context.Context, f *Frame, expression string) (json.RawMessage, error) {
	return nil, errors.ErrUnsupported
}

func (t *Tab) ContextID(ctx context.Context, f *Frame) (proto.RuntimeExecutionContextID, error) {
	return 0, errors.ErrUnsupported
}

// ScriptError is an exception of a script of ours.
type ScriptError struct{ Text, URL string }

func (e *ScriptError) Error() string { return e.Text }

// Rect in CSS pixels.
type Rect struct{ X, Y, Width, Height float64 }

// View maps a frame to the main viewport: root = X + Scale * local. Clip is what of it is visible, in root coordinates.
type View struct {
	X, Y  float64
	Scale float64 // 1 unless the frame element is scaled
	Clip  Rect
}

func (t *Tab) FrameView(ctx context.Context, f *Frame) (View, error) {
	return View{}, errors.ErrUnsupported
}

// FrameOffset is FrameView for frames that are not scaled.
func (t *Tab) FrameOffset(ctx context.Context, f *Frame) (x, y float64, ok bool) { return 0, 0, false }

func (t *Tab) Goto(ctx context.Context, url string) error     { return errors.ErrUnsupported }
func (t *Tab) URL() string                                    { return "" }
func (t *Tab) Title(ctx context.Context) (string, error)      { return "", errors.ErrUnsupported }
func (t *Tab) Crashed() <-chan struct{}                       { return nil }
func (t *Tab) Navigations() int64                             { return 0 }     // documents committed, all frames
func (t *Tab) Navigated() <-chan struct{}                     { return nil }   // closed at the next one
func (t *Tab) Loading() bool                                  { return false } // the main frame is navigating or loading
func (t *Tab) Network(ctx context.Context) (*NetWatch, error) { return nil, errors.ErrUnsupported }

// NetWatch counts requests while it is open.
type NetWatch struct{}

func (n *NetWatch) Inflight(since time.Time) int { return 0 }   // started at or after since, not yet finished
func (n *NetWatch) Changed() <-chan struct{}     { return nil } // closed at the next start or end
func (n *NetWatch) Close()                       {}
