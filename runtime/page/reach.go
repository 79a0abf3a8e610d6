package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
)

// drawnStyles are the computed styles that tell where a box is drawn besides its own place. Colors, fills and clipped
// backgrounds stay in that place, whatever they are.
var drawnStyles = []string{"display", "filter", "backdrop-filter", "-webkit-box-reflect", "transform", "scale", "zoom", "perspective",
	"text-shadow", "-webkit-text-stroke-width", "font-size", "writing-mode", "column-count", "column-width"}

// Positions in drawnStyles.
const (
	styleDisplay = iota
	styleFilter
	styleBackdrop
	styleReflect
	styleTransform
	styleScale
	styleZoom
	stylePerspective
	styleShadow
	styleStroke
	styleFontSize
	styleWriting
	styleColumns
	styleColumn
)

// errElsewhere is a secret that is drawn in a place that the protocol does not tell.
var errElsewhere = errors.New("the page draws a secret in a place that is not known (by a reflection, a filter, pattern or copy of SVG, " +
	"a shadow in perspective, columns, letters without a height, or a transition of the whole view), so no picture was kept")

// reach is how far from its own box a node is drawn.
type reach struct {
	letters float64 // of shadows and strokes of text, which are inherited, in lengths of the styles
	filters float64 // of the filters on it and around it, in pixels of the viewport
	scale   float64 // pixels of the viewport for one of the styles, +Inf where that is not known
	columns bool    // it is in columns, where the protocol knows the places of elements and not those of texts
}

func (r reach) pixels() float64 { return times(r.letters, r.scale) + r.filters }

// times is a length on a scale; no length has none on any.
func times(length, scale float64) float64 {
	if length == 0 {
		return 0
	}
	return length * scale
}

// reaches finds how far the nodes of one document are drawn.
type reaches struct {
	s       *drawn
	nodes   *proto.DOMSnapshotNodeTreeSnapshot
	layout  *proto.DOMSnapshotLayoutTreeSnapshot
	styles  map[int]proto.DOMSnapshotArrayOfStrings // of the nodes that have a box
	places  map[int]int                             // of those in the layout, the first of each
	slots   map[int][]int                           // host -> the slots of its shadow trees
	letters map[proto.DOMBackendNodeID]letters      // as a letterSource has them
	copies  bool                                    // SVG draws elements a second time
	known   map[int]reach
}

// letters are how the text of an element is drawn, where no box of the protocol's picture says so.
type letters struct {
	Reach     string `json:"reach"`     // shadows and strokes
	Elsewhere bool   `json:"elsewhere"` // the browser's own tree in it, or a transition, draws it in another place
}

// A letterSource tells the shadows and strokes that text gets where no box of the protocol's picture has them: when it
// is selected or highlighted, in first lines, and from elements that have no box.
type letterSource func([]proto.DOMBackendNodeID) (map[proto.DOMBackendNodeID]letters, error)

// reachesOf prepares for the nodes of a document that are covered.
func (s *drawn) reachesOf(d *proto.DOMSnapshotDocumentSnapshot, covered []int) (*reaches, error) {
	r := &reaches{s: s, nodes: d.Nodes, layout: d.Layout, styles: map[int]proto.DOMSnapshotArrayOfStrings{}, places: map[int]int{}, slots: map[int][]int{}, known: map[int]reach{}}
	for i, node := range d.Layout.NodeIndex {
		if _, ok := r.places[node]; !ok {
			r.places[node] = i
		}
		if len(d.Layout.Styles[i]) == len(drawnStyles) {
			r.styles[node] = d.Layout.Styles[i]
		}
	}
	for node, name := range d.Nodes.NodeName {
		switch strings.ToLower(s.text(name)) { // of HTML in capitals, of XHTML and SVG as written
		case "feimage", "use":
			r.copies = true
		case "slot":
			if host := r.host(node); host >= 0 {
				r.slots[host] = append(r.slots[host], node)
			}
		}
	}
	around := map[int]bool{}
	for _, node := range covered {
		r.gather(node, around)
	}
	pseudo := rareStrings(d.Nodes.PseudoType)
	var ids []proto.DOMBackendNodeID
	for node := range around {
		if _, is := pseudo[node]; !is && d.Nodes.NodeType[node] == 1 {
			ids = append(ids, d.Nodes.BackendNodeID[node])
		}
	}
	var err error
	r.letters, err = s.letters(ids)
	return r, err
}

