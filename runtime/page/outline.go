package page

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Bounds of an outline.
const (
	maxLines     = 1_000 // lines, over all frames
	outlineRunes = 200   // of one text
)

// Kind is what a line of an outline stands for.
type Kind string

// The kinds of lines.
const (
	KindControl  Kind = "control"  // a candidate
	KindHeading  Kind = "heading"  //
	KindLandmark Kind = "landmark" // a landmark, form, dialog, article or group
	KindText     Kind = "text"     // a paragraph, list item or label
	KindImage    Kind = "image"    //
	KindFrame    Kind = "frame"    // what is in the frame follows, below it
)

// Line is one element of an outline. All texts are masked, with white space collapsed, and cut: a name to 120 code
// points, other texts to 200, a value to 40 as in a candidate.
type Line struct {
	Kind     Kind    `json:"kind"`
	Role     string  `json:"role,omitempty"` // of a control as a candidate has it; "" for what has none by itself
	Name     string  `json:"name,omitempty"`
	Level    int     `json:"level,omitempty"` // of a heading, from 1
	Own      string  `json:"own,omitempty"`   // its own text, without that of elements in it
	Text     string  `json:"text,omitempty"`  // all of its text where nothing in it is a line, otherwise its own
	Value    *string `json:"value,omitempty"` // of a control
	Disabled bool    `json:"disabled,omitempty"`
	Tag      string  `json:"tag"`
	ID       string  `json:"id,omitempty"`
	Box      [4]int  `json:"box"`    // x, y, width and height in the document of its frame, in whole CSS pixels
	Leaf     bool    `json:"leaf"`   // nothing in it is a line
	Parent   int     `json:"parent"` // the line of what it lies in, -1 for none
	Frame    int     `json:"frame"`
	Node     int64   `json:"-"` // as in a Candidate
}

// Outline is a page at one moment: its headings, landmarks, texts, pictures and controls in document order, what is
// in a frame or a shadow root at the place of its host.
type Outline struct {
	URL     string   `json:"url"`
	Title   string   `json:"title"`
	Lines   []Line   `json:"lines"`
	Dropped int      `json:"dropped"`          // lines that are not listed
	Unread  []string `json:"unread,omitempty"` // frames that could not be read in time, by index and address
}

// OutlineOptions narrow an outline.
type OutlineOptions struct {
	Selector string // CSS selector of the elements to outline; "" is the whole page
	Max      int    // most lines; 0, and at most, 1,000
}

// outlineRow is a line as the script says it.
type outlineRow struct {
	Kind     Kind   `json:"kind"`
	Role     string `json:"role"`
	Node     int64  `json:"node"`
	Tag      string `json:"tag"`
	ID       string `json:"id"`
	Name     string `json:"name"`
	Level    int    `json:"level"`
	Own      string `json:"own"`
	Text     string `json:"text"`
	Value    string `json:"value"`
	Disabled bool   `json:"disabled"`
	Leaf     bool   `json:"leaf"`
	Parent   int    `json:"parent"`
	Box      [4]int `json:"box"`
	Lies     bool   `json:"lies"` // in what the selector matches
	Child    int    `json:"child"`
}

type outlineFrame struct {
	frameState
	Bad    string       `json:"bad"`
	Chosen int          `json:"chosen"` // lines that lie in what the selector matches
	Others int          `json:"others"`
	Lines  []outlineRow `json:"lines"`
}

// Outline reads the outline of all frames that a person can see. A selector that matches nothing is an error.
func (p *Page) Outline(ctx context.Context, o OutlineOptions) (*Outline, error) {
	limit := bound(o.Max, maxLines)
	if _, _, err := p.read(ctx, 1, "", false); err != nil { // it opens the closed shadow roots
		return nil, err
	}
	args := map[string]any{"selector": o.Selector, "max": limit}
	frames, unread, err := everyFrame(ctx, p, "outline", args, func(f *outlineFrame) *frameState { return &f.frameState })
	if err != nil {
		return nil, err
	}
	a := assembly{page: p, frames: frames, limit: limit, out: &Outline{Lines: []Line{}, Unread: unread}}
	for i := range frames {
		f := &frames[i]
		if f.answer.Bad != "" {
			return nil, badSelector(o.Selector)
		}
		if f.index == 0 {
			a.out.URL, a.out.Title = p.mask(f.answer.URL), trace.CollapseSpace(p.mask(f.answer.Title))
		}
	}
	for i := range frames {
		if frames[i].index == 0 {
			a.add(&frames[i], false, -1)
		}
	}
	if o.Selector != "" && len(a.out.Lines) == 0 {
		return nil, fmt.Errorf("%q matches nothing on this page that an outline lists", o.Selector)
	}
	return a.out, nil
}

