package page

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/stdlib/action"
)

// log is a page script that lists what was clicked, typed and changed, in order.
const log = `<script>
const seen = [];
for (const type of ['mousedown', 'click', 'input', 'change', 'keydown', 'submit'])
  addEventListener(type, (e) => seen.push(type + ':' + (e.composedPath()[0].id || e.target.tagName || 'window') + (e.isTrusted ? '' : '!')), true);
</script>`

func TestClickReachesOnlyTheTarget(t *testing.T) {
	w := open(t, log+`<button id=a>Save</button><button id=b>Delete</button>`)
	ok(t, w.Click(testContext(t), w.target("button|save")))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:a" {
		t.Errorf("clicked %q", got)
	}
	if got := w.Received(); got != `button "Save"` {
		t.Errorf("received by %q", got)
	}
	if got := w.js(`document.documentElement.outerHTML.includes('jev')`); got != "false" {
		t.Error("the page carries a mark of ours")
	}
}

func TestANodeThatIsReusedIsNotTouched(t *testing.T) {
	w := open(t, log+`<button id=a>Archive</button>`)
	target := w.target("button|archive")
	w.js(`(a.textContent = 'Delete', 1)`)
	wantError(t, w.Click(testContext(t), target), action.Changed, false, `button "Delete"`)
	// The name moves to another node: still not the one that was judged.
	w.js(`(document.body.insertAdjacentHTML('beforeend', '<button id=b>Archive</button>'), 1)`)
	wantError(t, w.Click(testContext(t), target), action.Changed, false)
	w.js(`(a.remove(), 1)`)
	wantError(t, w.Click(testContext(t), target), action.Changed, false)
	w.js(`(b.remove(), 1)`)
	wantError(t, w.Click(testContext(t), target), action.Detached, false)
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
	if got := w.Received(); got != "" {
		t.Errorf("received by %q", got)
	}
}

func TestANodeOfAnEarlierDocumentIsGone(t *testing.T) {
	w := open(t, `<button>Save</button>`)
	target := w.target("button|save")
	w.visit("/")
	wantError(t, w.Click(testContext(t), target), action.Changed, false)
}

func TestAmbiguousInAFrameIsRefused(t *testing.T) {
	w := open(t, log+`<button id=a>Save</button><button id=b>SAVE</button>`)
	if c := w.observe().Candidates[0]; c.Same != 2 {
		t.Errorf("Same = %d, want 2", c.Same)
	}
	wantError(t, w.Click(testContext(t), w.target("button|save")), action.Ambiguous, false, "2 elements")
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
}

func TestTheSameNameInTwoFramesIsNotAmbiguous(t *testing.T) {
	w := open(t, `<button onclick="window.hit='main'">Pay</button>
		<iframe srcdoc="<button onclick=&quot;parent.hit='frame'&quot;>Pay</button>" style="margin:30px;border:7px solid;padding:11px"></iframe>`)
	obs := w.observe()
	if len(obs.Candidates) != 2 || obs.Candidates[0].Same != 1 || obs.Candidates[1].Same != 1 {
		t.Fatalf("candidates %+v", obs.Candidates)
	}
	for i, want := range []string{"main", "frame"} {
		ok(t, w.Click(testContext(t), action.Target{Fingerprint: "button|pay", Frame: i, Node: obs.Candidates[i].Node}))
		if got := w.js(`window.hit`); got != want {
			t.Errorf("frame %d: hit %s", i, got)
		}
	}
}

func TestClickInsideACrossSiteFrame(t *testing.T) {
	w := open(t, `<p style="height:1500px">far down</p><iframe src="{other}/inner" style="border:9px solid; transform:scale(.8)" width=500 height=200></iframe>`)
	w.serve("/inner", `<input aria-label=Card id=card><div style="height:700px"></div><button onclick="parent.postMessage('paid','*');document.title=card.value">Pay</button>`)
	w.js(`(addEventListener('message', e => window.got = e.data), 1)`)
	w.visit("/")
	w.js(`(addEventListener('message', e => window.got = e.data), 1)`)
	eventually(t, "the frame is read", func() bool { return len(w.observe().Candidates) == 2 })
	fill := w.target("textbox|card")
	if f := w.frame(fill.Frame); fill.Frame == 0 || f.Session.ID() == w.tab.Session().ID() {
		t.Fatal("the field is not in a frame with a process of its own")
	}
	ok(t, w.Fill(testContext(t), fill, "4111"))
	ok(t, w.Click(testContext(t), w.target("button|pay")))
	eventually(t, "the click arrives", func() bool { return w.js(`window.got`) == "paid" })
	ok(t, w.Press(testContext(t), w.target("textbox|card"), "2"))
	if c := get(t, w.observe(), "textbox|card"); c.Value == nil || len(*c.Value) != 5 {
		t.Errorf("the field holds %v", c.Value)
	}
}

