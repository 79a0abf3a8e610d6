package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// shownOptions is how many options of a decision a case lists.
const shownOptions = 8

// suite is the run as formats show it.
func (r *Run) suite() *Suite {
	sum := r.Summary
	s := &Suite{Kind: "run", Name: sum.Flow, Trace: sum.Trace, Status: sum.Heading(), Reason: sum.Reason, Line: sum.Line()}
	s.Started, _ = time.Parse(time.RFC3339, sum.Started) // zero where another tool wrote something else
	switch {
	case len(sum.Contradictions) > 0:
		s.Outcome, s.Reason = Broken, sum.Contradiction()
	case sum.Status == "":
		s.Outcome = Broken
		if s.Reason == "" {
			s.Reason = "the trace ends before its run did"
		}
	case sum.Status == trace.StatusPassed:
		s.Outcome = Passed
	case sum.Status == trace.StatusReview:
		s.Outcome = Review
	case sum.Status == trace.StatusFailed:
		s.Outcome = Failed
	default:
		s.Outcome = Broken
	}
	s.Facts = append(s.Facts, Fact{"decided by", sum.Model}, Fact{"recorded by", sum.Tool}, Fact{"started", sum.Started}, Fact{"trace", sum.Trace})
	if sum.CostUSD > 0 {
		s.Facts = append(s.Facts, Fact{"cost", fmt.Sprintf("$%.6f", sum.CostUSD)})
	}
	if sum.LatencyMS.P50 > 0 {
		s.Facts = append(s.Facts, Fact{"decisions", fmt.Sprintf("%s in the middle, %s at the 95th percentile", durationText(sum.LatencyMS.P50), durationText(sum.LatencyMS.P95))})
	}
	if r.Broken != "" {
		s.Facts = append(s.Facts, Fact{"broken", r.Broken})
	}
	kept := map[int]*evidence.Evidence{}
	for _, k := range r.Evidence {
		kept[k.Line] = &k.Evidence
	}
	var notes []string
	for i, rec := range r.records {
		if dialog, ok := rec.(*trace.Action); ok && dialog.Tool == trace.ToolDialog {
			notes = append(notes, strings.TrimSpace(strings.TrimPrefix(actionLine(dialog), MarkOther)))
			continue
		}
		c := CaseOf(rec)
		c.Notes, notes = append(notes, c.Notes...), nil
		if c.Place = sourceOf(sum.Trace, sourceIn(rec)); c.Place.File == "" {
			c.Place = Place{File: sum.Trace, Line: r.lines[i]}
		}
		if e := kept[r.lines[i]]; e != nil {
			c.Evidence = &evidence.Evidence{Picture: e.Picture, Without: e.Without, PNG: e.PNG, Console: slices.Clone(e.Console)}
		}
		if step, ok := rec.(*trace.Step); ok && step.Attempt > 1 && len(s.Cases) > 0 && s.Cases[len(s.Cases)-1].Number == step.Step {
			before := s.Cases[len(s.Cases)-1]
			c.Earlier, before.Earlier = append(before.Earlier, before), nil
			c.Flaky = c.Outcome == Passed
			s.Cases[len(s.Cases)-1] = c
		} else {
			s.Cases = append(s.Cases, c)
		}
		s.TookMS += c.TookMS
	}
	if s.Outcome == Passed { // what failed was handled: the flow said what follows
		for _, c := range s.Cases {
			if c.Outcome.Bad() || c.Outcome == Review {
				c.Outcome, c.Notes = Passed, append(c.Notes, "the flow handled it")
			}
		}
	}
	return s
}

// CaseOf is a record as formats show it; nil for the header and the end of a run.
func CaseOf(rec trace.Record) *Case {
	switch rec := rec.(type) {
	case *trace.Action:
		if rec.Tool != trace.ToolRunEnd {
			c := actionCase(rec)
			c.TookMS, _ = rec.Result["took_ms"].(float64)
			return c
		}
	case *trace.Step:
		c := stepCase(rec)
		c.TookMS, c.Parts = spent(rec)
		return c
	}
	return nil
}

