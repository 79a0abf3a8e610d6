package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Times of acting.
const (
	actionable = 10 * time.Second       // how long an element may take to become visible, enabled, at rest and free
	reserve    = 150 * time.Millisecond // of the caller's deadline, to say why it did not
	slice      = time.Second            // how long one question to the page may wait
)

// found is the one element that a target names.
type found struct {
	frame *browser.Frame
	node  int64
	role  string
	raw   string // its name as the page says it, unmasked and uncut
	name  string // as it is recorded
}

func (f *found) String() string { return fmt.Sprintf("%s %q", f.role, f.name) }

// state is the answer of the script's checks.
type state struct {
	Why  string  `json:"why"` // "" is well
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	By   element `json:"by"`
	Same int     `json:"same"`

	Is      element `json:"is"`      // the element itself, as it is now
	Checked bool    `json:"checked"` // approach: the last look was taken, and the act done
	Mutates bool    `json:"mutates"` // approach: the act will change something by itself
	First   bool    `json:"first"`   // approach: our listeners are the first, and no input that goes astray reaches the page

	Done    bool     `json:"done"`    // the act is done already, no input follows
	Empty   bool     `json:"empty"`   // fill: the field holds nothing
	Keys    bool     `json:"keys"`    // fill: its content is selected by keys
	Custom  bool     `json:"custom"`  // choose: the list is made of other elements, nothing was done yet
	Option  int64    `json:"option"`  // choose: the node of the option
	Options []string `json:"options"` // choose: labels of the options that there are; drag: names of the places

	To        int64  `json:"to"`        // drag: the node of the place where it ends
	Place     string `json:"place"`     // drag: what that is called
	PlaceRole string `json:"placeRole"` // drag: and its role
}

// find resolves a target by its fingerprint in its frame and region.
func (p *Page) find(ctx context.Context, t action.Target) (*found, error) {
	f := p.frame(t.Frame)
	if f == nil {
		return nil, &action.Error{Kind: action.Detached, Detail: fmt.Sprintf("the page has no frame %d any more; observe it again", t.Frame)}
	}
	role, _, _ := strings.Cut(t.Fingerprint, "|")
	var answer struct {
		Node    []int64  `json:"node"`
		Name    []string `json:"name"`
		Regions []string `json:"regions"`
	}
	if err := p.ask(ctx, f, "find", map[string]any{"fp": t.Fingerprint, "within": t.Within}, &answer); err != nil {
		return nil, err
	}
	if answer.Regions != nil {
		return nil, &action.Error{Kind: action.Detached, Detail: p.regionError(t.Within, answer.Regions).Error()}
	}
	var hits []found
	for i, raw := range answer.Name {
		if name := p.name(raw); trace.Fingerprint(role, name) == t.Fingerprint {
			hits = append(hits, found{frame: f, node: answer.Node[i], role: role, raw: raw, name: name})
		}
	}
	switch {
	case len(hits) > 1:
		return nil, &action.Error{Kind: action.Ambiguous, Detail: fmt.Sprintf("%d elements of frame %d%s are %s; name a region with within, or make the names differ", len(hits), t.Frame, inRegion(t.Within), t)}
	case len(hits) == 1 && (t.Node == 0 || hits[0].node == t.Node):
		return &hits[0], nil
	}
	return nil, p.gone(ctx, f, t, len(hits))
}

// gone says why the very node of a target is not the one that has its fingerprint.
func (p *Page) gone(ctx context.Context, f *browser.Frame, t action.Target, others int) error {
	var now struct {
		element
		Attached bool `json:"attached"`
	}
	if t.Node != 0 {
		if err := p.ask(ctx, f, "who", map[string]any{"node": t.Node}, &now); err != nil {
			return err
		}
	}
	switch {
	case now.Attached && trace.Fingerprint(now.Role, p.name(now.Name)) != t.Fingerprint:
		is := p.describe(now.element)
		if is == "" {
			is = "no control any more"
		}
		return &action.Error{Kind: action.Changed, Detail: fmt.Sprintf("the element that was %s is %s now; observe the page again", t, is)}
	case others > 0:
		return &action.Error{Kind: action.Changed, Detail: fmt.Sprintf("another element is %s now than the one that was observed; observe the page again", t)}
	case now.Attached:
		return &action.Error{Kind: action.Hidden, Detail: fmt.Sprintf("the element %s cannot be seen or reached any more%s; observe the page again", t, inRegion(t.Within))}
	}
	return &action.Error{Kind: action.Detached, Detail: fmt.Sprintf("no element of frame %d%s is %s; observe the page again", t.Frame, inRegion(t.Within), t)}
}

