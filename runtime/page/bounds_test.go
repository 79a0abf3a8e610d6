package page

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// hostile are pages that want to cost whoever reads them more than they cost themselves: each would take minutes, or
// end in an error, if reading had no bounds. build is a script that adds to a page with a button "Go"; big is a hidden
// element of it. total is how many candidates there are then.
var hostile = []struct {
	about, build string
	total        int
	cut          bool // some name goes on behind what was read of it
}{
	{about: "200,000 nodes", build: `big.innerHTML = "<p>x<b>y</b></p>".repeat(50000)`, total: 1},
	{about: "5,000 controls without a name", build: `add("<div><button></button></div>".repeat(5000))`, total: 5001},
	{about: "a name of 10 MB", build: `add("<button id=b></button>"); b.setAttribute("aria-label", "x ".repeat(5e6))`, total: 2, cut: true},
	{about: "2,000 names from one text of 10 MB", build: `big.append("x ".repeat(5e6)); add("<button aria-labelledby=big></button>".repeat(2000))`, total: 2001, cut: true},
	{about: "2,000 names from one label of 10 MB", build: `big.setAttribute("aria-label", "x ".repeat(5e6)); add("<button aria-labelledby=big></button>".repeat(2000))`, total: 2001, cut: true},
	{about: "2,000 names from one tree of 20,000 elements", build: `big.innerHTML = "<i></i>".repeat(20000); add("<button aria-labelledby=big></button>".repeat(2000))`, total: 2001, cut: true},
	{about: "2,000 descriptions from one text of 10 MB", build: `big.append("x ".repeat(5e6), document.createElement("i")); add("<button aria-describedby=big></button>".repeat(2000))`, total: 2001, cut: true},
	{about: "100,000 labels of one field", build: `big.innerHTML = "<label for=f></label>".repeat(100000); add("<input id=f>")`, total: 2, cut: true},
	{about: "a list of 100,000 options", build: `add("<label>List <select multiple size=2 id=s style='width:60px;height:40px'></select></label><button aria-labelledby='s'></button>");
		s.innerHTML = "<option selected style='display:none'>x".repeat(100000)`, total: 3, cut: true},
	{about: "1,000 shadow roots in each other", build: `let at = add("<div></div>"); for (let i = 0; i < 1000; i++) { const root = at.attachShadow({ mode: "open" });
		root.innerHTML = "<button>In</button>"; at = root.appendChild(document.createElement("div")) }`, total: 1001},
	{about: "a tree of 1,000 levels", build: `let at = document.body; for (let i = 0; i < 1000; i++) { at = at.appendChild(document.createElement("div"));
		at.append(Object.assign(document.createElement("button"), { textContent: "In" })) }`, total: 1001},
	{about: "10,000 hidden levels, each of which reacts", build: `let at = big; for (let i = 0; i < 10000; i++) { at = at.appendChild(document.createElement("div"));
		at.tabIndex = 0; at.setAttribute("onclick", "1"); at.style.cursor = i % 2 ? "pointer" : "grab" }`, total: 1},
	{about: "10,000 hidden levels, each of which listens", build: `let at = big; for (let i = 0; i < 10000; i++) { at = at.appendChild(document.createElement("div")); at.onclick = () => 1 }`, total: 1},
	{about: "2,000 options in 50,000 hidden levels", build: `let at = big; for (let i = 0; i < 50000; i++) at = at.appendChild(document.createElement("div")); at.innerHTML = "<b role=option>x</b>".repeat(2000)`, total: 1},
	{about: "100 levels that show a hand of their own", build: `let at = document.body; for (let i = 0; i < 100; i++) { at = at.appendChild(document.createElement("div")); at.tabIndex = 0; at.style.cursor = i % 2 ? "pointer" : "grab" }
		at.textContent = "In"`, total: 2},
	{about: "2,000 hidden shadow roots in each other", build: `let at = big; for (let i = 0; i < 2000; i++) { const root = at.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
		root.innerHTML = "<button>In</button>"; at = root.appendChild(document.createElement("div")) }`, total: 1},
	{about: "properties that lie", build: `for (const proto of [Node, Element, HTMLElement, Document, DOMRectReadOnly, Array, Map, String].map((c) => c.prototype))
		for (const name of Object.getOwnPropertyNames(proto)) if (!/^(constructor|on.*)$/.test(name))
			try { Object.defineProperty(proto, name, { get() { window.touched = name; return () => null }, configurable: true }) } catch {}`, total: 1},
	{about: "a page that changes without end", build: `const rows = add("<p></p>"); let n = 0; (function next() { rows.innerHTML = "<button>Row " + n++ + "</button>"; requestAnimationFrame(next) })()`, total: 2},
}

func TestHostilePagesAreReadAndClicked(t *testing.T) {
	w := open(t, `<div id=big style="display:none"></div><button onclick="window.hit = true" style="position:fixed;left:0;top:0;z-index:9">Go</button>
		<script>const add = (html) => { const d = document.createElement("div"); d.innerHTML = html; document.body.append(d); return d.firstChild }</script>`)
	for _, c := range hostile {
		t.Run(strings.ReplaceAll(c.about, " ", "_"), func(t *testing.T) {
			w.visit("/")
			w.js("(() => {" + c.build + "\n})()")
			obs := w.observe()
			if obs.Total != c.total || obs.Dropped != c.total-len(obs.Candidates) {
				t.Errorf("%d candidates and %d dropped, want %d in all", obs.Total, obs.Dropped, c.total)
			}
			var cut bool
			for _, o := range obs.Candidates {
				cut = cut || o.Cut
			}
			if cut != c.cut {
				t.Errorf("names are marked as cut: %v", cut)
			}
			g := get(t, obs, "button|go")
			ok(t, w.Click(testContext(t), action.Target{Fingerprint: g.FP, Node: g.Node}))
			if got := w.js("window.hit + ' ' + window.touched"); got != "true undefined" {
				t.Errorf("after the click the page says %q", got)
			}
		})
	}
}

// More levels than the browser can draw end its process, and that is said.
func TestAPageThatCrashesIsAnError(t *testing.T) {
	w := open(t, "")
	w.js(`(() => { let at = document.body; for (let i = 0; i < 50000; i++) at = at.appendChild(document.createElement("div")); at.textContent = "deep" })()`)
	if _, err := w.Observe(testContext(t), ObserveOptions{}); err == nil || !strings.Contains(err.Error(), "crashed") {
		t.Errorf("error %v, want one that says that the page crashed", err)
	}
	w.visit("/")
	w.observe() // and the tab goes on
}
