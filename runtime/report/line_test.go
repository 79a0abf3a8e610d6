package report_test

import (
	"strings"
	"testing"

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