// bound is a limit that a caller may lower.
func bound(asked, most int) int {
	if asked <= 0 {
		return most
	}
	return min(asked, most)
}

// assembly puts the frames of an outline together.
type assembly struct {
	page   *Page
	frames []answered[outlineFrame]
	limit  int
	out    *Outline
}

// add lists the lines of a frame: all of them when what holds the frame is listed, otherwise what was chosen.
func (a *assembly) add(f *answered[outlineFrame], all bool, holder int) {
	rest := f.answer.Chosen
	if all {
		rest += f.answer.Others
	}
	place := make([]int, len(f.answer.Lines)) // in the outline, of a line that is not listed the one around it
	for i, row := range f.answer.Lines {
		place[i] = holder
		if row.Parent >= 0 && row.Parent < i {
			place[i] = place[row.Parent]
		}
		listed := all || row.Lies
		if listed && len(a.out.Lines) < a.limit {
			rest--
			a.out.Lines = append(a.out.Lines, a.page.line(row, f.index, place[i]))
			place[i] = len(a.out.Lines) - 1
		}
		if row.Kind == KindFrame {
			if child := a.child(f.index, row.Child); child != nil {
				a.add(child, listed, place[i])
			}
		}
	}
	a.out.Dropped += rest
}

// child is the frame at a position among the frames of another, nil when it was not read.
func (a *assembly) child(parent, at int) *answered[outlineFrame] {
	for i := range a.frames {
		if f := &a.frames[i]; f.index != 0 && f.parent == parent && f.answer.Index == at {
			return f
		}
	}
	return nil
}

func (p *Page) line(row outlineRow, frame, parent int) Line {
	l := Line{
		Kind: row.Kind, Role: row.Role, Name: p.name(row.Name), Level: row.Level, Disabled: row.Disabled, Tag: row.Tag,
		Own: p.outlined(row.Own), Text: p.outlined(row.Text), ID: p.outlined(row.ID), Box: row.Box, Leaf: row.Leaf,
		Parent: parent, Frame: frame, Node: row.Node,
	}
	if row.Kind == KindControl {
		l.Value = p.text(row.Value, valueRunes)
	}
	return l
}

func (p *Page) outlined(raw string) string {
	return cut(trace.CollapseSpace(p.mask(raw)), outlineRunes)
}

// String is the outline as people read and compare it: a line each for what says something, indented by what it
// lies in. It holds no address, no position and no number of a node.
func (o *Outline) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "page %q\n", o.Title)
	depth := make([]int, len(o.Lines))
	for i, l := range o.Lines {
		depth[i] = 1
		if l.Parent >= 0 {
			depth[i] = depth[l.Parent]
		}
		words := l.words()
		if words == "" {
			continue // what lies in it moves to its place
		}
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth[i]), words)
		depth[i]++
	}
	if o.Dropped > 0 {
		fmt.Fprintf(&b, "and %d more\n", o.Dropped)
	}
	for _, frame := range o.Unread {
		fmt.Fprintf(&b, "not read: %s\n", frame)
	}
	return b.String()
}

// words is a line without its place, "" for what says nothing.
func (l *Line) words() string {
	switch l.Kind {
	case KindFrame:
		return "frame"
	case KindHeading:
		return fmt.Sprintf("heading %d %q", l.Level, l.Name)
	case KindText:
		if l.Text == "" {
			return ""
		}
		return fmt.Sprintf("%s %q", cmp.Or(map[string]string{"li": "item", "label": "label"}[l.Tag], "text"), l.Text)
	}
	words := cmp.Or(l.Role, l.Tag)
	if l.Name != "" {
		words += fmt.Sprintf(" %q", l.Name)
	} else if l.Kind == KindImage {
		return ""
	}
	if l.Value != nil {
		words += fmt.Sprintf(" holds %q", *l.Value)
	}
	if l.Disabled {
		words += " disabled"
	}
	return words
}

// SaveOutline writes the outline of the page, or of the elements that a selector matches, to a file as text. The file
// is there whole or not at all.
func (p *Page) SaveOutline(ctx context.Context, file, selector string) error {
	o, err := p.Outline(ctx, OutlineOptions{Selector: selector})
	if err != nil {
		return err
	}
	return written("outline", file, []byte(o.String()))
}
