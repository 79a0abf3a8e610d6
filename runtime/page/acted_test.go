package page

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// Acting reaches what a person would reach: smallest pages on which other tools clicked nothing, the wrong thing or
// twice, or typed what the page never took. The public reports that they come from are named beside them. Small
// buttons in frames of every kind are in landing_test.go.

// vercel-labs/agent-browser#1044: a button out of view was clicked where a bar lay over it, and nothing happened.
func TestABarThatSticksIsNotClickedInstead(t *testing.T) {
	w := open(t, log+`<style>body{margin:0} .bar{position:sticky;height:80px;background:#eee;z-index:2}</style>
		<div class=bar style="top:0" id=top onclick="1">Header</div><button id=first>First</button><div style="height:3000px"></div>
		<button id=middle>Middle</button><div style="height:3000px"></div><button id=last>Last</button><div class=bar style="bottom:0" id=bottom onclick="1">Footer</div>`)
	for _, name := range []string{"Middle", "Last", "First", "Middle"} {
		ok(t, w.Click(testContext(t), w.target(fp("button", name))))
		if got := w.js(`seen.filter(s => s.startsWith('click')).at(-1)`); got != "click:"+strings.ToLower(name) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := w.js(`seen.some(s => /top|bottom/.test(s))`); got != "false" {
		t.Errorf("a bar was clicked: %s", w.js(`seen`))
	}
}

// microsoft/playwright#13576: what is drawn for a box lies over it, and both lie in its label.
func TestABoxIsClickedThroughWhatIsDrawnForIt(t *testing.T) {
	w := open(t, `<style>.r{position:relative;display:inline-block;padding:4px} .dot{display:inline-block;width:20px;height:20px;border:1px solid;position:relative;z-index:1;background:#fff}</style>
		<label class=r><input id=a type=radio name=r style="opacity:0;position:absolute"><span class=dot></span> One</label>
		<label class=r><input id=b type=radio name=r style="opacity:0;position:absolute"><span class=dot></span> Two</label>
		<label class=r><input id=c type=checkbox style="opacity:0;position:absolute;inset:0"><span class=dot></span> Three</label>`)
	ok(t, w.Click(testContext(t), w.target("radio|one")))
	ok(t, w.Click(testContext(t), w.target("radio|two")))
	ok(t, w.Check(testContext(t), w.target("checkbox|three"), true))
	if got := w.js(`[a.checked, b.checked, c.checked]`); got != "false,true,true" {
		t.Errorf("checked: %s", got)
	}
}

// masslight/ottehr#8061: a note covers a button and stands still as long as its page has no focus.
func TestANoteThatLeavesOnlyWithTheFocusLeaves(t *testing.T) {
	w := open(t, log+`<button id=a>Save</button><div id=note style="position:fixed;inset:0;background:#cfc">Saved</div>
		<script>let left = 300; let before = performance.now(); setInterval(() => { const now = performance.now();
			if (document.hasFocus() && document.visibilityState === 'visible') left -= now - before;
			before = now; if (left < 0) note.remove() }, 20)</script>`)
	other, err := w.context.NewTab(testContext(t)) // it is in front of ours
	ok(t, err)
	ok(t, other.Goto(testContext(t), w.url+w.path("/")))
	ok(t, w.Click(testContext(t), w.target("button|save")))
	if got := w.js(`seen`); got != "mousedown:a,click:a" {
		t.Errorf("the page saw %q", got)
	}
}

// microsoft/playwright#4856: an element that goes away under the click has been clicked.
func TestAnElementThatGoesAwayUnderTheClickHasBeenClicked(t *testing.T) {
	w := open(t, log+`<button id=a onclick="this.remove()">Archive</button><button id=b onmousedown="this.remove()">Close</button>
		<button id=c onclick="document.body.innerHTML = '<button>Archive</button>'">Redraw</button>`)
	ok(t, w.Click(testContext(t), w.target("button|archive")))
	ok(t, w.Click(testContext(t), w.target("button|close")))
	ok(t, w.Click(testContext(t), w.target("button|redraw")))
	if got := w.js(`seen.filter(s => s.startsWith('mousedown'))`); got != "mousedown:a,mousedown:b,mousedown:c" {
		t.Errorf("the page saw %q", got)
	}
}

// positron#12032: a field whose value is held by a framework. It takes what comes as an input event and what the
// tracked setter did not set, and goes back to what it holds when it is left.
const controlled = `<input id=a aria-label=Name><input id=b aria-label=Other><script>
	let state = '', tracked = '';
	const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
	Object.defineProperty(a, 'value', { configurable: true, get() { return own.get.call(this) }, set(v) { tracked = v; own.set.call(this, v) } });
	a.addEventListener('input', () => { const now = own.get.call(a); if (now !== tracked) { tracked = now; state = now } });
	a.addEventListener('blur', () => { own.set.call(a, state) });
	</script>`

func TestAFieldThatAFrameworkHoldsTakesTheText(t *testing.T) {
	w := open(t, controlled)
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), "Ada Lovelace"))
	ok(t, w.Fill(testContext(t), w.target("textbox|other"), "next")) // the first one is left
	if got := w.js(`state + '|' + a.value`); got != "Ada Lovelace|Ada Lovelace" {
		t.Errorf("it holds %q", got)
	}
	ok(t, w.Fill(testContext(t), w.target("textbox|name"), ""))
	ok(t, w.Fill(testContext(t), w.target("textbox|other"), "again"))
	if got := w.js(`state + '|' + a.value`); got != "|" {
		t.Errorf("it holds %q", got)
	}
}

