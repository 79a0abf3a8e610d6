// Package action is the one list of what can be done to a page. Each entry holds its schema, its
// documentation and its Run on the Page interface that is declared here; runtime/page implements Page, and
// the step types of the language, the reference manual and later the agent tools are views of the entries. No
// entry knows how a page is reached: no protocol, no browser.
package action

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jevrun/jevrun/lang"
)

// Kind says how a step of this action is run and recorded.
type Kind int

// The kinds.
const (
	Decides Kind = iota // a decision picks the element; recorded as a step
	Direct              // no decision; recorded as an action record
	Claims              // a claim about the page; recorded as a step with verify
)

// Action is one entry of the registry.
type Action struct {
	lang.StepType
	Kind Kind
	// Run does it. Decides actions get the element that was chosen in call.Target; Direct actions only their arguments.
	Run func(ctx context.Context, p Page, call Call) error
}

// Call is what one step passes to its action.
type Call struct {
	Target Target
	Args   lang.Args
	Text   string // the resolved value of fill and select; the engine reads secrets, an action never does
}

// Target names an element: by fingerprint within a frame (and region), and by the very node that was observed.
type Target struct {
	Fingerprint string
	Frame       int
	Within      string
	Node        int64  // the page's number for the node that the decision saw; 0 resolves by fingerprint alone
	Name        string // as the page spells it, for messages; "" takes the folded one of the fingerprint
}

// String is the element as people call it: its role and, in quotes, its name.
func (t Target) String() string {
	role, name, _ := strings.Cut(t.Fingerprint, "|")
	if t.Name != "" {
		name = t.Name
	}
	return fmt.Sprintf("%s %q", role, name)
}

// Page is what an action may do. Every method that touches an element resolves it by fingerprint, re-checks
// the very node in one evaluation directly before the input and sends nothing on any doubt.
type Page interface {
	Goto(ctx context.Context, url string) error
	Click(ctx context.Context, t Target) error
	Fill(ctx context.Context, t Target, text string) error
	Select(ctx context.Context, t Target, option string) error
	Check(ctx context.Context, t Target, on bool) error
	Hover(ctx context.Context, t Target) error
	Press(ctx context.Context, t Target, key string) error
	// Drag drops the element on the one place in its frame that is called to.
	Drag(ctx context.Context, t Target, to string) error
	// WaitFor returns when the page shows text or an element that selector matches; ctx bounds the wait.
	WaitFor(ctx context.Context, c Condition) error
	Screenshot(ctx context.Context, file string, fullPage bool) error
	// SaveOutline and SaveStyles write what the page shows, and how, to a file; "" selects the whole page.
	SaveOutline(ctx context.Context, file, selector string) error
	SaveStyles(ctx context.Context, file, selector string) error
}

// Condition is what a wait waits for; exactly one field is set.
type Condition struct {
	Text     string // visible text, white space collapsed
	Selector string // CSS selector of a visible element, in any frame
}

// ErrorKind classifies a failed action.
type ErrorKind string

// The kinds of failure.
const (
	Detached    ErrorKind = "detached"      // no element with the fingerprint any more
	Changed     ErrorKind = "changed"       // the node has another role or name now
	Ambiguous   ErrorKind = "ambiguous"     // several elements share the fingerprint in frame and region
	Covered     ErrorKind = "covered"       // the point hits another element
	Disabled    ErrorKind = "disabled"      // takes no input now: disabled, inert or read-only
	Hidden      ErrorKind = "hidden"        // not visible, or no area
	NotEditable ErrorKind = "not editable"  // takes no text or has no such option
	Misdirected ErrorKind = "misdirected"   // another element received the input
	NoEffect    ErrorKind = "no effect"     // the field does not hold what was typed, the place takes no drop, the click changed nothing
	Dialog      ErrorKind = "dialog opened" // the page opened a dialog, and the answer to it decided what came of the act
	Unknown     ErrorKind = "unknown"       // it may have been sent; the outcome is not known
	Timeout     ErrorKind = "timeout"
	Navigation  ErrorKind = "navigation"
)

// errorKinds are all kinds of failure.
var errorKinds = []ErrorKind{Detached, Changed, Ambiguous, Covered, Disabled, Hidden, NotEditable, Misdirected, NoEffect, Unknown, Timeout, Navigation}

// SplitError parts the error of an action, as a record holds it, into its kind and its sentence. The sentence says it
// all to a person. Of other errors the kind is "".
func SplitError(text string) (ErrorKind, string) {
	kind, sentence, ok := strings.Cut(text, ": ")
	if ok && slices.Contains(errorKinds, ErrorKind(kind)) {
		return ErrorKind(kind), sentence
	}
	return "", strings.TrimPrefix(text, "error: ")
}

// Error is a failed action. Sent is true when input may have reached the page: such an action is never retried.
type Error struct {
	Kind   ErrorKind
	Sent   bool
	Detail string // a sentence: what was found and the next move
	Wait   time.Duration
}

// Error is the kind and the sentence.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Kind, e.Detail) }
