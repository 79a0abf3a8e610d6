//go:build e2e && linux

package flows

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
)

// mutation is one change that somebody makes to a real page, and what a person who compares the two would say
// of the recorded step: its verdict and its kind. The table was written before the code that it tests.
type mutation struct {
	name, site, page string // site is a key of sites, page a path there

	why string // what a person would say

	// The recorded step: the fingerprint of its choice ("none" and "" for no element), the region that it was looked
	// for in, the action that the recorded run carried out and the replay executes ("" replays without executing), and
	// the action's value. With that, the step is an assert instead, and checked.
	choice, within, action, value, that string

	earlier    []string // clicks on the page of its own, carried out before the step; it then is without baseScript
	success    string   // the selector that proves the whole, and whether the change takes it away
	unproven   bool
	base       []edit // of the page that is recorded already
	baseScript string

	// The change.
	edits    []edit // of answers as the server sends them
	script   string // run in the page; $(SELECTOR, TEXT) waits for an element with that text and hands it to a function
	status   int    // the page is answered with this status instead
	redirect string // the page leads to this path
	down     bool   // nothing listens there any more
	slow     string // the path whose answers take two seconds
	hang     string // the path that is never answered

	verdict   replay.Verdict
	kind      replay.Kind
	normalize string // the pattern that the result must suggest
}

