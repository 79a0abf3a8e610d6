package page

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Lengths of the texts of a candidate, in runes (SPEC.md).
const (
	nameRunes        = 120
	hrefRunes        = 120
	placeholderRunes = 60
	scopeRunes       = 60
	valueRunes       = 40
)

// frameDeadline is how long one frame that is not the main frame may take before an observation goes on
// without it and says so.
const frameDeadline = 5 * time.Second

// Candidate is an element that a person could operate now.
type Candidate struct {
	trace.Candidate
	Node  int64  // number of the node within its document; it stays the same as long as the node lives
	Link  string // absolute address that a link leads to, masked; "" for none
	Whole string // the name as far as it was read, masked, where Name is cut; "" where Name is all of it
	Cut   bool   // the name goes on behind what was read
	// FormAction is the absolute address, masked, that the form of the element is sent to when the element is
	// pressed, or Enter in it; "" for none. A form that has no address is sent to the one of its page: that is said
	// of forms that post.
	FormAction string
	Submits    string // name, masked, of the button of its form that Enter in the element presses; "" for none
	Same       int    // how many elements of its frame (and region) share its fingerprint, itself included

	GivenRole bool       // no standard gives it a role: it is an editor or reacts to clicks, and its role says so
	NameFrom  NameSource // where its name comes from
}

// NameSource says where the name of a candidate comes from.
type NameSource string

// Sources of names.
const (
	NameAccessible   NameSource = ""             // the accessible name, by the standards
	NameContent      NameSource = "content"      // its text, which the standards do not make a name of what has no role
	NameSurroundings NameSource = "surroundings" // it has no name: a tip, the text beside it, an icon, an address, a heading
)

// ObserveOptions narrow an observation.
type ObserveOptions struct {
	Max    int    // cap of the shortlist over all frames, 1 to 254; 0 is 120
	Within string // names the region that candidates must lie in; "" is the whole page
}

// Observation is a page at one moment.
type Observation struct {
	URL, Title string
	Candidates []Candidate // the shortlist, in its order
	Total      int         // elements that qualify, in all frames
	Dropped    int         // of those, not in the shortlist
	Unread     []string    // frames that could not be read in time, by index and address
}

// columns is the answer of the script for one frame. The slices of the first group are parallel.
type columns struct {
	frameState
	Suspects    int      `json:"suspects"` // hosts that may have a closed shadow root
	Mute        int      `json:"mute"`     // custom elements whose role no attribute says
	Total       int      `json:"total"`
	Node        []int64  `json:"node"`
	Role        []string `json:"role"`
	Name        []string `json:"name"`
	Tag         []string `json:"tag"`
	Type        []string `json:"type"`
	Href        []string `json:"href"`
	Placeholder []string `json:"placeholder"`
	Scope       []string `json:"scope"`
	Value       []string `json:"value"`
	To          []string `json:"to"`
	By          []string `json:"by"`
	Flags       []int    `json:"flags"`
	At          []int    `json:"at"`

	More  []string `json:"more"`  // role|name of what was cut off and may share a fingerprint with what was not
	Count []int    `json:"count"` // how many have it

	Regions []string `json:"regions"` // names of the regions, when none is the one that was asked for
}

const (
	flagInViewport = 1 << iota
	flagDisabled
	flagCovered
	flagGivenRole
	flagNameContent
	flagNameSurroundings
)

// frameState is what every frame says about itself.
type frameState struct {
	URL     string `json:"url"`
	Base    string `json:"base"` // what relative addresses in it are relative to
	Title   string `json:"title"`
	Origin  string `json:"origin"`
	Index   int    `json:"index"`   // position among the frames of its parent, -1 for the main frame, less in a shadow tree
	Frames  int    `json:"frames"`  // how many frames its window has
	Holders []bool `json:"holders"` // of each of its own child frames, whether a person can see and reach it
}

// Observe reads the candidates of all frames. Frames that a person cannot see (hidden, inert, behind a modal
// dialog) are not read. A document that goes away while it is read is read again, as long as ctx lasts.
func (p *Page) Observe(ctx context.Context, o ObserveOptions) (*Observation, error) {
	limit := limitOf(o.Max)
	obs, all, err := p.read(ctx, limit, o.Within)
	if err != nil {
		return nil, err
	}
	obs.Candidates = shortlist(all, limit)
	obs.Dropped = obs.Total - len(obs.Candidates)
	return obs, nil
}