// host is the element whose shadow tree a node is in, -1 for none.
func (r *reaches) host(node int) int {
	for ; node >= 0; node = r.nodes.ParentIndex[node] {
		if r.nodes.NodeType[node] == 11 {
			return r.nodes.ParentIndex[node]
		}
	}
	return -1
}

// above calls visit for what a node may be drawn within: its parent and, since nothing tells in which slot of a closed
// shadow tree it is, each slot there.
func (r *reaches) above(node int, visit func(int)) {
	up := r.nodes.ParentIndex[node]
	if up < 0 {
		return
	}
	visit(up)
	if r.nodes.NodeType[node] != 11 && r.host(node) != up {
		for _, slot := range r.slots[up] {
			visit(slot)
		}
	}
}

// gather adds a node and all that it may be drawn within.
func (r *reaches) gather(node int, to map[int]bool) {
	if to[node] {
		return
	}
	to[node] = true
	r.above(node, func(up int) { r.gather(up, to) })
}

// of is how far a node is drawn.
func (r *reaches) of(node int) (reach, error) {
	if known, ok := r.known[node]; ok {
		return known, nil
	}
	out := reach{scale: 1}
	var failed error
	r.above(node, func(up int) {
		around, err := r.of(up)
		failed = errors.Join(failed, err)
		out = reach{max(out.letters, around.letters), max(out.filters, around.filters), max(out.scale, around.scale), out.columns || around.columns}
	})
	if failed != nil {
		return out, errElsewhere
	}
	switch strings.ToLower(r.s.text(r.nodes.NodeName[node])) {
	case "pattern", "mask", "marker", "clippath", "canvas": // what draws its content elsewhere
		return out, errElsewhere
	case "svg":
		if r.copies {
			return out, errElsewhere
		}
	}
	if node < len(r.nodes.Attributes) {
		for i := 0; i+1 < len(r.nodes.Attributes[node]); i += 2 {
			if r.s.text(r.nodes.Attributes[node][i]) == "viewBox" {
				out.scale = math.Inf(1)
			}
		}
	}
	style := func(at int) string { return r.style(node, at) }
	if r.nodes.NodeType[node] == 3 { // its styles are those of its element, which only an element without a box has not told
		for _, length := range append(lengths(style(styleShadow)), lengths(style(styleStroke))...) {
			out.letters = max(out.letters, length)
		}
		r.known[node] = out
		return out, nil
	}
	more := r.letters[r.nodes.BackendNodeID[node]]
	if !unset(style(styleReflect)) || strings.Contains(style(styleFilter), "url(") || more.Elsewhere {
		return out, errElsewhere
	}
	out.scale *= scaleOf(style(styleTransform)) * scaleOf(style(styleScale)) * scaleOf(style(styleZoom))
	if !unset(style(stylePerspective)) {
		out.scale = math.Inf(1)
	}
	out.columns = out.columns || !unset(style(styleColumns)) || !unset(style(styleColumn))
	for _, text := range []string{style(styleShadow), style(styleStroke), more.Reach} {
		for _, length := range lengths(text) {
			out.letters = max(out.letters, length)
		}
	}
	for _, length := range lengths(style(styleFilter)) {
		out.filters += times(length, out.scale)
	}
	r.known[node] = out
	return out, nil
}

// style is a computed style of a node, "" for one that has no box.
func (r *reaches) style(node, at int) string {
	if list, ok := r.styles[node]; ok {
		return r.s.text(list[at])
	}
	return ""
}

