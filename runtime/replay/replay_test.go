package replay_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/browser/browsertest"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
)

var chrome *browser.Browser

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m, &chrome, os.Stderr)) }

// site serves one page that can change, and counts what its forms send.
type site struct {
	*httptest.Server
	body atomic.Value // string, for every path without a page of its own
	sent atomic.Int64 // requests to /sent
}

func serve(t *testing.T, body string) *site {
	t.Helper()
	s := &site{}
	s.body.Store(body)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sent" {
			s.sent.Add(1)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>Page</title>", s.body.Load())
	}))
	t.Cleanup(s.Close)
	return s
}

// element is "role|name", with "N@" before it for frame N.
func candidates(elements []string) []trace.Candidate {
	out := []trace.Candidate{}
	for i, e := range elements {
		role, name, _ := strings.Cut(e, "|")
		out = append(out, trace.Candidate{
			CID: fmt.Sprintf("f0:c%d", i+1), Role: role, Name: name, FP: trace.Fingerprint(role, name), Tag: "x", InViewport: true, Rank: i,
		})
	}
	return out
}

// decision is a recorded step that chose one of the elements.
func decision(n int, url string, action trace.StepAction, executed bool, chosen int, elements ...string) *trace.Step {
	s := &trace.Step{
		Kind: trace.KindStep, Step: n, Intent: fmt.Sprintf("intent %d", n), Action: action, URL: url, Title: "Page",
		TotalOnPage: len(elements), Candidates: candidates(elements), Gate: trace.Gate{Verdict: trace.VerdictAuto},
		Decision: trace.Decision{Probabilities: map[string]float64{}}, Result: trace.Result{Executed: executed},
	}
	s.DOMHash = trace.DOMHash(s.Candidates)
	choice, p := "none", 0.97
	if chosen > 0 {
		c := s.Candidates[chosen-1]
		choice, s.Decision.ChosenFP, s.Decision.ChosenName = c.CID, &c.FP, &c.Name
	} else {
		reason := "no element fits"
		s.Gate = trace.Gate{Verdict: trace.VerdictBlocked, Reason: &reason}
	}
	model := "scripted-1"
	s.Decision.Choice, s.Decision.Confidence, s.Decision.Model = &choice, &p, &model
	s.Decision.Probabilities = map[string]float64{choice: p}
	for _, c := range s.Candidates {
		if c.CID != choice {
			s.Decision.Probabilities[c.CID] = 0
		}
	}
	if choice != "none" {
		s.Decision.Probabilities["none"] = 0.03
	}
	return s
}

func click() trace.StepAction { return trace.StepAction{Type: "click"} }

// record writes a trace of ours.
func record(t *testing.T, order int, records ...trace.Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.trace.jsonl")
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	head := &trace.Run{Kind: trace.KindRun, Spec: 0, Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "t", Model: "scripted", MaxCandidates: 120}
	for _, r := range append([]trace.Record{head}, records...) {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: "passed"}); err != nil {
		t.Fatal(err)
	}
	tracetest.Validate(t, path)
	return path
}

func run(t *testing.T, path string, o replay.Options) *replay.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if o.Timeout == 0 {
		o.Timeout = shortWait
	}
	if o.LookupEnv == nil {
		o.LookupEnv = func(string) (string, bool) { return "", false }
	}
	if o.Taint == nil {
		o.Taint = &taint.Registry{}
	}
	result, err := replay.Run(ctx, chrome, path, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range result.Results {
		switch {
		case !s.Verdict.Fails() || s.Advice != "":
		case s.Kind == replay.PageNotReached || s.Kind == replay.ValueUnavailable: // their reasons say it
		default:
			t.Errorf("step %d is %s (%s: %s), and nothing says what to do about it", s.Step, s.Verdict, s.Kind, s.Reason)
		}
	}
	return result
}

// verdicts is the result in short: "1 ok, 2 changed needs_execute".
func verdicts(r *replay.Result) string {
	var out []string
	for _, s := range r.Results {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s %s", s.Step, s.Verdict, s.Kind)))
	}
	return strings.Join(out, ", ")
}

