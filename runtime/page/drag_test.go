package page

import (
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/stdlib/action"
)

// board is two lists whose cards the browser drags, and a log of what the page saw.
const board = `<style>ul { min-height: 60px; width: 300px; border: 1px solid; padding: 8px } li { display: block; padding: 4px }</style>
	<h2>To do</h2><ul id=todo><li draggable=true id=a>Write report</li><li draggable=true>Call Ada <button>Delete</button></li></ul>
	<h2>Done</h2><ul id=done></ul>
	<script>
		window.log = []; let dragged;
		for (const type of ["dragstart", "dragend", "drop", "mouseup", "click"]) addEventListener(type, (e) => log.push(type + " " + (e.target.id || e.target.localName) + " " + e.isTrusted));
		addEventListener("dragstart", (e) => { dragged = e.target; e.dataTransfer.setData("text/plain", e.target.id); e.dataTransfer.effectAllowed = "move"; });
		for (const list of document.querySelectorAll("ul")) {
			list.addEventListener("dragover", (e) => { e.preventDefault(); e.dataTransfer.dropEffect = "move"; });
			list.addEventListener("drop", (e) => { e.preventDefault(); log.push("data " + e.dataTransfer.getData("text/plain")); list.append(dragged); });
		}
	</script>`

// sortable moves a card with the pointer, as libraries without the browser's own drags do: a clone hangs on the pointer,
// and lands in the list under it. EVENT stands for mouse or pointer, CAPTURE for what takes the pointer.
const sortable = `<style>section { position: absolute; top: 20px; width: 200px; height: 300px; border: 1px solid } section + section { left: 300px } p { cursor: grab; width: 120px; padding: 8px }</style>
	<section aria-label="To do" id=todo><p id=a>Write report</p></section><section aria-label=Done id=done></section>
	<script>
		const over = (x, y) => [...document.querySelectorAll("section")].find((s) => { const r = s.getBoundingClientRect(); return x > r.left && x < r.right && y > r.top && y < r.bottom; });
		let card, clone, moves = 0;
		addEventListener("EVENTdown", (e) => { card = e.target.closest("p"); if (!card) return; clone = card.cloneNode(true); clone.id = "clone"; clone.style.position = "fixed"; document.body.append(clone); e.preventDefault(); CAPTURE });
		addEventListener("EVENTmove", (e) => { if (!clone) return; moves++; clone.style.left = e.clientX - 60 + "px"; clone.style.top = e.clientY - 20 + "px"; });
		addEventListener("EVENTup", (e) => { if (!clone) return; over(e.clientX, e.clientY)?.append(card); clone.remove(); clone = null; });
	</script>`

func TestDragByTheBrowser(t *testing.T) {
	w := open(t, board)
	ok(t, w.Drag(testContext(t), w.target("button|write report"), "Done"))
	if got := w.js(`[...done.children].map((c) => c.textContent).join() + "; " + log.join(", ")`); got != "Write report; dragstart a true, data a, drop done true, dragend a true" {
		t.Errorf("the page saw %s", got)
	}
	if got := w.Received(); got != `list "Done"` {
		t.Errorf("received by %s", got)
	}
	// And back, a card that holds a button, with another click behind it: no button is still held.
	ok(t, w.Drag(testContext(t), w.target("button|write report"), "To do"))
	ok(t, w.Drag(testContext(t), w.target("button|call ada delete"), "Done"))
	ok(t, w.Click(testContext(t), w.target("button|delete")))
	if got := w.js(`todo.innerText.trim() + "; " + done.innerText.trim() + "; " + log.at(-1)`); got != "Write report; Call Ada Delete; click button true" {
		t.Errorf("the page holds %s", got)
	}
}

// A page that follows the mouse, or the pointer, itself.
func TestDragByThePage(t *testing.T) {
	for name, with := range map[string][]string{
		"mouse":            {"mouse", ""},
		"pointer":          {"pointer", ""},
		"captured pointer": {"pointer", "card.setPointerCapture(e.pointerId)"},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, strings.NewReplacer("EVENT", with[0], "CAPTURE", with[1]).Replace(sortable))
			ok(t, w.Drag(testContext(t), w.target("button|write report"), "Done"))
			if got := w.js(`done.innerText + todo.innerText + (moves >= 5) + document.querySelectorAll("p").length`); got != "Write reporttrue1" {
				t.Errorf("the page holds %q", got)
			}
			if got := w.Received(); got != `region "Done"` {
				t.Errorf("received by %s", got)
			}
		})
	}
}

