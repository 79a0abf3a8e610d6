package page

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/jevrun/jevrun/runtime/trace"
)

// maxStyled is how many elements are read at most, over all frames.
const maxStyled = 1_000

// StyleProperties are the properties that are read where none are named.
var StyleProperties = []string{
	"display", "position", "width", "height", "color", "background-color", "font-size", "font-weight", "font-family",
	"line-height", "padding", "margin", "border-radius", "gap", "flex-direction", "align-items", "justify-content",
	"grid-template-columns",
}

// StylesOptions say what is read.
type StylesOptions struct {
	Selector   string   // CSS selector of the elements; "" is the candidates
	Properties []string // names of style properties, custom ones included; nil is StyleProperties
	Max        int      // most elements; 0, and at most, 1,000
}

// Styles are computed values of visible elements at one moment.
type Styles struct {
	URL      string   `json:"url"`
	Title    string   `json:"title"`
	Elements []Styled `json:"elements"`         // in document order, frame after frame
	Dropped  int      `json:"dropped"`          // elements that are not listed
	Unread   []string `json:"unread,omitempty"` // frames that could not be read in time, by index and address
}

// Styled is one element. Its texts are masked and cut as those of a Line.
type Styled struct {
	Role   string            `json:"role,omitempty"`
	Name   string            `json:"name,omitempty"`
	Tag    string            `json:"tag"`
	Box    [4]int            `json:"box"`    // x, y, width and height in the document of its frame, in whole CSS pixels
	Values map[string]string `json:"values"` // by property; lengths in pixels are whole
	Frame  int               `json:"frame"`
	Node   int64             `json:"-"` // as in a Candidate
}

var propertyName = regexp.MustCompile(`^(--[\w-]{1,60}|-?[a-z][a-z-]{1,60})$`)

// Styles reads style properties of elements in all frames that a person can see. No element is no error.
func (p *Page) Styles(ctx context.Context, o StylesOptions) (*Styles, error) {
	if o.Properties == nil {
		o.Properties = StyleProperties
	}
	for _, name := range o.Properties {
		if !propertyName.MatchString(name) {
			return nil, fmt.Errorf("%q is not the name of a style property", name)
		}
	}
	if _, _, err := p.read(ctx, 1, "", false); err != nil { // it opens the closed shadow roots
		return nil, err
	}
	type answer struct {
		frameState
		Bad      string `json:"bad"`
		Total    int    `json:"total"`
		Elements []struct {
			Node   int64    `json:"node"`
			Role   string   `json:"role"`
			Name   string   `json:"name"`
			Tag    string   `json:"tag"`
			Box    [4]int   `json:"box"`
			Values []string `json:"values"`
		} `json:"elements"`
	}
	limit := bound(o.Max, maxStyled)
	args := map[string]any{"selector": o.Selector, "properties": o.Properties, "max": limit}
	frames, unread, err := everyFrame(ctx, p, "styles", args, func(a *answer) *frameState { return &a.frameState })
	if err != nil {
		return nil, err
	}
	out := &Styles{Elements: []Styled{}, Unread: unread}
	total := 0
	for _, f := range frames {
		if f.answer.Bad != "" {
			return nil, badSelector(o.Selector)
		}
		if f.index == 0 {
			out.URL, out.Title = p.mask(f.answer.URL), trace.CollapseSpace(p.mask(f.answer.Title))
		}
		total += f.answer.Total
		for _, e := range f.answer.Elements {
			if len(out.Elements) == limit {
				break
			}
			if len(e.Values) != len(o.Properties) {
				return nil, fmt.Errorf("frame %d answered %d values for %d properties", f.index, len(e.Values), len(o.Properties))
			}
			s := Styled{Role: e.Role, Name: p.name(e.Name), Tag: e.Tag, Box: e.Box, Values: make(map[string]string, len(e.Values)), Frame: f.index, Node: e.Node}
			for i, name := range o.Properties {
				s.Values[name] = p.outlined(e.Values[i])
			}
			out.Elements = append(out.Elements, s)
		}
	}
	out.Dropped = total - len(out.Elements)
	return out, nil
}

// SaveStyles writes the styles of the candidates, or of the elements that a selector matches, to a file as JSON. The
// file is there whole or not at all.
func (p *Page) SaveStyles(ctx context.Context, file, selector string) error {
	s, err := p.Styles(ctx, StylesOptions{Selector: selector})
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("the styles have no JSON form: %w", err)
	}
	return written("styles", file, append(text, '\n'))
}
