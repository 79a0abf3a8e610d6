//go:build e2e && linux

package flows

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
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

// The sites, as they are served unchanged.
var sites = map[string]func(t *testing.T) http.Handler{
	"python-docs": func(t *testing.T) http.Handler {
		return http.FileServer(http.Dir(packaged(t, "/usr/share/doc/python3-doc/html")))
	},
	"swagger-ui": func(t *testing.T) http.Handler {
		return petStore(packaged(t, filepath.Join(cache, "swagger-ui-dist")), "swagger-ui")
	},
	"everyday": func(*testing.T) http.Handler { return http.FileServer(http.Dir("testdata/everyday")) },
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

// where is the page of a mutation as it was recorded: a path, with what the recording changed already.
type where struct {
	site, page, script string
	base               []edit
}

func (m mutation) where() where { return where{m.site, m.page, m.baseScript, m.base} }

// before is the page on which the steps before that of the mutation were recorded.
func (m mutation) before() where { return where{m.site, m.page, "", m.base} }

func (w where) String() string { return fmt.Sprint(w.site, w.page, w.script, w.base) }

// edited is h with the edits, and with scripts in the page; it counts how often each was met.
func (w where) edited(h http.Handler, edits []edit, scripts ...string) (http.Handler, []*atomic.Int64) {
	path, _, _ := strings.Cut(w.page, "#")
	edits = slices.Concat(w.base, edits)
	if script := strings.Join(scripts, "\n"); strings.TrimSpace(script) != "" {
		edits = append(edits, edit{path, "</head>", when + script + "\n}</script></head>"})
	}
	var met []*atomic.Int64
	for _, e := range edits {
		edited, times := e.on(h)
		h, met = edited, append(met, times)
	}
	return h, met
}

// on is the site with the change made, and whether its edits were met.
func (m mutation) on(h http.Handler) (http.Handler, func() bool) {
	at := m.where()
	if len(m.earlier) > 0 {
		at = m.before()
	}
	path, _, _ := strings.Cut(m.page, "#")
	h, met := at.edited(h, m.edits, at.script, m.script)
	changed := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case m.slow:
			late := time.NewTimer(2 * time.Second)
			defer late.Stop()
			select {
			case <-late.C:
			case <-req.Context().Done():
				return
			}
		case m.hang:
			<-req.Context().Done()
			return
		}
		switch {
		case req.URL.Path == path && m.status != 0:
			answerHTML(w, m.status, "<title>Sorry</title><h1>That did not work</h1><a href=/>Home</a>")
		case req.URL.Path == path && m.redirect != "":
			http.Redirect(w, req, m.redirect, http.StatusFound)
		case req.URL.Path == "/login":
			answerHTML(w, http.StatusOK, "<title>Sign in</title><h1>Sign in</h1><form><label>Name <input></label><label>Password <input type=password></label><button>Sign in</button></form>")
		case strings.HasPrefix(req.URL.Path, "/3/"):
			http.StripPrefix("/3", h).ServeHTTP(w, req)
		default:
			h.ServeHTTP(w, req)
		}
	})
	return changed, func() bool {
		return !slices.ContainsFunc(met, func(n *atomic.Int64) bool { return n.Load() == 0 })
	}
}