// unset tells whether a computed style asks for nothing.
func unset(style string) bool {
	return style == "" || style == "none" || style == "auto" || style == "normal"
}

var (
	someLengths = regexp.MustCompile(`(?:[-+.\de]*\dpx\s*)+`)
	someNumbers = regexp.MustCompile(`[-+.\de]*\d`)
)

// lengths is how far each shadow, blur or stroke in a computed style is drawn: a shadow as far as it is off and, what is
// blurred, three deviations of the blur further, beyond which nothing is left of it. A stroke is a length alone, and no
// corner of it is further away.
func lengths(style string) []float64 {
	var out []float64
	for _, some := range someLengths.FindAllString(style, -1) {
		var off, blur float64
		list := someNumbers.FindAllString(some, -1)
		for i, text := range list {
			length, err := strconv.ParseFloat(text, 64)
			switch {
			case err != nil:
				blur = math.Inf(1)
			case len(list) > 1 && i < 2:
				off = max(off, math.Abs(length))
			default:
				blur += math.Abs(length)
			}
		}
		out = append(out, off+3*blur)
	}
	return out
}

// scaleOf is how much larger a computed transform, scale or zoom makes things at most, +Inf in three dimensions.
func scaleOf(style string) float64 {
	if unset(style) {
		return 1
	}
	if strings.HasPrefix(style, "matrix3d") {
		return math.Inf(1)
	}
	numbers := someNumbers.FindAllString(strings.TrimPrefix(style, "matrix("), -1)
	if strings.HasPrefix(style, "matrix") {
		numbers = numbers[:min(4, len(numbers))] // the rest moves
	}
	most, squares := 0.0, 0.0
	for _, text := range numbers {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.Inf(1)
		}
		most, squares = max(most, math.Abs(n)), squares+n*n
	}
	if len(numbers) == 4 {
		most = math.Sqrt(squares) // no direction of a matrix grows more
	}
	return max(1, most)
}

