package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// MaxPicture is the most bytes that a Picture has; a larger one is halved until it fits.
const MaxPicture = 1 << 20

// Picture is what a page looked like to a person, without what must not be seen.
type Picture struct {
	PNG           []byte // at most MaxPicture
	Width, Height int    // in pixels
	Covered       int    // places that were painted over
}

// errRestless is a page that moves what must not be seen while it is looked at.
var errRestless = errors.New("the page did not hold still where it shows a secret, so no picture was kept")

// errUndrawn is a page that nothing was seen of so far.
var errUndrawn = errors.New("nothing of the page is drawn yet, so there is no picture of it")

// undrawn asks for that; the getter is the prototype's, which no element with a name hides.
const undrawn = `Object.getOwnPropertyDescriptor(Document.prototype,"readyState").get.call(document) === "loading" && performance.getEntriesByType("paint").length === 0`

// Picture is the viewport as it is now. Fields for passwords, fields that a secret was typed into and every text
// that holds a secret are painted over, on our side: the protocol says where they are, and nothing in the page can
// tell that it was asked. What styles draw beyond its place (shadows, strokes, blurs) is covered as far as it reaches;
// where that is not known, there is no picture. The places are looked up before and after the picture is taken; a
// picture between two different answers is thrown away.
//
// Of a document that is still being parsed and of which nothing was drawn yet, as where a script or a style in its head
// does not come, there is no picture: the browser would answer when it draws.
func (p *Page) Picture(ctx context.Context) (*Picture, error) {
	switch blank, err := p.tab.Eval(ctx, p.tab.MainFrame(), undrawn); {
	case err != nil:
		return nil, fmt.Errorf("whether the page is drawn is not known: %w", err)
	case string(blank) == "true":
		return nil, errUndrawn
	}
	picture, covered, err := p.capture(ctx)
	if err != nil {
		return nil, err
	}
	out := &Picture{Covered: covered}
	for {
		if out.PNG, err = encode(picture); err != nil {
			return nil, err
		}
		out.Width, out.Height = picture.Bounds().Dx(), picture.Bounds().Dy()
		if len(out.PNG) <= MaxPicture || out.Width < 64 {
			return out, nil
		}
		picture = half(picture)
	}
}

// Screenshot writes a PNG of the viewport, or of the whole page down to 16,384 pixels, to file, with the same places
// painted over as in a Picture. The file is there whole or not at all.
func (p *Page) Screenshot(ctx context.Context, file string, fullPage bool) (err error) {
	if fullPage {
		layout, err := cdp.Call[proto.PageGetLayoutMetricsResult](ctx, p.session(), proto.PageGetLayoutMetrics{})
		if err != nil {
			return fmt.Errorf("the size of the page is not known: %w", err)
		}
		view, whole := layout.CSSLayoutViewport, layout.CSSContentSize
		height := min(int(math.Ceil(whole.Height)), 16384) // Chrome's textures end there
		if err := p.tab.SetViewport(ctx, max(view.ClientWidth, int(math.Ceil(whole.Width))), max(view.ClientHeight, height)); err != nil {
			return err
		}
		defer func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), slice)
			defer cancel()
			err = errors.Join(err, p.tab.ResetViewport(ctx))
		}()
	}
	picture, _, err := p.capture(ctx)
	if err != nil {
		return err
	}
	data, err := encode(picture)
	if err != nil {
		return err
	}
	return written("screenshot", file, data)
}

// capture is the viewport as it is now, and how many places of it are painted over.
func (p *Page) capture(ctx context.Context) (*image.RGBA, int, error) {
	for range 4 {
		before, err := p.secretPlaces(ctx)
		if errors.Is(err, errRestless) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		shot, err := cdp.Call[proto.PageCaptureScreenshotResult](ctx, p.session(), proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatPng})
		if err != nil {
			return nil, 0, fmt.Errorf("the page could not be captured: %w", err)
		}
		after, err := p.secretPlaces(ctx)
		if errors.Is(err, errRestless) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		if before.document == after.document && slices.Equal(before.boxes, after.boxes) {
			return before.cover(shot.Data)
		}
	}
	return nil, 0, errRestless
}

func encode(picture *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, fmt.Errorf("the picture cannot be written: %w", err)
	}
	return b.Bytes(), nil
}

// places are the boxes of a viewport that must not be seen, in CSS pixels.
type places struct {
	document int64 // that they belong to
	width    float64
	boxes    []box
}

type box struct{ x, y, width, height float64 }

// cover paints the places of a screenshot over, and counts them.
func (s *places) cover(data []byte) (*image.RGBA, int, error) {
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, 0, fmt.Errorf("the browser's picture cannot be read: %w", err)
	}
	picture, ok := decoded.(*image.RGBA) // as one without transparent pixels is read
	if !ok {
		picture = image.NewRGBA(decoded.Bounds())
		draw.Draw(picture, picture.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	}
	scale := 1.0
	if s.width > 0 {
		scale = float64(picture.Bounds().Dx()) / s.width
	}
	covered := 0
	for _, b := range s.boxes {
		const margin = 2 // for borders and the edges of letters
		r := image.Rect(int((b.x-margin)*scale), int((b.y-margin)*scale), int((b.x+b.width+margin)*scale)+1, int((b.y+b.height+margin)*scale)+1).Intersect(picture.Bounds())
		if !r.Empty() {
			covered++
			draw.Draw(picture, r, image.NewUniform(color.RGBA{R: 0x60, G: 0x60, B: 0x60, A: 0xff}), image.Point{}, draw.Src)
		}
	}
	return picture, covered, nil
}