func wantVerdicts(t *testing.T, r *replay.Result, want string) {
	t.Helper()
	if got := verdicts(r); got != want {
		for _, s := range r.Results {
			t.Logf("step %d: %s", s.Step, s.Reason)
		}
		t.Fatalf("verdicts: %s\nwant:     %s\nstopped: %s", got, want, r.Stopped)
	}
}

// shortWait is the patience of the tests with what never comes.
const shortWait = 700 * time.Millisecond

const two = `<button>Alpha</button><button>Beta</button>`

func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		page, want string
		order      int
		identical  bool
		drift      replay.Drift
		ok         bool
	}{
		"same":              {two, "1 ok", 2, true, replay.Drift{}, true},
		"moved":             {`<button>Beta</button><button>Alpha</button>`, "1 moved", 2, true, replay.Drift{}, true},
		"re-ranked":         {`<button>Beta</button><button>Alpha</button>`, "1 ok", 1, true, replay.Drift{}, true},
		"one more before":   {`<button>New</button>` + two, "1 moved", 2, false, replay.Drift{New: 1}, true},
		"one more after":    {two + `<button>New</button>`, "1 ok", 2, false, replay.Drift{New: 1}, true},
		"renamed":           {`<button>Alpha</button><button>Beta 2</button>`, "1 changed counter", 2, false, replay.Drift{New: 1, Missing: 1}, false},
		"another role":      {`<button>Alpha</button><a href="#">Beta</a>`, "1 changed renamed", 2, false, replay.Drift{New: 1, Missing: 1}, false},
		"doubled":           {two + `<button>beta</button>`, "1 ambiguous duplicated", 2, false, replay.Drift{New: 1}, false},
		"restyled, same":    {`<div id=x><button style="color:red" id=other class=y>ALPHA</button></div><p><button>  beta </button>`, "1 ok", 2, true, replay.Drift{}, true},
		"hidden":            {`<button>Alpha</button><button hidden>Beta</button>`, "1 changed removed", 2, false, replay.Drift{Missing: 1}, false},
		"comes a bit later": {`<button>Alpha</button><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Beta</button>'), 250)</script>`, "1 ok", 2, true, replay.Drift{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.page)
			r := run(t, record(t, c.order, decision(1, s.URL+"/", click(), false, 2, "button|Alpha", "button|Beta")), replay.Options{})
			wantVerdicts(t, r, c.want)
			got := r.Results[0]
			if got.PageIdentical != c.identical || got.Drift != c.drift || r.OK() != c.ok || !got.Navigated {
				t.Errorf("got %+v, ok %v", got, r.OK())
			}
			if !c.ok && (len(r.Failed) != 1 || got.Reason == "") {
				t.Errorf("a failing step names itself and its reason: %+v", r)
			}
			if strings.HasPrefix(c.want, "1 changed") && !strings.Contains(got.Reason, `button "Beta"`) {
				t.Errorf("the reason names no element: %s", got.Reason)
			}
		})
	}
}

func TestNothingToResolveAndUnreachable(t *testing.T) {
	s := serve(t, two)
	r := run(t, record(t, 2,
		decision(1, s.URL+"/", click(), false, 0, "button|Alpha"),
		decision(2, "http://127.0.0.1:1/", click(), false, 1, "button|Alpha"),
		decision(3, s.URL+"/", click(), false, 1, "button|Alpha"),
	), replay.Options{})
	wantVerdicts(t, r, "1 ok, 2 error page_not_reached, 3 ok")
	if !strings.Contains(r.Results[1].Reason, "http://127.0.0.1:1/") || r.Results[0].Reason == "" {
		t.Errorf("reasons: %+v", r.Results)
	}
}

