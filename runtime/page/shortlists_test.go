//go:build conformance

package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var recordShortlists = flag.Bool("record-shortlists", false, "write what is read of real pages where the embedded decider's cases look for it")

// shortlistFile holds a recorded page a line; the embedded decider's real cases are asked of them.
const shortlistFile = "../decide/builtin/testdata/pages.jsonl"

// morePages are further pages and states of realPages that steps of flows are asked about.
var morePages = []struct{ name, path, ready, then string }{
	{"python-tutorial", "/python/tutorial/index.html", `document.readyState === 'complete'`, ``},
	{"python-venv", "/python/tutorial/venv.html", `document.readyState === 'complete'`, ``},
	{"python-datetime", "/python/library/datetime.html", `document.readyState === 'complete'`, ``},
	{"python-bugs", "/python/bugs.html", `document.readyState === 'complete'`, ``},
	{"python-search", "/python/search.html", `document.readyState === 'complete'`, ``},
	{"python-library", "/python/library/index.html", `document.readyState === 'complete'`, ``},
	{"swagger-closed", "/swagger/index.html", `document.querySelectorAll('.opblock').length > 1`, ``},
	{"swagger-tried", "/swagger/index.html", `document.querySelectorAll('.opblock').length > 1`,
		`document.querySelector('.opblock-post .opblock-summary-control').click(), setTimeout(() => document.querySelector('.try-out__btn').click(), 300)`},
	{"node-red-menu", "/node-red/", `document.querySelectorAll('.red-ui-palette-node').length > 10`, `document.querySelector('#red-ui-header-button-sidemenu').click()`},
	{"node-red-import", "/node-red/", `document.querySelectorAll('.red-ui-palette-node').length > 10`, `RED.actions.invoke('core:show-import-dialog')`},
	{"node-red-settings", "/node-red/", `document.querySelectorAll('.red-ui-palette-node').length > 10`, `RED.actions.invoke('core:show-user-settings')`},
	{"node-red-search", "/node-red/", `document.querySelectorAll('.red-ui-palette-node').length > 10`, `RED.actions.invoke('core:search')`},
}

// TestShortlists reads the pages twice over and finds the same lists; with -record-shortlists it writes them.
func TestShortlists(t *testing.T) {
	if !*recordShortlists {
		t.Skip("skipped: it only records; run with -record-shortlists after a change of what is read, and look at the difference")
	}
	server := realServer(t)
	type element struct { // as the cases of the embedded decider have it
		Role        string  `json:"role"`
		Name        string  `json:"name"`
		Href        *string `json:"href,omitempty"`
		Scope       *string `json:"scope,omitempty"`
		Value       *string `json:"value,omitempty"`
		Placeholder *string `json:"placeholder,omitempty"`
		Disabled    bool    `json:"disabled,omitempty"`
	}
	type line struct {
		Page       string    `json:"page"`
		Title      string    `json:"title"`
		Candidates []element `json:"candidates"`
	}
	var out bytes.Buffer
	for _, p := range append(realPages, morePages...) {
		if p.name == "flatpickr" || p.name == "ionic" {
			continue // they show the month of the day on which they are read
		}
		w := open(t, "")
		read := func() []byte {
			show(t, w, server, p.path, p.ready, p.then)
			obs := w.observe()
			l := line{Page: p.name, Title: obs.Title}
			for _, c := range obs.Candidates {
				e := element{c.Role, c.Name, c.Href, c.Scope, c.Value, c.Placeholder, c.Disabled}
				if e.Href != nil {
					bare := strings.TrimPrefix(*e.Href, server.URL)
					e.Href = &bare
				}
				l.Candidates = append(l.Candidates, e)
			}
			b, err := json.Marshal(l)
			ok(t, err)
			return b
		}
		first := read()
		if second := read(); !bytes.Equal(first, second) {
			t.Errorf("%s is read in two ways:\n%s\n%s", p.name, first, second)
		}
		out.Write(first)
		out.WriteByte('\n')
	}
	ok(t, os.WriteFile(shortlistFile, out.Bytes(), 0o644))
}
