package page

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/stdlib/action"
)

func TestFill(t *testing.T) {
	w := open(t, log+`<input id=a aria-label=Name value=old><textarea id=b aria-label=Note>x</textarea>
		<input id=c aria-label=Pass type=password><input id=n aria-label=Amount type=number value=3><input id=s type=search aria-label=Find>
		<input id=d aria-label=Due type=date><input id=r aria-label=Volume type=range max=10><input id=k aria-label=Ink type=color><input id=tm aria-label=At type=time>
		<x-f><template shadowrootmode=open><input aria-label=Deep></template></x-f>`)
	for _, c := range []struct{ fp, text, want string }{
		{"textbox|name", "Ada Lovelace ☃", "Ada Lovelace ☃"}, {"textbox|note", "line one\nline two", "line one line two"},
		{"textbox|pass", "hunter2", "••••"}, {"spinbutton|amount", "12.5", "12.5"}, {"searchbox|find", "x", "x"},
		{"textbox|due", "2026-11-29", "2026-11-29"}, {"slider|volume", "7", "7"}, {"textbox|ink", "#ff0000", "#ff0000"}, {"textbox|at", "13:45", "13:45"},
		{"textbox|deep", "down", "down"},
	} {
		if err := w.Fill(testContext(t), w.target(c.fp), c.text); err != nil {
			t.Errorf("%s: %v", c.fp, err)
			continue
		}
		if got := get(t, w.observe(), c.fp); got.Value == nil || *got.Value != c.want {
			t.Errorf("%s holds %v, want %q", c.fp, value(got.Value), c.want)
		}
	}
	// Typing is trusted, and leaving a field sends its change, as for a person.
	if got := w.js(`seen.filter(s => /^(input|change):[ad]!?$/.test(s))`); got != "input:a,change:a,input:d!,change:d!" {
		t.Errorf("events %q", got)
	}
	if got := w.js(`c.value`); got != "hunter2" {
		t.Errorf("password %q", got)
	}
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), ""))
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), ""))
	if got := w.js(`a.value`); got != "" {
		t.Errorf("not emptied: %q", got)
	}
	if got := w.Received(); got != "" {
		t.Errorf("nothing was sent to an empty field, received by %q", got)
	}
	wantError(t, w.Fill(testContext(t), w.target("textbox|due"), "tomorrow"), action.NotEditable, false)
	if got := w.js(`d.value`); got != "2026-11-29" {
		t.Errorf("a refused date left %q", got)
	}
}

func TestFillContentEditable(t *testing.T) {
	w := open(t, `<div contenteditable aria-label=Body style="min-height:50px"><p>old <b>text</b></p></div>
		<x-f><template shadowrootmode=open><div contenteditable aria-label=Deep>old</div></template></x-f>`)
	for _, fp := range []string{"textbox|body", "textbox|deep"} {
		ok(t, w.Fill(testContext(t), w.target(fp), "new words"))
		if got := get(t, w.observe(), fp); value(got.Value) != "new words" {
			t.Errorf("%s holds %q", fp, value(got.Value))
		}
	}
	ok(t, w.Fill(testContext(t), w.target("textbox|body"), ""))
	if got := get(t, w.observe(), "textbox|body"); got.Value != nil {
		t.Errorf("holds %q", *got.Value)
	}
}

func TestFillAnEmptyContentEditable(t *testing.T) {
	w := open(t, log+`<div contenteditable id=rich role=textbox aria-label=Body></div><input id=other value=keep>`)
	ok(t, w.Fill(testContext(t), w.target("textbox|body"), "words"))
	if got := w.js(`rich.textContent + ' ' + other.value`); got != "words keep" {
		t.Errorf("they hold %q", got)
	}
}

// A page that takes the focus away between the last look and the text: no other field may get the text, and
// no listener of another field may see a key.
func TestTextNeverReachesAnotherField(t *testing.T) {
	w := open(t, log+`<input id=pw type=password aria-label=Password><input id=other aria-label=Shown value=keep>
		<script>let keys = 0; other.onkeydown = () => keys++; pw.onfocus = () => setTimeout(() => other.focus())</script>`)
	for range 5 {
		err := w.Fill(testContext(t), w.target("textbox|password"), "hunter2")
		if err == nil && w.js(`pw.value`) != "hunter2" { // it may be faster than the page
			t.Fatal("the text is said to be in the field")
		}
		if got := w.js(`other.value`); got != "keep" {
			t.Fatalf("the other field holds %q; the error was %v", got, err)
		}
		err = w.Press(testContext(t), w.target("textbox|password"), "Home") // the key may be faster
		if got := w.js(`other.value + keys`); got != "keep0" {
			t.Fatalf("the other field got %q; the error was %v", got, err)
		}
	}
}

