package page

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// yardsticks are the pages on which an extraction is measured, each with 1,001 controls or as many as its name says.
var yardsticks = []struct {
	name   string
	html   func(w *world) string
	total  int
	axTree bool // Chrome's accessibility tree has all of it in one answer, and is measured too
	closed bool // the bare script reaches the controls only in the roots that the protocol names
}{
	{"flat-100", flat(100), 101, true, false},
	{"flat-1000", flat(1000), 1001, true, false},
	{"flat-5000", flat(5000), 5001, true, false},
	{"flat-20000", flat(20000), 20001, true, false},
	{"shadow-open", nested("open"), 1001, false, false},
	{"shadow-closed", nested("closed"), 1001, false, true},
	{"frames-same-origin", framed("{url}"), 1001, false, false},
	{"frames-cross-site", framed("{other}"), 1001, false, false},
}

func flat(n int) func(*world) string { return func(*world) string { return controls(n) } }

// nested are 100 cards, each three shadow roots in each other around ten controls, and one more button.
func nested(mode string) func(*world) string {
	return func(*world) string {
		text, err := json.Marshal(strings.TrimPrefix(controls(10), "<!doctype html><title>Many</title>"))
		if err != nil {
			panic(err)
		}
		return `<!doctype html><title>Cards</title><div id=list></div><button>The last one</button><script>
			const html = ` + strings.ReplaceAll(string(text), "</", `<\/`) + `.replace("<button>The last one<\/button>", "");
			for (let i = 0; i < 100; i++) {
				let host = list.appendChild(document.createElement("x-card")), root;
				for (let depth = 0; depth < 3; depth++) {
					root = host.attachShadow({ mode: "` + mode + `" });
					if (depth < 2) host = root.appendChild(document.createElement("x-part"));
				}
				root.innerHTML = html.replaceAll(/(item|Field|Option|Choice|Icon|Combo|Editor|Picture|row)/g, "$1 " + i);
			}</script>`
	}
}

// framed are ten frames of 100 controls each, and one more button.
func framed(site string) func(*world) string {
	return func(w *world) string {
		w.serve("/hundred", strings.Replace(controls(100), "<button>The last one</button>", "", 1))
		return `<!doctype html><title>Frames</title><button>The last one</button>` +
			strings.Repeat(`<iframe width=600 height=150 src="`+site+`/hundred"></iframe>`, 10)
	}
}