func TestACoverIsWaitedForAndNeverForced(t *testing.T) {
	w := open(t, log+`<button id=a>Save</button>
		<div id=cover style="position:fixed;inset:0;background:#0008"></div>`)
	w.handle("/done", func(rw http.ResponseWriter, r *http.Request) {
		<-time.After(300 * time.Millisecond)
	})
	w.js(`(fetch(location.pathname.replace(/\/$/, '') + '/done').then(() => cover.remove()), 1)`)
	ok(t, w.Click(testContext(t), w.target("button|save")))
	if got := w.js(`seen.filter(s => /^(mousedown|click)/.test(s))`); got != "mousedown:a,click:a" {
		t.Errorf("the page saw %q", got)
	}
}

func TestACoverThatStaysIsNamed(t *testing.T) {
	w := open(t, log+`<button id=a>Save</button><div id=cover style="position:fixed;inset:0"></div>`)
	wantError(t, w.Click(within(t, 1500*time.Millisecond), w.target("button|save")), action.Covered, false, "div#cover")
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
}

func TestACoverInAParentFrameIsSeen(t *testing.T) {
	w := open(t, `<iframe srcdoc="<button>Pay</button>"></iframe><div id=cover style="position:fixed;inset:0"></div>`)
	wantError(t, w.Click(within(t, 1500*time.Millisecond), w.target("button|pay")), action.Covered, false, "div#cover")
}

func TestDisabledIsWaitedForThenRefused(t *testing.T) {
	w := open(t, log+`<button id=a disabled>Save</button><div role=button aria-disabled=true tabindex=0>Go</div>
		<fieldset disabled><button>In set</button></fieldset>`)
	for _, c := range w.observe().Candidates {
		if !c.Disabled {
			t.Errorf("%s is not disabled", c.FP)
		}
	}
	for _, fp := range []string{"button|save", "button|go", "button|in set"} {
		wantError(t, w.Click(within(t, 1200*time.Millisecond), w.target(fp)), action.Disabled, false)
	}
	target := w.target("button|save")
	w.js(`(setTimeout(() => a.disabled = false, 200), 1)`)
	ok(t, w.Click(testContext(t), target))
	if got := w.js(`seen.includes('click:a')`); got != "true" {
		t.Error("not clicked once it was enabled")
	}
}

func TestAMovingTargetIsWaitedFor(t *testing.T) {
	w := open(t, log+`<button id=a style="position:absolute">Save</button>
		<script>let i = 0; (function go() { a.style.left = 10 * ++i + 'px'; i < 40 ? requestAnimationFrame(go) : seen.push('rest') })()</script>`)
	ok(t, w.Click(testContext(t), w.target("button|save")))
	if got := w.js(`seen`); got != "rest,mousedown:a,click:a" {
		t.Errorf("the page saw %q", got)
	}
}

