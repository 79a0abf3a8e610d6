package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/runtime/trace"
)

// The oracle of conformance is Chrome's own accessibility tree of the same page, joined with our candidates by
// the browser's number of the node. Everything here reads; nothing leaves a mark in the page.

// seen is a candidate together with the browser's number of its node and the place where it stands.
type seen struct {
	Candidate
	backend proto.DOMBackendNodeID
	path    string
	html    string // the beginning of it
}

// axNode is what is needed of a node of Chrome's tree.
type axNode struct {
	NodeID           string                 `json:"nodeId"`
	Ignored          bool                   `json:"ignored"`
	Role             axValue                `json:"role"`
	Name             axValue                `json:"name"`
	Properties       []axProperty           `json:"properties"`
	BackendDOMNodeID proto.DOMBackendNodeID `json:"backendDOMNodeId"`
}

type axValue struct {
	Value any `json:"value"`
}

type axProperty struct {
	Name  string  `json:"name"`
	Value axValue `json:"value"`
}

func (n *axNode) role() string { s, _ := n.Role.Value.(string); return s }
func (n *axNode) name() string { s, _ := n.Name.Value.(string); return s }
func (n *axNode) is(property string) bool {
	for _, p := range n.Properties {
		if p.Name == property {
			yes, _ := p.Value.Value.(bool)
			return yes
		}
	}
	return false
}

func call(t testing.TB, s cdp.Session, method string, params any, out any) {
	t.Helper()
	raw, err := s.Call(testContext(t), s.ID(), method, params)
	if err == nil {
		err = json.Unmarshal(raw, out)
	}
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}

// pathOf is the place of an element in its document, for people and for labels.
const pathOf = `(el) => {
  const steps = [];
  for (let n = el; n; ) {
    if (n instanceof ShadowRoot) { steps.unshift("^"); n = n.host; continue; }
    if (!(n instanceof Element)) break;
    if (/^[a-z][\w-]*$/i.test(n.id) && !/\d/.test(n.id)) steps.unshift("#" + n.id);
    else { let at = 1; for (let p = n.previousElementSibling; p; p = p.previousElementSibling) if (p.localName === n.localName) at++; steps.unshift(n.localName + (at > 1 ? "[" + at + "]" : "")); }
    if (/^[a-z][\w-]*$/i.test(n.id) && !/\d/.test(n.id) && n.getRootNode() === document) break;
    n = n.parentNode;
  }
  return steps.join("/");
}`

// everything lists all candidates of all frames that are read, with the browser's numbers.
func (w *world) everything() []seen {
	w.t.Helper()
	_, rows, err := w.read(testContext(w.t), 0, "", true)
	if err != nil {
		w.t.Fatal(err)
	}
	var list []seen
	for _, f := range w.tab.Frames() {
		var numbers []int64
		var mine []seen
		for _, r := range rows {
			if r.Frame == f.Index {
				numbers = append(numbers, r.Node)
				mine = append(mine, seen{Candidate: r.Candidate})
			}
		}
		if len(mine) == 0 {
			continue
		}
		ids := w.backends(f, numbers)
		args, _ := json.Marshal(numbers)
		raw, err := w.tab.Eval(testContext(w.t), f, "JSON.stringify("+string(args)+".map((n) => jevrunPage.node(n)).map((el) => [("+pathOf+")(el), el.outerHTML.slice(0, 400)]))")
		if err != nil {
			w.t.Fatal(err)
		}
		var text string
		var paths [][2]string
		if json.Unmarshal(raw, &text) != nil || json.Unmarshal([]byte(text), &paths) != nil {
			w.t.Fatalf("paths: %s", raw)
		}
		for i := range mine {
			mine[i].backend, mine[i].path, mine[i].html = ids[i], paths[i][0], paths[i][1]
		}
		list = append(list, mine...)
	}
	return list
}

// backends are the browser's numbers of nodes of a frame.
func (w *world) backends(f *browser.Frame, numbers []int64) []proto.DOMBackendNodeID {
	w.t.Helper()
	args, _ := json.Marshal(numbers)
	return w.backendsOf(f, string(args)+".map((n) => jevrunPage.node(n))")
}

