//go:build conformance

package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

const materialImports = `<script type=importmap>{"imports":{"lit":"/npm/lit/index.js","lit/":"/npm/lit/","lit-html":"/npm/lit-html/lit-html.js","lit-html/":"/npm/lit-html/",
	"lit-element/lit-element.js":"/npm/lit-element/lit-element.js","@lit/reactive-element":"/npm/@lit/reactive-element/reactive-element.js",
	"@lit/reactive-element/":"/npm/@lit/reactive-element/","tslib":"/npm/tslib/tslib.es6.mjs"}}</script>
	<script type=module>import "/npm/@material/web/textfield/outlined-text-field.js"; import "/npm/@material/web/checkbox/checkbox.js"; import "/npm/@material/web/switch/switch.js";
	import "/npm/@material/web/button/filled-button.js"; import "/npm/@material/web/select/outlined-select.js"; import "/npm/@material/web/select/select-option.js"; document.body.dataset.ready = 1</script>`

// What other people's widgets hold after they were acted on: what their own interface, or the form, says.
func TestConformanceOfActing(t *testing.T) {
	for name, c := range map[string]struct {
		html  string
		act   func(w *world)
		state string // an expression of the page's world
		want  string
	}{
		"select2": {
			`<link rel=stylesheet href="/npm/select2/dist/css/select2.min.css"><script src="/npm/jquery/dist/jquery.min.js"></script><script src="/npm/select2/dist/js/select2.min.js"></script>
			<label for=a>Fruit</label> <select id=a style="width:200px"><option>Apple<option>Pear<option>Plum</select><script>$('#a').select2(); document.body.dataset.ready = 1</script>`,
			func(w *world) { ok(w.t, w.Select(testContext(w.t), w.first("combobox"), "Pear")) },
			`$('#a').val()`, "Pear",
		},
		"select2 of several": {
			`<link rel=stylesheet href="/npm/select2/dist/css/select2.min.css"><script src="/npm/jquery/dist/jquery.min.js"></script><script src="/npm/select2/dist/js/select2.min.js"></script>
			<label for=a>Tags</label> <select id=a multiple style="width:300px"><option selected>red<option>green<option>blue</select><script>$('#a').select2(); document.body.dataset.ready = 1</script>`,
			func(w *world) { ok(w.t, w.Select(testContext(w.t), w.first("combobox"), "blue")) },
			`$('#a').val()`, "red,blue",
		},
		"sl-select": {
			`<link rel=stylesheet href="/npm/@shoelace-style/shoelace/cdn/themes/light.css"><script type=module src="/npm/@shoelace-style/shoelace/cdn/shoelace.js"></script>
			<sl-select label="Country" value=de id=a><sl-option value=de>Germany</sl-option><sl-option value=fr>France</sl-option></sl-select>
			<script type=module>await customElements.whenDefined("sl-select"); document.body.dataset.ready = 1</script>`,
			func(w *world) { ok(w.t, w.Select(testContext(w.t), w.first("combobox"), "France")) },
			`a.value`, "fr",
		},
		"md-outlined-select": {
			materialImports + `<md-outlined-select label="Folder" id=a><md-select-option value=a selected><div slot=headline>Inbox</div></md-select-option><md-select-option value=b><div slot=headline>Archive</div></md-select-option></md-outlined-select>`,
			func(w *world) { ok(w.t, w.Select(testContext(w.t), w.first("combobox"), "Archive")) },
			`a.value`, "b",
		},
		"TinyMCE": {
			`<script src="/npm/tinymce/tinymce.min.js"></script><label for=x>Article</label><textarea id=x>Hello <b>there</b></textarea>
			<script>tinymce.init({selector: '#x', license_key: 'gpl', height: 300}).then(() => { document.body.dataset.ready = 1 })</script>`,
			func(w *world) { ok(w.t, w.Fill(testContext(w.t), w.first("textbox"), "Good morning")) },
			`tinymce.get('x').getContent({format: 'text'}).trim() + tinymce.get('x').isDirty()`, "Good morningtrue",
		},
		"Monaco": {
			`<script src="/npm/monaco-editor/min/vs/loader.js"></script><div id=e style="width:700px;height:300px"></div>
			<script>require.config({paths: {vs: '/npm/monaco-editor/min/vs'}}); require(['vs/editor/editor.main'], () => {
			monaco.editor.create(document.getElementById('e'), {value: 'old', language: 'javascript'}); setTimeout(() => { document.body.dataset.ready = 1 }, 800) })</script>`,
			func(w *world) {
				ok(w.t, w.Fill(testContext(w.t), w.first("textbox"), "function f() {\n  return [1];\n}\n"))
			},
			`monaco.editor.getModels()[0].getValue()`, "function f() {\n  return [1];\n}\n",
		},
		"flatpickr": {
			`<link rel=stylesheet href="/npm/flatpickr/dist/flatpickr.min.css"><script src="/npm/flatpickr/dist/flatpickr.min.js"></script>
			<label for=d>Departure</label> <input id=d><script>flatpickr('#d', {defaultDate: '2026-11-29'}); document.body.dataset.ready = 1</script>`,
			func(w *world) {
				ok(w.t, w.Click(testContext(w.t), w.first("textbox")))
				w.await(30) // the calendar fades in
				ok(w.t, w.Click(testContext(w.t), w.target("button|november 24, 2026")))
			},
			`d.value + d._flatpickr.selectedDates.length + d._flatpickr.isOpen`, "2026-11-241false",
		},
		"flatpickr that takes typing": {
			`<link rel=stylesheet href="/npm/flatpickr/dist/flatpickr.min.css"><script src="/npm/flatpickr/dist/flatpickr.min.js"></script>
			<label for=d>Departure</label> <input id=d><script>flatpickr('#d', {defaultDate: '2026-11-29', allowInput: true}); document.body.dataset.ready = 1</script>`,
			func(w *world) {
				ok(w.t, w.Fill(testContext(w.t), w.first("textbox"), "2026-12-24"))
				ok(w.t, w.Press(testContext(w.t), w.first("textbox"), "Enter"))
			},
			`d._flatpickr.formatDate(d._flatpickr.selectedDates[0], "Y-m-d")`, "2026-12-24",
		},
		"md-outlined-text-field and Enter": {
			materialImports + `<form id=f onsubmit="event.preventDefault(); document.title = new FormData(f).get('q')"><md-outlined-text-field label="Search" name=q></md-outlined-text-field><md-filled-button>Go</md-filled-button></form>
			<script>f.addEventListener("keydown", (e) => { window.key = e.key; })</script>`,
			func(w *world) {
				ok(w.t, w.Fill(testContext(w.t), w.first("textbox"), "saws"))
				ok(w.t, w.Press(testContext(w.t), w.first("textbox"), "Enter"))
			},
			`new FormData(f).get("q") + window.key`, "sawsEnter", // no browser sends a form for the Enter in a shadow tree of its field
		},
		"md-checkbox": {
			materialImports + `<label><md-checkbox id=a></md-checkbox> Read receipts</label>`,
			func(w *world) { ok(w.t, w.Check(testContext(w.t), w.first("checkbox"), true)) },
			`a.checked`, "true",
		},
		"md-switch": {
			materialImports + `<label>Dark mode <md-switch id=a selected></md-switch></label>`,
			func(w *world) { ok(w.t, w.Check(testContext(w.t), w.first("switch"), false)) },
			`a.selected`, "false",
		},
		"Bootstrap's button that is a checkbox": {
			`<link rel=stylesheet href="/npm/bootstrap/dist/css/bootstrap.min.css"><input type=checkbox class=btn-check id=a autocomplete=off><label class="btn btn-primary" for=a>Bold</label><script>document.body.dataset.ready = 1</script>`,
			func(w *world) { ok(w.t, w.Check(testContext(w.t), w.first("checkbox"), true)) },
			`a.checked`, "true",
		},
		"Bootstrap's switch": {
			`<link rel=stylesheet href="/npm/bootstrap/dist/css/bootstrap.min.css"><div class="form-check form-switch"><input class=form-check-input type=checkbox role=switch id=a checked><label class=form-check-label for=a>Push</label></div><script>document.body.dataset.ready = 1</script>`,
			func(w *world) { ok(w.t, w.Check(testContext(w.t), w.first("switch"), false)) },
			`a.checked`, "false",
		},
	} {
		t.Run(name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.Handle("/npm/", library(t))
			mux.HandleFunc("/page", func(rw http.ResponseWriter, _ *http.Request) {
				rw.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(rw, "<!doctype html><html lang=en><title>Widget</title><body>", c.html)
			})
			server := httptest.NewServer(mux)
			defer server.Close()
			w := open(t, "")
			show(t, w, server, "/page", `document.body.dataset.ready`, ``)
			c.act(w)
			eventually(t, fmt.Sprintf("%s is %q (it is %q)", c.state, c.want, w.js(c.state)), func() bool { return w.js(c.state) == c.want })
		})
	}
}

// first is the first candidate of a role in the order of the shortlist, once there is one.
func (w *world) first(role string) (t action.Target) {
	w.t.Helper()
	eventually(w.t, "a "+role+" is there", func() bool {
		for _, c := range w.observe().Candidates {
			if c.Role == role {
				t = action.Target{Fingerprint: c.FP, Frame: c.Frame, Node: c.Node}
				return true
			}
		}
		return false
	})
	return t
}
