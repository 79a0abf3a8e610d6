package page

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/taint"
)

func TestObserveRecordsWhatACandidateIs(t *testing.T) {
	long := strings.Repeat("very long words ", 20)
	w := open(t, `<title>  The
		page </title><fieldset><legend>Sign in</legend><input type=email aria-label=Email placeholder="you@example.com" value=" a  b@c ">
		<input type=password aria-label=Password value=secret></fieldset>
		<form name=prefs><input type=checkbox aria-label=Agree checked><select aria-label=Size><option value="">Pick</option><option selected value=l>Large  one</option></select></form>
		<nav aria-label=Main><a href="/x?`+strings.Repeat("y", 200)+`">Docs</a></nav>
		<section><h3>Today</h3><button>Archive</button></section>
		<button disabled>`+long+`</button><div style="height:3000px"></div><button>Far</button>`)
	obs := w.observe()
	if obs.Title != "The page" || obs.URL != w.url+w.path("/") || obs.Total != 8 || obs.Dropped != 0 {
		t.Errorf("title %q, url %q, total %d, dropped %d", obs.Title, obs.URL, obs.Total, obs.Dropped)
	}
	type row struct {
		CID, Role, Name, Tag, Type, Scope, Value string
		Disabled, InViewport                     bool
	}
	var got []row
	for _, c := range obs.Candidates {
		got = append(got, row{c.CID, c.Role, c.Name, c.Tag, value(c.Type), value(c.Scope), value(c.Value), c.Disabled, c.InViewport})
		if c.Same != 1 || c.Node == 0 {
			t.Errorf("%s: same %d, node %d", c.CID, c.Same, c.Node)
		}
	}
	want := []row{
		{"f0:c1", "textbox", "Email", "input", "email", "Sign in", "a b@c", false, true},
		{"f0:c2", "textbox", "Password", "input", "password", "Sign in", "••••", false, true},
		{"f0:c3", "checkbox", "Agree", "input", "checkbox", "prefs", "checked", false, true},
		{"f0:c4", "combobox", "Size", "select", "", "prefs", "Large one", false, true},
		{"f0:c5", "button", "Archive", "button", "submit", "Today", "", false, true},
		{"f0:c6", "button", strings.TrimSpace(cut(long, 120)), "button", "submit", "", "", true, true},
		{"f0:c7", "link", "Docs", "a", "", "Main", "", false, true},
		{"f0:c8", "button", "Far", "button", "submit", "", "", false, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	if h := value(get(t, obs, "link|docs").Href); len(h) != 120 || !strings.HasPrefix(h, "/x?yyy") {
		t.Errorf("href %q", h)
	}
	if l := get(t, obs, "link|docs").Link; !strings.HasPrefix(l, w.url+"/x?yyy") || len(l) <= 120 {
		t.Errorf("link %q", l)
	}
	if ph := value(get(t, obs, "textbox|email").Placeholder); ph != "you@example.com" {
		t.Errorf("placeholder %q", ph)
	}
	// A second look sees the same nodes.
	if again := w.observe(); !reflect.DeepEqual(obs, again) {
		t.Errorf("a second look differs:\n%s", cmp.Diff(obs, again))
	}
}

func TestTotalsCountWhatTheShortlistDrops(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<script></script><div hidden>` + strings.Repeat("<button>ghost</button>", 2500) + `</div>`)
	for i := range 300 {
		fmt.Fprintf(&b, "<button>Row %d</button>", i%250)
	}
	b.WriteString(`<input aria-label=Last><iframe srcdoc="` + strings.Repeat("<a href=#>In frame</a>", 30) + `"></iframe>`)
	w := open(t, b.String())
	obs := w.observe()
	if len(obs.Candidates) != 120 || obs.Total != 331 || obs.Dropped != 211 {
		t.Errorf("listed %d, total %d, dropped %d", len(obs.Candidates), obs.Total, obs.Dropped)
	}
	if obs := w.observeWith(ObserveOptions{Max: 1000}); len(obs.Candidates) != 254 || obs.Dropped != 77 {
		t.Errorf("listed %d, dropped %d", len(obs.Candidates), obs.Dropped)
	}
	// What shares a fingerprint counts even when it is dropped.
	five := w.observeWith(ObserveOptions{Max: 5})
	if len(five.Candidates) != 5 || five.Dropped != 326 {
		t.Errorf("listed %d, dropped %d", len(five.Candidates), five.Dropped)
	}
	if c := get(t, w.observe(), "button|row 7"); c.Same != 2 {
		t.Errorf("Row 7: same %d, want 2", c.Same)
	}
	if c := get(t, w.observe(), "button|row 60"); c.Same != 1 {
		t.Errorf("Row 60: same %d, want 1", c.Same)
	}
}

func TestSecretsAreMaskedBeforeAnythingElse(t *testing.T) {
	mask := func(s string) string { return strings.ReplaceAll(s, "hunter2", "<secret pw>") }
	w := openWith(t, `<title>hunter2</title><label>Code <input value=hunter2></label><button>Copy hunter2</button>
		<a href="/reset?token=hunter2">Reset</a><button>`+strings.Repeat("x", 116)+`hunter2</button><p>hunter2</p>
		<table><tr><td>hunter2<button>Go</button></table>`, Options{Mask: mask})
	obs := w.observe()
	facts, elements, err := w.Facts(testContext(t), true)
	ok(t, err)
	if all := fmt.Sprintf("%+v %+v %+v", obs, facts, elements); strings.Contains(all, "hunter") {
		t.Errorf("the secret is in %s", all)
	}
	for _, c := range obs.Candidates {
		for _, s := range []*string{c.Href, c.Value, c.Scope} {
			if s != nil && strings.Contains(*s, "hunter") {
				t.Errorf("the secret is in %q", *s)
			}
		}
	}
	ok(t, w.Click(testContext(t), w.target(fp("button", "Copy <secret pw>"))))
	if got := w.Received(); got != `button "Copy <secret pw>"` {
		t.Errorf("received by %q", got)
	}
	_, err = w.Observe(testContext(t), ObserveOptions{Within: "nothing"})
	if err == nil || strings.Contains(err.Error(), "hunter") {
		t.Errorf("error %v", err)
	}
}

func TestObserveWhileThePageNavigates(t *testing.T) {
	w := open(t, `<script>if (+location.hash.slice(1) < 8) { location.hash = +location.hash.slice(1) + 1; location.reload() } else document.write('<button>Done</button>')</script><p>x`)
	eventually(t, "the last document is observed", func() bool {
		return strings.Join(fps(w.observe()), " ") == "button|done"
	})
}

func TestExpectedCID(t *testing.T) {
	w := open(t, `<button id=b><i id=i>Icon</i></button><label id=l>Name <input id=in></label>
		<div id=wrap><span>x</span><a href=#>Only</a></div><div id=many><a href=#>One</a><a href=#>Two</a></div><p id=none>text</p>
		<x-a><template shadowrootmode=open><button class=deep>Deep</button></template></x-a><iframe srcdoc="<button class=framed>Framed</button>"></iframe>`)
	obs := w.observe()
	for selector, want := range map[string]string{
		"#b": "button|icon", "#i": "button|icon", "#l": "textbox|name", "#in": "textbox|name", "#wrap": "link|only", "#wrap span": "",
		"#many": "", "#none": "", ".deep": "button|deep", ".framed": "button|framed", ".nowhere": "",
	} {
		cid, found, err := w.ExpectedCID(testContext(t), obs, selector)
		ok(t, err)
		if found != (want != "") || found && get(t, obs, want).CID != cid {
			t.Errorf("%s is %q (found %v), want %q", selector, cid, found, want)
		}
	}
	if _, _, err := w.ExpectedCID(testContext(t), obs, "a["); err == nil || !strings.Contains(err.Error(), "a[") {
		t.Errorf("error %v", err)
	}
}

// A secret that is cut, by the script or by us, leaves no beginning of itself.
func TestACutLeavesNoBeginningOfASecret(t *testing.T) {
	secret := strings.Repeat("hunter2-", 400)
	var r taint.Registry
	r.Add("pw", secret)
	w := openWith(t, `<title>x</title><fieldset><legend></legend><button></button></fieldset><button id=b></button><input aria-label=Field>
		<a href="#">Link</a><select aria-label=List><option value=x>x</option></select><div contenteditable aria-label=Rich></div>`, Options{Mask: r.Mask, MaskCut: r.MaskCut})
	w.js(`(() => { const s = 'hunter2-'.repeat(400); document.querySelector('legend').textContent = s; document.querySelector('button').textContent = s + s;
		b.textContent = 'x'.repeat(100) + s; document.querySelector('input').value = s; document.querySelector('input').placeholder = s;
		document.querySelector('a').href = '#' + s; document.querySelector('option').textContent = s; document.querySelector('[contenteditable]').textContent = s; return 1 })()`)
	obs := w.observe()
	if len(obs.Candidates) != 6 {
		t.Fatalf("candidates %q", fps(obs))
	}
	text, err := json.Marshal(obs)
	ok(t, err)
	if strings.Contains(string(text), "hunt") || strings.Count(string(text), "secret pw") < 8 {
		t.Errorf("observed %s", text)
	}
	err = w.Select(testContext(t), w.target("combobox|list"), "nothing")
	if err == nil || strings.Contains(err.Error(), "hunt") {
		t.Errorf("error: %v", err)
	}
	_, err = w.Observe(testContext(t), ObserveOptions{Within: "nowhere"})
	if err == nil || strings.Contains(err.Error(), "hunt") {
		t.Errorf("error: %v", err)
	}
}

func TestWhatIsCoveredAndHowItIsCalledIsMarked(t *testing.T) {
	w := open(t, `<div style="position:relative"><button>Under</button><div style="position:absolute;inset:0;background:#fff"></div></div>
		<button>Free</button><div style="cursor:pointer">Card</div><button><i class="fa fa-trash"></i></button><div contenteditable aria-label=Body>x</div>
		<div style="height:2000px"></div><button>Far</button>`)
	obs := w.observe()
	type marks struct {
		Covered, GivenRole bool
		NameFrom           NameSource
	}
	got := map[string]marks{}
	for _, c := range obs.Candidates {
		got[c.FP] = marks{c.Covered, c.GivenRole, c.NameFrom}
	}
	want := map[string]marks{
		"button|under": {Covered: true}, "button|free": {}, "button|far": {},
		"button|card":  {GivenRole: true, NameFrom: NameContent},
		"button|trash": {NameFrom: NameSurroundings},
		"textbox|body": {GivenRole: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("marks (-want +got):\n%s", diff)
	}
}