func TestFillThatDoesNotHoldIsNoEffect(t *testing.T) {
	w := open(t, `<input id=a aria-label=Fixed value=keep oninput="setTimeout(() => this.value = 'keep')"><input aria-label=Short maxlength=4>
		<input aria-label=Count type=number>`)
	const secret = "correct horse battery staple"
	for fp, mention := range map[string]string{"textbox|fixed": "holds 4 characters", "textbox|short": "4 at most", "spinbutton|count": "28"} {
		err := w.Fill(testContext(t), w.target(fp), secret)
		wantError(t, err, action.NoEffect, true, mention)
		if strings.Contains(err.Error(), "horse") {
			t.Errorf("the error tells the text: %v", err)
		}
	}
}

// A mask may write a text anew; what it loses, or gives another meaning, is not what was typed.
func TestFillBehindAMask(t *testing.T) {
	w := open(t, `<input id=a aria-label=Masked><script>let write; a.addEventListener('input', () => setTimeout(() => { a.value = write }))</script>`)
	target := w.target("textbox|masked")
	for _, c := range []struct {
		text, written string
		ok            bool
	}{
		{"5551234567", "(555) 123-4567", true}, {"555-123-4567", "(555) 123-4567", true}, {"5551234567", "(555) 123-456", false},
		{"5551234567", "(555) 123-4576", false}, {"4111 1111 1111 1111", "4111111111111111", true}, {"de89370400440532013000", "DE89 3704 0044 0532 0130 00", true},
		{"1234567.5", "1,234,567.5", true}, {"1234", "1.234 €", true}, {"1234", "12.34", false}, {"3.5", "35", false}, {"3.5", "3,5", false},
		{"-5", "5", false}, {"5", "-5", false}, {"1-5", "15", false}, {"1234", "1234.00", false}, {"50", "50 %", true}, {"a@b.c", "a b.c", false},
		{"03022027", "03/02/2027", true}, {"2027-02-03", "2027/02/03", true}, {"---", "", false}, {"abc", "aBc", false},
	} {
		w.js(`(write = '` + c.written + `', 1)`)
		err := w.Fill(testContext(t), target, c.text)
		if !c.ok {
			wantError(t, err, action.NoEffect, true)
		} else if err != nil {
			t.Errorf("%q written as %q: %v", c.text, c.written, err)
		}
	}
}

func TestFillOfWhatTakesNoText(t *testing.T) {
	w := open(t, log+`<button>Save</button><input aria-label=Fixed readonly value=x><input type=checkbox aria-label=Yes><div role=textbox tabindex=0 aria-label=Fake>x</div>`)
	for _, fp := range []string{"button|save", "checkbox|yes", "textbox|fake"} {
		wantError(t, w.Fill(testContext(t), w.target(fp), "x"), action.NotEditable, false)
	}
	wantError(t, w.Fill(testContext(t), w.target("textbox|fixed"), "x"), action.Disabled, false, "read-only")
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
}

func TestFillInAFieldThatIsDrawnAnew(t *testing.T) {
	w := open(t, `<div id=box></div><script>
		const draw = (v) => { box.innerHTML = '<input aria-label=Name>'; box.firstChild.value = v; box.firstChild.oninput = (e) => draw(e.target.value) }; draw('')</script>`)
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), "Ada"))
	if got := get(t, w.observe(), "textbox|name"); value(got.Value) != "Ada" {
		t.Errorf("holds %q", value(got.Value))
	}
}

func TestFillWhoseFocusIsStolen(t *testing.T) {
	w := open(t, `<input id=a aria-label=Name onfocus="b.focus()"><input id=b aria-label=Other>`)
	wantError(t, w.Fill(testContext(t), w.target("textbox|name"), "x"), action.NotEditable, false, "Other")
	if got := w.js(`a.value + b.value`); got != "" {
		t.Errorf("typed %q", got)
	}
}

