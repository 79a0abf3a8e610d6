package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// run is a trace of ours of one step that passed, changed by edit, and its end.
func against(edit func(*trace.Step), end map[string]any, more ...trace.Record) report.Summary {
	step := &trace.Step{
		Kind: trace.KindStep, Step: 1, Name: "save", Intent: "Save", Action: trace.StepAction{Type: "click"}, TotalOnPage: 1,
		Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Save", FP: "button|save"}},
		Decision:   trace.Decision{Choice: ptr("f0:c1"), ChosenFP: ptr("button|save"), ChosenName: ptr("Save"), Probabilities: map[string]float64{"f0:c1": 1}},
		Gate:       trace.Gate{Verdict: trace.VerdictAuto}, Result: trace.Result{Executed: true},
	}
	if edit != nil {
		edit(step)
	}
	c := report.NewCounter("x.trace.jsonl")
	for _, rec := range slices.Concat([]trace.Record{&trace.Run{Tool: "jevrun/0.1.0", Flow: "x"}, step}, more, []trace.Record{&trace.Action{Tool: trace.ToolRunEnd, Result: end}}) {
		c.Add(rec)
	}
	return c.Summary()
}

func TestATraceThatContradictsItselfSaysWhatContradictsWhat(t *testing.T) {
	passed, handled := map[string]any{"status": "passed"}, map[string]any{"status": "passed", "handled": 0.0}
	blocked := func(s *trace.Step) {
		s.Gate, s.Result.Executed = trace.Gate{Verdict: trace.VerdictBlocked, Reason: ptr("no element fits")}, false
	}
	again := &trace.Step{Kind: trace.KindStep, Step: 1, Name: "save", Attempt: 2, Action: trace.StepAction{Type: "click"}, Gate: trace.Gate{Verdict: trace.VerdictAuto}, Decision: trace.Decision{Choice: ptr("f0:c1")}, Result: trace.Result{Executed: true}}
	saved := &trace.Action{Tool: "screenshot", Result: map[string]any{"ok": true}}
	for name, c := range map[string]struct {
		edit func(*trace.Step)
		end  map[string]any
		more []trace.Record
		want string // "" for no contradiction
	}{
		"as it was":                        {nil, passed, nil, ""},
		"blocked at the end":               {blocked, passed, nil, `run_end says passed, and the last step, step 1 "save", did not pass`},
		"blocked and handled, old":         {blocked, passed, []trace.Record{saved}, ""},
		"blocked and nothing handled it":   {blocked, handled, []trace.Record{saved}, `run_end says passed, and the flow handled 0 of the 1 steps that did not pass: step 1 "save"`},
		"blocked and handled":              {blocked, map[string]any{"status": "passed", "handled": 1.0}, []trace.Record{saved}, ""},
		"nothing failed and one handled":   {nil, map[string]any{"status": "passed", "handled": 2}, nil, "run_end counts 2 failures that the flow handled, and 0 are there"},
		"tried again":                      {blocked, handled, []trace.Record{again}, ""},
		"blocked and failed":               {blocked, map[string]any{"status": "failed"}, nil, ""},
		"blocked and done":                 {func(s *trace.Step) { s.Gate.Verdict = trace.VerdictBlocked }, map[string]any{"status": "failed"}, nil, `the gate blocked step 1 "save", and its action is recorded as done`},
		"nobody approved it":               {func(s *trace.Step) { s.Gate.Verdict = trace.VerdictReview }, map[string]any{"status": "review"}, nil, `nobody approved step 1 "save", and its action is recorded as done`},
		"nobody approved it and it passed": {func(s *trace.Step) { s.Gate.Verdict, s.Result.Executed = trace.VerdictReview, false }, passed, nil, `run_end says passed, and nobody approved step 1 "save"`},
		"every review was approved":        {nil, map[string]any{"status": "review"}, nil, "run_end says review, and every review was approved"},
		"done and failed":                  {func(s *trace.Step) { s.Result.Error = ptr("covered: x") }, map[string]any{"status": "failed"}, nil, `the action of step 1 "save" is recorded as done and as failed`},
		"no element and done":              {func(s *trace.Step) { s.Decision.Choice = ptr("none") }, passed, nil, `step 1 "save" chose no element, and its action is recorded as done`},
		"wrong and right":                  {func(s *trace.Step) { s.ExpectedCID, s.Result.Correct = ptr("f0:c2"), ptr(true) }, passed, nil, `step 1 "save" is recorded as right, and its choice says otherwise`},
		"counts":                           {func(s *trace.Step) { s.Dropped = 3 }, passed, nil, `step 1 "save" counts 1 elements on its page, and 1 listed and 3 dropped`},
	} {
		s := against(c.edit, c.end, c.more...)
		if got := strings.Join(s.Contradictions, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if head := s.Heading(); (head == "contradicts itself") != (c.want != "") {
			t.Errorf("%s: it is headed %q", name, head)
		}
	}
}

func TestAReportOfAContradictionIsNotHeadedPassed(t *testing.T) {
	c := report.NewCollector("x.trace.jsonl")
	c.Add(&trace.Run{Tool: "jevrun/0.1.0", Flow: "x"})
	for i := range 9 {
		c.Add(&trace.Step{Step: i + 1, Name: "s", Intent: "Go", TotalOnPage: 7, Gate: trace.Gate{Verdict: trace.VerdictBlocked, Reason: ptr("none fits")}})
	}
	c.Add(&trace.Action{Tool: trace.ToolRunEnd, Result: map[string]any{"status": "passed", "handled": 0}})
	doc := report.Of("jevrun/0.1.0", c.Report())
	for _, f := range []report.Format{report.Markdown, report.HTML, report.JUnit} {
		text, err := doc.Render(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"contradicts itself", "counts 7 elements on its page", "and 5 more of this kind"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s does not say %q:\n%s", f, want, text)
			}
		}
	}
}