// placekit/autocomplete-js#27: suggestions come with trusted keys only, and one of them must be clicked.
func TestASuggestionIsChosen(t *testing.T) {
	w := open(t, `<input id=a aria-label=City role=combobox><ul id=list role=listbox aria-label=Cities></ul><input aria-label=Other><script>
		let chosen = '';
		a.addEventListener('keyup', (e) => { if (e.isTrusted) setTimeout(() => { list.innerHTML = ['Berlin', 'Bern'].filter(c => c.startsWith(a.value)).map(c => '<li role=option>' + c + '</li>').join('') }, 100) });
		list.addEventListener('mousedown', (e) => e.preventDefault());
		list.addEventListener('click', (e) => { chosen = a.value = e.target.textContent; list.innerHTML = '' });
		a.addEventListener('blur', () => { if (a.value !== chosen) a.value = '' });
		</script>`)
	ok(t, w.Fill(testContext(t), w.target("combobox|city"), "Ber"))
	ok(t, w.WaitFor(testContext(t), action.Condition{Text: "Bern"}))
	ok(t, w.Click(testContext(t), w.target("option|bern")))
	ok(t, w.Fill(testContext(t), w.target("textbox|other"), "x"))
	if got := w.js(`a.value`); got != "Bern" {
		t.Errorf("it holds %q", got)
	}
}

// uNmAnNeR/imaskjs#1109: a mask writes what is typed anew, and some lose a digit.
func TestAMaskMayWriteTheTextAnewAndLoseNothing(t *testing.T) {
	const mask = `<input id=a aria-label=Phone inputmode=tel><script>
		a.addEventListener('input', () => { const d = a.value.replace(/\D/g, '').slice(0, KEEP); const v = d.length > 6 ? '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6) : d;
			setTimeout(() => { a.value = v; a.setSelectionRange(v.length, v.length) }) })</script>`
	w := open(t, strings.ReplaceAll(mask, "KEEP", "10"))
	ok(t, w.Fill(testContext(t), w.target("textbox|phone"), "5551234567"))
	if got := w.js(`a.value`); got != "(555) 123-4567" {
		t.Errorf("it holds %q", got)
	}
	w.serve("/", strings.ReplaceAll(mask, "KEEP", "9"))
	w.visit("/")
	wantError(t, w.Fill(testContext(t), w.target("textbox|phone"), "5551234567"), action.NoEffect, true)
}