// read collects the candidates of all frames, at most limit from each (0 is all), unordered.
func (p *Page) read(ctx context.Context, limit int, within string) (*Observation, []placed, error) {
	args := map[string]any{"max": limit, "within": within}
	frames, unread, err := everyFrame(ctx, p, "observe", args, func(c *columns) *frameState { return &c.frameState })
	for depth := 0; err == nil && depth < closedDepth && p.lookDeeper(ctx, frames); depth++ {
		frames, unread, err = everyFrame(ctx, p, "observe", args, func(c *columns) *frameState { return &c.frameState })
	}
	if err != nil {
		return nil, nil, err
	}
	obs := &Observation{Unread: unread}
	var all []placed
	var names []string
	found := within == ""
	for _, f := range frames {
		if f.index == 0 {
			obs.URL, obs.Title = p.mask(f.answer.URL), trace.CollapseSpace(p.mask(f.answer.Title))
		}
		if f.answer.Regions != nil {
			names = append(names, f.answer.Regions...)
			continue
		}
		found = true
		obs.Total += f.answer.Total
		rows, err := p.rows(f.index, &f.answer)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, rows...)
	}
	if !found {
		return nil, nil, p.regionError(within, names)
	}
	return obs, all, nil
}

// lookDeeper asks the protocol for what no script can see, and reports whether there was anything new.
func (p *Page) lookDeeper(ctx context.Context, frames []answered[columns]) bool {
	closed := p.openClosed(ctx, frames)
	heard := p.listen(ctx, frames)
	return p.learn(ctx, frames) || heard || closed
}

// rows turns columns into candidates and counts the fingerprints of the frame.
func (p *Page) rows(frame int, c *columns) ([]placed, error) {
	n := len(c.Node)
	for _, l := range []int{len(c.Role), len(c.Name), len(c.Tag), len(c.Type), len(c.Href), len(c.Placeholder), len(c.Scope), len(c.Value), len(c.To), len(c.By), len(c.Flags), len(c.At)} {
		if l != n {
			return nil, fmt.Errorf("frame %d answered columns of unequal length", frame)
		}
	}
	if len(c.More) != len(c.Count) {
		return nil, fmt.Errorf("frame %d answered columns of unequal length", frame)
	}
	same := make(map[string]int, n+len(c.More))
	rows := make([]placed, n)
	base, _ := url.Parse(c.Base) // nil leaves addresses as they are
	for i := range rows {
		name := p.name(c.Name[i])
		whole := trace.CollapseSpace(p.mask(c.Name[i]))
		if whole == name {
			whole = ""
		}
		rows[i] = placed{at: c.At[i], Candidate: Candidate{Node: c.Node[i], Link: p.mask(absolute(base, c.Href[i])), Whole: whole, Cut: strings.Contains(c.Name[i], scriptCut), Candidate: trace.Candidate{
			Role: c.Role[i], Name: name, FP: trace.Fingerprint(c.Role[i], name), Tag: c.Tag[i],
			Type: p.text(c.Type[i], nameRunes), Href: p.text(c.Href[i], hrefRunes),
			Placeholder: p.text(c.Placeholder[i], placeholderRunes), Scope: p.text(c.Scope[i], scopeRunes),
			Value:    p.text(c.Value[i], valueRunes),
			Disabled: c.Flags[i]&flagDisabled != 0, InViewport: c.Flags[i]&flagInViewport != 0, Frame: frame,
		}}}
		rows[i].FormAction, rows[i].Submits = p.mask(absolute(base, c.To[i])), trace.CollapseSpace(p.mask(c.By[i]))
		rows[i].Covered, rows[i].GivenRole = c.Flags[i]&flagCovered != 0, c.Flags[i]&flagGivenRole != 0
		switch {
		case c.Flags[i]&flagNameContent != 0:
			rows[i].NameFrom = NameContent
		case c.Flags[i]&flagNameSurroundings != 0:
			rows[i].NameFrom = NameSurroundings
		}
		same[rows[i].FP]++
	}
	for i, key := range c.More {
		role, name, _ := strings.Cut(key, "|")
		same[trace.Fingerprint(role, p.name(name))] += c.Count[i]
	}
	for i := range rows {
		rows[i].Same = same[rows[i].FP]
	}
	return rows, nil
}