// FactsOf are what a step's record says besides its case: who decided how fast and for how much, what was on the page.
func FactsOf(rec trace.Record) []Fact {
	step, ok := rec.(*trace.Step)
	if !ok {
		return nil
	}
	var out []Fact
	d := step.Decision
	if d.Model != nil {
		out = append(out, Fact{"decided by", *d.Model})
	}
	if d.LatencyMS != nil {
		out = append(out, Fact{"decided in", durationText(*d.LatencyMS)})
	}
	if d.Usage != nil {
		out = append(out, Fact{"tokens", fmt.Sprintf("%d in, %d out", d.Usage.InputTokens, d.Usage.OutputTokens)})
	}
	if d.CostUSD != nil && *d.CostUSD > 0 {
		out = append(out, Fact{"cost", fmt.Sprintf("$%.6f", *d.CostUSD)})
	}
	if step.Settled != nil {
		out = append(out, Fact{"waited", durationText(step.Settled.MS) + ", ended by " + step.Settled.By})
	}
	if step.Verify == nil && !step.Play {
		out = append(out, Fact{"on the page", fmt.Sprintf("%s, %d of them not shown to the decider", counted(step.TotalOnPage, "element"), step.Dropped)})
	}
	if step.Within != "" {
		out = append(out, Fact{"within", step.Within})
	}
	if step.Locator != nil && step.Locator.Selector != "" {
		out = append(out, Fact{"locator", step.Locator.Selector})
	}
	if step.State != "" {
		out = append(out, Fact{"state", step.State})
	}
	return out
}

// stepCase is a decision or a claim.
func stepCase(rec *trace.Step) *Case {
	c := &Case{Number: rec.Step, Name: rec.Name, Intent: rec.Intent, Did: rec.Action.Type, URL: rec.URL, P: -1, Label: rec.Gate.Verdict}
	if rec.Verify != nil {
		c.Did = "assert"
		c.Expected, c.Actual = expected(rec.Verify), actual(rec.Verify)
		c.Outcome, c.Label, c.Reason = claimOutcome(rec)
		return c
	}
	d := rec.Decision
	c.Chosen = chosenText(rec)
	if d.Choice != nil {
		c.P = d.Probabilities[*d.Choice]
	}
	c.Gate = rec.Gate.Verdict
	if rec.Gate.Reason != nil {
		c.Gate += ": " + *rec.Gate.Reason
	}
	c.Ranking = Ranking(rec, shownOptions)
	if d.Model != nil {
		c.Model = *d.Model
	}
	if d.CostUSD != nil {
		c.CostUSD = *d.CostUSD
	}
	if why := fallbackText(rec); why != "" {
		c.Chosen += ", by " + *d.Model + " in place of who was asked"
		c.Notes = append(c.Notes, why)
	}
	if rec.Received != "" {
		c.Notes = append(c.Notes, "the input reached "+rec.Received)
	}
	if note := noteText(rec); note != "" {
		c.Notes = append(c.Notes, note)
	}
	if rec.Review != nil {
		c.Notes = append(c.Notes, reviewNote(rec.Review))
	}
	c.Outcome, c.Reason = stepOutcome(rec)
	if rec.Result.Error != nil {
		kind, _ := action.SplitError(*rec.Result.Error)
		c.Kind = string(kind)
	}
	return c
}

// stepOutcome says what became of a decision, and why where it is not well.
func stepOutcome(rec *trace.Step) (Outcome, string) {
	reason := ""
	if rec.Gate.Reason != nil {
		reason = *rec.Gate.Reason
	}
	switch {
	case rec.Decision.Error != nil:
		return Broken, *rec.Decision.Error
	case rec.Result.Error != nil:
		return Failed, errorSentence(*rec.Result.Error)
	case rec.Gate.Verdict == trace.VerdictBlocked && (rec.Result.Correct == nil || !*rec.Result.Correct):
		return Failed, reason
	case rec.Gate.Verdict == trace.VerdictReview && rec.Review != nil && rec.Review.Answer == trace.AnswerSkip:
		return Skipped, reason
	case rec.Gate.Verdict == trace.VerdictReview && (rec.Review == nil || !rec.Review.Approved):
		return Review, reason
	}
	return Passed, ""
}