// microsoft/fluentui#21339 and others: dates.
func TestADateIsSetInTheOneSpellingThatIsNeverRead(t *testing.T) {
	var months strings.Builder
	for _, m := range []string{"February", "March"} {
		months.WriteString(`<table aria-label="` + m + ` 2027"><caption>` + m + ` 2027</caption><tr>`)
		for _, d := range []string{"1", "2", "3"} {
			months.WriteString(`<td><button aria-label="` + d + ` ` + m + ` 2027" onclick="window.day = '` + m + d + `'">` + d + `</button></td>`)
		}
		months.WriteString(`</tr></table>`)
	}
	w := open(t, `<input id=n type=date aria-label=Native oninput="window.told = this.value">
		<input id=us aria-label=American onchange="const [m, d, y] = this.value.split('/'); window.us = [y, m, d].join('-')">
		<input id=fixed readonly aria-label="Departure">`+months.String()+
		`<fieldset><legend>April 2027</legend><button onclick="window.day='April3'">3</button></fieldset><fieldset><legend>May 2027</legend><button onclick="window.day='May3'">3</button></fieldset>`)
	ok(t, w.Fill(testContext(t), w.target("textbox|native"), "2027-02-03"))
	if got := w.js(`n.value + ' ' + window.told`); got != "2027-02-03 2027-02-03" {
		t.Errorf("the native field holds %q", got)
	}
	wantError(t, w.Fill(testContext(t), w.target("textbox|native"), "03/02/2027"), action.NotEditable, false) // which month would that be?
	wantError(t, w.Fill(testContext(t), w.target("textbox|departure"), "2027-02-03"), action.Disabled, false, "read-only")
	ok(t, w.Click(testContext(t), w.target("button|3 march 2027")))
	if got := w.js(`window.day`); got != "March3" {
		t.Errorf("clicked %q", got)
	}
	wantError(t, w.Click(testContext(t), action.Target{Fingerprint: "button|3"}), action.Ambiguous, false, "2 elements")
	ok(t, w.Click(testContext(t), action.Target{Fingerprint: "button|3", Within: "May 2027"}))
	if got := w.js(`window.day`); got != "May3" {
		t.Errorf("clicked %q", got)
	}
}

// openwong2kim/wmux#1415: a menu that is there only under the pointer.
func TestAMenuThatIsThereUnderThePointerOnly(t *testing.T) {
	w := open(t, log+`<style>ul{list-style:none;margin:0;padding:0} .menu{width:120px} .menu ul{display:none;position:absolute;padding-top:10px} .menu:hover ul{display:block}</style>
		<ul><li class=menu><button>File</button><ul><li><button id=save>Save as</button></li><li><button id=close>Close</button></li></ul></li></ul>`)
	ok(t, w.Hover(testContext(t), w.target("button|file")))
	if got := strings.Join(fps(w.observe()), " "); got != "button|file button|save as button|close" {
		t.Fatalf("under the pointer: %q", got)
	}
	ok(t, w.Click(testContext(t), w.target("button|close")))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:close" {
		t.Errorf("clicked %q", got)
	}
}

// product-os/jellyfish#4242: a button that is switched on a moment after the last input, in either way.
func TestAButtonThatIsSwitchedOnLateIsWaitedFor(t *testing.T) {
	for _, off := range []string{"disabled", "aria-disabled=true"} {
		w := open(t, log+`<input aria-label=Name oninput="setTimeout(() => { a.disabled = false; a.removeAttribute('aria-disabled') }, 300)"><button id=a `+off+` onclick="window.state = a.getAttribute('aria-disabled')">Send</button>`)
		target := w.target("button|send")
		ok(t, w.Fill(testContext(t), w.target("textbox|name"), "Ada"))
		ok(t, w.Click(testContext(t), target))
		if got := w.js(`seen.filter(s => /^click/.test(s)) + ' ' + window.state`); got != "click:a null" {
			t.Errorf("%s: the page saw %q", off, got)
		}
	}
}