// The thumb of a slider, dragged to a mark of its scale, which is no list and no control: a name is what it says.
func TestDragAThumb(t *testing.T) {
	w := open(t, `<div style="position: relative; width: 400px; height: 80px"><div id=thumb role=slider aria-label=Volume tabindex=0 aria-valuenow=0
			style="position: absolute; left: 0; width: 20px; height: 20px; background: black"></div>
		<span style="position: absolute; left: 100px; top: 30px">25</span><span style="position: absolute; left: 300px; top: 30px">75</span></div>
		<script>thumb.onpointerdown = () => { onpointermove = (e) => { thumb.style.left = e.clientX - 18 + "px"; thumb.setAttribute("aria-valuenow", Math.round((e.clientX - 8) / 4)); }; onpointerup = () => { onpointermove = null; }; };</script>`)
	ok(t, w.Drag(testContext(t), w.target("slider|volume"), "75"))
	if got := w.js(`thumb.getAttribute("aria-valuenow")`); got != "77" {
		t.Errorf("the slider is at %s", got)
	}
}

// Where something can be dropped is a matter of names.
func TestPlaces(t *testing.T) {
	const zones = `<style>div, ul, td, section { min-width: 80px; min-height: 30px; border: 1px solid }</style><p draggable=true id=card>Card</p>`
	const takes = `<script>addEventListener("dragover", (e) => e.preventDefault()); addEventListener("drop", (e) => { e.preventDefault(); window.at = (e.target.id || e.target.localName); });</script>`
	for name, c := range map[string]struct{ html, to, want string }{
		"a button":              {`<button id=x>Trash</button>`, "trash", "x"},
		"a list by its label":   {`<ul aria-label="Up  next" id=x></ul><ul aria-label="Up next, later"></ul>`, "Up next", "x"},
		"an empty column":       {`<main><section><header><h2>New</h2></header><ul id=n></ul></section><section><header><h2>Done</h2></header><ul id=x></ul></section></main>`, "Done", "x"},
		"a row by a cell":       {`<table><tr id=r><td id=x>Mail</td><td>7</td></tr><tr><td>Mailing</td></tr></table>`, "Mail", "x"},
		"a text":                {`<div id=x>Drop files here</div><div>Drop files here or there</div>`, "Drop files here", "x"},
		"the inner of two":      {`<section aria-label=Inbox><ul aria-label=Inbox id=x></ul></section>`, "Inbox", "x"},
		"what has its own name": {`<section><h2>Card</h2><div id=x>space</div></section>`, "Card", "x"},
		"in a shadow tree":      {`<div id=host></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<ul id=x aria-label=Deep style='min-height: 40px'></ul>"</script>`, "Deep", "host"},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, zones+c.html+takes)
			ok(t, w.Drag(testContext(t), w.target("button|card"), c.to))
			if got := w.js("at"); got != c.want {
				t.Errorf("dropped on %s, want %s", got, c.want)
			}
		})
	}
	for name, c := range map[string]struct {
		html, to string
		kind     action.ErrorKind
		mentions []string
	}{
		"none":             {`<ul aria-label=Doing><li>x</ul><h2>Dome</h2><p>x`, "Done", action.NotEditable, []string{`called "Done"`, `"Doing"`, `"Dome"`}},
		"only in part":     {`<ul aria-label="Done today"></ul>`, "Done", action.NotEditable, []string{`"Done today"`}},
		"two":              {`<ul aria-label=Done></ul><button>Done</button>`, "Done", action.Ambiguous, []string{"2 places"}},
		"itself":           {``, "Card", action.NotEditable, []string{`called "Card"`}},
		"hidden":           {`<ul aria-label=Done hidden></ul>`, "Done", action.NotEditable, nil},
		"covered for long": {`<div aria-label=Done>x</div><div style="position: fixed; inset: 40px 0 0" id=veil></div>`, "Done", action.Covered, []string{`<div#veil> lies over "Done"`}},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, zones+c.html+takes)
			wantError(t, w.Drag(within(t, time.Second), w.target("button|card"), c.to), c.kind, false, c.mentions...)
			if got := w.js("window.at"); got != "undefined" {
				t.Errorf("dropped on %s", got)
			}
		})
	}
}

// What is out of view comes into view on the way, also when it and what is dragged cannot be seen at once.
func TestDragFarAway(t *testing.T) {
	for name, page := range map[string]string{
		"by the browser": strings.Replace(board, "<h2>Done", `<div style="height: 3000px"></div><h2>Done`, 1),
		"by the page":    strings.NewReplacer("EVENT", "mouse", "CAPTURE", "", "section + section { left: 300px }", "section + section { top: 3000px }").Replace(sortable),
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, page)
			ok(t, w.Drag(testContext(t), w.target("button|write report"), "Done"))
			if got := w.js("done.innerText.trim()"); got != "Write report" {
				t.Errorf("the list holds %q", got)
			}
		})
	}
}