var mutations = []mutation{
	// A documentation page of static HTML.
	{name: "a link has another text", site: "python-docs", page: "/", choice: "link|search page",
		edits: []edit{{"/", ">Search page<", ">Look something up<"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a link is gone", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("a", "Glossary", (a) => a.closest("p").remove())`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a link is there twice", site: "python-docs", page: "/", choice: "link|tutorial",
		script: `$("a", "Tutorial", (a) => document.querySelector(".sphinxsidebarwrapper").append(a.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "a link is hidden by a style", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("a", "Glossary", (a) => { a.style.display = "none"; })`, verdict: replay.Changed, kind: replay.Removed},
	{name: "two links changed places", site: "python-docs", page: "/", choice: "link|glossary",
		script: `$("a", "Glossary", (a) => document.querySelector("a.biglink").before(a))`, verdict: replay.Moved},
	{name: "the version in a name went up", site: "python-docs", page: "/", choice: "link|what's new in python 3.11?",
		edits: []edit{{"/", "new in Python 3.11?", "new in Python 3.12?"}}, verdict: replay.Changed, kind: replay.Counter, normalize: `\d+`},
	{name: "a badge came to a name", site: "python-docs", page: "/", choice: "link|faqs",
		edits: []edit{{"/", ">FAQs<", ">FAQs (12)<"}}, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\(\d+\)`},
	{name: "the page is not there any more", site: "python-docs", page: "/", choice: "link|glossary",
		status: 404, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "the server is overloaded", site: "python-docs", page: "/library/json.html", choice: "link|basic usage",
		status: 503, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "the page leads elsewhere", site: "python-docs", page: "/library/json.html", choice: "link|basic usage",
		redirect: "/download.html", verdict: replay.Error, kind: replay.PageNotReached},
	{name: "nothing listens", site: "python-docs", page: "/", choice: "link|glossary",
		down: true, verdict: replay.Error, kind: replay.PageNotReached},
	{name: "restyled, ids renamed, wrapped", site: "python-docs", page: "/", choice: "link|glossary",
		edits: []edit{{"/", "<body>", "<body><div class=shell>"}, {"/", "biglink", "huge-link"}, {"/", "</head>", "<style>a { color: red; font-size: 110% }</style></head>"}}, verdict: replay.OK},
	{name: "only letter case and white space changed", site: "python-docs", page: "/", choice: "link|library reference",
		edits: []edit{{"/", ">Library Reference<", ">LIBRARY   reference<"}}, verdict: replay.OK},
	{name: "a banner lies over the page", site: "python-docs", page: "/", choice: "link|glossary",
		script:  `$("body", "", (b) => b.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fff'>We use cookies <button>Accept</button></div>"))`,
		verdict: replay.Moved, kind: replay.Covered},
	{name: "a banner lies over what is pressed", site: "python-docs", page: "/", choice: "link|glossary", action: "click",
		script:  `$("body", "", (b) => b.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fff'>We use cookies <button>Accept</button></div>"))`,
		verdict: replay.Error, kind: replay.Covered},
	{name: "a modal dialog shuts the page off", site: "python-docs", page: "/", choice: "link|glossary",
		script:  `$("body", "", (b) => { b.insertAdjacentHTML("beforeend", "<dialog>Stay informed <button>Subscribe</button></dialog>"); b.querySelector("dialog").showModal(); })`,
		verdict: replay.Changed, kind: replay.Covered},
	{name: "a link went into a frame", site: "python-docs", page: "/", choice: "link|general index",
		script:  `$("a", "General Index", (a) => { const f = document.createElement("iframe"); f.srcdoc = a.outerHTML; a.replaceWith(f); })`,
		verdict: replay.Moved, kind: replay.OtherFrame},
	{name: "a link is a button now", site: "python-docs", page: "/", choice: "link|glossary",
		script:  `$("a", "Glossary", (a) => { const b = document.createElement("button"); b.textContent = a.textContent; a.replaceWith(b); })`,
		verdict: replay.Changed, kind: replay.Renamed},
	{name: "a link left its region", site: "python-docs", page: "/library/json.html", choice: "link|basic usage", within: "Table of Contents",
		script:  `$(".sphinxsidebarwrapper a", "Basic Usage", (a) => document.body.append(a))`,
		verdict: replay.Changed, kind: replay.OtherRegion},

	// An application that builds its page from a description.
	{name: "an operation has another summary", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets",
		edits: []edit{{"/petstore.json", "List the pets", "Show all animals"}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "an operation was taken away", site: "swagger-ui", page: "/", choice: "button|post /pets add a pet",
		edits: []edit{{"/petstore.json", `"post"`, `"x-post"`}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "a heading counts now", site: "swagger-ui", page: "/", choice: "button|schemas",
		script: `$("section.models button span", "Schemas", (s) => { s.textContent = "Schemas 2"; })`, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\d+`},
	{name: "a list takes no input", site: "swagger-ui", page: "/", choice: "combobox|servers",
		script: `$("#servers", "", (s) => { s.disabled = true; })`, verdict: replay.OK, kind: replay.Disabled},
	{name: "a button that is pressed takes no input", site: "swagger-ui", page: "/", choice: "button|schemas", action: "click",
		script: `$("section.models button", "Schemas", (b) => { b.disabled = true; })`, verdict: replay.Error, kind: replay.Disabled},
	{name: "two schemas have one name", site: "swagger-ui", page: "/", choice: "button|newpet",
		script: `$("#model-NewPet", "", (m) => m.after(m.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "the description does not load", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets",
		edits: []edit{{"/petstore.json", "{", "nothing: ["}}, verdict: replay.Changed, kind: replay.Removed},
	{name: "an operation comes late", site: "swagger-ui", page: "/", choice: "button|get /pets list the pets",
		script: `$("#operations-pets-listPets", "", (o) => { const p = o.parentNode; o.style.display = "none"; setTimeout(() => { o.style.display = ""; }, 800); })`, verdict: replay.OK},

	// A large application with a canvas, a palette and a sidebar.
	{name: "the main button has another name", site: "node-red", page: "/#flow/f1", choice: "link|deploy",
		edits: []edit{{"/locales/editor", `"deploy":"Deploy"`, `"deploy":"Roll out"`}}, verdict: replay.Changed, kind: replay.Renamed},
	{name: "a tab shows a badge", site: "node-red", page: "/#flow/f1", choice: "link|thermostat",
		edits: []edit{{"/flows", "Thermostat", "Thermostat (2)"}}, verdict: replay.Changed, kind: replay.Counter, normalize: ` ?\(\d+\)`},
	{name: "a node left the palette", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "inject", (n) => n.remove())`, verdict: replay.Changed, kind: replay.Removed},
	{name: "a node is in the palette twice", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "inject", (n) => n.after(n.cloneNode(true)))`, verdict: replay.Ambiguous, kind: replay.Duplicated},
	{name: "a message lies over the main button", site: "node-red", page: "/#flow/f1", choice: "link|deploy",
		script:  `$("#red-ui-header-button-deploy", "", () => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;top:0;left:0;right:0;height:90px;z-index:99999;background:#fff'>Server restarts soon</div>"))`,
		verdict: replay.OK, kind: replay.Covered},
	{name: "the palette was sorted anew", site: "node-red", page: "/#flow/f1", choice: "button|inject",
		script: `$(".red-ui-palette-node", "comment", (n) => n.after(n.parentNode.firstElementChild))`, verdict: replay.Moved},
	{name: "the filter of the palette has another name", site: "node-red", page: "/#flow/f1", choice: "textbox|filter nodes",
		edits: []edit{{"/locales/editor", `"filter":"filter nodes"`, `"filter":"find a node"`}}, verdict: replay.Changed, kind: replay.Renamed},
}

// The sites, as they are served unchanged.
var sites = map[string]func(t *testing.T) http.Handler{
	"python-docs": func(t *testing.T) http.Handler {
		return http.FileServer(http.Dir(packaged(t, "/usr/share/doc/python3-doc/html")))
	},
	"swagger-ui": func(t *testing.T) http.Handler {
		return petStore(packaged(t, filepath.Join(cache, "swagger-ui-dist")), "swagger-ui")
	},
	"node-red": func(t *testing.T) http.Handler {
		return startNodeRED(t, packaged(t, filepath.Join(cache, "node-red", "red.js")), "node-red")
	},
}

// when is $ of the mutations' scripts.
const when = `<script>{
const $ = (selector, text, change) => {
  const find = () => [...document.querySelectorAll(selector)].find((e) => text === "" || e.textContent.trim() === text);
  const look = () => { const e = find(); if (e) { watch.disconnect(); change(e); } };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true });
  look();
};
`

// on is the site with the change made, and how often its edits were met.
func (m mutation) on(h http.Handler) (http.Handler, func() bool) {
	path, _, _ := strings.Cut(m.page, "#")
	edits := m.edits
	if m.script != "" {
		edits = append(edits, edit{path, "</head>", when + m.script + "\n}</script></head>"})
	}
	var met []*atomic.Int64
	for _, e := range edits {
		edited, times := e.on(h)
		h, met = edited, append(met, times)
	}
	changed := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch {
		case req.URL.Path == path && m.status != 0:
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(m.status)
			_, _ = io.WriteString(w, "<title>Sorry</title><h1>That did not work</h1><a href=/>Home</a>")
		case req.URL.Path == path && m.redirect != "":
			http.Redirect(w, req, m.redirect, http.StatusFound)
		default:
			h.ServeHTTP(w, req)
		}
	})
	return changed, func() bool {
		return !slices.ContainsFunc(met, func(n *atomic.Int64) bool { return n.Load() == 0 })
	}
}

// chooses records the page as it is, with the choice of the mutation.
func (m mutation) chooses(t *testing.T, b *browser.Browser, url string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, err := b.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	tab, err := c.NewTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := page.New(tab, page.Options{})
	if err := p.Goto(ctx, url); err != nil {
		t.Fatal(err)
	}
	var step *trace.Step
	before := ""
	_, err = p.WaitUntil(ctx, func(ctx context.Context) (bool, error) {
		if _, err := p.Settle(ctx, 10*time.Second); err != nil {
			return false, err
		}
		obs, err := p.Observe(ctx, page.ObserveOptions{Within: m.within})
		if err != nil {
			return false, err
		}
		step = &trace.Step{Step: 1, Intent: m.choice, Within: m.within, URL: obs.URL, Title: obs.Title, TotalOnPage: obs.Total, Dropped: obs.Dropped,
			Action: trace.StepAction{Type: "click"}, Gate: trace.Gate{Verdict: trace.VerdictAuto}, Result: trace.Result{Executed: m.action != ""}}
		for _, c := range obs.Candidates {
			if c.FP == m.choice {
				step.Decision = trace.Decision{Choice: &c.CID, ChosenFP: &c.FP, ChosenName: &c.Name, Probabilities: map[string]float64{c.CID: 1}}
			}
			step.Candidates = append(step.Candidates, c.Candidate)
		}
		rests := before == trace.DOMHash(step.Candidates) // an application that is still building itself is not recorded
		before = trace.DOMHash(step.Candidates)
		return rests && step.Decision.Choice != nil, nil
	})
	if err != nil {
		t.Fatalf("%s has no %s: %v", url, m.choice, err)
	}
	path := filepath.Join(t.TempDir(), "mutation.trace.jsonl")
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	order := trace.OrderSpec
	for _, rec := range []trace.Record{&trace.Run{Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "mutation", Model: "chosen", MaxCandidates: 120}, step} {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusPassed}); err != nil {
		t.Fatal(err)
	}
	return path
}

// says tells whether a verdict is the one that is wanted. Node-RED puts elements up and takes them away by itself for a
// while after it has loaded, so that an element may be a place further there than it was recorded; that fails nothing.
func (m mutation) says(got, want replay.Verdict) bool {
	return got == want || m.site == "node-red" && want == replay.OK && got == replay.Moved
}

// TestMutations records each page as it is, sees that it replays, makes the change, and holds the replay to what
// a person would say.
func TestMutations(t *testing.T) {
	b := warmBrowser(t)
	serving := map[string]http.Handler{}
	for name, serve := range sites {
		serving[name] = serve(t)
	}
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			s := newStage(t)
			s.show(serving[m.site])
			path := m.chooses(t, b, s.URL+m.page)
			o := replay.Options{Taint: &taint.Registry{}, Timeout: 3 * time.Second}
			if whole, err := replay.Run(t.Context(), b, path, o); err != nil || !whole.OK() || !m.says(whole.Results[0].Verdict, replay.OK) || whole.Results[0].Kind != "" {
				t.Fatalf("the page as it was recorded: %v %+v", err, whole)
			}
			changed, met := m.on(serving[m.site])
			s.show(changed)
			if m.down {
				s.CloseClientConnections()
				s.Close()
			}
			o.Execute = m.action != ""
			r, err := replay.Run(t.Context(), b, path, o)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Results[0]
			if !m.says(got.Verdict, m.verdict) || got.Kind != m.kind || got.Normalize != m.normalize {
				t.Errorf("%s %s %q, want %s %s %q\n%s\nnearest: %+v", got.Verdict, got.Kind, got.Normalize, m.verdict, m.kind, m.normalize, got.Reason, got.Nearest)
			}
			if !m.down && !met() {
				t.Error("an edit was not met: nothing was changed")
			}
			t.Logf("%s %s: %s", got.Verdict, got.Kind, got.Reason)
		})
	}
}

