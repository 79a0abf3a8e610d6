package page

import (
	"strings"
	"testing"
)

// What is written on an element is read in every way in which a person could, whatever it is called; and what a dialog
// asks goes with its buttons.
func TestWhatAPersonReadsOnAnElement(t *testing.T) {
	w := open(t, `<style>
		#a b::before { content: "Delete account" } #c i { display: inline-block; font-style: normal }
		#d span { position: absolute; left: -9999px } #e span { font-size: 0 } #f span { opacity: 0; position: absolute } </style>
		<button id=a aria-label=a><b></b></button> <input id=b type=submit aria-label=b value="Delete account">
		<button id=c aria-label=c><i>D</i><i>e</i><i>l</i><i>e</i><i>t</i><i>e</i> account</button>
		<button id=d aria-label=d>De<span>xyz</span>lete account</button> <button id=e aria-label=e>De<span>xyz</span>lete account</button>
		<button id=f aria-label=f>De<span>xyz</span>lete account</button> <button id=g aria-label=g>De<br>lete account</button>
		<button id=h aria-label=h><x-h></x-h></button> <svg width=20 height=20 role=button aria-label=i tabindex=0><text y=15>Delete account</text></svg>
		<button aria-label=plain><b>Save</b> it</button>
		<script>document.querySelector("x-h").attachShadow({ mode: "closed" }).innerHTML = "Delete account"</script>
		<dialog open aria-label="Please confirm"><p>Delete your account?</p><button>Yes</button><button>No, delete nothing</button></dialog>`)
	obs := w.observe()
	asked := 0
	for _, c := range obs.Candidates {
		sight, err := w.Shown(testContext(t), c)
		ok(t, err)
		switch {
		case len(c.Name) == 1:
			if !strings.Contains(sight.Text, "Delete account") || sight.Asks != "" {
				t.Errorf("%s %s: %+v", c.Role, c.Name, sight)
			}
		case c.Name == "plain":
			if sight.Text != "Save it" {
				t.Errorf("one way of reading: %q", sight.Text)
			}
		case sight.Scope(c) != "Please confirm Delete your account?":
			t.Errorf("%s: %+v, scope %q", c.Name, sight, sight.Scope(c))
		default:
			asked++
		}
	}
	if asked != 2 || len(obs.Candidates) != 12 {
		t.Errorf("%d of %d elements stand in the dialog", asked, len(obs.Candidates))
	}
}