func claimOutcome(rec *trace.Step) (Outcome, string, string) {
	switch v := rec.Verify; {
	case rec.Result.Error != nil:
		return Broken, "not checked", errorSentence(*rec.Result.Error)
	case v.Verified == nil:
		return Skipped, "not checked", v.Reason
	case *v.Verified:
		return Passed, "holds", ""
	default:
		return Failed, "does not hold", v.Reason
	}
}

func reviewNote(r *trace.Review) string {
	verb := map[string]string{trace.AnswerApprove: "approved", trace.AnswerPick: "picked another element", trace.AnswerSkip: "skipped it", trace.AnswerStop: "stopped the run"}[r.Answer]
	if verb == "" {
		verb = map[bool]string{true: "approved", false: "did not approve"}[r.Approved]
	}
	return fmt.Sprintf("%s %s at %s", r.By, verb, r.At)
}

// actionCase is a call without a decision.
func actionCase(rec *trace.Action) *Case {
	c := &Case{Intent: strings.TrimSpace(strings.TrimLeft(actionLine(rec), MarkOK+MarkFail+MarkOther+" ")), Did: rec.Tool, Outcome: Passed, Label: "done", P: -1}
	c.Number, _ = number(rec.Request["step"])
	c.Name, _ = rec.Request["name"].(string)
	switch {
	case rec.Result["skipped"] == true:
		c.Outcome, c.Label = Skipped, "skipped"
	case rec.Result["error"] != nil:
		kind, sentence := action.SplitError(fmt.Sprint(rec.Result["error"]))
		c.Intent, c.Outcome, c.Label, c.Kind, c.Reason = actionSubject(rec), Failed, "failed", string(kind), sentence
	}
	return c
}

// spent adds up what a step's record says of its time.
func spent(rec *trace.Step) (float64, []Part) {
	var parts []Part
	total := 0.0
	if rec.Settled != nil {
		parts = append(parts, Part{"waited", rec.Settled.MS})
		total += rec.Settled.MS
	}
	if rec.Decision.LatencyMS != nil {
		parts = append(parts, Part{"decided", *rec.Decision.LatencyMS})
		total += *rec.Decision.LatencyMS
	}
	if rec.TookMS != nil {
		parts = append(parts, Part{map[bool]string{true: "checked", false: "acted"}[rec.Verify != nil], *rec.TookMS})
		total += *rec.TookMS
	}
	if rec.ElapsedMS != nil {
		return *rec.ElapsedMS, nil
	}
	return total, parts
}

// expected is the claim of an assert in words.
func expected(v *trace.Verify) string {
	if v.That != "" {
		var vars []string
		for _, name := range slices.Sorted(maps.Keys(v.Vars)) {
			vars = append(vars, fmt.Sprintf("var.%s = %q", name, fmt.Sprint(v.Vars[name])))
		}
		if len(vars) > 0 {
			return v.That + "\n" + strings.Join(vars, "\n")
		}
		return v.That
	}
	return "an element that matches " + v.Selector + " is visible"
}

// actual is what was found instead.
func actual(v *trace.Verify) string {
	switch {
	case v.Verified == nil:
		return "not checked"
	case *v.Verified:
		return "it holds"
	}
	if len(v.Actual) == 0 {
		return v.Reason
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(v.Actual)) {
		if text, ok := v.Actual[name].(string); ok {
			lines = append(lines, fmt.Sprintf("%s = %q", name, text))
		} else {
			lines = append(lines, fmt.Sprintf("%s = %v", name, v.Actual[name]))
		}
	}
	return strings.Join(lines, "\n")
}