func TestNormalize(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Cart (4)</button><button>Beta</button>`)
	path := record(t, 2, decision(1, s.URL+"/", click(), true, 1, "button|Cart (3)", "button|Beta"))
	wantVerdicts(t, run(t, path, replay.Options{}), "1 changed counter")
	for _, pattern := range []string{`\(\d+\)`, `Cart \(\d+\)`, `cart \(\d+\)`} {
		r := run(t, path, replay.Options{Normalize: []*regexp.Regexp{regexp.MustCompile(pattern)}, Execute: true})
		wantVerdicts(t, r, "1 ok")
		if !r.Results[0].PageIdentical || !r.Results[0].Executed || len(r.Normalize) != 1 || r.Normalize[0] != pattern {
			t.Errorf("%s: %+v", pattern, r)
		}
	}
	if s.sent.Load() != 3 {
		t.Errorf("sent %d, want 3", s.sent.Load())
	}
}

// The page is loaded once, and again only for another URL; query and fragment belong to it.
func TestNavigatesOnlyWhenElsewhere(t *testing.T) {
	s := serve(t, two)
	r := run(t, record(t, 2,
		decision(1, s.URL+"/", click(), false, 1, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/", click(), false, 2, "button|Alpha", "button|Beta"),
		decision(3, s.URL+"/?q=1", click(), false, 1, "button|Alpha", "button|Beta"),
		decision(4, s.URL+"/?q=1#x", click(), false, 1, "button|Alpha", "button|Beta"),
	), replay.Options{})
	wantVerdicts(t, r, "1 ok, 2 ok, 3 ok, 4 ok")
	var navigated []bool
	for _, s := range r.Results {
		navigated = append(navigated, s.Navigated)
	}
	if fmt.Sprint(navigated) != "[true false true true]" {
		t.Errorf("navigated: %v", navigated)
	}
}

const app = `
<button onclick="this.insertAdjacentHTML('afterend', '<form action=/sent><label>Name <input name=n></label><button>Save</button></form>')">Open</button>`

func TestNeedsExecute(t *testing.T) {
	s := serve(t, app)
	value := "Ada"
	path := record(t, 2,
		decision(1, s.URL+"/", click(), true, 1, "button|Open"),
		decision(2, s.URL+"/", trace.StepAction{Type: "fill", Value: &value}, true, 1, "textbox|Name", "button|Open", "button|Save"),
		decision(3, s.URL+"/", click(), true, 3, "textbox|Name", "button|Open", "button|Save"),
	)
	r := run(t, path, replay.Options{})
	wantVerdicts(t, r, "1 ok, 2 changed needs_execute, 3 changed needs_execute")
	if s.sent.Load() != 0 || r.Results[0].Executed {
		t.Error("a replay without --execute acted")
	}
	r = run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 2 ok, 3 ok")
	if !r.Results[2].Executed || s.sent.Load() == 0 {
		t.Errorf("the form was not sent: %+v", r.Results)
	}
}

// An element that the recording had seen before it acted is missing because the site changed.
func TestChangedIsNotExcusedByActions(t *testing.T) {
	s := serve(t, `<button>Alpha</button>`)
	r := run(t, record(t, 2,
		decision(1, s.URL+"/", click(), true, 1, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/", click(), true, 2, "button|Alpha", "button|Beta"),
	), replay.Options{})
	wantVerdicts(t, r, "1 ok, 2 changed removed")
}

func TestExecuteRunsOnlyWhatRan(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Delete</button><button onclick="document.body.dataset.x = 1">Alpha</button>`)
	reason := "risky"
	reviewed := decision(1, s.URL+"/", click(), false, 1, "button|Delete", "button|Alpha")
	reviewed.Gate = trace.Gate{Verdict: trace.VerdictReview, Reason: &reason}
	r := run(t, record(t, 2, reviewed, decision(2, s.URL+"/", click(), true, 2, "button|Delete", "button|Alpha")), replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 2 ok")
	if r.Results[0].Executed || !r.Results[1].Executed || s.sent.Load() != 0 {
		t.Errorf("executed: %v %v, sent %d", r.Results[0].Executed, r.Results[1].Executed, s.sent.Load())
	}
}