func answerHTML(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// write makes a trace of steps that were recorded at an address.
func write(t *testing.T, address, success string, steps []*trace.Step) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mutation.trace.jsonl")
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	order := trace.OrderSpec
	records := []trace.Record{&trace.Run{Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "mutation", Model: "chosen", MaxCandidates: 120, Success: success}}
	for i, step := range steps {
		step.Step, step.URL = i+1, strings.Replace(step.URL, origin, address, 1)
		records = append(records, step)
	}
	for _, rec := range records {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusPassed}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMutations records each page as it is, sees that every step replays there, makes each change, and holds the replay
// to what a person would say. Of the further changes it takes each sixth, and all of them with JEVRUN_E2E_MUTATIONS=all.
func TestMutations(t *testing.T) {
	all := mutations
	for i, m := range slices.Concat(docsMutations, appMutations, everydayMutations) {
		if i%6 == 0 || os.Getenv("JEVRUN_E2E_MUTATIONS") == "all" {
			all = append(all, m)
		}
	}
	s := newStudio(t, all...)
	var lanes sync.WaitGroup
	for site := range sites {
		queue := make(chan func(), len(s.views)+len(all))
		for _, v := range s.views {
			if v.at.site == site && len(v.wants) > 0 {
				queue <- func() { t.Run("unchanged "+v.at.page+" "+v.within, func(t *testing.T) { s.unchanged(t, v) }) }
			}
		}
		for _, m := range all {
			if m.site == site {
				queue <- func() { t.Run(m.name, func(t *testing.T) { s.replay(t, m) }) }
			}
		}
		close(queue)
		lanes.Go(func() {
			for one := range queue {
				one()
			}
		})
	}
	lanes.Wait()
}

// unchanged replays all that is chosen in a view, on the page as it was recorded.
func (s *studio) unchanged(t *testing.T, v *view) {
	show := newStage(t)
	h, _ := v.at.edited(s.serving[v.at.site], nil, v.at.script)
	show.show(h)
	var steps []*trace.Step
	for _, fp := range v.wants {
		steps = append(steps, s.took(t, v.at, v.within, fp, "", ""))
	}
	r, err := replay.Run(t.Context(), s.browser, write(t, show.URL, "", steps), replay.Options{Taint: &taint.Registry{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range r.Results {
		if got.Verdict != replay.OK || got.Kind != "" {
			t.Errorf("%s: %s %s: %s", got.Intent, got.Verdict, got.Kind, got.Reason)
		}
	}
}

// replay makes the change and replays the step.
func (s *studio) replay(t *testing.T, m mutation) {
	show := newStage(t)
	changed, met := m.on(s.serving[m.site])
	show.show(changed)
	path := write(t, show.URL, m.success, s.steps(t, m))
	if m.down {
		show.CloseClientConnections()
		show.Close()
	}
	o := replay.Options{Taint: &taint.Registry{}, Timeout: patience, Execute: m.action != "" || m.that != ""}
	if m.verdict.Fails() {
		o.Timeout = 2 * time.Second // what is missing could always come where a page has a connection, or is acted on
	}
	r, wrong := s.judge(t, m, path, o)
	if wrong != "" && o.Timeout < patience { // the machine may have been too slow for that
		o.Timeout = patience
		r, wrong = s.judge(t, m, path, o)
	}
	if wrong != "" {
		t.Error(wrong)
	}
	got := r.Results[len(r.Results)-1]
	if m.success != "" && (r.Success == nil || r.Success.Verified == nil || *r.Success.Verified == m.unproven) {
		t.Errorf("success is %+v, want it to be unproven: %v", r.Success, m.unproven)
	}
	if !m.down && !met() {
		t.Error("an edit was not met: nothing was changed")
	}
	if got.Kind == replay.Counter {
		o.Normalize = []*regexp.Regexp{regexp.MustCompile(got.Normalize)}
		if r, err := replay.Run(t.Context(), s.browser, path, o); err != nil || !r.OK() {
			t.Errorf("with --normalize %q, as advised: %v %+v", got.Normalize, err, r)
		}
	}
	t.Logf("%s: %s %s in %.0f ms, %s: %s", m.name, got.Verdict, got.Kind, r.TookMS, waited(got), got.Reason)
}

// patience is how long a replay waits for what comes. What does not come costs less: pages come to rest.
const patience = 15 * time.Second

// judge replays a mutation and says what is wrong with what the replay says; "" is nothing.
func (s *studio) judge(t *testing.T, m mutation, path string, o replay.Options) (*replay.Result, string) {
	r, err := replay.Run(t.Context(), s.browser, path, o)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Results[len(r.Results)-1]
	if got.Verdict == m.verdict && got.Kind == m.kind && (m.normalize == "" || got.Normalize == m.normalize) && (got.Normalize != "") == (m.kind == replay.Counter) {
		return r, ""
	}
	return r, fmt.Sprintf("%s: %s %s %q, want %s %s %q: %s\n%s %+v\nnearest: %+v", m.name, got.Verdict, got.Kind, got.Normalize, m.verdict, m.kind, m.normalize, m.why, got.Reason, got.Drift, got.Nearest)
}

func waited(s replay.Step) string {
	if s.Waited == nil {
		return "no wait"
	}
	return fmt.Sprintf("%s after %.0f ms", s.Waited.By, s.Waited.MS)
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
	unchanged := []mutation{
		{site: "python-docs", page: "/library/json.html", choice: "link|basic usage"},
		{site: "swagger-ui", page: "/", choice: "button|get /pets list the pets"},
		{site: "node-red", page: "/#flow/f1", choice: "link|deploy"},
	}
	s := newStudio(t, unchanged...)
	for _, m := range unchanged {
		t.Run(m.site, func(t *testing.T) {
			show := newStage(t)
			show.show(s.serving[m.site])
			path := write(t, show.URL, "", s.steps(t, m))
			for i := range times {
				r, err := replay.Run(t.Context(), s.browser, path, replay.Options{Taint: &taint.Registry{}})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Results[0]; got.Verdict != replay.OK {
					t.Fatalf("replay %d of %d: %s %s: %s", i+1, times, got.Verdict, got.Kind, got.Reason)
				}
			}
			t.Logf("%d of %d ok", times, times)
		})
	}
}
