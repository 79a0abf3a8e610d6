package page

import (
	"context"
	"fmt"
	"net/url"
	"strings"

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
	Suspects    int      `json:"suspects"` // hosts that may have a closed shadow root; nothing else was read then
	Mute        int      `json:"mute"`     // custom elements whose role no attribute says
	Total       int      `json:"total"`
	Ticket      int64    `json:"ticket"` // what to ask rows with, where they were put off
	Sizes       []int    `json:"sizes"`  // then, how many candidates there are in view, by rank, and out of view, by rank
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

	took int // how many rows were asked for together with the sizes, -1 where those are of another window
}

// dropRows leaves only how many candidates there are.
func (c *columns) dropRows() {
	*c = columns{frameState: c.frameState, Total: c.Total, Sizes: c.Sizes, Ticket: c.Ticket}
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

// place is where a child frame with that index stands among Holders: behind those of the window when it was enrolled.
func (s *frameState) place(index int) int {
	if index < -1 {
		return s.Frames - 2 - index
	}
	return index
}

// Observe reads the candidates of all frames. Frames that a person cannot see (hidden, inert, behind a modal
// dialog) are not read. A document that goes away while it is read is read again, as long as ctx lasts.
func (p *Page) Observe(ctx context.Context, o ObserveOptions) (*Observation, error) {
	limit := limitOf(o.Max)
	obs, all, err := p.read(ctx, limit, o.Within, false)
	if err != nil {
		return nil, err
	}
	obs.Candidates = shortlist(all, limit)
	obs.Dropped = obs.Total - len(obs.Candidates)
	return obs, nil
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
