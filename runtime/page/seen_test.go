package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/stdlib/action"
)

// A page is seen as a person sees it: smallest pages on which other tools lost a control or its name. The public
// reports that they come from are named beside them.

const icon = `<svg aria-hidden=true focusable=false width=16 height=16><path d="M0 0h9v9z"/></svg>`

var seenCases = []struct{ about, html, want string }{
	// microsoft/playwright#41985
	{"text in nested spans beside a hidden icon is the name", `<button><span><span>` + icon + `</span><span>Add New Item</span></span></button>`, "button|add new item"},

	// microsoft/playwright#42013: an icon that can be clicked stays, and is called as anything near it suggests
	{"a clickable icon is called as its tip", `<div style="cursor:pointer" onclick="1" title="Mute all"><img src="data:," width=16 height=16></div>`, "button|mute all"},
	{"a clickable icon is called as its alternative text", `<div style="cursor:pointer" onclick="1"><img alt="Settings" src="data:," width=16 height=16></div>`, "button|settings"},
	{"a clickable icon is called as its file", `<div style="cursor:pointer" onclick="1"><img src="/icons/share-link.png" width=16 height=16></div>`, "button|share link"},
	{"a clickable icon is called as its class", `<div style="cursor:pointer" onclick="1"><i class="fa fa-trash" style="display:inline-block;width:16px;height:16px"></i></div>`, "button|trash"},
	{"a clickable icon is called as the text beside it", `<div>Volume <span style="cursor:pointer" onclick="1">` + icon + `</span></div>`, "button|volume"},
	{"a clickable icon that nothing names is there all the same", `<div style="cursor:pointer" onclick="1"><img src="data:," width=16 height=16></div>`, "button|unnamed"},
	{"a picture that shows the hand by itself", `<img style="cursor:pointer" src="/icons/next.svg" width=16 height=16>`, "button|next"},

	// browser-use/browser-use#1594
	{"a control inside of an option", `<ul role=listbox aria-label=Cities><li role=option tabindex=0>Beijing <button>x</button></li></ul>`, "button|x listbox|cities option|beijing x"},
	{"a control inside of an option that lies in no list", `<li role=option tabindex=0>Beijing <button>x</button></li>`, "button|beijing x button|x"},
	{"a control inside of a link", `<a href="#a">Article <button>Save</button></a>`, "button|save link|article save"},
	{"a control inside of a card that is clicked", `<div role=button tabindex=0 aria-label="Open card"><button>Star</button></div>`, "button|open card button|star"},

	// getmaestro: mobile-dev-inc/Maestro#2291, browserbase/stagehand#848: Flutter draws its page into one open root
	{"open roots at any depth", `<flt-glass-pane><template shadowrootmode=open><flt-semantics><template shadowrootmode=open><button>Deep</button></template></flt-semantics></template></flt-glass-pane>`, "button|deep"},
}

func TestAPageIsSeenAsAPersonSeesIt(t *testing.T) {
	var b strings.Builder
	for i, c := range seenCases {
		fmt.Fprintf(&b, "<section aria-label='Case %d.'>%s</section>\n", i, c.html)
	}
	w := open(t, "<!doctype html>"+b.String())
	for i, c := range seenCases {
		t.Run(strings.ReplaceAll(c.about, " ", "_"), func(t *testing.T) {
			obs, err := w.Observe(testContext(t), ObserveOptions{Within: fmt.Sprintf("Case %d.", i)})
			ok(t, err)
			if got := strings.Join(fps(obs), " "); got != c.want {
				t.Errorf("%s\n got %q\nwant %q", c.html, got, c.want)
			}
		})
	}
	tally := newTally("seen")
	tally.compare(w, "seen")
	for _, d := range tally.differences {
		t.Errorf("not as Chrome has it: %s", d)
	}
}

// microsoft/playwright-mcp#833: a frame that shows the hand was taken for a button, and what is in it was lost.
// mobile-dev-inc/Maestro#2291: an open root inside of a frame.
func TestWhatIsInAFrameIsSeen(t *testing.T) {
	w := open(t, `<iframe style="cursor:pointer" srcdoc="<button>In</button>"></iframe>
		<iframe srcdoc="<x-a><template shadowrootmode=open><button>Deep</button></template></x-a>"></iframe>`)
	w.await(2)
	if got, want := strings.Join(fps(w.observe()), " "), "button|in button|deep"; got != want {
		t.Errorf("observed %q, want %q", got, want)
	}
}

// browser-use/browser-use#3538: what is below the fold of a list is listed, and brought into view inside of it.
func TestEveryOptionOfAListThatScrollsCanBeChosen(t *testing.T) {
	var list strings.Builder
	for i := range 200 {
		fmt.Fprintf(&list, "<li onclick='window.picked = %d'>Option %d</li>", i, i)
	}
	w := open(t, `<div style="height:1200px">above</div><ul style="height:60px;overflow:auto">`+list.String()+`</ul>`)
	obs := w.observeWith(ObserveOptions{Max: 254})
	if obs.Total != 200 || len(obs.Candidates) != 200 {
		t.Fatalf("%d of %d options are listed, want all 200", len(obs.Candidates), obs.Total)
	}
	for _, n := range []int{150, 3, 199} {
		c := get(t, obs, fmt.Sprintf("button|option %d", n))
		ok(t, w.Click(testContext(t), action.Target{Fingerprint: c.FP, Node: c.Node}))
		if got := w.js(`window.picked`); got != fmt.Sprint(n) {
			t.Errorf("picked %s, want %d", got, n)
		}
	}
}

