package page

import (
	"errors"
	"slices"
	"strings"

	"github.com/go-rod/rod/lib/proto"
)

// drawn finds what must not be seen in the protocol's own picture of the documents of one process: their nodes,
// shadow trees of every kind included, with the boxes and texts as they are laid out.
type drawn struct {
	mask      func(string) string
	strings   []string
	documents []*proto.DOMSnapshotDocumentSnapshot
	held      map[proto.DOMBackendNodeID]bool // fields that held a secret, and frames whose content shows one
	seen      map[int][]box                   // by document, to look at each once
	letters   letterSource                    // nil where it is enough that something is shown, not where
}

// errSpread is a secret that no text holds alone: it is not known where it ends.
var errSpread = errors.New("the page spreads a secret over more texts than can be covered, so no picture was kept")

// maxSpread is over how many neighboring blocks a secret may lie: a text of several lines, one in each.
const maxSpread = 8

func (s *drawn) text(i proto.DOMSnapshotStringIndex) string {
	if i < 0 || int(i) >= len(s.strings) {
		return ""
	}
	return s.strings[i]
}

func (s *drawn) secret(text string) bool { return text != "" && s.mask(text) != text }

// boxesOf are the places of a document that must not be seen, in its viewport.
func (s *drawn) boxesOf(document int) ([]box, error) {
	if boxes, ok := s.seen[document]; ok {
		return boxes, nil
	}
	s.seen[document] = nil
	d := s.documents[document]
	nodes, layout := d.Nodes, d.Layout
	covered := map[int]bool{} // nodes
	for node, frame := range rareIntegers(nodes.ContentDocumentIndex) {
		if frame <= 0 || frame >= len(s.documents) {
			continue
		}
		inner, err := s.boxesOf(frame)
		if err != nil {
			return nil, err
		}
		if len(inner) > 0 {
			covered[node] = true
		}
	}
	for _, rare := range []*proto.DOMSnapshotRareStringData{nodes.InputValue, nodes.TextValue} {
		for node, value := range rareStrings(rare) {
			if s.secret(s.text(value)) {
				covered[node] = true
			}
		}
	}
	for node := range nodes.NodeName {
		if s.held[nodes.BackendNodeID[node]] || s.attributes(nodes, node) {
			covered[node] = true
		}
	}
	for node, up := range nodes.ParentIndex { // what overflows an element is seen, too
		if up >= 0 && covered[up] {
			covered[node] = true
		}
	}
	s.options(nodes, covered)
	blocks, err := s.blocks(nodes, layout)
	if err != nil {
		return nil, err
	}
	var x, y float64
	if d.ScrollOffsetX != nil && d.ScrollOffsetY != nil {
		x, y = *d.ScrollOffsetX, *d.ScrollOffsetY
	}
	places := map[int]bool{} // of the layout
	for i, node := range layout.NodeIndex {
		if (covered[node] || blocks[i]) && len(layout.Bounds[i]) == 4 {
			places[i] = true
		}
	}
	var out []box
	switch {
	case len(places) == 0:
	case document == 0 && s.letters != nil:
		if out, err = s.spread(d, places, x, y); err != nil {
			return nil, err
		}
	default:
		for i := range places { // a frame that shows one is covered as a whole
			if b := layout.Bounds[i]; b[2] > 0 || b[3] > 0 {
				out = append(out, box{b[0] - x, b[1] - y, b[2], b[3]})
			}
		}
	}
	s.seen[document] = out
	return out, nil
}

// attributes tells whether an element is a field for passwords or shows an attribute with a secret in it.
func (s *drawn) attributes(nodes *proto.DOMSnapshotNodeTreeSnapshot, node int) bool {
	if node >= len(nodes.Attributes) {
		return false
	}
	list := nodes.Attributes[node]
	for i := 0; i+1 < len(list); i += 2 {
		switch name, value := s.text(list[i]), s.text(list[i+1]); name {
		case "type":
			if strings.EqualFold(value, "password") && strings.EqualFold(s.text(nodes.NodeName[node]), "input") {
				return true
			}
		case "value", "placeholder", "alt", "label", "src", "srcset", "poster": // of an address, a picture may be drawn
			if s.secret(value) {
				return true
			}
		}
	}
	return false
}