func TestSelect(t *testing.T) {
	w := open(t, log+`<select id=a aria-label=Country><option value="">Choose</option><option value=de>Germany</option><option value=fr label=France></option><option value=x disabled>Nowhere</option>
		<option value=t1>Twin</option><option value=t2>Twin</option></select>
		<select id=m multiple aria-label=Tags><option selected>one</option><option>two</option></select>
		<select id=fix aria-label=Fixed onchange="this.value='a'"><option>a</option><option>b</option></select>
		<div role=combobox aria-label=Fancy tabindex=0>x</div>`)
	target := w.target("combobox|country")
	ok(t, w.Select(testContext(t), target, "Germany"))
	if got := w.js(`a.value + ' ' + seen.filter(s => /^(input|change)/.test(s))`); got != "de input:a!,change:a!" {
		t.Errorf("after Germany: %q", got)
	}
	if got := get(t, w.observe(), "combobox|country"); value(got.Value) != "Germany" {
		t.Errorf("value %q", value(got.Value))
	}
	ok(t, w.Select(testContext(t), target, "fr"))
	ok(t, w.Select(testContext(t), target, "germany"))
	if got := w.js(`a.value`); got != "de" {
		t.Errorf("value %q", got)
	}
	before := w.js(`seen.length`)
	ok(t, w.Select(testContext(t), target, "Germany"))
	if got := w.js(`seen.filter(s => s.startsWith('change')).length`); got != "3" {
		t.Errorf("choosing what is chosen sent events: %s of %s", got, before)
	}
	ok(t, w.Select(testContext(t), w.target("listbox|tags"), "two"))
	if got := w.js(`[...m.selectedOptions].map(o => o.value)`); got != "two" {
		t.Errorf("tags %q", got)
	}
	wantError(t, w.Select(testContext(t), target, "Atlantis"), action.NotEditable, false, `"Germany"`)
	wantError(t, w.Select(testContext(t), target, "Nowhere"), action.Disabled, false)
	wantError(t, w.Select(testContext(t), target, "Twin"), action.Ambiguous, false)
	wantError(t, w.Select(testContext(t), w.target("combobox|fancy"), "x"), action.NotEditable, true, "no options")
	wantError(t, w.Select(testContext(t), w.target("combobox|fixed"), "b"), action.NoEffect, true)
}

func TestPress(t *testing.T) {
	w := open(t, log+`<form id=f onsubmit="document.title='sent ' + a.value; return false"><input id=a aria-label=Name><input id=b aria-label=Other><button>Send</button></form>
		<div role=listbox aria-label=List><div id=plain role=option aria-label=Plain>x</div></div>`)
	target := w.target("textbox|name")
	ok(t, w.Press(testContext(t), target, "a"))
	ok(t, w.Press(testContext(t), target, "Shift+b"))
	ok(t, w.Press(testContext(t), target, "?"))
	ok(t, w.Press(testContext(t), target, "é"))
	ok(t, w.Press(testContext(t), target, "Enter"))
	if got := w.js(`document.title`); got != "sent aB?é" {
		t.Errorf("title %q", got)
	}
	if got := w.Received(); got != `textbox "Name"` {
		t.Errorf("received by %q", got)
	}
	ok(t, w.Press(testContext(t), target, "Control+A"))
	ok(t, w.Press(testContext(t), target, "Backspace"))
	if got := w.js(`a.value`); got != "" {
		t.Errorf("still holds %q", got)
	}
	ok(t, w.Press(testContext(t), target, "Tab"))
	if got := w.js(`document.activeElement.id`); got != "b" {
		t.Errorf("focus on %q", got)
	}
	wantError(t, w.Press(testContext(t), target, "Nokey"), action.NotEditable, false, "Nokey")
	wantError(t, w.Press(testContext(t), w.target("option|plain"), "Enter"), action.NotEditable, false)
}

