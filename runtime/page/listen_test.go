package page

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/browser"
)

// listening says of every page what a person could press there, where only listeners that scripts attach tell.
var listening = []struct{ about, html, script, want string }{
	{"a click listener and nothing else", `<div id=a>Archive</div><div>Text</div>`, `a.addEventListener('click', () => {})`, "button|archive"},
	{"a handler property", `<span id=a>Archive</span>`, `a.onclick = () => {}`, "button|archive"},
	{"the press of a mouse or of a pointer", `<div id=a>One</div><div id=b>Two</div><div id=c>Three</div>`,
		`a.addEventListener('mousedown', () => {}), b.addEventListener('pointerdown', () => {}), c.addEventListener('mousemove', () => {})`, "button|one button|two"},
	{"a listener that is taken away", `<div id=a>One</div><div id=b>Two</div>`, `a.onclick = b.onclick = () => {}, a.onclick = null`, "button|two"},
	{"a list that listens for its controls", `<div id=a><button>In</button> text</div>`, `a.onclick = () => {}`, "button|in"},
	{"the innermost of those that listen", `<div id=a><p id=b>One</p><p id=c>Two</p></div>`, `a.onclick = b.onclick = c.onclick = () => {}`, "button|one button|two"},
	{"what listens around what shows the hand", `<ul id=a><li style="cursor:pointer">One<li style="cursor:pointer">Two</ul>`, `a.onclick = () => {}`, "button|one button|two"},
	{"a hidden part that listens is nobody's control", `<div id=a>One <i id=b hidden>x</i></div>`, `a.onclick = b.onclick = () => {}`, "button|one"},
	{"the root of an application that hears everything", `<div id=a>Text</div>`,
		`'click dblclick mousedown mouseup keydown keyup input change focusin'.split(' ').forEach((kind) => a.addEventListener(kind, () => {}))`, ""},
	{"most of what is in view", `<div id=a style="height:600px">Text</div>`, `a.onclick = () => {}`, ""},
	{"a long text", `<div id=a>` + strings.Repeat("word ", 100) + `</div>`, `a.onclick = () => {}`, ""},
	{"the body and the document", `Text`, `document.body.onclick = document.onclick = window.onclick = () => {}`, ""},
	{"a part of a control", `<button><span id=a>Save</span></button>`, `a.onclick = () => {}`, "button|save"},
	{"in a shadow tree", `<x-a><template shadowrootmode=open><p>One</p></template></x-a>`, `document.querySelector('x-a').shadowRoot.querySelector('p').onclick = () => {}`, "button|one"},
	{"a cell of a grid", `<div role=grid><div role=row><div role=gridcell id=a>7</div><div role=gridcell>8</div></div></div>`, `a.onclick = () => {}`, "gridcell|7"},
	{"a picture", `<img id=a alt=Logo width=20 height=20 src=data:,>`, `a.onclick = () => {}`, "button|logo"},
	{"what is drawn nowhere", `<div id=a style="display:none">One</div>`, `a.onclick = () => {}`, ""},
	{"a region", `<div id=a role=region aria-label=Map>text</div>`, `a.onclick = () => {}`, ""},
	{"in the order of the document", `<button>A</button><div id=b>B</div><button>C</button><div id=d>D</div>`, `d.onclick = b.onclick = () => {}`, "button|a button|b button|c button|d"},
}

