package page

import (
	"context"
	"fmt"
	"strings"

	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Bounds of what a condition may see of a page.
const (
	textRunes   = 200_000 // visible text, over all frames
	maxElements = 5_000   // elements, for each frame
	maxRefs     = 1_000   // elements that a selector matches, for each frame
	digestRunes = 700     // of a digest (SPEC.md)
)

// Facts is what a condition may read: address, title, origin and the visible text of all frames, white space
// collapsed, at most 200,000 characters; and with elements set every candidate, without the cap of a shortlist.
func (p *Page) Facts(ctx context.Context, elements bool) (predicate.Page, []predicate.Element, error) {
	type said struct {
		frameState
		Text string `json:"text"`
	}
	frames, _, err := everyFrame(ctx, p, "text", map[string]any{"limit": textRunes}, func(s *said) *frameState { return &s.frameState })
	if err != nil {
		return predicate.Page{}, nil, err
	}
	var facts predicate.Page
	var text []string
	for _, f := range frames {
		if f.index == 0 {
			facts.URL, facts.Origin = p.mask(f.answer.URL), f.answer.Origin
			facts.Title = trace.CollapseSpace(p.mask(f.answer.Title))
		}
		if f.answer.Text != "" {
			text = append(text, f.answer.Text)
		}
	}
	facts.Text = cut(trace.CollapseSpace(p.mask(strings.Join(text, " "))), textRunes)
	if !elements {
		return facts, nil, nil
	}
	_, rows, err := p.read(ctx, maxElements, "", true)
	if err != nil {
		return predicate.Page{}, nil, err
	}
	list := make([]predicate.Element, len(rows))
	for i, c := range rows {
		list[i] = predicate.Element{
			Role: c.Role, Name: c.Name, Href: c.Link, Value: value(c.Value), Scope: value(c.Scope),
			Disabled: c.Disabled, Frame: c.Frame,
		}
	}
	return facts, list, nil
}

// Digest is what the page says first: the visible text of its modal dialog, else of its main part, else of all of it,
// in lines without white space around them and none empty, shadow trees after what is around them and frames after
// the page. It is masked, and cut to 700 code points.
func (p *Page) Digest(ctx context.Context) (string, error) {
	type said struct {
		frameState
		Text string `json:"text"`
	}
	frames, _, err := everyFrame(ctx, p, "digest", map[string]any{"limit": 2 * digestRunes}, func(s *said) *frameState { return &s.frameState })
	if err != nil {
		return "", err
	}
	var lines []string
	for _, f := range frames {
		if f.answer.Text != "" {
			lines = append(lines, f.answer.Text)
		}
	}
	return cut(p.mask(strings.Join(lines, "\n")), digestRunes), nil
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Ref is an element that a selector matched.
type Ref struct {
	Frame   int
	Node    int64
	Visible bool // drawn, with an area
}

// Resolve finds what a CSS selector matches in every frame and every shadow root, at most 1,000 elements
// of each frame, in document order.
func (p *Page) Resolve(ctx context.Context, selector string) ([]Ref, error) {
	type matched struct {
		frameState
		Node     []int64 `json:"node"`
		Visible  []bool  `json:"visible"`
		Suspects int     `json:"suspects"`
		Bad      string  `json:"bad"`
	}
	args := map[string]any{"selector": selector, "max": maxRefs}
	frames, _, err := everyFrame(ctx, p, "resolve", args, func(m *matched) *frameState { return &m.frameState })
	if err != nil {
		return nil, err
	}
	var closed []*browser.Frame
	for _, f := range frames {
		if at := p.frame(f.index); at != nil && f.answer.Suspects > 0 {
			closed = append(closed, at)
		}
	}
	if len(closed) > 0 {
		p.openClosed(ctx, closed)
		if frames, _, err = everyFrame(ctx, p, "resolve", args, func(m *matched) *frameState { return &m.frameState }); err != nil {
			return nil, err
		}
	}
	var refs []Ref
	for _, f := range frames {
		if f.answer.Bad != "" {
			return nil, badSelector(selector)
		}
		for i, n := range f.answer.Node {
			refs = append(refs, Ref{Frame: f.index, Node: n, Visible: i < len(f.answer.Visible) && f.answer.Visible[i]})
		}
	}
	return refs, nil
}

func badSelector(selector string) error {
	return fmt.Errorf("%q is not a valid CSS selector", selector)
}

// Visible reports whether a CSS selector matches a visible element in any frame.
func (p *Page) Visible(ctx context.Context, selector string) (bool, error) {
	refs, err := p.Resolve(ctx, selector)
	for _, r := range refs {
		if r.Visible {
			return true, nil
		}
	}
	return false, err
}

// ExpectedCID is the candidate of obs that a CSS selector points at: the element itself, the nearest candidate
// around it, the control of a label, or the only candidate inside it. Visible matches go before hidden ones.
func (p *Page) ExpectedCID(ctx context.Context, obs *Observation, selector string) (cid string, found bool, err error) {
	among := map[int][]int64{}
	for _, c := range obs.Candidates {
		among[c.Frame] = append(among[c.Frame], c.Node)
	}
	for _, f := range p.tab.Frames() {
		if len(among[f.Index]) == 0 {
			continue
		}
		var answer struct {
			Node int64  `json:"node"`
			Bad  string `json:"bad"`
		}
		if err := p.ask(ctx, f, "expected", map[string]any{"selector": selector, "among": among[f.Index]}, &answer); err != nil {
			if passing(err) {
				continue // its nodes are gone, and none of them can be the one
			}
			return "", false, err
		}
		if answer.Bad != "" {
			return "", false, badSelector(selector)
		}
		if answer.Node == 0 {
			continue
		}
		for _, c := range obs.Candidates {
			if c.Frame == f.Index && c.Node == answer.Node {
				return c.CID, true, nil
			}
		}
	}
	return "", false, nil
}

// WaitFor returns when the page shows the text, or a visible element that the selector matches. When ctx ends
// first, the error is of kind Timeout.
func (p *Page) WaitFor(ctx context.Context, c action.Condition) error {
	what := fmt.Sprintf("the text %q", c.Text)
	if c.Selector != "" {
		what = fmt.Sprintf("a visible element that %q matches", c.Selector)
	}
	wanted := trace.CollapseSpace(c.Text)
	settled, err := p.WaitUntil(ctx, func(ctx context.Context) (bool, error) {
		if c.Selector != "" {
			return p.Visible(ctx, c.Selector)
		}
		facts, _, err := p.Facts(ctx, false)
		return strings.Contains(facts.Text, wanted), err
	})
	if err != nil && ctx.Err() != nil {
		return &action.Error{Kind: action.Timeout, Wait: waited(settled), Detail: fmt.Sprintf("the page did not show %s in time", what)}
	}
	return err
}
