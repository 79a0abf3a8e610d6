package page

import (
	"context"
	"strings"
	"time"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Missing is an element that could be a candidate and is not.
type Missing struct {
	trace.Candidate            // role, name, fingerprint and frame
	Why             MissingWhy // what keeps it from being one
	By              string     // the dialog that shuts it off, as role and name
	In              string     // of one outside of the region: what the region is called in which it lies, "" for none
}

// MissingWhy says why an element is no candidate.
type MissingWhy string

// Reasons why an element is no candidate.
const (
	MissingHidden MissingWhy = "hidden" // nobody can see it
	MissingInert  MissingWhy = "inert"  // it is drawn in a part of the page that is inert
	MissingCut    MissingWhy = "cut"    // nothing keeps it from being one: it is in the shortlist or behind its end
	MissingModal  MissingWhy = "modal"  // a modal dialog shuts it off
	MissingRegion MissingWhy = "region" // it lies outside of the region that was asked for
)

// Absence is what a page says about what is not among its candidates.
type Absence struct {
	Status   int  // HTTP status with which the document was answered, 0 where there was none
	NoRegion bool // nothing on the page is called like the region that was asked for
	Elements []Missing
}

// Missing lists the elements of a role that are no candidates within a region ("" for the whole page), at most
// 1,000 of each frame, and how the document was answered. With cut, it lists what the cap of a shortlist may have cut
// off as well, and at most 20,000.
func (p *Page) Missing(ctx context.Context, role, within string, cut bool) (*Absence, error) {
	type said struct {
		frameState
		Name   []string `json:"name"`
		Why    []string `json:"why"`
		By     element  `json:"by"`
		Where  []string `json:"where"`
		Gone   bool     `json:"nowhere"`
		Status int      `json:"status"`
	}
	role = strings.ToLower(role)
	frames, _, err := everyFrame(ctx, p, "missing", map[string]any{"role": role, "within": within, "cut": cut}, func(s *said) *frameState { return &s.frameState })
	if err != nil {
		return nil, err
	}
	out := &Absence{NoRegion: within != ""}
	for _, f := range frames {
		if f.index == 0 {
			out.Status = f.answer.Status
		}
		out.NoRegion = out.NoRegion && f.answer.Gone
		for i, raw := range f.answer.Name {
			name := p.name(raw)
			m := Missing{Why: MissingWhy(f.answer.Why[i])}
			m.Role, m.Name, m.FP, m.Frame = role, name, trace.Fingerprint(role, name), f.index
			if m.Why == MissingModal {
				m.By = p.describe(f.answer.By)
			}
			if where := p.text(f.answer.Where[i], scopeRunes); where != nil {
				m.In = *where
			}
			out.Elements = append(out.Elements, m)
		}
	}
	return out, nil
}

// statusWait bounds how long Status asks: a page that is busy says nothing, and its status is a remark.
const statusWait = time.Second

// Status is the HTTP status with which the page was answered, 0 where there was none or the page cannot be asked. Its
// frames are not asked.
func (p *Page) Status(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, statusWait)
	defer cancel()
	main := p.frame(0)
	if main == nil {
		return 0
	}
	var is struct {
		Status int `json:"status"`
	}
	if err := p.ask(ctx, main, "answered", nil, &is); err != nil {
		return 0
	}
	return is.Status
}

// Over describes what lies over a candidate that is covered, as role and name; "" when nothing does, or when the
// candidate is gone. through says that nothing does, and that a style lets clicks through to what lies under it.
func (p *Page) Over(ctx context.Context, c Candidate) (by string, through bool, err error) {
	f := p.frame(c.Frame)
	if f == nil {
		return "", false, nil
	}
	var is struct {
		element
		Through bool `json:"through"`
	}
	if err := p.ask(ctx, f, "over", map[string]any{"node": c.Node}, &is); err != nil {
		return "", false, err
	}
	return p.describe(is.element), is.Through, nil
}

// Selector is a CSS selector that matches a candidate and nothing else in its frame, "" when there is none.
func (p *Page) Selector(ctx context.Context, c Candidate) (string, error) {
	f := p.frame(c.Frame)
	if f == nil {
		return "", nil
	}
	var selector string
	err := p.ask(ctx, f, "selector", map[string]any{"node": c.Node}, &selector)
	return p.mask(selector), err
}