// options covers lists with an option whose text is a secret: the text of an option that is not open has no place.
func (s *drawn) options(nodes *proto.DOMSnapshotNodeTreeSnapshot, covered map[int]bool) {
	for node := range nodes.NodeName {
		if nodes.NodeType[node] != 3 || !s.secret(s.text(nodes.NodeValue[node])) {
			continue
		}
		for up := nodes.ParentIndex[node]; up >= 0; up = nodes.ParentIndex[up] {
			if strings.EqualFold(s.text(nodes.NodeName[up]), "select") {
				covered[up] = true
			}
		}
	}
}

// block is the text of one block of the layout, from all the lines and inline elements in it.
type block struct {
	text   strings.Builder
	places []int // of the layout
	secret bool
}

// blocks tells which places of the layout are texts with a secret. Inline elements do not break a text up for its
// reader, so texts are joined within their block; neighboring blocks are joined where a secret is left.
func (s *drawn) blocks(nodes *proto.DOMSnapshotNodeTreeSnapshot, layout *proto.DOMSnapshotLayoutTreeSnapshot) (map[int]bool, error) {
	inline := map[int]bool{} // nodes that are laid out within a line
	for i, node := range layout.NodeIndex {
		if len(layout.Styles[i]) > 0 {
			display := s.text(layout.Styles[i][styleDisplay])
			inline[node] = display == "inline" || display == "contents"
		} else {
			inline[node] = true // text
		}
	}
	var order []*block
	byNode := map[int]*block{}
	for i, node := range layout.NodeIndex {
		text := s.text(layout.Text[i])
		if text == "" {
			continue
		}
		root := node
		for nodes.ParentIndex[root] >= 0 {
			flows, laidOut := inline[root]
			if laidOut && !flows && root != node {
				break
			}
			root = nodes.ParentIndex[root]
		}
		b := byNode[root]
		if b == nil {
			b = &block{}
			byNode[root], order = b, append(order, b)
		}
		b.text.WriteString(text)
		b.places = append(b.places, i)
	}
	out := map[int]bool{}
	for _, b := range order {
		if b.secret = s.secret(b.text.String()); b.secret {
			for _, i := range b.places {
				out[i] = true
			}
		}
	}
	for n := 2; n <= maxSpread && s.left(order); n++ {
		for i := 0; i+n <= len(order); i++ {
			if near := order[i : i+n]; s.left(near) {
				for _, b := range near {
					b.secret = true
					for _, at := range b.places {
						out[at] = true
					}
				}
			}
		}
	}
	if s.left(order) {
		return nil, errSpread
	}
	return out, nil
}

// left tells whether the blocks that are not covered make up a secret together. A covered one parts its neighbors.
func (s *drawn) left(blocks []*block) bool {
	if !slices.ContainsFunc(blocks, func(b *block) bool { return !b.secret }) {
		return false
	}
	var b strings.Builder
	for _, o := range blocks {
		if o.secret {
			b.WriteByte(0)
			continue
		}
		b.WriteString(o.text.String())
		b.WriteByte('\n')
	}
	return s.secret(b.String())
}

func rareIntegers(r *proto.DOMSnapshotRareIntegerData) map[int]int {
	out := map[int]int{}
	if r != nil {
		for i, node := range r.Index {
			out[node] = r.Value[i]
		}
	}
	return out
}

func rareStrings(r *proto.DOMSnapshotRareStringData) map[int]proto.DOMSnapshotStringIndex {
	out := map[int]proto.DOMSnapshotStringIndex{}
	if r != nil {
		for i, node := range r.Index {
			out[node] = r.Value[i]
		}
	}
	return out
}