func TestApprovedStepsStopAnExecutingReplay(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Delete</button>`)
	approved := decision(1, s.URL+"/", click(), true, 1, "button|Delete")
	approved.Name, approved.Review = "remove", &trace.Review{By: "ada", At: "2026-01-01T00:00:00Z", Approved: true}
	path := record(t, 2, approved, decision(2, s.URL+"/", click(), true, 1, "button|Delete"))
	r := run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok gate_required")
	if r.OK() || !strings.HasSuffix(r.Stopped, "replay with --approve remove") || s.sent.Load() != 0 {
		t.Errorf("stopped: %q, sent %d", r.Stopped, s.sent.Load())
	}
	r = run(t, path, replay.Options{Execute: true, Approve: []string{"remove", "2"}})
	wantVerdicts(t, r, "1 ok, 2 ok")
	if s.sent.Load() != 2 {
		t.Errorf("sent %d, want 2", s.sent.Load())
	}
}

// A trace may come from anybody: it is not believed that nobody had to be asked, and what a step would do today is judged
// as a run would judge it.
func TestAnExecutingReplayAsksForAPersonToday(t *testing.T) {
	review := "unsure"
	for name, c := range map[string]struct {
		page, fp string
		change   func(*trace.Step)
		says     string
	}{
		"recorded as harmless":    {`<button onclick="fetch('/sent')">Delete account</button>`, "button|Delete account", nil, `the name "Delete account" is risky: delete`},
		"leads elsewhere today":   {`<a href="/items/7/delete">Details</a>`, "link|Details", nil, "is risky: delete"},
		"shows something else":    {`<button aria-label=Continue onclick="fetch('/sent')">Delete account</button>`, "button|Continue", nil, "what it shows"},
		"sends another form":      {`<form action=/sent><input aria-label=Name><button>Delete account</button></form>`, "textbox|Name", func(s *trace.Step) { s.Action = trace.StepAction{Type: "press", Key: "Enter"} }, "the form's button"},
		"review without a person": {`<button onclick="fetch('/sent')">Save</button>`, "button|Save", func(s *trace.Step) { s.Gate = trace.Gate{Verdict: trace.VerdictReview, Reason: &review} }, "when it was recorded (review)"},
		"blocked and executed":    {`<button onclick="fetch('/sent')">Save</button>`, "button|Save", func(s *trace.Step) { s.Gate = trace.Gate{Verdict: trace.VerdictBlocked, Reason: &review} }, "when it was recorded (blocked)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.page)
			step := decision(1, s.URL+"/", click(), true, 1, c.fp)
			if c.change != nil {
				c.change(step)
			}
			path := record(t, 2, step)
			r := run(t, path, replay.Options{Execute: true})
			wantVerdicts(t, r, "1 ok gate_required")
			if r.OK() || r.Results[0].Executed || !strings.Contains(r.Stopped, c.says) || s.sent.Load() != 0 {
				t.Errorf("stopped: %q, sent %d; want %q", r.Stopped, s.sent.Load(), c.says)
			}
			wantVerdicts(t, run(t, path, replay.Options{Execute: true, Approve: []string{"1"}}), "1 ok")
		})
	}
}

// A person had picked another candidate than the decider's choice: that is what the step was about.
func TestThePickedCandidateIsResolved(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Alpha</button>`)
	picked := decision(1, s.URL+"/", click(), true, 2, "button|Alpha", "button|Beta")
	picked.Review = &trace.Review{By: "ada", At: "2026-01-01T00:00:00Z", Approved: true, Answer: trace.AnswerPick, Picked: "f0:c1"}
	r := run(t, record(t, 2, picked), replay.Options{Execute: true, Approve: []string{"1"}})
	wantVerdicts(t, r, "1 ok")
	if s.sent.Load() != 1 {
		t.Errorf("sent %d, want 1", s.sent.Load())
	}
}