func inRegion(within string) string {
	if within == "" {
		return ""
	}
	return fmt.Sprintf(" within %q", within)
}

// aim is where and how an action touches its element.
type aim struct {
	*found
	state
	x, y    float64 // in the viewport of the tab
	parents []*browser.Frame
	waited  time.Duration
	report  later // of what receives the first input; nil where it was not asked for
}

// An act is what the script does in the same moment as the last look, or what that look is for.
type act string

// reporting, among the args of an approach, has the page report what receives the press that follows. It is asked to before
// the last look, since input overtakes what is asked together with it.
const reporting = "report"

// The acts.
const (
	point  act = "check"  // nothing: the pointer follows
	fill   act = "fill"   // focus, and the content selected; or the value of a field that no key can type
	press  act = "press"  // focus
	choose act = "choose" // an option of a list
	tick   act = "tick"   // nothing: a click follows, unless the box is as it should be
	drag   act = "drag"   // nothing: the place is found where it ends
)

// approach brings a target to the point where input may be sent, and takes the last look, with args for the act
// besides the common ones. It waits until the element can be acted on, or says what stood in the way. Nothing is
// sent here, but an act that needs no input (Done) is done.
func (p *Page) approach(ctx context.Context, t action.Target, what act, args map[string]any) (*aim, error) {
	p.setReceived("")
	p.idle = nil
	start := time.Now()
	end := start.Add(actionable)
	if deadline, ok := ctx.Deadline(); ok && deadline.Add(-reserve).Before(end) {
		end = deadline.Add(-reserve)
	}
	var pause backoff
	var before *aim // the last state that says more than that the element is not at rest yet
	for {
		a, err := p.approachOnce(ctx, t, end, what, args)
		over := time.Now().After(end)
		var known *action.Error
		if errors.As(err, &known) {
			known.Wait = time.Since(start)
			return nil, known
		}
		if err == nil && a.Why == "moving" && over && before != nil {
			a = before
		}
		if err == nil && a.Why != "moving" {
			before = a
		}
		switch {
		case err == nil && a.Why == "":
			a.waited = time.Since(start)
			return a, nil
		case err == nil && (over || !mayPass(a.Why)):
			return nil, p.refusal(a, time.Since(start))
		case err != nil && ctx.Err() != nil:
			return nil, &action.Error{Kind: action.Timeout, Wait: time.Since(start), Detail: fmt.Sprintf("the page did not answer while %s was looked for: %v", t, err)}
		case err != nil && (over || !passing(err)):
			return nil, asActionError(err, time.Since(start))
		}
		if err := pause.wait(ctx); err != nil {
			return nil, &action.Error{Kind: action.Timeout, Wait: time.Since(start), Detail: fmt.Sprintf("the time was over before %s could be acted on", t)}
		}
	}
}

// asActionError is an error of the page from before the input.
func asActionError(err error, wait time.Duration) error {
	if passing(err) {
		return &action.Error{Kind: action.Navigation, Wait: wait, Detail: "the page kept navigating; nothing was sent"}
	}
	return fmt.Errorf("the page could not be read before acting, nothing was sent: %w", err)
}

// mayPass: a state that waiting may end.
func mayPass(why string) bool {
	switch why {
	case "covered", "hidden", "disabled", "moving", "out of view", "place covered":
		return true
	}
	return false
}

func (p *Page) approachOnce(ctx context.Context, t action.Target, end time.Time, what act, extra map[string]any) (*aim, error) {
	if err := p.sending(ctx); err != nil {
		return nil, err
	}
	args := map[string]any{"fp": t.Fingerprint, "within": t.Within, "act": what}
	for k, v := range extra {
		args[k] = v
	}
	a := &aim{found: &found{frame: p.frame(t.Frame), node: t.Node}}
	if a.frame != nil && t.Node != 0 {
		if err := p.look(ctx, a, end, args); err != nil || !mistaken(a.Why) {
			return a, err
		}
	}
	// The very node is not what its fingerprint says, or nobody named one. With names masked it may be all the same.
	target, err := p.find(ctx, t)
	if err != nil {
		return nil, err
	}
	a = &aim{found: target}
	args["name"] = target.raw
	return a, p.look(ctx, a, end, args)
}