// spread is where the covered places of a layout are drawn: the boxes with their reach, and the elements that show
// what is behind them where that is covered.
func (s *drawn) spread(d *proto.DOMSnapshotDocumentSnapshot, covered map[int]bool, x, y float64) ([]box, error) {
	var nodes []int
	for i := range covered {
		nodes = append(nodes, d.Layout.NodeIndex[i])
	}
	r, err := s.reachesOf(d, nodes)
	if err != nil {
		return nil, err
	}
	var out []box
	add := func(i int) error {
		far, err := r.of(d.Layout.NodeIndex[i])
		if err != nil {
			return err
		}
		pixels := far.pixels()
		if math.IsInf(pixels, 1) || math.IsNaN(pixels) {
			return errElsewhere
		}
		b := box{d.Layout.Bounds[i][0] - x, d.Layout.Bounds[i][1] - y, d.Layout.Bounds[i][2], d.Layout.Bounds[i][3]}
		if s.text(d.Layout.Text[i]) != "" {
			if b, err = r.textBox(i, b, far, covered); err != nil {
				return err
			}
		}
		if b.width <= 0 || b.height <= 0 {
			return nil
		}
		b = b.grown(pixels, pixels)
		for _, o := range out {
			if o.contains(b) {
				return nil
			}
		}
		out = append(out, b)
		return nil
	}
	for i := range d.Layout.NodeIndex {
		if covered[i] {
			if err := add(i); err != nil {
				return nil, err
			}
		}
	}
	for before := 0; before < len(out); {
		before = len(out)
		for i, node := range d.Layout.NodeIndex {
			list, ok := r.styles[node]
			if !ok || covered[i] || len(d.Layout.Bounds[i]) != 4 {
				continue
			}
			filter := s.text(list[styleBackdrop])
			if filter == "" || filter == "none" {
				continue
			}
			b := box{d.Layout.Bounds[i][0] - x, d.Layout.Bounds[i][1] - y, d.Layout.Bounds[i][2], d.Layout.Bounds[i][3]}
			from := 0.0
			for _, length := range lengths(filter) {
				from += length
			}
			if strings.Contains(filter, "url(") {
				from = math.Inf(1)
			}
			for _, o := range out {
				if math.IsInf(from, 1) || o.grown(from, from).meets(b) {
					covered[i] = true
					break
				}
			}
			if covered[i] {
				if err := add(i); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

// textBox is the box of a text where the protocol knows it, or that of the inline element around it.
func (r *reaches) textBox(i int, b box, far reach, covered map[int]bool) (box, error) {
	node := r.layout.NodeIndex[i]
	height := b.height
	if strings.HasPrefix(r.style(node, styleWriting), "vertical") || strings.HasPrefix(r.style(node, styleWriting), "sideways") {
		height = b.width
	}
	size, err := strconv.ParseFloat(strings.TrimSuffix(r.style(node, styleFontSize), "px"), 64)
	if max(b.width, b.height) > 0 && err == nil && height < size/2 && !far.columns {
		return b, errElsewhere // a font may say that its letters have no height
	}
	if !far.columns {
		return b, nil
	}
	around, ok := r.places[r.nodes.ParentIndex[node]]
	if ok && covered[around] {
		return box{}, nil // with that
	}
	if !ok || r.style(r.nodes.ParentIndex[node], styleDisplay) != "inline" {
		return b, errElsewhere
	}
	own, outer := r.layout.Bounds[i], r.layout.Bounds[around]
	return box{b.x + outer[0] - own[0], b.y + outer[1] - own[1], outer[2], outer[3]}, nil
}

func (b box) grown(x, y float64) box {
	return box{b.x - x, b.y - y, b.width + 2*x, b.height + 2*y}
}

func (b box) contains(o box) bool {
	return b.x <= o.x && b.y <= o.y && b.x+b.width >= o.x+o.width && b.y+b.height >= o.y+o.height
}

func (b box) meets(o box) bool {
	return b.x < o.x+o.width && o.x < b.x+b.width && b.y < o.y+o.height && o.y < b.y+b.height
}

// letterSource asks the script of a frame.
func (p *Page) letterSource(ctx context.Context, f *browser.Frame) letterSource {
	return func(ids []proto.DOMBackendNodeID) (map[proto.DOMBackendNodeID]letters, error) {
		if len(ids) == 0 {
			return nil, nil
		}
		group := p.objectGroup()
		handles, err := p.tab.ResolveNodesIn(ctx, f, group, ids)
		if err != nil {
			return nil, fmt.Errorf("where the page draws secrets is not known: %w", err)
		}
		defer f.Session.Send(proto.RuntimeReleaseObjectGroup{ObjectGroup: group})
		arguments := make([]map[string]any, len(handles))
		for i, handle := range handles {
			if handle == "" {
				return nil, errRestless // what showed a secret a moment ago is gone
			}
			arguments[i] = map[string]any{"objectId": handle}
		}
		raw, err := f.Session.Call(ctx, f.Session.ID(), "Runtime.callFunctionOn", map[string]any{
			"objectId": arguments[0]["objectId"], "arguments": arguments, "returnByValue": true,
			"functionDeclaration": "function (...elements) { return jevrunPage.letters(elements); }",
		})
		if err != nil {
			return nil, fmt.Errorf("where the page draws secrets is not known: %w", err)
		}
		var answer struct {
			Result struct {
				Value []letters `json:"value"`
			} `json:"result"`
		}
		if err := json.Unmarshal(raw, &answer); err != nil || len(answer.Result.Value) != len(ids) {
			return nil, fmt.Errorf("where the page draws secrets is not known: its script says %.200s", raw)
		}
		out := map[proto.DOMBackendNodeID]letters{}
		for i, id := range ids {
			out[id] = answer.Result.Value[i]
		}
		return out, nil
	}
}