func TestExecuteStopsWhereItCannotAct(t *testing.T) {
	s := serve(t, `<button>Alpha</button><button>Gamma</button>`)
	r := run(t, record(t, 2,
		decision(1, s.URL+"/", click(), true, 2, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/", click(), true, 1, "button|Alpha", "button|Beta"),
	), replay.Options{Execute: true})
	wantVerdicts(t, r, "1 changed renamed")
	if r.OK() || !strings.Contains(r.Stopped, "step 1") {
		t.Errorf("stopped: %q", r.Stopped)
	}
}

// A drag is done again to the place that is called so now; where it is gone, the replay ends.
func TestDragsAreExecuted(t *testing.T) {
	const page = `<p draggable=true>Report</p><ul aria-label=Done style="min-height: 40px"></ul><script>
		addEventListener("dragover", (e) => e.preventDefault()); addEventListener("drop", (e) => { e.preventDefault(); fetch("/sent"); });</script>`
	s := serve(t, page)
	to := "Done"
	recorded := record(t, 2, decision(1, s.URL+"/", trace.StepAction{Type: "drag", Value: &to}, true, 1, "button|Report"))
	if r := run(t, recorded, replay.Options{Execute: true, Timeout: 5 * time.Second}); !r.OK() || !r.Results[0].Executed {
		t.Errorf("%s: %+v", verdicts(r), r.Results)
	}
	s.body.Store(strings.Replace(page, "Done", "Finished", 1))
	wantVerdicts(t, run(t, recorded, replay.Options{}), "1 ok")
	r := run(t, recorded, replay.Options{Execute: true})
	if r.OK() || !strings.Contains(r.Results[0].Reason, `called "Done"; the nearest are "Finished"`) {
		t.Errorf("%s: %q", verdicts(r), r.Results[0].Reason)
	}
	if n := s.sent.Load(); n != 1 {
		t.Errorf("%d drops, want 1", n)
	}
}

func TestValuesFromTheEnvironment(t *testing.T) {
	s := serve(t, `<label>Code <input oninput="document.title = this.value.length"></label>`)
	path := record(t, 2, decision(1, s.URL+"/", trace.StepAction{Type: "fill", ValueFromEnv: "CODE"}, true, 1, "textbox|Code"))
	r := run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 error value_unavailable")
	if !strings.Contains(r.Results[0].Reason, "CODE") {
		t.Errorf("reason: %s", r.Results[0].Reason)
	}
	registry := &taint.Registry{}
	r = run(t, path, replay.Options{Execute: true, Taint: registry, LookupEnv: func(name string) (string, bool) { return "s3cret", name == "CODE" }})
	wantVerdicts(t, r, "1 ok")
	if registry.Mask("s3cret") == "s3cret" {
		t.Error("the value is unknown to the taint registry")
	}
}

func TestAssertsAreCheckedAgain(t *testing.T) {
	s := serve(t, `<p>Total 42</p>`)
	yes := true
	assert := func(n int, v trace.Verify) *trace.Step {
		step := decision(n, s.URL+"/", trace.StepAction{Type: "none"}, false, 0)
		step.Decision = trace.Decision{Probabilities: map[string]float64{}}
		reason := "an assert takes no decision"
		step.Gate = trace.Gate{Verdict: trace.VerdictNA, Reason: &reason}
		v.Verified = &yes
		step.Verify = &v
		return step
	}
	path := record(t, 2,
		assert(1, trace.Verify{That: "page.text contains var.total", Vars: map[string]any{"total": "Total 42"}}),
		assert(2, trace.Verify{Selector: "p"}))
	wantVerdicts(t, run(t, path, replay.Options{}), "1 ok, 2 ok")
	r := run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 2 ok")
	if v := r.Results[0].Verify; v == nil || v.Verified == nil || !*v.Verified {
		t.Errorf("verify: %+v", v)
	}
	s.body.Store(`<p>Total 41</p>`)
	r = run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 changed claim_failed, 2 ok")
	if r.OK() || !strings.Contains(r.Results[0].Reason, "held when it was recorded") {
		t.Errorf("%+v", r.Results[0])
	}
}

func TestDialogsAreAnsweredAsRecorded(t *testing.T) {
	s := serve(t, `<button onclick="if (confirm('Really?')) fetch('/sent')">Go</button>`)
	answered := func(action string) *trace.Action {
		return &trace.Action{Kind: trace.KindAction, At: "2026-01-01T00:00:00Z", Tool: "dialog",
			Request: map[string]any{"type": "confirm", "message": "Really?", "url": s.URL + "/"}, Result: map[string]any{"ok": true, "action": action, "rule": ""}}
	}
	step := func() *trace.Step { return decision(1, s.URL+"/", click(), true, 1, "button|Go") }
	run(t, record(t, 2, answered("dismiss"), step()), replay.Options{Execute: true})
	if s.sent.Load() != 0 {
		t.Error("a dismissed dialog was accepted")
	}
	run(t, record(t, 2, answered("accept"), step()), replay.Options{Execute: true})
	if s.sent.Load() != 1 {
		t.Errorf("sent %d, want 1", s.sent.Load())
	}
}

func TestFilesBelongToTheTrace(t *testing.T) {
	path := record(t, 2, decision(1, "file:sub/page.html?x=1#y", click(), false, 1, "button|Alpha", "button|Beta"))
	page := filepath.Join(filepath.Dir(path), "sub", "page.html")
	if err := os.MkdirAll(filepath.Dir(page), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte(two), 0o644); err != nil {
		t.Fatal(err)
	}
	r := run(t, path, replay.Options{})
	wantVerdicts(t, r, "1 ok")
	if r.Results[0].URL != "file:sub/page.html?x=1#y" {
		t.Errorf("url: %s", r.Results[0].URL)
	}
}

func TestSwapServesEveryStep(t *testing.T) {
	s := serve(t, two)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "new.html"), []byte(`<button>Alpha</button>`), 0o644); err != nil {
		t.Fatal(err)
	}
	path := record(t, 2,
		decision(1, s.URL+"/", click(), false, 1, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/other", click(), false, 2, "button|Alpha", "button|Beta"))
	r := run(t, path, replay.Options{Swap: "new.html", Dir: dir})
	wantVerdicts(t, r, "1 ok, 2 changed removed")
	if r.Results[1].Navigated || r.Swapped != "new.html" || r.Results[1].RecordedURL != s.URL+"/other" {
		t.Errorf("%+v", r.Results[1])
	}
}

func TestFramesAndRegions(t *testing.T) {
	s := serve(t, `<button>Pay</button><iframe srcdoc="<button onclick='parent.document.title = 7'>Pay</button>"></iframe>
		<table><tr><td>Alpha<td><button>Edit</button><tr><td>Beta<td><button>Edit</button></table>`)
	inFrame := decision(1, s.URL+"/", click(), true, 2, "button|Pay", "button|Pay")
	inFrame.Candidates[1].Frame, inFrame.Candidates[1].CID = 1, "f1:c1"
	choice := "f1:c1"
	inFrame.Decision.Choice = &choice
	inFrame.Decision.Probabilities = map[string]float64{"f1:c1": 0.97, "f0:c1": 0, "none": 0.03}
	inRow := decision(2, s.URL+"/", click(), false, 1, "button|Edit")
	inRow.Within = "Beta"
	gone := decision(3, s.URL+"/", click(), false, 1, "button|Edit")
	gone.Within = "Gamma"
	r := run(t, record(t, 2, inFrame, inRow, gone), replay.Options{Execute: true, Approve: []string{"1"}})
	if got := verdicts(r); got != "1 moved, 2 ok, 3 changed removed" {
		t.Fatalf("verdicts: %s (%+v)", got, r.Results)
	}
	if *r.Results[0].ChosenFrame != 1 || !r.Results[0].Executed {
		t.Errorf("%+v", r.Results[0])
	}
	if want := `button "Edit" is gone; others like it are in "Alpha Edit" and in "Beta Edit"; nothing on the page is called "Gamma" any more`; r.Results[2].Reason != want {
		t.Errorf("reason: %s, want %s", r.Results[2].Reason, want)
	}
}

// A new element in the place of the recorded one is its successor, though others like that are elsewhere; one that is
// hidden has none.
func TestWhatTookAPlaceIsTold(t *testing.T) {
	s := serve(t, `<article aria-label="Blue mug"><button>Added</button><button>More of it</button></article><article aria-label="Green mug"><button>Add it</button></article><button hidden>Members</button><button>More</button>`)
	soldOut := decision(1, s.URL+"/", click(), false, 1, "button|Add it", "button|More of it")
	soldOut.Within = "Blue mug"
	r := run(t, record(t, 2, soldOut, decision(2, s.URL+"/", click(), false, 3, "button|Added", "button|Add it", "button|Members")), replay.Options{})
	if got := verdicts(r); got != "1 changed renamed, 2 changed removed" {
		t.Fatalf("verdicts: %s (%+v)", got, r.Results)
	}
	for i, want := range []string{`button "Added" is most like it`, `it is on the page and hidden`} {
		if !strings.Contains(r.Results[i].Reason, want) {
			t.Errorf("step %d: %s, want %s", i+1, r.Results[i].Reason, want)
		}
	}
}

// Where an element went is said in words that lead there: the region around it, the name or the address of the frame.
func TestAnElementThatWentElsewhereIsSaidToBeThere(t *testing.T) {
	s := serve(t, `<section aria-label="Archive"><button>Edit</button></section><section aria-label="Tasks"><button>Add</button></section>
		<iframe name=payment srcdoc="<button>Pay</button>"></iframe>`)
	left := decision(1, s.URL+"/", click(), false, 1, "button|Edit")
	left.Within = "Tasks"
	r := run(t, record(t, 2, left, decision(2, s.URL+"/", click(), false, 1, "button|Pay", "button|Add")), replay.Options{})
	if got := verdicts(r); got != "1 changed other_region, 2 moved other_frame" {
		t.Fatalf("verdicts: %s (%+v)", got, r.Results)
	}
	for i, want := range []string{`button "Edit" is in "Archive" now and not within "Tasks"`, `it is in frame 1, called "payment" now, and was in the main frame`} {
		if !strings.HasSuffix(r.Results[i].Reason, want) {
			t.Errorf("step %d: %s, want %s", i+1, r.Results[i].Reason, want)
		}
	}
}

// A broken trace is an error before a page is opened.
func TestBrokenTrace(t *testing.T) {
	s := serve(t, two)
	path := record(t, 2, decision(1, s.URL+"/", click(), true, 1, "button|Alpha", "button|Beta"))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for name, broken := range map[string]string{
		"no end":   lines[0] + lines[1],
		"torn":     lines[0] + lines[1][:len(lines[1])/2],
		"no head":  lines[1] + lines[2],
		"unknown":  lines[0] + `{"kind":"other"}` + "\n" + lines[2],
		"empty":    "",
		"no JSON":  "hello\n",
		"spec 9":   strings.Replace(string(text), `"spec":0`, `"spec":9`, 1),
		"two runs": lines[0] + string(text),
	} {
		t.Run(name, func(t *testing.T) {
			bad := filepath.Join(t.TempDir(), "bad.trace.jsonl")
			if err := os.WriteFile(bad, []byte(broken), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := replay.Run(context.Background(), chrome, bad, replay.Options{}); err == nil || !strings.Contains(err.Error(), "bad.trace.jsonl") {
				t.Errorf("error: %v", err)
			}
		})
	}
}

// Traces of the tool that defined spec 0 replay as they are: older orderings, bare cids, no end record.
func TestOtherToolsTraces(t *testing.T) {
	s := serve(t, two)
	old := func(tool string) string {
		return fmt.Sprintf(`{"kind": "run", "spec": 0, "started": "2026-01-01T00:00:00Z", "flow": "old", "model": "jev-latest", "tool": %q}
{"kind": "step", "step": 1, "intent": "Beta", "action": {"type": "click"}, "url": "%s/", "title": "Page", "total_on_page": 2, "dropped": 0, "dom_hash": "sha256:0000000000000000", "candidates": [{"cid": "c1", "role": "button", "name": "Beta", "fp": "button|beta", "tag": "button", "type": null, "href": null, "placeholder": null, "scope": null, "disabled": false, "in_viewport": true}, {"cid": "c2", "role": "button", "name": "Alpha", "fp": "button|alpha", "tag": "button", "type": null, "href": null, "placeholder": null, "scope": null, "disabled": false, "in_viewport": true}], "expected_cid": null, "decision": {"choice": "c1", "chosen_fp": "button|beta", "chosen_name": "Beta", "confidence": 0.97, "probabilities": {"c1": 0.97, "c2": 0.0, "none": 0.03}, "model": "jev-1.13.0", "latency_ms": 300.1, "usage": {"input_tokens": 1, "output_tokens": 1}, "cost_usd": 1e-05, "error": null}, "gate": {"verdict": "auto", "reason": null}, "locator": null, "result": {"correct": null, "executed": true, "error": null}}
`, tool, s.URL)
	}
	for tool, want := range map[string]string{"jevnav/0.1.0": "1 ok", "jevnav/0.1.4": "1 ok", "jevnav/0.1.8": "1 moved", "other/1": "1 moved"} {
		path := filepath.Join(t.TempDir(), "old.trace.jsonl")
		if err := os.WriteFile(path, []byte(old(tool)), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(tool, func(t *testing.T) { wantVerdicts(t, run(t, path, replay.Options{}), want) })
	}
}