// BenchmarkExtraction measures an observation, Go decode included, against the bare script, whose answer nobody
// decodes and which is asked in every frame at once; on flat pages also against Chrome's accessibility tree with a
// typed decode. All are measured in turns, and what is reported are ratios of medians: ours to the bare script
// (at most 1.3 is wanted), and ours to the tree (a fifth, at 20,000 controls a tenth).
func BenchmarkExtraction(b *testing.B) {
	text, err := os.ReadFile("testdata/bare.js")
	ok(b, err)
	for _, y := range yardsticks {
		b.Run(y.name, func(b *testing.B) {
			w := open(b, "")
			w.serve("/yardstick", y.html(w))
			w.visit("/yardstick")
			eventually(b, "all controls are there", func() bool { return w.observe().Total == y.total })
			bare := newBare(b, w, string(text), y.closed)
			if n := bare.read(); n != y.total {
				b.Fatalf("the bare script finds %d controls", n)
			}
			var ours, plain, tree []time.Duration
			b.ResetTimer()
			for range b.N {
				for range max(1, 3000/y.total) {
					timed(&ours, func() { w.observe() })
					timed(&plain, func() { bare.ask() })
				}
			}
			b.StopTimer()
			if y.axTree { // after the others: it leaves the page slower than it was
				call(b, w.tab.Session(), "Accessibility.enable", nil, &struct{}{})
				var ours []time.Duration
				for range min(b.N, 7) {
					timed(&ours, func() { w.observe() })
					timed(&tree, func() { axTree(b, w) })
				}
				call(b, w.tab.Session(), "Accessibility.disable", nil, &struct{}{})
				b.ReportMetric(ratio(ours, tree), "ours/tree")
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			b.ReportMetric(ratio(ours, plain), "ours/bare")
			b.ReportMetric(float64(median(ours).Microseconds())/1000, "ours-ms")
			b.ReportMetric(float64(median(plain).Microseconds())/1000, "bare-ms")
		})
	}
}

func timed(list *[]time.Duration, f func()) {
	start := time.Now()
	f()
	*list = append(*list, time.Since(start))
}

// BenchmarkFirstExtraction is BenchmarkExtraction at the first look at a fresh document, which is what a step pays behind
// a navigation: ours with all that is asked once a document, listeners and closed shadow roots among it, and the bare
// script with its compilation.
func BenchmarkFirstExtraction(b *testing.B) {
	text, err := os.ReadFile("testdata/bare.js")
	ok(b, err)
	for _, y := range yardsticks {
		b.Run(y.name, func(b *testing.B) {
			w := open(b, "")
			w.serve("/yardstick", y.html(w))
			fresh := func() {
				w.visit("/yardstick")
				ready(b, w)
			}
			fresh()
			eventually(b, "all controls are there", func() bool { return w.observe().Total == y.total })
			var ours, plain []time.Duration
			for range b.N {
				fresh()
				timed(&ours, func() { w.observe() })
				fresh()
				bare := newBare(b, w, string(text), y.closed)
				timed(&plain, func() { bare.ask() })
			}
			b.ReportMetric(0, "ns/op") // says nothing here
			b.ReportMetric(ratio(ours, plain), "ours/bare")
			b.ReportMetric(float64(median(ours).Microseconds())/1000, "ours-ms")
			b.ReportMetric(float64(median(plain).Microseconds())/1000, "bare-ms")
		})
	}
}

// ready waits until every frame is loaded, laid out and has our world, as it is after a settle.
func ready(b *testing.B, w *world) {
	eventually(b, "the page is loaded", func() bool {
		for _, f := range w.tab.Frames() {
			raw, err := w.tab.Eval(testContext(b), f, "document.readyState + document.documentElement.offsetHeight")
			if err != nil || !strings.Contains(string(raw), "complete") {
				return false
			}
		}
		return true
	})
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

func ratio(a, b []time.Duration) float64 { return float64(median(a)) / float64(median(b)) }

// bareScript is the yardstick at work: one call in each frame, all of them under way at once.
type bareScript struct {
	b     *testing.B
	calls []bareCall
}

type bareCall struct {
	session cdp.Session
	args    map[string]any
}

func newBare(b *testing.B, w *world, text string, closed bool) *bareScript {
	s := &bareScript{b: b}
	for _, f := range w.tab.Frames() {
		global, err := w.tab.EvalHandle(testContext(b), f, "globalThis")
		ok(b, err)
		args := map[string]any{"functionDeclaration": text, "objectId": global, "returnByValue": true}
		if closed { // the same script, run for the document and for each closed root in one call
			args["functionDeclaration"] = "function (...roots) { return roots.map((document) => (" + text[strings.Index(text, "() =>"):] + ")()); }"
			var roots []map[string]any
			for _, id := range append([]proto.RuntimeRemoteObjectID{handle(b, w, "document")}, closedRoots(b, w)...) {
				roots = append(roots, map[string]any{"objectId": id})
			}
			args["arguments"] = roots
		}
		s.calls = append(s.calls, bareCall{f.Session, args})
	}
	return s
}

func handle(b *testing.B, w *world, expression string) proto.RuntimeRemoteObjectID {
	id, err := w.tab.EvalHandle(testContext(b), w.tab.MainFrame(), expression)
	ok(b, err)
	return id
}

// closedRoots are handles of all closed roots of the main frame.
func closedRoots(b *testing.B, w *world) []proto.RuntimeRemoteObjectID {
	var document proto.DOMGetDocumentResult
	call(b, w.tab.Session(), "DOM.getDocument", map[string]any{"depth": -1, "pierce": true}, &document)
	var ids []proto.DOMBackendNodeID
	var walk func(n *proto.DOMNode)
	walk = func(n *proto.DOMNode) {
		for _, root := range n.ShadowRoots {
			if root.ShadowRootType == proto.DOMShadowRootTypeClosed {
				ids = append(ids, root.BackendNodeID)
			}
			walk(root)
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(document.Root)
	roots, err := w.tab.ResolveNodes(testContext(b), w.tab.MainFrame(), ids)
	ok(b, err)
	return roots
}

// ask reads every frame once.
func (s *bareScript) ask() [][]byte {
	var pending []*cdp.Pending
	for _, c := range s.calls {
		pending = append(pending, c.session.Conn().Send(c.session.ID(), "Runtime.callFunctionOn", c.args))
	}
	var answers [][]byte
	for _, p := range pending {
		raw, err := p.Wait(testContext(s.b))
		ok(s.b, err)
		answers = append(answers, raw)
	}
	return answers
}

// read counts what it finds.
func (s *bareScript) read() int {
	n := 0
	for _, raw := range s.ask() {
		var answer struct {
			Result struct {
				Value json.RawMessage `json:"value"`
			} `json:"result"`
		}
		ok(s.b, json.Unmarshal(raw, &answer))
		parts := []string{""}
		if json.Unmarshal(answer.Result.Value, &parts[0]) != nil {
			ok(s.b, json.Unmarshal(answer.Result.Value, &parts))
		}
		for _, part := range parts {
			var list []json.RawMessage
			ok(s.b, json.Unmarshal([]byte(part), &list))
			n += len(list)
		}
	}
	return n
}

// axTree reads the tree of the main frame and decodes it. Of 20,000 controls Chrome makes it in half a minute and more.
func axTree(b *testing.B, w *world) {
	res, err := cdp.Call[proto.AccessibilityGetFullAXTreeResult](within(b, 3*time.Minute), w.tab.Session(), proto.AccessibilityGetFullAXTree{})
	ok(b, err)
	if len(res.Nodes) < 100 {
		b.Fatal("the tree has " + strconv.Itoa(len(res.Nodes)) + " nodes")
	}
}
