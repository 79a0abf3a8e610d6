package report

import (
	"fmt"
	"strings"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Marks begin the lines of steps.
const (
	MarkOK    = "✓"
	MarkFail  = "✗"
	MarkAsk   = "?"
	MarkOther = "·"
)

// Element is an element as people name it: role "name".
func Element(role, name string) string { return fmt.Sprintf("%s %q", role, name) }

// Line describes a record as the run goes on: what was wanted, what was chosen and how surely, what the gate
// said and what came of it. It is "" for records that say nothing to a reader (header, end).
func Line(rec trace.Record) string {
	switch rec := rec.(type) {
	case *trace.Step:
		return Plain(stepLine(rec))
	case *trace.Action:
		return Plain(actionLine(rec))
	}
	return ""
}

func stepLine(rec *trace.Step) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %2d %s", mark(rec), rec.Step, rec.Intent)
	if rec.Attempt > 1 {
		fmt.Fprintf(&b, " (attempt %d)", rec.Attempt)
	}
	if rec.Verify != nil {
		if rec.Verify.Reason != "" {
			fmt.Fprintf(&b, "\n     %s", rec.Verify.Reason)
		} else if rec.Result.Error != nil {
			fmt.Fprintf(&b, "\n     %s", errorSentence(*rec.Result.Error))
		}
		b.WriteString(actualLines(rec.Verify))
		return b.String()
	}
	fmt.Fprintf(&b, "\n     %s", decisionText(rec))
	if why := fallbackText(rec); why != "" {
		fmt.Fprintf(&b, "\n     %s", why)
	}
	if next := runnersUp(rec); next != "" {
		fmt.Fprintf(&b, "\n     next: %s", next)
	}
	if n := twins(rec); n > 1 {
		fmt.Fprintf(&b, "\n     %d elements are called so; name the row or region of the right one with within", n)
	}
	fmt.Fprintf(&b, "\n     gate %s", rec.Gate.Verdict)
	if rec.Gate.Reason != nil {
		fmt.Fprintf(&b, ": %s", *rec.Gate.Reason)
	}
	switch {
	case rec.Result.Error != nil:
		fmt.Fprintf(&b, " · %s failed: %s", rec.Action.Type, errorSentence(*rec.Result.Error))
	case rec.Result.Executed:
		fmt.Fprintf(&b, " · %s done", rec.Action.Type)
		if note := noteText(rec); note != "" {
			fmt.Fprintf(&b, "\n     %s", note)
		}
	default:
		b.WriteString(" · nothing sent")
	}
	return b.String()
}

// maxActual bounds what a line shows of what the page says, in characters: the trace and the reports have more of it.
const maxActual = 200

// actualLines are what the page said where a claim that does not hold reads it, a line each; "" for any other claim.
func actualLines(v *trace.Verify) string {
	if v == nil || v.Verified == nil || *v.Verified || len(v.Actual) == 0 {
		return ""
	}
	var b strings.Builder
	for line := range strings.SplitSeq(actual(v), "\n") {
		if short := cut(line, maxActual); short != line {
			line = short + "…"
		}
		fmt.Fprintf(&b, "\n     actual: %s", line)
	}
	return b.String()
}

// errorSentence is what an error in a record says to a person.
func errorSentence(text string) string {
	_, sentence := action.SplitError(text)
	return sentence
}

// noteText is what the record says besides of an act, "" for a dialog: that has a record of its own before it.
func noteText(rec *trace.Step) string {
	if strings.HasPrefix(rec.Note, string(action.Dialog)+":") {
		return ""
	}
	return rec.Note
}

// mark is the outcome of a step at a glance.
func mark(rec *trace.Step) string {
	switch {
	case rec.Verify != nil && rec.Verify.Verified != nil && *rec.Verify.Verified:
		return MarkOK
	case rec.Verify != nil && rec.Verify.Verified == nil && rec.Result.Error == nil:
		return MarkOther // not checked
	case rec.Verify != nil, rec.Result.Error != nil:
		return MarkFail
	case rec.Gate.Verdict == trace.VerdictReview && (rec.Review == nil || !rec.Review.Approved):
		return MarkAsk
	case rec.Gate.Verdict == trace.VerdictBlocked && (rec.Result.Correct == nil || !*rec.Result.Correct):
		return MarkFail
	}
	return MarkOK
}

func decisionText(rec *trace.Step) string {
	d := rec.Decision
	if d.Choice == nil {
		return chosenText(rec)
	}
	return fmt.Sprintf("→ %s, p %.2f", chosenText(rec), d.Probabilities[*d.Choice])
}