// backendsOf are the browser's numbers of the elements of an array that an expression in our world gives.
func (w *world) backendsOf(f *browser.Frame, expression string) []proto.DOMBackendNodeID {
	w.t.Helper()
	ctx := testContext(w.t)
	array := w.object(f, expression)
	var props struct {
		Result []struct {
			Name  string `json:"name"`
			Value struct {
				ObjectID proto.RuntimeRemoteObjectID `json:"objectId"`
			} `json:"value"`
		} `json:"result"`
	}
	call(w.t, f.Session, "Runtime.getProperties", map[string]any{"objectId": array, "ownProperties": true}, &props)
	var waiting []*cdp.Pending
	for _, p := range props.Result {
		if p.Name == "length" {
			continue
		}
		waiting = append(waiting, f.Session.Send(proto.DOMDescribeNode{ObjectID: p.Value.ObjectID}))
	}
	ids := make([]proto.DOMBackendNodeID, len(waiting))
	for i, pending := range waiting {
		raw, err := pending.Wait(ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		var r struct {
			Node struct {
				BackendNodeID proto.DOMBackendNodeID `json:"backendNodeId"`
			} `json:"node"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			w.t.Fatal(err)
		}
		ids[i] = r.Node.BackendNodeID
	}
	call(w.t, f.Session, "Runtime.releaseObject", map[string]any{"objectId": array}, &struct{}{})
	return ids
}

// object evaluates in our world of a frame and returns the handle of the value. Chrome gives the world that is
// there already when one of its name is asked for.
func (w *world) object(f *browser.Frame, expression string) proto.RuntimeRemoteObjectID {
	w.t.Helper()
	var made proto.PageCreateIsolatedWorldResult
	call(w.t, f.Session, "Page.createIsolatedWorld", map[string]any{"frameId": f.ID, "worldName": "jevrun"}, &made)
	var answer struct {
		Result struct {
			ObjectID    proto.RuntimeRemoteObjectID `json:"objectId"`
			Description string                      `json:"description"`
		} `json:"result"`
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	call(w.t, f.Session, "Runtime.evaluate", map[string]any{"expression": expression, "contextId": made.ExecutionContextID}, &answer)
	if answer.ExceptionDetails != nil {
		w.t.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	return answer.Result.ObjectID
}

// axTree is Chrome's tree of one frame, by the browser's number of the node.
func (w *world) axTree(f *browser.Frame) map[proto.DOMBackendNodeID]*axNode {
	w.t.Helper()
	var answer struct {
		Nodes []*axNode `json:"nodes"`
	}
	// Chrome's renderer does not survive the document whose tree it was left with.
	call(w.t, f.Session, "Accessibility.enable", nil, &struct{}{})
	call(w.t, f.Session, "Accessibility.getFullAXTree", map[string]any{"frameId": f.ID}, &answer)
	call(w.t, f.Session, "Accessibility.disable", nil, &struct{}{})
	nodes := map[proto.DOMBackendNodeID]*axNode{}
	for _, n := range answer.Nodes {
		if old := nodes[n.BackendDOMNodeID]; old == nil || old.Ignored {
			nodes[n.BackendDOMNodeID] = n
		}
	}
	return nodes
}

// chromeRoles are Chrome's own words for what ARIA has another word for.
var chromeRoles = map[string]string{
	"DisclosureTriangle": "button", "DisclosureTriangleGrouped": "button", "PopUpButton": "combobox", "ToggleButton": "button",
	"doc-backlink": "link", "doc-biblioref": "link", "doc-glossref": "link", "doc-noteref": "link",
	"image": "img", "ListBoxOption": "option", "MenuListOption": "option",
}

// widgets are the roles by which Chrome calls an element a control.
var widgets = map[string]bool{"button": true, "link": true, "tab": true, "menuitem": true, "menuitemcheckbox": true, "menuitemradio": true,
	"checkbox": true, "radio": true, "switch": true, "searchbox": true, "textbox": true, "combobox": true, "listbox": true, "option": true,
	"slider": true, "spinbutton": true, "treeitem": true}

// A rule excuses differences of one kind. Each says why we do not follow Chrome there.
type rule struct {
	name, why string
	excuses   func(c *seen, ours, theirs pair) bool
}

type pair struct{ role, name string }

// sameName reports whether two names are one to a person: case (text-transform changes it) and white space aside.
func sameName(a, b string) bool {
	squeeze := func(s string) string {
		s = strings.Map(func(r rune) rune {
			if r >= 0xe000 && r <= 0xf8ff || r >= 0xf0000 { // glyphs of icon fonts
				return ' '
			}
			return r
		}, s)
		return strings.ReplaceAll(trace.Fingerprint("", trace.CollapseSpace(s)), " ", "")
	}
	return squeeze(cut(a, nameRunes-20)) == squeeze(cut(b, nameRunes-20))
}

var rules = []rule{
	{"no ARIA role", "date, time, colour and file fields have a word of Chrome's own as their role; ours is textbox, as recorded traces have it",
		func(c *seen, ours, theirs pair) bool {
			return c.Tag == "input" && ours.role == "textbox" && sameName(ours.name, theirs.name) &&
				slices.Contains([]string{"Date", "DateTime", "InputTime", "ColorWell", "button"}, theirs.role) &&
				slices.Contains([]string{"date", "datetime-local", "month", "week", "time", "color", "file"}, value(c.Type))
		}},
	{"password", "what is typed into a password field leaves the page not even as the number of its characters",
		func(_ *seen, ours, theirs pair) bool {
			return ours.role == theirs.role && sameName(ours.name, strings.ReplaceAll(theirs.name, "\u2022", ""))
		}},
	{"media", "Chrome says what its own controls of a film say",
		func(_ *seen, ours, theirs pair) bool {
			return ours.role == theirs.role && sameName(ours.name, strings.ReplaceAll(theirs.name, "Unable to play media.", ""))
		}},
	{"own value", "a name that changes with what is typed would not be found again, so a field that names itself says no value",
		func(c *seen, ours, theirs pair) bool {
			v := value(c.Value)
			return ours.role == theirs.role && v != "" && strings.Contains(c.html, "aria-labelledby") && sameName(strings.TrimSpace(ours.name+" "+v), theirs.name)
		}},
	{"dots", "text that a style draws as dots is read as it stands: the page shows how much of it there is, and masking hides what is secret",
		func(_ *seen, ours, theirs pair) bool {
			return ours.role == theirs.role && strings.Trim(theirs.name, "\u2022") == "" && len([]rune(theirs.name)) == len([]rune(ours.name))
		}},
	{"skipped", "the text of a control that content-visibility leaves undrawn is read all the same: to ask for that style of each control costs more than it is worth",
		func(c *seen, ours, theirs pair) bool {
			return ours.role == theirs.role && theirs.name == "" && strings.Contains(c.html, "content-visibility:hidden")
		}},
}

// knownCauses say of differences that count where they come from.
var knownCauses = []struct {
	why string
	is  func(c *seen, ours, theirs pair) bool
}{
	{"Chrome reads the shadow trees of components that lie in a hidden part of a control; nobody sees or hears them", func(c *seen, ours, theirs pair) bool {
		return ours.role == theirs.role && strings.Contains(c.html, "<x-s>") && (strings.Contains(c.html, "visibility:hidden") || strings.Contains(c.html, `aria-hidden="true"`)) &&
			len(theirs.name) > len(ours.name)
	}},
	{"what a style sheet says in words, inside of what is hidden and referred to, or in a part that is hidden from screen readers", func(_ *seen, ours, theirs pair) bool {
		return ours.role == theirs.role && strings.Contains(theirs.name, "star") && !strings.Contains(ours.name, "star")
	}},
	{"a control that names itself through aria-labelledby, by a part of it that speaks in another way there", func(c *seen, ours, theirs pair) bool {
		return ours.role == theirs.role && strings.Contains(c.html, "aria-labelledby")
	}},
}

// tally is the agreement of one corpus.
type tally struct {
	corpus                   string
	candidates, agree, ruled int
	given                    int // candidates without a role by the standards, for Chrome as for us
	byRule                   map[string]int
	differences              []string
	wantedBack, found        int // recall
	missing                  []string
}

func (s *tally) rate() float64 {
	if s.candidates-s.ruled == 0 {
		return 1
	}
	return float64(s.agree) / float64(s.candidates-s.ruled)
}

func (s *tally) recall() float64 {
	if s.wantedBack == 0 {
		return 1
	}
	return float64(s.found) / float64(s.wantedBack)
}

// compare adds the page that w shows to the tally.
func (s *tally) compare(w *world, label string) {
	w.t.Helper()
	all := w.everything()
	for _, f := range w.tab.Frames() {
		var tree map[proto.DOMBackendNodeID]*axNode
		for i := range all {
			c := &all[i]
			if c.Frame != f.Index {
				continue
			}
			if tree == nil {
				tree = w.axTree(f)
			}
			s.judge(c, tree[c.backend], label)
		}
	}
	s.look(w, all, label)
}

func (s *tally) judge(c *seen, n *axNode, label string) {
	ours := pair{c.Role, c.Name}
	s.candidates++
	if (n == nil || n.Ignored) && c.GivenRole {
		s.given++
		s.agree++
		return
	}
	if n == nil || n.Ignored {
		s.differ(c, label, ours, pair{"(not in the tree)", ""})
		return
	}
	theirs := pair{n.role(), trace.CollapseSpace(n.name())}
	if mapped, ok := chromeRoles[theirs.role]; ok {
		theirs.role = mapped
	}
	if c.GivenRole && !widgets[theirs.role] {
		// No standard gives it a role, and Chrome gives it none: there is nothing to compare but a name.
		s.given++
		ours.role = theirs.role
	}
	switch c.NameFrom {
	case NameContent: // Chrome does not name such elements by their text
		ours.name = theirs.name
	case NameSurroundings:
		ours.name = ""
	}
	if ours.role == theirs.role && sameName(ours.name, theirs.name) {
		s.agree++
		return
	}
	for _, r := range rules {
		if r.excuses(c, ours, theirs) {
			s.ruled++
			s.byRule[r.name]++
			return
		}
	}
	s.differ(c, label, ours, theirs)
}

func (s *tally) differ(c *seen, label string, ours, theirs pair) {
	cause := "not known"
	for _, k := range knownCauses {
		if k.is(c, ours, theirs) {
			cause = k.why
			break
		}
	}
	s.differences = append(s.differences, fmt.Sprintf("%s: %s at %s\n\tours   %s %q\n\tChrome %s %q\n\tcause  %s", label, c.html, c.path, ours.role, ours.name, theirs.role, theirs.name, cause))
}

func newTally(corpus string) *tally { return &tally{corpus: corpus, byRule: map[string]int{}} }

func (s *tally) report(t testing.TB, least float64) {
	t.Helper()
	t.Logf("%-12s %5d candidates (%d without a role by the standards), %5d agree, %d by rule %v: %.2f %%; recall %d of %d: %.2f %%",
		s.corpus, s.candidates, s.given, s.agree, s.ruled, s.byRule, 100*s.rate(), s.found, s.wantedBack, 100*s.recall())
	for _, d := range s.differences {
		t.Log("differs: " + d)
	}
	for _, m := range s.missing {
		t.Log("missing: " + m)
	}
	if s.rate() < least && len(s.differences) > 1 { // of few candidates, one is much
		t.Errorf("%s: agreement %.2f %%, want at least %.2f %%", s.corpus, 100*s.rate(), 100*least)
	}
}

// add joins another tally to this one.
func (s *tally) add(o *tally) {
	s.candidates, s.agree, s.ruled, s.given = s.candidates+o.candidates, s.agree+o.agree, s.ruled+o.ruled, s.given+o.given
	s.wantedBack, s.found = s.wantedBack+o.wantedBack, s.found+o.found
	for name, n := range o.byRule {
		s.byRule[name] += n
	}
}

// whole reports the sum of corpora, of which the rules may excuse 1 % and no more.
func (s *tally) whole(t testing.TB, least, recall float64) {
	t.Helper()
	s.report(t, least)
	if s.ruled*100 > s.candidates && s.candidates >= 1500 { // a few pages of ours hold more of the odd cases than the world does
		t.Errorf("%s: rules excuse %d of %d candidates, at most 1 %% may be", s.corpus, s.ruled, s.candidates)
	}
	if s.recall() < recall {
		t.Errorf("%s: recall %.2f %%, want at least %.2f %%", s.corpus, 100*s.recall(), 100*recall)
	}
}