// What only needs the focus is not in the way of itself: a list that is covered with its options takes keys, and an editable
// text that is one link takes text. Something else over them does stand in the way, and so do the options for a click.
func TestKeysToWhatItsOwnControlsCover(t *testing.T) {
	w := open(t, log+`<style>#list, #text, #frame { position: relative; width: 300px } #list div { height: 30px }</style>
		<div role=listbox aria-label=Runs id=list tabindex=0><div role=option aria-label=First>First</div><div role=option aria-label=Second>Second</div><div role=option aria-label=Third>Third</div></div>
		<div role=textbox aria-label=Note id=text contenteditable><a href="/away" style="display: block">See the notes</a></div>
		<iframe id=frame srcdoc="<div role=listbox aria-label=Steps tabindex=0 onkeydown='parent.inner = event.key'><div role=option aria-label=One style='height: 40px'>One</div></div>"></iframe>
		<div id=over style="position: fixed; inset: 0" hidden>Busy</div>`)
	ok(t, w.Press(testContext(t), w.target("listbox|runs"), "ArrowDown"))
	ok(t, w.Press(testContext(t), w.target("listbox|steps"), "End"))
	ok(t, w.Fill(testContext(t), w.target("textbox|note"), "Done"))
	if got := w.js(`[seen.filter(s => s.startsWith('keydown:list')), inner, text.innerText.trim()].join(' ')`); got != "keydown:list End Done" {
		t.Errorf("the page saw %q", got)
	}
	brief := func() context.Context {
		ctx, cancel := context.WithTimeout(testContext(t), 300*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	w.js(`(text.innerHTML = '<a href="/away" style="display: block">See the notes</a>', 1)`)
	wantError(t, w.Click(brief(), w.target("listbox|runs")), action.Covered, false, `option "Second"`)
	note := w.target("textbox|note")
	list := w.target("listbox|runs")
	w.js(`(seen.length = 0, over.hidden = false, 1)`)
	wantError(t, w.Press(brief(), list, "ArrowDown"), action.Covered, false)
	wantError(t, w.Fill(brief(), note, "Lost"), action.Covered, false)
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
}

func TestEnterMayNavigate(t *testing.T) {
	w := open(t, `<form action="{url}/found"><input name=q aria-label=Query></form>`)
	w.serve("/found", `<title>Found</title>`)
	ok(t, w.Fill(testContext(t), w.target("textbox|query"), "x"))
	ok(t, w.Press(testContext(t), w.target("textbox|query"), "Enter"))
	_, err := w.Settle(testContext(t), 3*time.Second)
	ok(t, err)
	if obs := w.observe(); obs.Title != "Found" || !strings.HasSuffix(obs.URL, "?q=x") {
		t.Errorf("at %s %q", obs.URL, obs.Title)
	}
}

func TestFillBehindAPopUp(t *testing.T) {
	w := open(t, log+`<button onclick="window.open('{url}/pop')">Pop</button><input id=a aria-label=Name><input aria-label=Other>`)
	w.serve("/pop", `<input autofocus>`)
	ok(t, w.Click(testContext(t), w.target("button|pop")))
	eventually(t, "the pop-up is there", func() bool { return len(w.context.Tabs()) == 2 })
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), "Ada"))
	ok(t, w.Press(testContext(t), w.target("textbox|other"), "x"))
	if got := w.js(`a.value + ' ' + seen.includes('change:a')`); got != "Ada true" {
		t.Errorf("holds %q", got)
	}
}

// What components draw over their fields, or instead of them, is no obstacle.
func TestFieldsOfComponents(t *testing.T) {
	for name, c := range map[string]struct {
		html  string
		act   func(w *world) error
		state string
		want  string
	}{
		"a field that fades in when it is used": {
			`<x-field></x-field><script>customElements.define("x-field", class extends HTMLElement { constructor() { super();
				this.attachShadow({ mode: "open" }).innerHTML = "<span>Search</span><style>div { opacity: 0; display: inline } div:focus-within { opacity: 1 }</style><div><input aria-label=Search></div>"; } });</script>`,
			func(w *world) error { return w.Fill(testContext(w.t), w.target("textbox|search"), "saws") },
			`document.querySelector("x-field").shadowRoot.querySelector("input").value`, "saws",
		},
		"a box that is transparent over what is drawn for it": {
			`<div style="position: relative; width: 40px; height: 40px; background: silver"><input type=checkbox aria-label=Gift id=a style="opacity: 0; position: absolute; inset: 0; width: 40px; height: 40px; margin: 0"></div>`,
			func(w *world) error { return w.Check(testContext(w.t), w.target("checkbox|gift"), true) },
			`a.checked`, "true",
		},
		"a list whose value says that it is a textbox": {
			`<span role=combobox aria-label=Fruit tabindex=0 id=a><span role=textbox aria-readonly=true style="display: block">Apple</span></span><script>a.onclick = () => { window.hit = 1; };</script>`,
			func(w *world) error { return w.Click(testContext(w.t), w.target("combobox|fruit")) },
			`window.hit`, "1",
		},
		"a field whose calendar comes under the pointer": {
			`<input id=a aria-label=Day><div id=b hidden style="position: absolute; inset: 0">Calendar</div><script>a.onfocus = () => { b.hidden = false; };</script>`,
			func(w *world) error { return w.Click(testContext(w.t), w.target("textbox|day")) },
			`b.hidden + document.activeElement.id`, "falsea",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, c.html)
			ok(t, c.act(w))
			if got := w.js(c.state); got != c.want {
				t.Errorf("%s is %q, want %q", c.state, got, c.want)
			}
		})
	}
	w := open(t, `<div style="opacity: 0"><input aria-label=Bait></div><x-y style="opacity: 0"></x-y><script>document.querySelector("x-y").attachShadow({ mode: "open" }).innerHTML = "<input aria-label=Lure>"</script>`)
	if got := fps(w.observe()); len(got) != 0 {
		t.Errorf("what nobody can see is listed: %q", got)
	}
}