// fallbackText says who decided in place of whom, "" where the one who was asked did.
func fallbackText(rec *trace.Step) string {
	if rec.Decision.Fallback == "" || rec.Decision.Model == nil {
		return ""
	}
	return fmt.Sprintf("decided by %s in its place: %s", *rec.Decision.Model, rec.Decision.Fallback)
}

// chosenText is the choice in words.
func chosenText(rec *trace.Step) string {
	d := rec.Decision
	switch {
	case d.Error != nil:
		return "no decision"
	case d.Choice == nil:
		return "no decision was taken"
	case d.ChosenName == nil:
		return fmt.Sprintf("none of %d elements", len(rec.Candidates))
	}
	for _, c := range rec.Candidates {
		if c.CID == *d.Choice {
			return Element(c.Role, c.Name)
		}
	}
	return Element("", *d.ChosenName)
}

// worthSaying is the least probability of an option that a line names: what is less would read as 0.00.
const worthSaying = 0.005

// runnersUp are the likeliest options besides the choice, at most two.
func runnersUp(rec *trace.Step) string {
	var parts []string
	for _, r := range Ranking(rec, 3) {
		if r.Chosen || r.Probability < worthSaying {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %.2f", r.Label, r.Probability))
	}
	return strings.Join(parts[:min(2, len(parts))], ", ")
}

// twins counts the elements that share role and name with the choice of a step that was not sure enough to act,
// and that says no region yet.
func twins(rec *trace.Step) int {
	if rec.Gate.Verdict != trace.VerdictReview || rec.Within != "" || rec.Decision.ChosenFP == nil {
		return 0
	}
	n := 0
	for _, c := range rec.Candidates {
		if c.FP == *rec.Decision.ChosenFP {
			n++
		}
	}
	return n
}

func actionLine(rec *trace.Action) string {
	subject := func(key string) string { s, _ := rec.Request[key].(string); return s }
	switch {
	case rec.Tool == trace.ToolRunEnd:
		return ""
	case rec.Tool == trace.ToolDialog:
		rule, _ := rec.Result["rule"].(string)
		if rule == "" {
			rule = "default"
		}
		return fmt.Sprintf("%s    dialog %s %q: %v (rule: %s)", MarkOther, subject("type"), subject("message"), rec.Result["action"], rule)
	case rec.Result["skipped"] == true:
		return fmt.Sprintf("%s    step %q skipped: %s is false", MarkOther, subject("name"), subject("when"))
	case rec.Result["dry_run"] == true:
		return fmt.Sprintf("%s    %s: not done in a dry run", MarkOther, actionSubject(rec))
	case rec.Result["error"] != nil:
		return fmt.Sprintf("%s    %s: %s", MarkFail, actionSubject(rec), errorSentence(fmt.Sprint(rec.Result["error"])))
	}
	if status, ok := number(rec.Result["status"]); ok && rec.Tool == "goto" {
		return fmt.Sprintf("%s    %s: answered with the status %d", MarkOther, actionSubject(rec), status)
	}
	return fmt.Sprintf("%s    %s", MarkOK, actionSubject(rec))
}

// actionSubject is a call and what it was about.
func actionSubject(rec *trace.Action) string {
	subject := func(key string) string { s, _ := rec.Request[key].(string); return s }
	return strings.TrimSpace(rec.Tool + " " + firstOf(subject("url"), subject("path"), subject("text"), subject("selector"), subject("that")))
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// unchecked stands for the verdict of an assert that was not checked.
const unchecked = "unchecked"

// ReplayLine describes one replayed step: what became of it and why, and what to do where it fails.
func ReplayLine(s replay.Step) string {
	mark, verdict := MarkOK, string(s.Verdict)
	switch {
	case s.Verdict.Fails():
		mark = MarkFail
	case s.Kind == replay.GateRequired:
		mark = MarkAsk
	case s.Unchecked():
		mark, verdict = MarkOther, unchecked
	}
	line := fmt.Sprintf("%s %2d %-9s %s", mark, s.Step, verdict, s.Intent)
	if s.Kind != "" {
		line += " [" + string(s.Kind) + "]"
	}
	if s.Reason != "" {
		line += "\n     " + s.Reason
	}
	if s.Verdict == replay.Changed {
		line += actualLines(s.Verify)
	}
	if s.Verdict.Fails() && s.Advice != "" {
		line += "\n     what to do: " + s.Advice
	}
	return Plain(line)
}