// What comes under the pointer in the last moment does not even see the button go down.
func TestAPressThatWentAstrayIsKeptFromThePage(t *testing.T) {
	w := open(t, log+`<style>button{position:absolute;left:20px;top:20px;width:200px;height:60px}</style>
		<button id=a>Archive</button><button id=b style="left:400px" onmousedown="window.gone = true" onpointerdown="window.gone = true">Delete</button>
		<script>a.addEventListener('mousemove', () => { a.style.left = '400px'; b.style.left = '20px' })</script>`)
	wantError(t, w.Click(testContext(t), w.target("button|archive")), action.Misdirected, true, `button "Delete"`)
	if got := w.js(`window.gone`); got != "undefined" {
		t.Errorf("Delete got the press: %s", w.js("seen"))
	}
	// A person's clicks afterwards are not the guard's business.
	w.js(`(b.onmousedown = () => window.later = true, 1)`)
	b := w.js(`(() => { const r = b.getBoundingClientRect(); return r.x + 5 + ',' + (r.y + 5) })()`)
	var x, y float64
	if _, err := fmt.Sscanf(b, "%f,%f", &x, &y); err != nil {
		t.Fatal(err)
	}
	if _, err := w.session().Send(mouse(proto.InputDispatchMouseEventTypeMousePressed, x, y)).Wait(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if got := w.js(`window.later`); got != "true" {
		t.Error("the guard is still on")
	}
}

// The pointer's arrival makes another element of the target, or another document around it: neither gets the press.
func TestAPointerThatChangesWhatIsThere(t *testing.T) {
	for name, c := range map[string]struct{ does, want string }{
		"renamed":          {`this.textContent = 'Delete'`, `button "Delete"`},
		"another role":     {`this.setAttribute('role', 'link')`, `link "Archive"`},
		"a document anew":  {`document.open(); document.write('<button style="position:absolute;left:20px;top:20px;width:200px;height:60px" onmousedown="window.gone = true" onclick="window.gone = true">Delete</button>'); document.close()`, `button "Delete"`},
		"a tip in it":      {`this.append(' for good')`, ""},
		"said another way": {`this.title = 'Archive it'`, ""},
	} {
		w := open(t, `<button style="position:absolute;left:20px;top:20px;width:200px;height:60px" onmousemove="`+strings.ReplaceAll(c.does, `"`, "&quot;")+`" onclick="window.gone = true">Archive</button>`)
		err := w.Click(testContext(t), w.target("button|archive"))
		if c.want == "" {
			ok(t, err)
		} else {
			wantError(t, err, action.Misdirected, true, c.want)
		}
		if got := w.js(`window.gone`); (got == "true") != (c.want == "") {
			t.Errorf("%s: clicked %s", name, got)
		}
	}
}

// A page can make events of typing that the browser vouches for, as many as it likes. They use up nothing of the guard.
func TestAFloodOfEventsDoesNotEndTheGuard(t *testing.T) {
	w := open(t, log+`<style>button{position:absolute;left:20px;top:20px;width:200px;height:60px}</style>
		<button id=a>Archive</button><button id=b style="left:400px" onmousedown="window.gone = true" onclick="window.gone = true">Delete</button>
		<p id=editor contenteditable style="position:absolute;top:200px">x</p>
		<script>a.addEventListener('mousemove', () => {
			editor.focus();
			for (let i = 0; i < 100; i++) document.execCommand('insertText', false, 'x');
			a.style.left = '400px'; b.style.left = '20px';
		}, { once: true })</script>`)
	wantError(t, w.Click(testContext(t), w.target("button|archive")), action.Misdirected, true, `button "Delete"`)
	if got := w.js(`editor.textContent.length > 60`); got != "true" {
		t.Fatal("the page made no events")
	}
	if got := w.js(`window.gone`); got != "undefined" {
		t.Errorf("Delete got the click: %s", w.js("seen"))
	}
}

// Events of typing that the page made itself are no receipt of the text, and the text goes nowhere else.
func TestAReceiptOfTextIsNotForged(t *testing.T) {
	w := open(t, `<label>Name <input id=a></label><label>Other <input id=b></label><script>
		a.onfocus = () => { for (let i = 0; i < 100; i++) document.execCommand('insertText', false, 'x'); };
		addEventListener('keydown', () => b.focus(), true);
		b.oninput = () => { a.value = window.got = b.value; };</script>`)
	wantError(t, w.Fill(testContext(t), w.target("textbox|name"), "sesame"), action.Misdirected, true, `textbox "Other"`)
	if got := w.js(`window.got`); got != "undefined" {
		t.Errorf("the other field got %s", got)
	}
}

// The page swaps what is under the pointer in the moment when the pointer arrives.
func TestANodeThatMovesUnderThePointer(t *testing.T) {
	w := open(t, log+`<style>button{position:absolute;left:20px;top:20px;width:200px;height:60px}</style>
		<button id=a>Archive</button><button id=b style="left:400px">Delete</button>
		<script>a.addEventListener('mousemove', () => { a.style.left = '400px'; b.style.left = '20px' })</script>`)
	err := w.Click(testContext(t), w.target("button|archive"))
	wantError(t, err, action.Misdirected, true, `button "Delete"`)
	if got := w.js(`seen.includes('click:b') || seen.includes('click:a')`); got != "false" {
		t.Errorf("a click came of it: %s", w.js("seen"))
	}
	if got := w.Received(); got != `button "Delete"` {
		t.Errorf("received by %q", got)
	}
}

func TestAPageThatStopsEventsIsStillObserved(t *testing.T) {
	w := open(t, `<script>for (const type of ['pointerdown','mousedown','click','mousemove','pointermove','mouseover'])
		addEventListener(type, (e) => e.stopImmediatePropagation(), true)</script><button>Save</button>`)
	ok(t, w.Hover(testContext(t), w.target("button|save")))
	ok(t, w.Click(testContext(t), w.target("button|save")))
	if got := w.Received(); got != `button "Save"` {
		t.Errorf("received by %q", got)
	}
}

func TestScrollsFarElementsIntoView(t *testing.T) {
	w := open(t, log+`<style>body{margin:0} nav{position:sticky;top:0;height:200px;background:#fff;z-index:2}</style><nav id=bar>bar</nav>
		<div style="height:300px;overflow:auto"><div style="height:3000px"></div><button id=a>Deep</button><div style="height:3000px"></div></div>
		<div style="height:4000px"></div><button id=b>Bottom</button>`)
	ok(t, w.Click(testContext(t), w.target("button|bottom")))
	ok(t, w.Click(testContext(t), w.target("button|deep")))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:b,click:a" {
		t.Errorf("clicked %q", got)
	}
}