// vercel-labs/agent-browser#1866: a frame of the same machine under another name has a process of its own.
func TestWhatReactsInAFrameOfAnotherSiteIsReadAndClickedThere(t *testing.T) {
	w := open(t, `<iframe src="{other}/inner" width=400 height=200></iframe>`)
	w.serve("/inner", `<div id=d style="cursor:pointer">Pay by card</div>
		<script>d.addEventListener('click', () => parent.postMessage('paid', '*'))</script>`)
	w.visit("/")
	w.js(`(addEventListener('message', e => window.got = e.data), 1)`)
	w.await(1)
	ok(t, w.Click(testContext(t), w.target("button|pay by card")))
	eventually(t, "the click arrives", func() bool { return w.js(`window.got`) == "paid" })
}

// browserbase/stagehand#943 and #1097: the neighbor of an icon button was clicked instead of it.
func TestAnIconButtonIsNotItsNeighbor(t *testing.T) {
	w := open(t, `<div onclick="window.hit = event.target.closest('button').id"><button id=a>Access</button><button id=n1 aria-label="">`+icon+`</button><p>Members <button id=n2>`+icon+`</button></p></div>`)
	obs := w.observe()
	if got, want := strings.Join(fps(obs), " "), "button|access button|unnamed button|members"; got != want {
		t.Fatalf("observed %q, want %q in the order of the page", got, want)
	}
	for i, id := range []string{"a", "n1", "n2"} {
		c := obs.Candidates[i]
		if wantMark := id != "a"; (c.NameFrom == NameSurroundings) != wantMark {
			t.Errorf("the name of %s is from %q", c.FP, c.NameFrom)
		}
		ok(t, w.Click(testContext(t), action.Target{Fingerprint: c.FP, Node: c.Node}))
		if got := w.js(`window.hit`); got != id {
			t.Errorf("%s: %q", c.FP, got)
		}
	}
}

// vercel-labs/agent-browser#5 and #500: a reference to one of several equal elements resolved to another one.
func TestEqualElementsAreCountedAndToldApartOnlyByWhereTheyAre(t *testing.T) {
	w := open(t, log+`<header aria-label=Top><a id=a href="#1">Sign in</a></header><footer aria-label=Bottom><a id=b href="#2">Sign in</a></footer>
		<ul><li>Red <button id=r>`+icon+`</button><button>`+icon+`</button></li><li aria-label=Blue><button id=x aria-label=Pick>`+icon+`</button></li></ul>
		<p>`+strings.Repeat(`<button>`+icon+`</button>`, 5)+`</p>`)
	obs := w.observe()
	count := map[string]int{}
	for _, c := range obs.Candidates {
		count[c.FP]++
	}
	for _, c := range obs.Candidates {
		if c.Same != count[c.FP] {
			t.Errorf("%s: %d are the same, %d are listed", c.FP, c.Same, count[c.FP])
		}
		if c.Same == 1 {
			continue
		}
		wantError(t, w.Click(testContext(t), action.Target{Fingerprint: c.FP, Node: c.Node}), action.Ambiguous, false, fmt.Sprintf("%d elements", c.Same))
	}
	if count["link|sign in"] != 2 || count["button|unnamed"] < 5 {
		t.Errorf("observed %v", count)
	}
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
	ok(t, w.Click(testContext(t), action.Target{Fingerprint: "link|sign in", Within: "Bottom"}))
	if got := w.js(`seen.at(-1)`); got != "click:b" {
		t.Errorf("clicked %q", got)
	}
}

// hamc/blastproof#60: a name that only begins with what was meant is another name.
func TestANameIsComparedWhole(t *testing.T) {
	w := open(t, log+`<button id=a>Add New</button><button id=b>Add</button><button id=c>Add to cart</button>`)
	ok(t, w.Click(testContext(t), action.Target{Fingerprint: "button|add"}))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:b" {
		t.Errorf("clicked %q", got)
	}
	wantError(t, w.Click(within(t, time.Second), action.Target{Fingerprint: "button|ad"}), action.Detached, false)
}

// jitsi/jitsi-meet-torture#280: the same page from right to left and in another language.
func TestAPageFromRightToLeftIsReadInTheSameOrder(t *testing.T) {
	const form = `<form><label>%s <input></label><button type=button onclick="window.hit=1">%s</button><button type=button onclick="window.hit=2">%s</button></form>
		<a href="#x" style="position:absolute;inset-inline-start:2000px">%s</a>`
	pages := map[string][]any{"en dir=ltr": {"Name", "Previous", "Next", "Help"}, "he dir=rtl": {"שם", "הקודם", "הבא", "עזרה"}}
	for lang, words := range pages {
		w := open(t, "<!doctype html><html lang="+lang+">"+fmt.Sprintf(form, words...))
		obs := w.observe()
		want := []string{fp("textbox", words[0].(string)), fp("button", words[1].(string)), fp("button", words[2].(string)), fp("link", words[3].(string))}
		if diff := cmp.Diff(want, fps(obs)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lang, diff)
			continue
		}
		ok(t, w.Fill(testContext(t), w.target(want[0]), words[1].(string)))
		ok(t, w.Click(testContext(t), w.target(want[2])))
		ok(t, w.Click(testContext(t), w.target(want[3])))
		if got := w.js(`window.hit + location.hash + document.querySelector('input').value`); got != "2#x"+words[1].(string) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}
