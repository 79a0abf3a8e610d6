package page

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// drawnEditor is an editor as some draw themselves: lines in plain elements, and a field of no width that takes the keys.
// It closes brackets that are typed, and takes a paste as it is and draws that a little later.
const drawnEditor = `<style>#e{position:relative;width:300px;height:120px;border:1px solid} #lines{position:absolute;inset:0;cursor:text;white-space:pre} #k{position:absolute;width:0;height:19px;left:40px;padding:0;border:0}</style>
	<div id=e><textarea id=k aria-label=Code></textarea><div id=lines aria-hidden=true></div></div><script>
	let text = "old", all = false;
	const draw = () => { lines.replaceChildren(...text.split("\n").map((line) => Object.assign(document.createElement("div"), { textContent: line || "\u200b" }))); k.value = "" };
	draw();
	e.addEventListener("mousedown", (event) => { event.preventDefault(); k.focus(); });
	k.addEventListener("keydown", (event) => {
		if (event.ctrlKey && event.key === "a") { all = true; event.preventDefault(); }
		if (event.key === "Delete" && all) { text = ""; all = false; draw(); event.preventDefault(); }
	});
	k.addEventListener("input", () => { text = (all ? "" : text) + k.value.replaceAll("{", "{}"); all = false; draw() });
	PASTE
	</script>`

const takesPaste = `k.addEventListener("paste", (event) => { text = event.clipboardData.getData("text/plain"); all = false; event.preventDefault(); setTimeout(draw, 150) });`

func TestAnEditorThatDrawsItsTextIsFilled(t *testing.T) {
	w := open(t, strings.Replace(drawnEditor, "PASTE", takesPaste, 1))
	c := get(t, w.observe(), "textbox|code")
	if value(c.Value) != "old" || !c.InViewport || c.Covered {
		t.Errorf("the editor is listed as %+v", c)
	}
	for _, text := range []string{"one line", "if (a) {\n  b();\n", "", "again"} {
		ok(t, w.Fill(testContext(t), w.target("textbox|code"), text))
		if got := w.js(`text`); got != text {
			t.Errorf("it holds %q, want %q", got, text)
		}
	}
	ok(t, w.Click(testContext(t), w.target("textbox|code")))
	if got := w.js(`document.activeElement.id`) + " " + w.Received(); got != `k textbox "Code"` {
		t.Errorf("after a click: %s", got)
	}
}

// One that takes no paste is typed into; what it makes of that is read back.
func TestAnEditorThatChangesWhatIsTypedIsNoEffect(t *testing.T) {
	w := open(t, strings.Replace(drawnEditor, "PASTE", "", 1))
	ok(t, w.Fill(testContext(t), w.target("textbox|code"), "plain"))
	wantError(t, w.Fill(testContext(t), w.target("textbox|code"), "if {"), action.NoEffect, true)
	w.js(`(lines.remove(), e.style.cursor = "text", 1)`) // what it draws from now on is no text
	wantError(t, w.Fill(testContext(t), w.target("textbox|code"), "plain"), action.Unknown, true, "cannot be read")
}

// A field that is hidden and has nothing that shows its text is none.
func TestAHiddenFieldWithoutAnEditorIsNoCandidate(t *testing.T) {
	w := open(t, `<div style="width:300px;height:100px"><textarea style="width:0;height:19px;padding:0;border:0" aria-label=Copy></textarea><p>Text</p></div><button>Go</button>`)
	if got := strings.Join(fps(w.observe()), " "); got != "button|go" {
		t.Errorf("candidates %q", got)
	}
}

// Shapes of a drawing that react are candidates, once, and are clicked where they are drawn.
func TestShapesThatReactAreCandidates(t *testing.T) {
	w := open(t, `<style>.node{cursor:move} .slice{cursor:pointer}</style><svg width=400 height=200>
		<g class="flow node" id=group><rect class=node x=10 y=10 width=100 height=30 fill=#abc></rect><text x=40 y=30 style="pointer-events:none">reading</text><g class=flow-port><rect class=flow-port x=106 y=20 width=10 height=10></rect></g></g>
		<g class=slice id=pie><title>Apples</title><path d="M200 20 h60 v60 h-60 z"></path><path d="M262 20 h20 v60 h-20 z" fill=none></path></g>
		<path id=wire onclick="window.hit = 'wire'" d="M20 190 Q200 60 380 190" fill=none stroke=#000 stroke-width=4><title>Wire</title></path>
		<rect x=10 y=90 width=20 height=20></rect><defs><g class=slice><title>Unseen</title><rect width=9 height=9></rect></g></defs></svg>
		<script>document.querySelector('rect.node').addEventListener('click', () => window.hit = 'node'); document.querySelector('rect.flow-port').addEventListener('mousedown', () => window.hit = 'port');
		pie.addEventListener('click', () => window.hit = 'pie')</script>`)
	if got := strings.Join(fps(w.observe()), ", "); got != "button|reading, button|reading port, button|apples, button|wire" {
		t.Fatalf("candidates %s", got)
	}
	for name, want := range map[string]string{"reading": "node", "reading port": "port", "apples": "pie", "wire": "wire"} {
		ok(t, w.Click(testContext(t), w.target(fp("button", name))))
		if got := w.js(`window.hit`); got != want {
			t.Errorf("%s: clicked %s", name, got)
		}
	}
}
