package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

// replaySuite is a replay as formats show it.
func replaySuite(r *replay.Result) *Suite {
	s := &Suite{Kind: "replay", Name: r.Flow, Trace: r.Trace, Status: "ok", Outcome: Passed, Flaky: r.Flaky, Line: Counted(r), TookMS: r.TookMS}
	if !r.OK() {
		s.Status, s.Outcome = "failed", Failed
	}
	s.Facts = append(s.Facts, Fact{"decided by", r.Model}, Fact{"trace", r.Trace})
	if r.Goal != "" {
		s.Facts = append(s.Facts, Fact{"goal", r.Goal})
	}
	if r.Recorded != "" && r.Recorded != trace.StatusPassed {
		s.Facts = append(s.Facts, Fact{"recorded", "the run had " + r.Recorded + "; what it did not reach is not tested"})
	}
	if r.Execute {
		s.Facts = append(s.Facts, Fact{"executed", "the recorded actions were run again"})
	}
	if r.Swapped != "" {
		s.Facts = append(s.Facts, Fact{"served from", r.Swapped})
	}
	for _, pattern := range r.Normalize {
		s.Facts = append(s.Facts, Fact{"overlooked in names", pattern})
	}
	if r.Attempts > 1 {
		s.Facts = append(s.Facts, Fact{"attempts", strconv.Itoa(r.Attempts)})
	}
	for i, step := range r.Results {
		c := replayCase(step)
		c.Place = sourceOf(r.Trace, step.Source)
		for _, before := range r.Earlier {
			if i < len(before.Results) && before.Results[i].Step == step.Step && before.Results[i].Verdict.Fails() {
				c.Earlier = append(c.Earlier, replayCase(before.Results[i]))
			}
		}
		c.Flaky = len(c.Earlier) > 0 && c.Outcome == Passed
		s.Cases = append(s.Cases, c)
	}
	if r.Stopped != "" {
		s.Reason = r.Stopped
		if n := len(s.Cases); n > 0 && r.Results[n-1].Kind == replay.GateRequired {
			last := s.Cases[n-1]
			last.Outcome, last.Label = Failed, string(replay.GateRequired)
			last.Reason = r.Stopped
		}
	}
	if v := r.Success; v != nil {
		c := &Case{Intent: "success: " + v.Selector, Did: "assert", P: -1, Expected: expected(v), Actual: actual(v)}
		c.Outcome, c.Label, c.Reason = claimOutcome(&trace.Step{Verify: v})
		s.Cases = append(s.Cases, c)
	}
	if r.Flaky && !slices.ContainsFunc(s.Cases, func(c *Case) bool { return c.Flaky }) {
		s.Cases = append(s.Cases, wholeFlaky(r))
	}
	return s
}

// wholeFlaky is the case of a flaky replay no step of which failed: it was stopped, or its success was not proven.
func wholeFlaky(r *replay.Result) *Case {
	c := &Case{Intent: wholeReplay, Outcome: Passed, Label: "ok", Flaky: true, P: -1}
	for _, before := range r.Earlier {
		c.Earlier = append(c.Earlier, &Case{Intent: wholeReplay, Outcome: Failed, Label: "failed", Reason: cmp.Or(before.Stopped, "what proves success was not there"), P: -1})
	}
	return c
}

const wholeReplay = "the replay as a whole"

// notReplayed is the status of a trace that was left out.
const notReplayed = "not replayed"

// suite is a trace that was left out as formats show it: with one case, because some count nothing else.
func (l Left) suite() *Suite {
	return &Suite{
		Kind: "replay", Name: l.Flow, Trace: l.Trace, Status: notReplayed, Outcome: Skipped, Line: "nothing of it was replayed",
		Facts: []Fact{{"trace", l.Trace}},
		Cases: []*Case{{Intent: wholeReplay, Outcome: Skipped, Label: notReplayed, Reason: "the replay ended before it came to this trace", P: -1}},
	}
}

// replayCase is one step of a replay.
func replayCase(r replay.Step) *Case {
	c := &Case{
		Number: r.Step, Name: r.Name, Intent: r.Intent, URL: r.URL, P: -1, Outcome: Passed, Label: string(r.Verdict), Kind: string(r.Kind),
		Reason: r.Reason, Advice: r.Advice, TookMS: r.TookMS, Drift: driftText(r),
	}
	switch {
	case r.Unchecked():
		c.Outcome, c.Label = Skipped, unchecked
	}
	switch r.Verdict {
	case replay.Changed, replay.Ambiguous:
		c.Outcome = Failed
	case replay.Error:
		c.Outcome = Broken
	}
	if r.Waited != nil {
		c.Parts = append(c.Parts, Part{"waited", r.Waited.MS})
	}
	if r.CoveredBy != "" {
		c.Notes = append(c.Notes, "covered by "+r.CoveredBy)
	}
	if r.Executed {
		c.Notes = append(c.Notes, "its action was run again")
	}
	if r.Verify != nil {
		c.Did, c.Expected, c.Actual = "assert", expected(r.Verify), actual(r.Verify)
	}
	if r.Recorded != nil {
		c.Chosen = Element(r.Recorded.Role, r.Recorded.Name)
	}
	if c.Outcome.Bad() {
		c.Compared = compare(r)
	}
	if e := r.Evidence; e != nil {
		c.Evidence = &evidence.Evidence{Picture: e.Picture, Without: e.Without, PNG: e.PNG, Console: append([]evidence.Line{}, e.Console...)}
	}
	return c
}

func driftText(r replay.Step) string {
	if r.Drift == (replay.Drift{}) {
		return ""
	}
	return fmt.Sprintf("+%d −%d", r.Drift.New, r.Drift.Missing)
}