func TestClickOnAWrappedLinkHitsOneOfItsLines(t *testing.T) {
	w := open(t, log+`<div style="width:120px">some words here <a id=a href="#x">a link that wraps over the line end</a></div>`)
	ok(t, w.Click(testContext(t), w.target("link|a link that wraps over the line end")))
	if got := w.js(`location.hash`); got != "#x" {
		t.Errorf("hash %q", got)
	}
}

func TestAnAreaOfAPictureIsClicked(t *testing.T) {
	w := open(t, `<div style="height:2000px"></div><img id=i usemap="#m" src="data:," width=200 height=200 style="border:5px solid"><map name=m><area shape=rect coords="10,10,60,60" href="#a" alt=North>
		<area shape=circle coords="150,50,30" href="#b" alt=East><area shape=poly coords="0,200,60,140,120,200" href="#c" alt=South><area shape=default href="#d" alt=Elsewhere></map>
		<img usemap="#n" src="data:," hidden><map name=n><area href="#e" alt=Unseen></map>`)
	if got, want := strings.Join(fps(w.observe()), " "), "link|north link|east link|south link|elsewhere"; got != want {
		t.Fatalf("observed %q, want %q", got, want)
	}
	for fp, hash := range map[string]string{"link|north": "#a", "link|east": "#b", "link|south": "#c", "link|elsewhere": "#d"} {
		ok(t, w.Click(testContext(t), w.target(fp)))
		if got := w.js(`location.hash`); got != hash {
			t.Errorf("%s leads to %q, want %q", fp, got, hash)
		}
	}
}

func TestAControlInsideTheTargetIsNotTheTarget(t *testing.T) {
	w := open(t, log+`<div id=card role=button tabindex=0 aria-label=Card style="width:300px;height:100px;position:relative">
		<button id=inner style="position:absolute;left:100px;top:20px;width:100px;height:60px">Inner</button></div>`)
	ok(t, w.Click(testContext(t), w.target("button|card")))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:card" {
		t.Errorf("clicked %q", got)
	}
}

func TestClickThroughShadowRoots(t *testing.T) {
	w := open(t, `<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open>
		<button onclick="window.hit='deep'"><span>Deep</span></button></template></x-b></template></x-a>`)
	ok(t, w.Click(testContext(t), w.target("button|deep")))
	if got := w.js(`window.hit`); got != "deep" {
		t.Errorf("hit %q", got)
	}
}

func TestADialogOnClickDoesNotHang(t *testing.T) {
	w := open(t, `<button onclick="document.title = 'answer ' + confirm('Sure?')">Delete</button>`)
	ok(t, w.Click(testContext(t), w.target("button|delete")))
	if got := w.js(`document.title`); got != "answer false" {
		t.Errorf("title %q", got)
	}
	if d := w.tab.Dialogs(); len(d) != 1 || d[0].Message != "Sure?" {
		t.Errorf("dialogs %+v", d)
	}
}

func TestAClickMayNavigate(t *testing.T) {
	w := open(t, `<a href="{url}/next">Next</a>`)
	w.serve("/next", `<title>Next page</title><button>Here</button>`)
	ok(t, w.Click(testContext(t), w.target("link|next")))
	settled, err := w.Settle(testContext(t), 3*time.Second)
	ok(t, err)
	if obs := w.observe(); obs.Title != "Next page" || len(obs.Candidates) != 1 {
		t.Errorf("after %+v: %q %q", settled, obs.Title, fps(obs))
	}
}

