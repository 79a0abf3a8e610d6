package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/stdlib/action"
)

// internals defines <x-i role-of label-of>: a custom element that says its role and its label by ElementInternals only.
const internals = `<script>customElements.define("x-i", class extends HTMLElement {
	static formAssociated = true;
	#own = this.attachInternals();
	connectedCallback() { this.#own.role = this.getAttribute("says") ?? ""; this.#own.ariaLabel = this.getAttribute("called"); }
})</script>`

// kind is x-i under another name: what is learned of some elements of one name speaks for all of that name.
func kind(name string) string { return strings.Replace(internals, `"x-i"`, fmt.Sprintf("%q", name), 1) }

func TestRolesThatOnlyElementInternalsSay(t *testing.T) {
	w := open(t, "")
	for _, c := range []struct{ about, html, want string }{
		{"a tab", `<div role=tablist><x-i says=tab tabindex=0>Inbox</x-i></div>` + internals, "tab|inbox"},
		{"a label", `<x-i says=button called=Archive tabindex=0>a</x-i>` + internals, "button|archive"},
		{"a label in an attribute goes first", `<x-i says=button called=Archive aria-label=Keep tabindex=0>a</x-i>` + internals, "button|keep"},
		{"a role in an attribute goes first", `<x-i says=button role=switch tabindex=0>a</x-i>` + internals, "switch|a"},
		{"a panel is nothing to operate", `<x-i says=tabpanel tabindex=0>text</x-i><x-i says=button tabindex=0>Go</x-i>` + internals, "button|go"},
		{"a list around its items", `<x-l says=list><button role=listitem>One</button></x-l><x-n><button role=listitem>Two</button></x-n>` + kind("x-l") + kind("x-n"), "button|two listitem|one"},
		{"a list box around its options", `<x-l says=listbox><div role=option tabindex=0>One</div></x-l>` + kind("x-l"), "option|one"},
		{"the label of a form-associated element", `<label>Dark mode <x-i says=switch tabindex=0 style="display:inline-block;width:20px;height:20px"></x-i></label>` + internals, "switch|dark mode"},
		{"nothing that is said", `<x-i tabindex=0>Go</x-i>` + internals, "button|go"},
		{"a part of what says that it is a control", `<x-i says=checkbox tabindex=0><span style="cursor:pointer">Tick</span></x-i>` + internals, "checkbox|tick"},
	} {
		w.serve("/", "<!doctype html>"+c.html)
		w.visit("/")
		if got := strings.Join(fps(w.observe()), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}

// Nothing tells when an element calls itself something else, so that the browser is asked again before it is acted on.
func TestALabelThatNoAttributeSaysIsAskedAgainBeforeTheAct(t *testing.T) {
	w := open(t, `<x-i called=Save says=button tabindex=0 id=x>a</x-i><script>x.onclick = () => window.hit = true;</script>`+internals)
	target := w.target("button|save")
	w.js(`(x.setAttribute("called", "Delete"), x.connectedCallback(), 1)`)
	w.observe() // what was learned is remembered, and wrong
	wantError(t, w.Click(testContext(t), target), action.Changed, false, `button "Delete"`)
	if got := w.js(`window.hit`); got != "undefined" {
		t.Error("it was clicked")
	}
	ok(t, w.Click(testContext(t), w.target("button|delete")))
	if got := w.js(`window.hit`); got != "true" {
		t.Error("it was not clicked by the name that it has")
	}
}

// Elements that come late are asked about, each once; many of one name that agree speak for the rest.
func TestRolesAreLearnedOnce(t *testing.T) {
	w := open(t, `<div id=list role=tablist></div>`+internals)
	add := func(n int) {
		w.js(fmt.Sprintf(`(() => { for (let i = 0; i < %d; i++) { const el = document.createElement("x-i"); el.setAttribute("says", "tab"); el.tabIndex = 0; el.textContent = "Tab " + list.children.length; list.append(el) } return 1 })()`, n))
	}
	asked := func() int {
		raw, err := w.tab.Eval(testContext(t), w.tab.MainFrame(), "jevrunPage.mutes().length")
		ok(t, err)
		var n int
		ok(t, json.Unmarshal(raw, &n))
		return n
	}
	total := 0
	roles := func() map[string]int {
		count := map[string]int{}
		for _, c := range w.observeWith(ObserveOptions{Max: 254}).Candidates {
			count[c.Role]++
		}
		return count
	}
	for _, n := range []int{2, 3, 203} {
		add(n - total)
		total = n
		if diff := cmp.Diff(map[string]int{"tab": n}, roles()); diff != "" {
			t.Errorf("roles of %d (-want +got):\n%s", n, diff)
		}
	}
	add(50)
	w.observe()
	if n := asked(); n != 0 {
		t.Errorf("%d elements are to be asked about although three of their name agreed", n)
	}
}

// Another element may have come to say the same of itself, where no script but its own hears it.
func TestAnEqualThatOnlyElementInternalsSayIsSeen(t *testing.T) {
	for _, mine := range []string{`<x-i called=Save says=button tabindex=0 id=a onclick="window.hit = true">a</x-i>`, `<button onclick="window.hit = true">Save</button>`} {
		w := open(t, mine+`<x-i called=Keep says=button tabindex=0 id=x>b</x-i>`+internals)
		target := w.target("button|save")
		w.js(`(x.setAttribute("called", "Save"), x.connectedCallback(), 1)`)
		w.observe() // what was learned is remembered, and wrong
		wantError(t, w.Click(testContext(t), target), action.Ambiguous, false, "2 elements")
		if got := w.js(`window.hit`); got != "undefined" {
			t.Error("it was clicked")
		}
	}
}