func TestDragInFrames(t *testing.T) {
	for name, src := range map[string]string{"of the same process": "{url}/board", "of another process": "{other}/board"} {
		t.Run(name, func(t *testing.T) {
			w := open(t, "")
			w.serve("/board", board)
			w.serve("/", `<p>top</p><iframe src="`+src+`" style="width: 500px; height: 420px; padding: 30px; border: 7px solid"></iframe>`)
			w.visit("/")
			w.await(2)
			target := w.target("button|write report")
			ok(t, w.Drag(testContext(t), target, "Done"))
			obs := w.observe()
			raw, err := w.tab.Eval(testContext(t), w.frame(get(t, obs, "button|write report").Frame), `document.querySelector("#done").innerText.trim()`)
			if err != nil || string(raw) != `"Write report"` {
				t.Errorf("the list holds %s (%v)", raw, err)
			}
		})
	}
}

// Nothing is dropped on what comes under the pointer in the last moment, or does not take it.
func TestDropsThatFail(t *testing.T) {
	t.Run("not taken", func(t *testing.T) {
		w := open(t, `<p draggable=true>Card</p><ul aria-label=Done><li>x</ul><button onclick="this.textContent = 'Went'">Go</button>`)
		wantError(t, w.Drag(testContext(t), w.target("button|card"), "Done"), action.NoEffect, true, `"Done" does not take`)
		ok(t, w.Click(testContext(t), w.target("button|go")))
		if got := w.js(`document.querySelector("button").textContent`); got != "Went" {
			t.Errorf("no click works any more: %s", got)
		}
	})
	const trap = `<script>
		const veil = Object.assign(document.createElement("ul"), { id: "veil", style: "position: fixed; inset: 0; margin: 0; background: #fff8" });
		veil.ondragover = (e) => e.preventDefault(); veil.ondrop = veil.onmouseup = () => { window.fell = true; };`
	t.Run("covered on the way", func(t *testing.T) {
		w := open(t, board+trap+`addEventListener("dragover", (e) => { if (e.clientY > todo.getBoundingClientRect().bottom) document.body.append(veil); });</script>`)
		wantError(t, w.Drag(testContext(t), w.target("button|write report"), "Done"), action.Covered, true, `lies over "Done"`)
		if got := w.js("String(window.fell) + log.includes('dragend a true')"); got != "undefinedtrue" {
			t.Errorf("something fell, or the drag did not end: %s", got)
		}
	})
	t.Run("covered on the way of the mouse", func(t *testing.T) {
		w := open(t, strings.NewReplacer("EVENT", "mouse", "CAPTURE", "").Replace(sortable)+trap+`addEventListener("mousemove", (e) => { if (e.clientX > 250) document.body.append(veil); });</script>`)
		wantError(t, w.Drag(testContext(t), w.target("button|write report"), "Done"), action.Covered, true, `lies over "Done"`)
		if got := w.js("String(window.fell) + document.querySelectorAll('p').length"); got != "undefined1" {
			t.Errorf("something fell, or hangs on the pointer still: %s", got)
		}
	})
	t.Run("another element under the press", func(t *testing.T) {
		w := open(t, board+`<button id=evil style="position: fixed; inset: 0; display: none" onmousedown="window.fell = true">Evil</button><script>a.addEventListener("mousemove", () => { evil.style.display = "block"; });</script>`)
		wantError(t, w.Drag(testContext(t), w.target("button|write report"), "Done"), action.Misdirected, true, "Evil")
		if got := w.js("String(window.fell)"); got != "undefined" {
			t.Error("the press reached the other element")
		}
	})
}

// A drop may end in a dialog or lead away.
func TestDropsWithConsequences(t *testing.T) {
	w := open(t, board+`<script>done.addEventListener("drop", () => { document.title = String(confirm("Really?")); });</script>`)
	ok(t, w.Drag(testContext(t), w.target("button|write report"), "Done"))
	if d := w.tab.Dialogs(); len(d) != 1 || d[0].Message != "Really?" || w.js("document.title") != "false" {
		t.Errorf("dialogs %+v", d)
	}
	w.serve("/away", board+`<script>done.addEventListener("drop", () => { location = "{url}/next"; });</script>`)
	w.serve("/next", `<button>Arrived</button>`)
	w.visit("/away")
	ok(t, w.Drag(testContext(t), w.target("button|write report"), "Done"))
	eventually(t, "the next page", func() bool { return len(w.observe().Candidates) == 1 })
}