func TestAClickWhoseTimeRunsOutIsUnknown(t *testing.T) {
	w := open(t, `<button onmousedown="const end = performance.now() + 3000; while (performance.now() < end);">Slow</button>`)
	target := w.target("button|slow")
	wantError(t, w.Click(within(t, 2*time.Second), target), action.Unknown, true)
}

func TestHover(t *testing.T) {
	w := open(t, `<button id=a onmouseenter="document.title='over'">Menu</button>`)
	ok(t, w.Hover(testContext(t), w.target("button|menu")))
	if got := w.js(`document.title`); got != "over" {
		t.Errorf("title %q", got)
	}
}

func TestCheck(t *testing.T) {
	w := open(t, log+`<style>.styled input{opacity:0;position:absolute;width:1px;height:1px}</style>
		<label><input id=plain type=checkbox> Plain</label>
		<div class=styled><input id=s type=checkbox><label for=s>Styled</label></div>
		<label><input id=r1 type=radio name=r checked> One</label><label><input id=r2 type=radio name=r> Two</label>
		<div id=sw role=switch aria-checked=false tabindex=0 aria-label=Wifi onclick="setTimeout(() => this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'), 100)">W</div>
		<input id=stuck type=checkbox aria-label=Stuck onclick="return false">
		<input type=checkbox aria-label=Off disabled><button>No box</button>`)
	for _, fp := range []string{"checkbox|plain", "checkbox|styled", "radio|two", "switch|wifi"} {
		ok(t, w.Check(testContext(t), w.target(fp), true))
		if c := get(t, w.observe(), fp); c.Value == nil || *c.Value != "checked" {
			t.Errorf("%s: value %v", fp, c.Value)
		}
	}
	before := w.js(`seen.length`)
	ok(t, w.Check(testContext(t), w.target("checkbox|plain"), true))
	if after := w.js(`seen.length`); after != before {
		t.Errorf("a box in the right state was touched: %s", w.js(`seen`))
	}
	ok(t, w.Check(testContext(t), w.target("checkbox|styled"), false))
	if got := w.js(`s.checked`); got != "false" {
		t.Error("still checked")
	}
	wantError(t, w.Check(testContext(t), w.target("radio|two"), false), action.NotEditable, false, "radio")
	wantError(t, w.Check(within(t, 1200*time.Millisecond), w.target("checkbox|off"), true), action.Disabled, false)
	ok(t, w.Check(testContext(t), w.target("checkbox|off"), false)) // it is off: nothing to do
	wantError(t, w.Check(testContext(t), w.target("button|no box"), true), action.NotEditable, false)
	wantError(t, w.Check(testContext(t), w.target("checkbox|stuck"), true), action.NoEffect, true, "off")
}

func TestHostilePage(t *testing.T) {
	w := open(t, `<script>
		const liar = () => 'LIES';
		for (const proto of [Element.prototype, Node.prototype, Document.prototype, HTMLElement.prototype, HTMLInputElement.prototype]) {
			for (const name of Object.getOwnPropertyNames(proto)) {
				const d = Object.getOwnPropertyDescriptor(proto, name);
				if (!d.configurable || name === 'constructor' || name.startsWith('on')) continue;
				try { Object.defineProperty(proto, name, d.get ? { get: liar, set() {}, configurable: true } : { value: liar, configurable: true }); } catch {}
			}
		}
		Array.prototype.push = Array.prototype.map = Array.prototype.slice = liar;
		Array.from = liar; JSON.stringify = () => '"LIES"'; JSON.parse = liar;
		Function.prototype.apply = Function.prototype.call = Function.prototype.bind = liar;
		Map.prototype.get = Set.prototype.has = WeakMap.prototype.get = liar;
		String.prototype.replace = String.prototype.trim = liar; Promise.prototype.then = liar;
		globalThis.jevrunPage = { observe: liar, check: liar }; globalThis.getComputedStyle = liar; performance.now = liar; globalThis.requestAnimationFrame = liar;
		</script>
		<form><input name=parentNode aria-label=One><input name=getAttribute aria-label=Two><input name=shadowRoot value=x aria-label=Three>
		<input name=localName aria-label=Four><input name=nodeType aria-label=Five><input name=isConnected aria-label=Six></form>
		<img name=querySelectorAll src=data:,><img name=elementFromPoint src=data:,><img name=title src=data:,><img name=body src=data:,><img name=activeElement src=data:,>
		<form name=documentElement></form>
		<button onclick="window.hit = 'yes'">Save</button>`)
	obs := w.observe()
	want := "textbox|one textbox|two textbox|three textbox|four textbox|five textbox|six button|save"
	if got := strings.Join(fps(obs), " "); got != want {
		t.Errorf("observed %q\nwant %q", got, want)
	}
	ok(t, w.Fill(testContext(t), w.target("textbox|one"), "typed"))
	if c := get(t, w.observe(), "textbox|one"); c.Value == nil || *c.Value != "typed" {
		t.Errorf("value %v", c.Value)
	}
	ok(t, w.Click(testContext(t), w.target("button|save")))
	facts, _, err := w.Facts(testContext(t), true)
	ok(t, err)
	if !strings.Contains(facts.Text, "Save") {
		t.Errorf("text %q", facts.Text)
	}
	if got := w.js(`window.hit`); got != "yes" {
		t.Errorf("hit %q", got)
	}
}

