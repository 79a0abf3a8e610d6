package browser

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// Rect is a rectangle in CSS pixels.
type Rect struct{ X, Y, Width, Height float64 }

func (r Rect) intersect(o Rect) Rect {
	x, y := math.Max(r.X, o.X), math.Max(r.Y, o.Y)
	return Rect{
		X: x, Y: y,
		Width:  math.Max(0, math.Min(r.X+r.Width, o.X+o.Width)-x),
		Height: math.Max(0, math.Min(r.Y+r.Height, o.Y+o.Height)-y),
	}
}

// View says where a frame's viewport sits in the main viewport: main = (X, Y) + Scale * local. Clip is the part
// of the frame that the frames around it leave visible, in main coordinates; it is empty when the frame is
// scrolled out. Boxes with scroll bars of their own inside a document are not part of it.
type View struct {
	X, Y  float64
	Scale float64 // 1 unless frame elements are scaled
	Clip  Rect
}

// ErrNotDrawn: the frame's element has no box, or a turned one, so that no point of it can be named.
var ErrNotDrawn = errors.New("the frame is not drawn as an upright rectangle")

// FrameOffset is the view of a frame that is not scaled; ok is false for any other, and when the page cannot tell.
func (t *Tab) FrameOffset(ctx context.Context, f *Frame) (x, y float64, ok bool) {
	v, err := t.FrameView(ctx, f)
	if err != nil || math.Abs(v.Scale-1) > 1e-3 {
		return 0, 0, false
	}
	return v.X, v.Y, true
}

// FrameView finds the frame's viewport, through all the frames around it; padding and border of the frame
// elements are counted.
func (t *Tab) FrameView(ctx context.Context, f *Frame) (View, error) {
	main, chain, err := t.ancestry(f)
	if err != nil {
		return View{}, err
	}
	size, err := cdp.Call[proto.PageGetLayoutMetricsResult](ctx, main, proto.PageGetLayoutMetrics{})
	if err != nil {
		return View{}, t.explain(ctx, main, err)
	}
	if size.CSSLayoutViewport == nil {
		return View{}, errors.New("the browser did not tell the size of the viewport")
	}
	v := View{Scale: 1, Clip: Rect{
		Width: float64(size.CSSLayoutViewport.ClientWidth), Height: float64(size.CSSLayoutViewport.ClientHeight),
	}}
	// Chrome gives boxes in the viewport of the topmost frame of the same process: base maps that one.
	base := v
	for i, link := range chain {
		if i > 0 && link.parent.ID() != chain[i-1].parent.ID() {
			base = v
		}
		box, scale, err := t.frameBox(ctx, link)
		if err != nil {
			return View{}, err
		}
		v.X, v.Y, v.Scale = base.X+base.Scale*box.X, base.Y+base.Scale*box.Y, base.Scale*scale
		v.Clip = v.Clip.intersect(Rect{v.X, v.Y, base.Scale * box.Width, base.Scale * box.Height})
	}
	return v, nil
}

// link is one frame on the way from the main frame inwards, with the session that its element lives in.
type link struct {
	id     proto.PageFrameID
	parent cdp.Session
}

func (t *Tab) ancestry(f *Frame) (main cdp.Session, chain []link, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	st := t.frames[f.ID]
	if st == nil || st.doc != f.Document {
		return cdp.Session{}, nil, ErrNavigated
	}
	for st.id != t.main {
		p := t.frames[st.parent]
		if p == nil {
			return cdp.Session{}, nil, ErrNavigated
		}
		chain = append([]link{{id: st.id, parent: p.session}}, chain...)
		st = p
	}
	return st.session, chain, nil
}

// frameBox is the content box of the frame's element, and how much larger it is drawn than laid out.
func (t *Tab) frameBox(ctx context.Context, l link) (Rect, float64, error) {
	owner, err := cdp.Call[proto.DOMGetFrameOwnerResult](ctx, l.parent, proto.DOMGetFrameOwner{FrameID: l.id})
	if err != nil {
		return Rect{}, 0, t.explain(ctx, l.parent, err)
	}
	model, err := cdp.Call[proto.DOMGetBoxModelResult](ctx, l.parent, proto.DOMGetBoxModel{BackendNodeID: owner.BackendNodeID})
	var refused *cdp.Error
	switch {
	case errors.As(err, &refused):
		return Rect{}, 0, fmt.Errorf("%w (%s)", ErrNotDrawn, refused.Message)
	case err != nil:
		return Rect{}, 0, t.explain(ctx, l.parent, err)
	case model.Model == nil || len(model.Model.Content) != 8 || len(model.Model.Border) != 8:
		return Rect{}, 0, ErrNotDrawn
	}
	q := model.Model.Content // x1 y1 … x4 y4, clockwise from the top left corner
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.51 }
	if !near(q[0], q[6]) || !near(q[2], q[4]) || !near(q[1], q[3]) || !near(q[5], q[7]) || q[2] <= q[0] || q[5] <= q[1] {
		return Rect{}, 0, ErrNotDrawn
	}
	box := Rect{X: q[0], Y: q[1], Width: q[2] - q[0], Height: q[5] - q[1]}
	scale := 1.0
	if w := float64(model.Model.Width); w > 0 { // laid out border box, rounded to whole pixels
		drawn := model.Model.Border[2] - model.Model.Border[0]
		if math.Abs(drawn-w) > 1 {
			scale = drawn / w
		}
	}
	return box, scale, nil
}
