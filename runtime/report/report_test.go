package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

var update = flag.Bool("update", false, "write the golden files again")

// golden compares got with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); go test -update writes it again:\n%s", name, diff)
	}
}

func ptr[T any](v T) *T { return &v }

// records are a run with one of everything that a reader may meet.
func records() []trace.Record {
	button := func(cid, name string) trace.Candidate {
		return trace.Candidate{CID: cid, Role: "button", Name: name, FP: trace.Fingerprint("button", name), Tag: "button"}
	}
	step := func(n int, intent string, p float64, gate trace.Gate, result trace.Result) *trace.Step {
		s := &trace.Step{
			Kind: trace.KindStep, Step: n, Intent: intent, Action: trace.StepAction{Type: "click"}, URL: "file:page.html", Title: "Page", Gate: gate, Result: result,
			TotalOnPage: 2, Candidates: []trace.Candidate{button("f0:c1", "Save | <b>"), button("f0:c2", "Cancel")},
			Decision: trace.Decision{
				Choice: ptr("f0:c1"), ChosenFP: ptr("button|save | <b>"), ChosenName: ptr("Save | <b>"), Confidence: &p, Model: ptr("builtin-1"),
				LatencyMS: ptr(0.4), CostUSD: ptr(0.00001), Probabilities: map[string]float64{"f0:c1": p, "f0:c2": 0.02, "none": 1 - p - 0.02},
			},
		}
		s.Name = "step-" + intent
		return s
	}
	auto := trace.Gate{Verdict: trace.VerdictAuto}
	failed := step(5, "Fails", 0.95, auto, trace.Result{Error: ptr("covered: div \"cookie banner\" covers the point; close it first")})
	failed.Attempt, failed.Source, failed.TookMS = 2, "testdata/sign in.hcl:5", ptr(1204.5)
	none := step(4, "Fly", 0.9, trace.Gate{Verdict: trace.VerdictBlocked, Reason: ptr("no element fits")}, trace.Result{})
	none.Decision.Choice, none.Decision.ChosenFP, none.Decision.ChosenName = ptr("none"), nil, nil
	broken := step(6, "Out", 0.9, trace.Gate{Verdict: trace.VerdictBlocked, Reason: ptr("the model is out")}, trace.Result{})
	broken.Decision = trace.Decision{Error: ptr("the model is out"), Probabilities: map[string]float64{}}
	claim := func(n int, holds bool, reason string) *trace.Step {
		return &trace.Step{
			Kind: trace.KindStep, Step: n, Intent: "assert #done", URL: "file:page.html", Title: "Page", Candidates: []trace.Candidate{}, Action: trace.StepAction{Type: "none"}, Decision: trace.Decision{Probabilities: map[string]float64{}},
			Gate:   trace.Gate{Verdict: trace.VerdictNA, Reason: ptr("an assert takes no decision")},
			Verify: &trace.Verify{Selector: "#done", Verified: &holds, Reason: reason},
		}
	}
	action := func(tool string, request, result map[string]any) *trace.Action {
		return &trace.Action{Kind: trace.KindAction, At: "2026-01-01T00:00:00Z", Tool: tool, Request: request, Result: result}
	}
	last := claim(7, false, "#done: no visible element matches when the deadline passed")
	last.Source, last.TookMS = "testdata/sign in.hcl:9", ptr(5000.0)
	return []trace.Record{
		&trace.Run{Kind: trace.KindRun, Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", Flow: "sign-in", Model: "builtin-1"},
		action("goto", map[string]any{"url": "http://127.0.0.1/"}, map[string]any{"ok": true}),
		step(1, "Save", 0.97, auto, trace.Result{Executed: true, Correct: ptr(true)}),
		action("dialog", map[string]any{"type": "confirm", "message": "Sure?"}, map[string]any{"ok": true, "action": "dismiss", "rule": ""}),
		step(2, "Maybe save", 0.7, trace.Gate{Verdict: trace.VerdictReview, Reason: ptr("p 0.70 is below 0.90, the bar")}, trace.Result{}),
		action("when", map[string]any{"name": "guarded", "when": "page.title == 'x'"}, map[string]any{"ok": true, "skipped": true}),
		claim(3, true, ""),
		none, failed, broken,
		action("wait_for", map[string]any{"text": "Ready"}, map[string]any{"error": "timeout: the text did not show", "took_ms": 10000.2}),
		last,
		action(trace.ToolRunEnd, map[string]any{}, map[string]any{"ok": true, "steps": 7, "actions": 4, "status": "failed"}),
	}
}

func TestRun(t *testing.T) {
	collector := report.NewCollector("sign-in.trace.jsonl")
	var lines strings.Builder
	for _, rec := range records() {
		collector.Add(rec)
		if line := report.Line(rec); line != "" {
			lines.WriteString(line + "\n")
		}
	}
	doc := collector.Report()
	golden(t, "run.txt", []byte(lines.String()+doc.Footer()))
	summary, err := json.MarshalIndent(doc.Summary, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.json", append(summary, '\n'))
}

// replayed is a replay with one of everything that a reader may meet.
func replayed() *replay.Result {
	return &replay.Result{
		Trace: "sign-in.trace.jsonl", Flow: "sign-in", Model: "builtin-1", Execute: true, Normalize: []string{`\d+`}, Steps: 7,
		Counts: map[replay.Verdict]int{replay.OK: 1, replay.Moved: 1, replay.Changed: 3, replay.Ambiguous: 1, replay.Error: 1}, Failed: []int{3, 4, 5, 6, 7},
		Stopped: "step 4 could not be executed, and no step after it was looked at",
		Success: &trace.Verify{Selector: "#done", Verified: ptr(false), Reason: "#done: no visible element matches when the deadline passed"},
		Results: []replay.Step{
			{Step: 1, Intent: "Open", Verdict: replay.OK, PageIdentical: true},
			{Step: 2, Name: "save-all", Intent: "Save | all", TookMS: 40, Verdict: replay.Moved, Reason: "position 3, recorded at 2", Drift: replay.Drift{New: 1}},
			{Step: 3, Intent: "Close", Verdict: replay.Changed, Kind: replay.NeedsExecute, Reason: "no element is button \"Close\" any more", Drift: replay.Drift{New: 1, Missing: 2}},
			{
				Step: 4, Name: "save", Intent: "Save", Verdict: replay.Ambiguous, Kind: replay.Duplicated, Reason: "2 elements are button \"Save\" now", TookMS: 310.4,
				Advice: "say within which region it is", Recorded: &replay.Element{Role: "button", Name: "Save", Position: 2, Tag: "button", Scope: ptr("Notes")},
				Found: []replay.Element{
					{Role: "button", Name: "Save", Position: 2, Tag: "button", Scope: ptr("Notes")}, {Role: "button", Name: "SAVE", Position: 5, Tag: "a", Href: ptr("/save"), Frame: 1},
				},
				Evidence: &evidence.Evidence{PNG: []byte("\x89PNG\r\n\x1a\n"), Console: []evidence.Line{{Level: "error", Text: "Uncaught Error: oh no", URL: "file:page.html", Line: 3}}},
			},
			{
				Step: 5, Intent: "Open the inbox", Verdict: replay.Changed, Kind: replay.Counter, Reason: "no element is link \"Inbox (3)\" any more", Normalize: ` ?\(\d+\)`, Advice: "overlook it: --normalize ' ?\\(\\d+\\)'",
				Recorded: &replay.Element{Role: "link", Name: "Inbox (3)", Position: 1, Tag: "a"},
				Nearest:  []replay.Near{{Element: replay.Element{Role: "link", Name: "Inbox (17)", Position: 1, Tag: "a"}, Similarity: 0.94, Differs: []string{"name"}}},
			},
			{
				Step: 6, Intent: "assert the total", Verdict: replay.Changed, Kind: replay.ClaimFailed, Reason: "the assert held when it was recorded and does not now",
				Verify: &trace.Verify{That: "page.text contains var.total", Vars: map[string]any{"total": "12 <€>"}, Verified: ptr(false), Actual: map[string]any{"page.text": "Cart 14 <€>", "elements": 3}, Reason: "false on \"Cart\""},
			},
			{Step: 7, Intent: "Anything", Verdict: replay.Error, Kind: replay.PageNotReached, Reason: "the server answered 500"},
		},
	}
}

func TestReplay(t *testing.T) {
	result := replayed()
	var b bytes.Buffer
	for _, s := range result.Results {
		b.WriteString(report.ReplayLine(s) + "\n")
	}
	b.WriteString(report.ReplayFooter(result))
	golden(t, "replay.txt", b.Bytes())
	if result.OK() {
		t.Error("a replay with failed steps is not ok")
	}
}

func TestRanking(t *testing.T) {
	rec := records()[2].(*trace.Step)
	got := report.Ranking(rec, 2)
	if len(got) != 2 || got[0].Label != `button "Save | <b>"` || got[0].Probability != 0.97 || got[1].Probability != 0.02 {
		t.Errorf("ranking: %+v", got)
	}
}

func TestOneStepIsSingularAndATraceWithoutAnEndIsCutShort(t *testing.T) {
	c := report.NewCollector("x.trace.jsonl")
	c.Add(&trace.Run{Flow: "x", Model: "builtin-1"})
	reason := "the element is gone"
	c.Add(&trace.Step{Step: 1, Gate: trace.Gate{Verdict: trace.VerdictAuto}, Result: trace.Result{Error: &reason}})
	run := c.Report()
	text := string(report.Of("jevrun/0.1.0", run).Markdown(nil))
	for _, want := range []string{"# Run of x: cut short\n", "1 step: 1 auto", " 1 error."} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
	if !strings.Contains(run.Footer(), ": 1 step, ") {
		t.Errorf("the footer is %q", run.Footer())
	}
}