func TestFramesThatNobodySeesAreNotRead(t *testing.T) {
	for _, style := range []string{"display:none", "visibility:hidden", "opacity:0", "width:0;height:0;border:0"} {
		t.Run(style, func(t *testing.T) {
			w := open(t, fmt.Sprintf(`<button>Out</button><iframe style="%s" srcdoc="<button>In</button>"></iframe>`, style))
			if got := strings.Join(fps(w.observe()), " "); got != "button|out" {
				t.Errorf("observed %q", got)
			}
		})
	}
}

func TestAModalDialogShutsOffTheRest(t *testing.T) {
	w := open(t, `<button>Behind</button><dialog id=d><h2>Really?</h2><button>Confirm</button></dialog>`)
	w.js(`(d.showModal(), 1)`)
	if got := strings.Join(fps(w.observe()), " "); got != "button|confirm" {
		t.Errorf("observed %q", got)
	}
	if c := get(t, w.observe(), "button|confirm"); c.Scope == nil || *c.Scope != "Really?" {
		t.Errorf("scope %v", c.Scope)
	}
	ok(t, w.Click(testContext(t), w.target("button|confirm")))
}

func TestTargetOfAFrameThatIsGone(t *testing.T) {
	w := open(t, `<iframe id=f srcdoc="<button>Pay</button>"></iframe>`)
	target := w.target("button|pay")
	w.js(`(f.remove(), 1)`)
	eventually(t, "the frame is gone", func() bool { return len(w.tab.Frames()) == 1 })
	wantError(t, w.Click(testContext(t), target), action.Detached, false)
}

func TestACrashIsAnErrorSoon(t *testing.T) {
	w := open(t, `<button>Save</button>`)
	target := w.target("button|save")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, _ = w.tab.Session().Call(within(t, 500*time.Millisecond), w.tab.Session().ID(), "Page.crash", nil)
	<-w.tab.Crashed()
	if err := w.Click(ctx, target); err == nil || ctx.Err() != nil {
		t.Errorf("error %v, context %v", err, ctx.Err())
	}
	if _, err := w.Observe(ctx, ObserveOptions{}); err == nil || ctx.Err() != nil {
		t.Errorf("error %v, context %v", err, ctx.Err())
	}
}

// An element that the pointer lay over before does not stand for a move that never came to it.
func TestAPointerThatWasThereBeforeProvesNothing(t *testing.T) {
	w := open(t, log+`<button id=a style="position:absolute;left:50px;top:50px">Help</button>`)
	target := w.target("button|help")
	ok(t, w.Hover(testContext(t), target))
	ok(t, w.Hover(testContext(t), target)) // the browser reports a move to where the pointer is
	raw, err := w.tab.Eval(testContext(t), w.tab.MainFrame(), `(() => { jevrunFirst.put(false); const said = jevrunPage.check(`+fmt.Sprintf(`{ node: %d, fp: "button|help", x: 60, y: 60, act: "check" }`, target.Node)+`);
		return said + jevrunPage.received({ kinds: ["hover"] }) })()`)
	ok(t, err)
	if got := string(raw); !strings.Contains(got, `\"why\":\"\"`) || !strings.Contains(got, `[{\"seen\":false}]`) {
		t.Errorf("without a move the element reports %s", got)
	}
}