// mistaken: the node is gone or is another one than was asked for.
func mistaken(why string) bool { return why == "detached" || why == "changed" }

// look goes all the way to one node and takes the last look. Where there are frames around the element, or others
// with processes of their own, they are looked at in between.
func (p *Page) look(ctx context.Context, a *aim, end time.Time, args map[string]any) error {
	var err error
	if a.parents, err = p.parentsOf(a.frame); err != nil {
		return err
	}
	several := p.severalProcesses()
	args["node"], args["ms"] = a.node, max(0, min(slice, time.Until(end))).Milliseconds()
	args["here"] = len(a.parents) == 0 && !several
	if text, ok := args["text"].(string); ok && p.mask(text) != text {
		p.hold(a.frame, a.node)
	}
	args["asked"], args["opened"] = false, false
	report := args[reporting]
	if args["here"] == false {
		args[reporting] = false
	}
	if err := p.askOver(ctx, a, "approach", args); err != nil {
		return err
	}
	if is := a.Is; is.Role != "" {
		a.role, a.raw, a.name = is.Role, is.Name, p.name(is.Name)
	}
	if a.x, a.y = a.X, a.Y; a.Why != "" || a.Checked {
		return nil
	}
	args["x"], args["y"] = a.X, a.Y
	mutates := a.Mutates
	if err := p.throughParents(ctx, a); err != nil || a.Why != "" {
		return err
	}
	if what := args["act"]; several && (what == point || what == tick || what == drag) {
		if err := p.again(ctx, a, args); err != nil || a.Why != "" {
			return err
		}
		if err := p.pointAt(ctx, a); err != nil || a.Why != "" {
			return err
		}
	}
	args[reporting] = report
	err = p.again(ctx, a, args)
	if err != nil && mutates {
		return p.unknown(a.found, "the choice", err)
	}
	return err
}

// again takes the last look by itself.
func (p *Page) again(ctx context.Context, a *aim, args map[string]any) error {
	return p.askOver(ctx, a, "check", args)
}

// askOver asks for the state of an element, and once more where the script cannot answer before the protocol was asked:
// what elements call themselves now, and what has come to lie in closed shadow roots.
func (p *Page) askOver(ctx context.Context, a *aim, function string, args map[string]any) error {
	for {
		a.state = state{}
		if args[reporting] == true {
			var err error
			if a.report, err = p.askLater(ctx, a.frame, "reported", nil); err != nil {
				return err
			}
		}
		if err := p.ask(ctx, a.frame, function, args, &a.state); err != nil {
			return err
		}
		switch a.Why {
		case "hearsay":
			if !p.learnIn(ctx, a.frame) {
				return fmt.Errorf("the browser did not say again what the element calls itself: %w", cmp.Or(ctx.Err(), browser.ErrNavigated))
			}
			args["asked"] = true
		case "closed":
			p.openClosed(ctx, []*browser.Frame{a.frame})
			args["opened"] = true
		default:
			return nil
		}
	}
}

// parentsOf are the frames around a frame, innermost first.
func (p *Page) parentsOf(f *browser.Frame) ([]*browser.Frame, error) {
	var list []*browser.Frame
	for at := f; at.Index != 0; {
		up := p.frame(at.ParentIndex)
		if up == nil || len(list) > 64 {
			return nil, browser.ErrNavigated
		}
		list = append(list, up)
		at = up
	}
	return list, nil
}

// throughParents maps the point of the element outwards, frame by frame, and checks at each that the point hits
// the frame element. The frames around are armed: what they receive went astray.
func (p *Page) throughParents(ctx context.Context, a *aim) error {
	a.x, a.y = a.X, a.Y
	at := a.frame
	for _, up := range a.parents {
		index, err := p.childIndex(ctx, up, at)
		if err != nil {
			return err
		}
		place := map[string]any{"index": index, "x": a.x, "y": a.y}
		if err := p.ask(ctx, up, "place", place, &a.state); err != nil {
			return err
		}
		if a.Why == "out of view" || a.Why == "covered" {
			if err := p.ask(ctx, up, "bringFrame", place, nil); err != nil {
				return err
			}
		}
		if a.Why != "" {
			return nil
		}
		if err := p.ask(ctx, up, "watchHere", nil, nil); err != nil {
			return err
		}
		a.x, a.y, at = a.X, a.Y, up
	}
	return nil
}

