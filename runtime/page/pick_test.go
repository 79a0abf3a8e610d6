package page

import (
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// portal is a combobox whose options come a moment after the click, at the end of the body.
const portal = `<div id=c role=combobox tabindex=0 aria-label=Color aria-expanded=false aria-controls=l>none</div><p>Red</p>
	<div role=listbox aria-label=Sizes><div role=option aria-selected=false id=s>Small</div><div role=option aria-selected=false>Large</div></div>
	<script>
	s.onclick = () => s.setAttribute('aria-selected', 'true');
	c.onclick = () => setTimeout(() => {
		const l = document.createElement('div');
		l.id = 'l'; l.setAttribute('role', 'listbox'); l.style.cssText = 'position:absolute;top:200px;height:40px;overflow:auto;width:100px';
		l.innerHTML = ['Blue', 'Red', 'Twice', 'Twice', 'Dead'].map((n) => '<div role=option style="height:30px">' + n + '</div>').join('');
		l.onclick = (e) => { window.trusted = e.isTrusted; if (e.target.textContent !== 'Dead') c.textContent = e.target.textContent; l.remove(); };
		document.body.append(l);
	}, 60);
	</script>`

func TestSelectFromAListOfOtherElements(t *testing.T) {
	w := open(t, portal)
	ok(t, w.Select(testContext(t), w.target("combobox|color"), "red"))
	if got := w.js(`c.textContent + ' ' + trusted`); got != "Red true" {
		t.Errorf("the list shows %q", got)
	}
	if got := w.Received(); got != `option "Red"` {
		t.Errorf("received by %q", got)
	}
	ok(t, w.Select(testContext(t), w.target("listbox|sizes"), "Small"))
	if got := w.js(`s.getAttribute('aria-selected')`); got != "true" {
		t.Error("Small is not selected")
	}
	wantError(t, w.Select(testContext(t), w.target("combobox|color"), "Twice"), action.Ambiguous, true, "2 options")
	wantError(t, w.Select(testContext(t), w.target("combobox|color"), "Green"), action.NotEditable, true, `"Blue", "Red"`)
	wantError(t, w.Select(testContext(t), w.target("listbox|sizes"), "Huge"), action.NotEditable, false, `"Small", "Large"`)
}

func TestSelectThatDoesNothing(t *testing.T) {
	w := open(t, portal)
	wantError(t, w.Select(testContext(t), w.target("combobox|color"), "Dead"), action.NoEffect, true)
	wantError(t, w.Select(testContext(t), w.target("option|small"), "Small"), action.NotEditable, false)
}