func TestWhatListensForClicksIsACandidate(t *testing.T) {
	w := open(t, "")
	for _, c := range listening {
		w.serve("/", "<!doctype html><body>"+c.html)
		w.visit("/")
		w.js("(" + c.script + ", 1)")
		if got := strings.Join(fps(w.observe()), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}

// Listeners come and go, and nothing in the document says so.
func TestListenersThatComeLateAreHeard(t *testing.T) {
	w := open(t, `<div id=a>One</div><iframe srcdoc="<div id=b>Two</div>"></iframe><iframe src="{other}/far"></iframe>`)
	w.serve("/far", `<div id=c>Three</div><script>onmessage = () => { c.onclick = () => {} }</script>`)
	w.visit("/")
	if got := fps(w.observe()); len(got) != 0 {
		t.Fatalf("candidates %q", got)
	}
	w.js(`(a.onclick = frames[0].b.onclick = () => {}, frames[1].postMessage(1, '*'), 1)`)
	want := []string{"button|one", "button|two", "button|three"}
	eventually(t, "all three are heard", func() bool { return cmp.Equal(fps(w.observe()), want) })
	ok(t, w.Click(testContext(t), w.target("button|one")))
	w.js(`(a.onclick = null, 1)`)
	eventually(t, "one is forgotten", func() bool { return cmp.Equal(fps(w.observe()), want[1:]) })
	w.js(`(a.onclick = () => {}, 1)`)
	eventually(t, "it is heard again", func() bool { return cmp.Equal(fps(w.observe()), want) })
}

// More of them than one look hands in are all found.
func TestManyThatListen(t *testing.T) {
	w := open(t, `<script>for (let i = 0; i < 1200; i++) { const p = document.createElement("p"); p.textContent = "Row " + i; p.addEventListener("click", () => {}); document.documentElement.append(p) }</script>`)
	if got := w.observe().Total; got != 1200 {
		t.Errorf("%d candidates, want 1200", got)
	}
}

// The question for the listeners of a page names those in its frames, too, also of one that nobody sees yet: when it
// comes into sight its elements are what they are.
func TestAFrameThatWasHiddenWhenItsPageWasHeard(t *testing.T) {
	w := open(t, `<iframe id=f style="display:none" srcdoc="<button onclick='seen = 1'>Go</button><div contenteditable aria-label=Note onclick='1'></div>"></iframe>`)
	eventually(t, "the frame is loaded", func() bool { return w.js(`frames[0].document.querySelectorAll('button').length`) == "1" })
	for range 2 {
		if n := w.observe().Total; n != 0 {
			t.Fatalf("%d candidates of a hidden frame", n)
		}
	}
	w.js(`(f.style.display = "block", 1)`)
	w.await(2)
	ok(t, w.Click(testContext(t), w.target("button|go")))
	ok(t, w.Fill(testContext(t), w.target("textbox|note"), "well"))
	if got := w.js(`frames[0].seen + frames[0].document.querySelector('div').textContent`); got != "1well" {
		t.Errorf("the frame has %q", got)
	}
}

// BenchmarkListeners says which part of an observation the question for listeners takes: on the pages of
// BenchmarkObserve, where a tenth of the controls listen, and where all of them and some plain elements do.
func BenchmarkListeners(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		for _, all := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/all=%v", n, all), func(b *testing.B) {
				w := open(b, controls(n))
				if all {
					w.js(`(document.querySelectorAll('button,a,input,select,[role],h2,b').forEach((el) => el.addEventListener('click', () => {})), 1)`)
				}
				w.observe()
				var looking, asking time.Duration
				b.ResetTimer()
				for range b.N {
					start := time.Now()
					frames := w.tab.Frames()
					_, errs := askAll[columns](testContext(b), w.Page, frames, "observe", func(*browser.Frame) any { return observeArgs{Max: 120} })
					ok(b, errors.Join(errs...))
					looked := time.Now()
					e := w.ears[w.tab.Session().ID()]
					e.next = time.Time{}
					w.hear(testContext(b), w.askListeners(frames))
					looking, asking = looking+looked.Sub(start), asking+time.Since(looked)
				}
				b.ReportMetric(100*float64(asking)/float64(looking), "%-of-looking")
			})
		}
	}
}

// Asking for listeners hands no object of the page's world to ours: its prototypes are the page's to change.
func TestAskingForListenersKeepsTheWorldsApart(t *testing.T) {
	w := open(t, `<script>HTMLElement.prototype.mark = "page"; for (let i = 0; i < 1200; i++) { const p = document.createElement("p"); p.textContent = "Row " + i; p.addEventListener(i % 2 ? "click" : "mousemove", () => {}); document.documentElement.append(p) }</script>`)
	const marks = `Array.from(new Set(Array.from(document.querySelectorAll("*"), (el) => el.mark + " " + (el instanceof Node)))).join()`
	for range 3 {
		w.observe()
		raw, err := w.tab.Eval(testContext(t), w.tab.MainFrame(), `HTMLElement.prototype.mark = "ours", `+marks)
		ok(t, err)
		if string(raw) != `"ours true"` || w.js(marks) != "page true" {
			t.Fatalf("we see elements of %s, the page those of %s", raw, w.js(marks))
		}
		call(t, w.tab.Session(), "HeapProfiler.collectGarbage", map[string]any{}, &struct{}{})
	}
}