// refusals are the reasons why nothing is done, by the script's word: the kind of the error and its sentence.
// In the sentence {it} is the element, {by} another one that is in the way, {n} a count, {options} a list.
var refusals = map[string]struct {
	kind     action.ErrorKind
	sentence string
}{
	"covered":         {action.Covered, "{it} is covered by {by}; nothing was sent"},
	"hidden":          {action.Hidden, "{it} is not visible; nothing was sent"},
	"out of view":     {action.Hidden, "{it} cannot be scrolled into view; nothing was sent"},
	"moving":          {action.Timeout, "{it} does not come to rest; nothing was sent"},
	"disabled":        {action.Disabled, "{it} is disabled; nothing was sent"},
	"changed":         {action.Changed, "{it} is {by} now; nothing was sent"},
	"ambiguous":       {action.Ambiguous, "{n} elements are {it}; nothing was sent"},
	"no focus":        {action.NotEditable, "{it} does not take the focus, {by} has it; nothing was typed"},
	"no text":         {action.NotEditable, "{it} takes no text; nothing was sent"},
	"read-only":       {action.Disabled, "{it} is read-only; nothing was sent"},
	"refused":         {action.NotEditable, "{it} does not take such a value; it was left as it is"},
	"no box":          {action.NotEditable, "{it} cannot be checked; nothing was sent"},
	"radio":           {action.NotEditable, "{it} is a radio button: check another one of its group instead; nothing was sent"},
	"no options":      {action.NotEditable, "{it} is no list of options; nothing was sent"},
	"no option":       {action.NotEditable, "{it} has no such option; it has {options}"},
	"several options": {action.Ambiguous, "{n} options of {it} are called so; nothing was sent"},
	"option disabled": {action.Disabled, "that option of {it} is disabled; nothing was sent"},
	"no place":        {action.NotEditable, "{it} was not dragged: nothing in its frame is called {place}; the nearest are {places}"},
	"several places":  {action.Ambiguous, "{it} was not dragged: {n} places in its frame are called {place}"},
	"place covered":   {action.Covered, "{it} was not dragged: {by} lies over {place}"},
}

// refusal says why nothing was sent.
func (p *Page) refusal(a *aim, wait time.Duration) error {
	by := p.describe(a.By)
	if by == "" {
		by = "nothing that could be named"
	}
	r, ok := refusals[a.Why]
	if !ok {
		r.kind, r.sentence = action.Detached, "{it} is gone; observe the page again"
	}
	say := strings.NewReplacer("{it}", a.found.String(), "{by}", by, "{n}", strconv.Itoa(a.Same), "{options}", p.quoteAll(a.Options),
		"{place}", strconv.Quote(p.mask(a.Place)), "{places}", p.quoteAll(p.nearest(a.Place, a.Options, mostPlaces)))
	return &action.Error{Kind: r.kind, Detail: say.Replace(r.sentence), Wait: wait}
}

func (p *Page) quoteAll(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = fmt.Sprintf("%q", p.mask(s))
	}
	return strings.Join(quoted, ", ")
}

// unknown is the error of input that may have reached the page.
func (p *Page) unknown(f *found, what string, err error) error {
	return &action.Error{Kind: action.Unknown, Sent: true, Detail: fmt.Sprintf("%s of %s may have reached the page, its outcome is not known: %v", what, f, err)}
}

// An outcome is what the script says that the element of an act has become.
type outcome struct {
	Attached bool `json:"attached"`
}

func (o *outcome) attached() bool { return o.Attached }

// become asks for an outcome; where the page drew the element anew, for that of its successor. what was sent is named
// in the error of an outcome that is not known.
func (p *Page) become(ctx context.Context, t action.Target, a *aim, what, function string, args map[string]any, out interface{ attached() bool }) error {
	args["node"] = a.node
	err := p.ask(ctx, a.frame, function, args, out)
	if err == nil && !out.attached() {
		t.Node = 0
		var successor *found
		if successor, err = p.find(ctx, t); err == nil {
			args["node"] = successor.node
			err = p.ask(ctx, successor.frame, function, args, out)
		}
	}
	if err != nil {
		return p.unknown(a.found, what, err)
	}
	return nil
}

// session is the connection to the tab, to which all input goes.
func (p *Page) session() cdp.Session { return p.tab.Session() }