// half is a picture of half the size, each pixel the mean of four.
func half(p *image.RGBA) *image.RGBA {
	size := p.Bounds().Size().Div(2)
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		upper, lower, to := p.Pix[2*y*p.Stride:], p.Pix[(2*y+1)*p.Stride:], out.Pix[y*out.Stride:]
		for i := range 4 * size.X {
			at := 2*(i&^3) + i&3 // the same channel of the left pixel of two
			to[i] = uint8((int(upper[at]) + int(upper[at+4]) + int(lower[at]) + int(lower[at+4])) / 4)
		}
	}
	return out
}

// secretPlaces asks the protocol, process by process, where something is shown that must not be seen.
func (p *Page) secretPlaces(ctx context.Context) (*places, error) {
	frames := p.tab.Frames()
	main := frames[0]
	out := &places{document: main.Document}
	raw, err := p.tab.Eval(ctx, main, "innerWidth")
	if err != nil {
		return nil, fmt.Errorf("the size of the page is not known: %w", err)
	}
	if _, err := fmt.Sscan(string(raw), &out.width); err != nil {
		return nil, fmt.Errorf("the size of the page is not known: %w", err)
	}
	held := p.heldNodes(ctx, frames)
	// A frame in another process is asked there; where it shows a secret, its whole box is covered in the process
	// around it, which is asked later. Frames come parents first, so the other way round every inner one is known.
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		if f.ParentIndex >= 0 && sessionOf(frames, f.ParentIndex) == f.Session.ID() {
			continue // the root of its process answers for it
		}
		snap, err := cdp.Call[proto.DOMSnapshotCaptureSnapshotResult](ctx, f.Session, proto.DOMSnapshotCaptureSnapshot{ComputedStyles: drawnStyles})
		if err != nil {
			return nil, fmt.Errorf("where the page shows secrets is not known: %w", err)
		}
		if len(snap.Documents) == 0 {
			continue
		}
		s := &drawn{mask: p.mask, strings: snap.Strings, documents: snap.Documents, held: held[f.Session.ID()], seen: map[int][]box{}}
		if f.ParentIndex < 0 {
			s.letters = p.letterSource(ctx, f)
		}
		boxes, err := s.boxesOf(0)
		if err != nil {
			return nil, err
		}
		if f.ParentIndex < 0 {
			out.boxes = boxes
			continue
		}
		if len(boxes) == 0 {
			continue
		}
		parent := frames[slices.IndexFunc(frames, func(o *browser.Frame) bool { return o.Index == f.ParentIndex })].Session
		owner, err := cdp.Call[proto.DOMGetFrameOwnerResult](ctx, parent, proto.DOMGetFrameOwner{FrameID: f.ID})
		if err != nil {
			return nil, fmt.Errorf("where the page shows a frame with a secret is not known: %w", err)
		}
		if held[parent.ID()] == nil {
			held[parent.ID()] = map[proto.DOMBackendNodeID]bool{}
		}
		held[parent.ID()][owner.BackendNodeID] = true
	}
	return out, nil
}

func sessionOf(frames []*browser.Frame, index int) string {
	for _, f := range frames {
		if f.Index == index {
			return f.Session.ID()
		}
	}
	return ""
}

// heldField is a field that a secret was typed into.
type heldField struct {
	document int64
	node     int64
}

// hold remembers a field that a secret was typed into: whatever it shows later, it is covered in pictures.
func (p *Page) hold(f *browser.Frame, node int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if field := (heldField{f.Document, node}); !slices.Contains(p.held, field) {
		p.held = append(p.held, field)
	}
}

// heldNodes are the nodes of held fields that are still there, by session.
func (p *Page) heldNodes(ctx context.Context, frames []*browser.Frame) map[string]map[proto.DOMBackendNodeID]bool {
	p.mu.Lock()
	fields := slices.Clone(p.held)
	p.mu.Unlock()
	out := map[string]map[proto.DOMBackendNodeID]bool{}
	for _, field := range fields {
		i := slices.IndexFunc(frames, func(f *browser.Frame) bool { return f.Document == field.document })
		if i < 0 {
			continue
		}
		f := frames[i]
		handle, err := p.tab.EvalHandle(ctx, f, fmt.Sprintf("jevrunPage.node(%d)", field.node))
		if err != nil || handle == "" {
			continue
		}
		described, err := cdp.Call[proto.DOMDescribeNodeResult](ctx, f.Session, proto.DOMDescribeNode{ObjectID: handle})
		f.Session.Send(proto.RuntimeReleaseObject{ObjectID: handle})
		if err != nil || described.Node == nil {
			continue
		}
		if out[f.Session.ID()] == nil {
			out[f.Session.ID()] = map[proto.DOMBackendNodeID]bool{}
		}
		out[f.Session.ID()][described.Node.BackendNodeID] = true
	}
	return out
}
