package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Markdown writes the report of a run.
func (r *Run) Markdown(w io.Writer) error {
	var b strings.Builder
	s := r.Summary
	status := s.Status
	if status == "" {
		status = "cut short"
	}
	fmt.Fprintf(&b, "# Run of %s: %s\n\n", cell(s.Flow), status)
	if s.Reason != "" {
		fmt.Fprintf(&b, "%s\n\n", cell(s.Reason))
	}
	fmt.Fprintf(&b, "Decided by %s. %s: %d auto, %d review, %d blocked; %d executed, %s.", code(s.Model), counted(s.Steps, "step"), s.Auto, s.Review, s.Blocked, s.Executed, counted(s.Errors, "error"))
	if s.Scored > 0 {
		fmt.Fprintf(&b, " %d of %d scored decisions were right.", s.Correct, s.Scored)
	}
	if s.Fallbacks > 0 {
		fmt.Fprintf(&b, " %s not taken by the decider that was asked first.", counted(s.Fallbacks, "decision"))
	}
	b.WriteString("\n\n| step | intent | chosen | p | gate | result |\n|---|---|---|---|---|---|\n")
	for _, rec := range r.Steps {
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s |\n", rec.Step, cell(rec.Intent), cell(chosenCell(rec)), pCell(rec), gateCell(rec), cell(resultCell(rec)))
	}
	if len(r.Dialogs) > 0 {
		b.WriteString("\nDialogs:\n\n")
		for _, d := range r.Dialogs {
			fmt.Fprintf(&b, "- %s\n", cell(strings.TrimSpace(strings.TrimPrefix(actionLine(d), MarkOther))))
		}
	}
	fmt.Fprintf(&b, "\nTrace: %s\n", code(s.Trace))
	_, err := io.WriteString(w, b.String())
	return err
}

func chosenCell(rec *trace.Step) string {
	if rec.Verify != nil {
		return "—"
	}
	if why := fallbackText(rec); why != "" {
		return chosenText(rec) + " (" + why + ")"
	}
	return chosenText(rec)
}

func pCell(rec *trace.Step) string {
	if rec.Decision.Choice == nil {
		return ""
	}
	return fmt.Sprintf("%.2f", rec.Decision.Probabilities[*rec.Decision.Choice])
}

func gateCell(rec *trace.Step) string {
	if rec.Gate.Reason == nil || rec.Verify != nil {
		return cell(rec.Gate.Verdict)
	}
	return cell(rec.Gate.Verdict + ": " + *rec.Gate.Reason)
}

func resultCell(rec *trace.Step) string {
	switch {
	case rec.Verify != nil && rec.Verify.Verified != nil && *rec.Verify.Verified:
		return "holds"
	case rec.Verify != nil:
		return "does not hold: " + rec.Verify.Reason
	case rec.Result.Error != nil:
		return *rec.Result.Error
	case rec.Result.Executed:
		return "done"
	}
	return "nothing sent"
}

// ReplayMarkdown writes the report of a replay.
func ReplayMarkdown(w io.Writer, r *replay.Result) error {
	var b strings.Builder
	verdict := "ok"
	if !r.OK() {
		verdict = "failed"
	}
	fmt.Fprintf(&b, "# Replay of %s: %s\n\n", cell(r.Flow), verdict)
	fmt.Fprintf(&b, "Trace %s, decided by %s. %s", code(r.Trace), code(r.Model), Counts(r))
	if r.Execute {
		b.WriteString(" The recorded actions were executed.")
	}
	for _, pattern := range r.Normalize {
		fmt.Fprintf(&b, " What %s matches in names was overlooked.", code(pattern))
	}
	b.WriteString("\n\n| step | intent | verdict | drift | reason |\n|---|---|---|---|---|\n")
	for _, s := range r.Results {
		v := string(s.Verdict)
		if s.Kind != "" {
			v += " (" + string(s.Kind) + ")"
		}
		fmt.Fprintf(&b, "| %d | %s | %s | +%d −%d | %s |\n", s.Step, cell(s.Intent), cell(v), s.Drift.New, s.Drift.Missing, cell(s.Reason))
	}
	if r.Stopped != "" {
		fmt.Fprintf(&b, "\nStopped: %s\n", cell(r.Stopped))
	}
	if r.Success != nil {
		held := "not checked"
		if r.Success.Verified != nil {
			held = map[bool]string{true: "holds", false: "does not hold"}[*r.Success.Verified]
		}
		fmt.Fprintf(&b, "\nSuccess %s: %s. %s\n", code(r.Success.Selector), held, cell(r.Success.Reason))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Counts says in one line what a replay found.
func Counts(r *replay.Result) string {
	var parts []string
	for _, v := range []replay.Verdict{replay.OK, replay.Moved, replay.Changed, replay.Ambiguous, replay.Error} {
		if n := r.Counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(parts) == 0 {
		return "no decisions."
	}
	return strings.Join(parts, ", ") + "."
}

// cell makes text safe inside a table cell or a line of Markdown.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "`", "'").Replace(Plain(s))
}

func code(s string) string { return "`" + strings.ReplaceAll(Plain(s), "`", "'") + "`" }

// Replays is the document of `replay --json`.
type Replays struct {
	Version int              `json:"version"`
	Replays []*replay.Result `json:"replays"`
}

// ReplayFooter ends the lines of a replay.
func ReplayFooter(r *replay.Result) string {
	verdict := "ok"
	if !r.OK() {
		verdict = "failed"
	}
	out := fmt.Sprintf("%s: %s", verdict, Counts(r))
	if r.Recorded == trace.StatusFailed || r.Recorded == trace.StatusInterrupted {
		out += fmt.Sprintf("\n  note: the recorded run had %s; what it did not reach is not tested", map[string]string{trace.StatusFailed: "failed", trace.StatusInterrupted: "been interrupted"}[r.Recorded])
	}
	if r.Stopped != "" {
		out += "\n  stopped: " + r.Stopped
	}
	if r.Success != nil && r.Success.Verified != nil && !*r.Success.Verified {
		out += "\n  success: " + r.Success.Reason
	}
	return Plain(out) + "\n"
}
