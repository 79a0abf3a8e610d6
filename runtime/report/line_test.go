package report_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Of elements that nothing tells apart none is likely: the line says what parts them.
func TestALineSaysWhatPartsEqualElements(t *testing.T) {
	edit := func(cid string) trace.Candidate {
		return trace.Candidate{CID: cid, Role: "button", Name: "Edit", FP: "button|edit"}
	}
	choice, name, fp, why := "f0:c1", "Edit", "button|edit", "p 0.50 is below 0.90, the bar"
	step := &trace.Step{Kind: trace.KindStep, Step: 1, Intent: "Edit", Candidates: []trace.Candidate{edit("f0:c1"), edit("f0:c2")},
		Decision: trace.Decision{Choice: &choice, ChosenName: &name, ChosenFP: &fp, Probabilities: map[string]float64{"f0:c1": 0.5, "f0:c2": 0.5, "none": 0}},
		Gate:     trace.Gate{Verdict: trace.VerdictReview, Reason: &why}}
	const hint = "2 elements are called so; name the row or region of the right one with within"
	if got := report.Line(step); !strings.Contains(got, hint) {
		t.Errorf("no hint in %q", got)
	}
	step.Within = "Grace Hopper"
	if got := report.Line(step); strings.Contains(got, "within") {
		t.Errorf("a step that names its region is told to: %q", got)
	}
	step.Within, step.Gate = "", trace.Gate{Verdict: trace.VerdictAuto}
	if got := report.Line(step); strings.Contains(got, "within") {
		t.Errorf("a step that may act is told to: %q", got)
	}
}

func TestTheLineOfAnAssertSaysWhyItCouldNotBeChecked(t *testing.T) {
	why := `error: "b[" is not a valid CSS selector`
	got := report.Line(&trace.Step{Kind: trace.KindStep, Step: 6, Intent: "assert b[", Verify: &trace.Verify{Selector: "b["}, Result: trace.Result{Error: &why}})
	if want := report.MarkFail + "  6 assert b[\n     " + strings.TrimPrefix(why, "error: "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What the page said stands under an assert that does not hold, in a run and in a replay, and never at any length.
func TestTheLineOfAnAssertShowsTheActual(t *testing.T) {
	no, yes := false, true
	claim := trace.Verify{That: "page.title == 'Orders'", Verified: &no, Reason: "it is false",
		Actual: map[string]any{"page.title": "Sign in", "page.text": strings.Repeat("é", 400)}}
	ran := report.Line(&trace.Step{Kind: trace.KindStep, Step: 1, Intent: "assert it", Verify: &claim})
	again := report.ReplayLine(replay.Step{Step: 1, Intent: "assert it", Verdict: replay.Changed, Verify: &claim})
	for _, line := range []string{ran, again} {
		if !strings.Contains(line, "\n     actual: page.title = \"Sign in\"") || !strings.Contains(line, "\n     actual: page.text = \"éé") {
			t.Errorf("what the page said is missing:\n%s", line)
		}
		if strings.Count(line, "é") > 200 {
			t.Errorf("the whole text of a page is on the terminal:\n%s", line)
		}
	}
	claim.Verified = &yes
	if line := report.Line(&trace.Step{Kind: trace.KindStep, Step: 1, Intent: "assert it", Verify: &claim}); strings.Contains(line, "actual") {
		t.Errorf("a claim that holds says more than that: %s", line)
	}
}

// A mark never promises more than happened.
func TestMarksOfWhatDidNotHappen(t *testing.T) {
	denied := &trace.Step{Kind: trace.KindStep, Step: 1, Intent: "Delete", Gate: trace.Gate{Verdict: trace.VerdictReview},
		Review: &trace.Review{By: "ada", Answer: trace.AnswerStop}}
	unchecked := &trace.Step{Kind: trace.KindStep, Step: 1, Intent: "assert it", Verify: &trace.Verify{That: "true", Reason: "not checked"}}
	dry := &trace.Action{Kind: trace.KindAction, Tool: "screenshot", Request: map[string]any{"path": "a.png"}, Result: map[string]any{"ok": true, "dry_run": true}}
	gone := &trace.Action{Kind: trace.KindAction, Tool: "goto", Request: map[string]any{"url": "http://127.0.0.1/"}, Result: map[string]any{"ok": true, "status": 404}}
	for want, rec := range map[string]trace.Record{
		"?  1 Delete":                                               denied,
		"·  1 assert it\n     not checked":                          unchecked,
		"·    screenshot a.png: not done in a dry run":              dry,
		"·    goto http://127.0.0.1/: answered with the status 404": gone,
	} {
		if got := report.Line(rec); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want it to begin with %q", got, want)
		}
	}
}

// What a decider says of a failure is said whole once, however many steps it stops.
func TestALongFailureIsSaidOnce(t *testing.T) {
	why := "no decision was possible: jev-latest could not decide: 127.0.0.1:9 refused the connection; is the server running? " + strings.Repeat("It was asked. ", 8) + "(3 attempts)"
	took := 12.0
	step := func(n int) *trace.Step {
		return &trace.Step{Kind: trace.KindStep, Step: n, Intent: "Edit", Decision: trace.Decision{Error: &why, LatencyMS: &took},
			Gate: trace.Gate{Verdict: trace.VerdictBlocked, Reason: &why}}
	}
	fellBack := &trace.Step{Kind: trace.KindStep, Step: 3, Intent: "Edit", Decision: trace.Decision{Model: &why, Fallback: why, LatencyMS: &took}}
	run := &report.Run{Summary: report.Summary{Status: "failed", Reason: "step.a blocked: " + why + "; then also step.b"}}
	var lines report.Lines
	first, second, third, footer := lines.Line(step(1)), lines.Line(step(2)), lines.Line(fellBack), lines.Footer(run)
	if !strings.Contains(first, why) {
		t.Errorf("the first line does not say it whole: %s", first)
	}
	if !strings.Contains(second, "gate blocked: as in step 1 · nothing sent") || !strings.Contains(third, "in its place: as in step 1") {
		t.Errorf("said again: %s\n%s", second, third)
	}
	if strings.Contains(footer, "3 attempts") || !strings.Contains(footer, "step.a blocked: no decision was possible: jev-latest could not decide") || !strings.Contains(footer, "…; then also step.b") {
		t.Error(footer)
	}
	if run.Summary.Reason != "step.a blocked: "+why+"; then also step.b" {
		t.Errorf("the document lost its reason: %s", run.Summary.Reason)
	}
}