// warmBrowser is a browser for the length of a test.
func warmBrowser(t *testing.T) *browser.Browser {
	t.Helper()
	found, err := browser.Find("", false)
	if err != nil {
		t.Fatal(err)
	}
	b, err := browser.Launch(t.Context(), browser.Options{Path: found.Path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// TestUnchangedPagesReplay replays what nobody changed, again and again: JEVRUN_E2E_REPLAYS times each, 5 without it.
func TestUnchangedPagesReplay(t *testing.T) {
	times := 5
	if text := os.Getenv("JEVRUN_E2E_REPLAYS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("JEVRUN_E2E_REPLAYS is %q, which is no number", text)
		}
		times = n
	}
	b := warmBrowser(t)
	for _, m := range []mutation{
		{site: "python-docs", page: "/library/json.html", choice: "link|basic usage"},
		{site: "swagger-ui", page: "/", choice: "button|get /pets list the pets"},
		{site: "node-red", page: "/#flow/f1", choice: "link|deploy"},
	} {
		t.Run(m.site, func(t *testing.T) {
			s := newStage(t)
			s.show(sites[m.site](t))
			path := m.chooses(t, b, s.URL+m.page)
			for i := range times {
				r, err := replay.Run(t.Context(), b, path, replay.Options{Taint: &taint.Registry{}})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Results[0]; !m.says(got.Verdict, replay.OK) {
					t.Fatalf("replay %d of %d: %s %s: %s", i+1, times, got.Verdict, got.Kind, got.Reason)
				}
			}
			t.Logf("%d of %d ok", times, times)
		})
	}
}
