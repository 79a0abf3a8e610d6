package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-rod/rod/lib/proto"
)

// snapshot is what is needed of DOMSnapshot.captureSnapshot.
type snapshot struct {
	Documents []struct {
		Nodes struct {
			ParentIndex   []int                    `json:"parentIndex"`
			NodeType      []int                    `json:"nodeType"`
			NodeName      []int                    `json:"nodeName"`
			BackendNodeID []proto.DOMBackendNodeID `json:"backendNodeId"`
			Attributes    [][]int                  `json:"attributes"`
			IsClickable   struct {
				Index []int `json:"index"`
			} `json:"isClickable"`
		} `json:"nodes"`
		Layout struct {
			NodeIndex []int       `json:"nodeIndex"`
			Bounds    [][]float64 `json:"bounds"`
			Styles    [][]int     `json:"styles"`
		} `json:"layout"`
	} `json:"documents"`
	Strings []string `json:"strings"`
}

// notOperable are roles of what takes the focus to be scrolled or announced, and the frames, whose content is read
// by itself.
var notOperable = []string{"RootWebArea", "Iframe", "dialog", "alertdialog", "tabpanel", "region", "main", "group", "document", "application",
	"tree", "grid", "treegrid", "listbox", "menu", "menubar", "tablist", "toolbar", "radiogroup", "table", "row", "gridcell", "columnheader", "rowheader", "listitem", "Canvas",
	"Video", "Audio", "navigation", "form", "list", "log", "status", "alert", "heading", "article", "banner", "complementary", "search"}

// standIns are elements that hand a click on: a label to its control, a plug-in to what it shows.
var standIns = []string{"label", "embed", "object", "iframe", "frame"}

// look counts what Chrome calls focusable or clickable, and how much of it is among the candidates. What lies in a
// candidate is a part of it; what holds one is a net under it.
func (s *tally) look(w *world, all []seen, label string) {
	w.t.Helper()
	for _, f := range w.tab.Frames() {
		if f.Index != 0 {
			continue
		}
		mine := map[proto.DOMBackendNodeID]bool{}
		for _, c := range all {
			if c.Frame == f.Index {
				mine[c.backend] = true
			}
		}
		tree := w.axTree(f)
		var shot snapshot
		call(w.t, f.Session, "DOMSnapshot.captureSnapshot", map[string]any{"computedStyles": []string{"visibility", "opacity", "pointer-events"}}, &shot)
		doc := shot.Documents[0]
		n := len(doc.Nodes.BackendNodeID)
		area, styles := make([]float64, n), make([][]int, n)
		for i, node := range doc.Layout.NodeIndex {
			area[node] = doc.Layout.Bounds[i][2] * doc.Layout.Bounds[i][3]
			styles[node] = doc.Layout.Styles[i]
		}
		holds := make([]bool, n)
		for i, id := range doc.Nodes.BackendNodeID {
			if mine[id] {
				for p := i; p >= 0; p = doc.Nodes.ParentIndex[p] {
					holds[p] = true
				}
			}
		}
		up := func(i int, yes func(int) bool) bool {
			for p := i; p >= 0; p = doc.Nodes.ParentIndex[p] {
				if yes(p) {
					return true
				}
			}
			return false
		}
		style := func(node, which int) string {
			if at := styles[node][which]; at >= 0 {
				return shot.Strings[at]
			}
			return ""
		}
		for i, id := range doc.Nodes.BackendNodeID {
			ax := tree[id]
			if doc.Nodes.NodeType[i] != 1 || area[i] < 16 || ax == nil || ax.Ignored {
				continue
			}
			name := strings.ToLower(shot.Strings[doc.Nodes.NodeName[i]])
			focusable := ax.is("focusable") && !slices.Contains(notOperable, ax.role())
			clickable := slices.Contains(doc.Nodes.IsClickable.Index, i) && name != "html" && name != "body"
			if !focusable && !clickable || slices.Contains(standIns, name) {
				continue
			}
			hidden := up(i, func(p int) bool {
				return len(styles[p]) == 3 && (style(p, 1) == "0" || p == i && style(p, 0) != "visible")
			})
			if hidden {
				continue
			}
			s.wantedBack++
			if holds[i] || up(i, func(p int) bool { return mine[doc.Nodes.BackendNodeID[p]] }) {
				s.found++
				continue
			}
			attrs := ""
			for a := 0; a+1 < len(doc.Nodes.Attributes[i]) && doc.Nodes.Attributes[i][a+1] >= 0; a += 2 {
				attrs += fmt.Sprintf(" %s=%.30q", shot.Strings[doc.Nodes.Attributes[i][a]], shot.Strings[doc.Nodes.Attributes[i][a+1]])
			}
			s.missing = append(s.missing, fmt.Sprintf("%s: <%s%s> %s %q (focusable %v, clickable %v)", label, name, cut(attrs, 200), ax.role(), ax.name(), focusable, clickable))
		}
	}
}
