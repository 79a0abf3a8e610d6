package page

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// A click that certainly changed nothing is told from all that may have.
func TestAClickThatNothingComesOf(t *testing.T) {
	const dead = `<button id=a>Go</button>`
	for about, c := range map[string]struct {
		html string
		idle bool
	}{
		"a button that nothing listens on":      {dead, true},
		"what only takes the focus":             {`<div tabindex=0 id=a>Go</div>`, true},
		"a button in a form that sends nothing": {`<form onsubmit="window.n = 1"><button type=button id=a>Go</button></form>`, true},
		"a style that only colors it":           {dead + `<style>button:hover, button:focus { color: red; outline: 1px solid }</style>`, true},
		"what listens elsewhere":                {dead + `<p id=p>x</p><script>p.onclick = () => 1; window.addEventListener("keydown", () => 1); window.addEventListener("load", () => 1)</script>`, true},
		"a listener in its markup":              {`<button onclick="window.n = 1">Go</button>`, false},
		"a listener of its own":                 {dead + `<script>a.addEventListener("click", () => window.n = 1)</script>`, false},
		"one that is gone afterwards":           {dead + `<script>a.addEventListener("click", () => window.n = 1, { once: true })</script>`, false},
		"one on the document":                   {dead + `<script>document.addEventListener("click", () => window.n = 1)</script>`, false},
		"one on the window":                     {dead + `<script>addEventListener("click", () => window.n = 1)</script>`, false},
		"one on the window, once":               {dead + `<script>addEventListener("pointerdown", () => window.n = 1, { once: true })</script>`, false},
		"one for the release of the button":     {`<div id=d>` + dead + `</div><script>d.addEventListener("mouseup", () => window.n = 1)</script>`, false},
		"one for the focus":                     {`<div id=d>` + dead + `</div><script>d.addEventListener("focusin", () => window.n = 1)</script>`, false},
		"one for the selection":                 {dead + `<script>document.addEventListener("selectionchange", () => window.n = 1)</script>`, false},
		"one on a shadow root":                  {`<div id=h></div><script>const r = h.attachShadow({ mode: "open" }); r.innerHTML = "<button>Go</button>"; r.addEventListener("click", () => window.n = 1)</script>`, false},
		"one on the host of a closed root":      {`<div id=h></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<button>Go</button>"; h.onclick = () => window.n = 1</script>`, false},
		"so many that it is left to all in it":  {`<div id=d>` + dead + `</div><script>for (const k of "click a b c d e f g h i j".split(" ")) d.addEventListener(k, () => window.n = 1)</script>`, false},
		"a link":                                {`<a href="#x">Go</a>`, false},
		"a button that sends a form":            {`<form onsubmit="return false"><button>Go</button></form>`, false},
		"a button that opens a popover":         {`<button popovertarget=p>Go</button><div popover id=p>Open</div>`, false},
		"a popover that closes":                 {dead + `<div popover id=p style="top:100px">Open</div><script>p.showPopover()</script>`, false},
		"a field that is left":                  {`<input autofocus onblur="window.n = 1">` + dead, false},
		"a menu that a style opens":             {`<style>ul { display: none } button:focus + ul { display: block }</style>` + dead + `<ul><li>Open</ul>`, false},
		"what a style opens for a moment":       {`<style>p { opacity: 0; transition: 99s 99s } button:active ~ p { opacity: 1; transition: 0s }</style>` + dead + `<p>Open</p>`, false},
		"a style sheet of another site":         {`<link rel=stylesheet href="{other}/style">` + dead, false},
	} {
		t.Run(strings.ReplaceAll(about, " ", "_"), func(t *testing.T) {
			w := open(t, "")
			w.serve("/style", "")
			w.serve("/", "<!doctype html>"+c.html)
			w.visit("/")
			for _, candidate := range w.observe().Candidates {
				if candidate.Name == "Go" {
					ok(t, w.Click(testContext(t), action.Target{Fingerprint: candidate.FP, Node: candidate.Node}))
				}
			}
			effect := w.Effect(testContext(t))
			if (effect != nil) != c.idle {
				t.Errorf("it says %v", effect)
			}
			if effect != nil {
				wantError(t, effect, action.NoEffect, true, `"Go" got the click`, "nothing on the page listens")
			}
			if again := w.Effect(testContext(t)); again != nil {
				t.Errorf("it says so again: %v", again)
			}
		})
	}
}

// A page that its dialog keeps did not go.
func TestAPageThatStaysIsADialog(t *testing.T) {
	w := open(t, `<button>Go</button><script>onbeforeunload = (e) => { e.preventDefault(); return "x" }</script>`)
	ok(t, w.Click(testContext(t), w.target("button|go"))) // a page may only ask when it was used
	wantError(t, w.Goto(testContext(t), w.url+w.path("/")+"?next"), action.Dialog, false, "asked whether to leave")
}