// absolute is where an address in a document leads.
func absolute(base *url.URL, address string) string {
	if base == nil || address == "" {
		return address
	}
	address, cut := strings.CutSuffix(strings.TrimSpace(address), scriptCut)
	full, err := base.Parse(address)
	if err == nil {
		address = full.String()
	}
	if cut {
		address += scriptCut
	}
	return address
}

// name is an accessible name as it is recorded: masked, white space collapsed, cut.
func (p *Page) name(raw string) string {
	return cut(trace.CollapseSpace(p.mask(raw)), nameRunes)
}

// text is another text of a candidate as it is recorded; nil for none.
func (p *Page) text(raw string, runes int) *string {
	if raw == "" {
		return nil
	}
	s := cut(trace.CollapseSpace(p.mask(raw)), runes)
	return &s
}

// answered is what one frame said.
type answered[T any] struct {
	index, parent int
	answer        T
}

// everyFrame asks a function of the script in all frames at once and returns the answers of those that a
// person can see, in the order of their indexes, and the frames that did not answer. The main frame must.
func everyFrame[T any](ctx context.Context, p *Page, function string, args any, state func(*T) *frameState) ([]answered[T], []string, error) {
	var pause backoff
	failures := map[string]int{}
	for {
		frames := p.tab.Frames()
		answers := make([]answered[T], len(frames))
		errs := make([]error, len(frames))
		var wait sync.WaitGroup
		for i, f := range frames {
			answers[i].index, answers[i].parent = f.Index, f.ParentIndex
			wait.Go(func() {
				fctx, cancel := ctx, context.CancelFunc(func() {})
				if f.Index != 0 {
					fctx, cancel = context.WithTimeout(ctx, frameDeadline)
				}
				defer cancel()
				errs[i] = p.ask(fctx, f, function, args, &answers[i].answer)
			})
		}
		wait.Wait()
		if err := ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("the page could not be read in time: %w", errors.Join(append(errs, err)...))
		}
		again, unread, err := judge(frames, errs, failures)
		if err != nil {
			return nil, nil, err
		}
		if !again && enrollAll(ctx, p, frames, answers, errs, state) {
			continue
		}
		if !again {
			return visible(answers, errs, state), unread, nil
		}
		if err := pause.wait(ctx); err != nil {
			return nil, nil, fmt.Errorf("the page kept navigating while it was read: %w", err)
		}
	}
}

// judge decides what to do about the frames that failed: read all again, go on without them, or give up.
func judge(frames []*browser.Frame, errs []error, failures map[string]int) (again bool, unread []string, err error) {
	if len(frames) == 0 {
		return true, nil, nil // between two documents
	}
	for i, f := range frames {
		if errs[i] == nil {
			continue
		}
		key := fmt.Sprint(f.ID)
		failures[key]++
		switch {
		case passing(errs[i]) && (f.Index == 0 || failures[key] < 20):
			again = true
		case f.Index == 0 && failures[key] >= 3:
			return false, nil, fmt.Errorf("the page could not be read: %w", errs[i])
		case failures[key] < 3 && !errors.Is(errs[i], context.DeadlineExceeded):
			again = true
		default:
			unread = append(unread, fmt.Sprintf("frame %d (%s): %v", f.Index, f.URL, errs[i]))
		}
	}
	return again, unread, nil
}

// visible drops the frames that failed and those whose frame element nobody can see or reach, with all in them.
func visible[T any](answers []answered[T], errs []error, state func(*T) *frameState) []answered[T] {
	byIndex := map[int]int{}
	for i := range answers {
		byIndex[answers[i].index] = i
	}
	seen := func(i int) bool {
		for depth := 0; depth < 64; depth++ {
			if errs[i] != nil {
				return false
			}
			if answers[i].index == 0 {
				return true
			}
			parent, ok := byIndex[answers[i].parent]
			if !ok || errs[parent] != nil {
				return false
			}
			at, around := state(&answers[i].answer).Index, state(&answers[parent].answer)
			holders := around.Holders
			if at < -1 { // it was enrolled
				at = around.Frames - 2 - at
			}
			if at < 0 || at >= len(holders) || !holders[at] {
				return false
			}
			i = parent
		}
		return false
	}
	var out []answered[T]
	for i := range answers {
		if seen(i) {
			out = append(out, answers[i])
		}
	}
	return out
}
