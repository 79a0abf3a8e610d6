package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// A hostile trace or page cannot move the cursor, set the title of a terminal or turn a text around.
func TestNothingActsOnATerminal(t *testing.T) {
	const evil = "\x1b]0;pwned\x07\x1b[2J\u202e\u0085\rOK"
	choice, fp, reason := "none", "button|x", evil
	step := &trace.Step{Kind: trace.KindStep, Step: 1, Intent: evil, Title: evil, URL: evil, Name: evil, Action: trace.StepAction{Type: evil},
		Decision: trace.Decision{Choice: &choice, ChosenFP: &fp, Probabilities: map[string]float64{"none": 1}, Error: &reason},
		Gate:     trace.Gate{Verdict: evil, Reason: &reason}, Result: trace.Result{Error: &reason}}
	assert := &trace.Step{Kind: trace.KindStep, Step: 2, Intent: evil, Verify: &trace.Verify{Selector: evil, Reason: evil}}
	dialog := &trace.Action{Kind: trace.KindAction, Tool: trace.ToolDialog, Request: map[string]any{"type": evil, "message": evil}, Result: map[string]any{"action": evil, "rule": evil}}
	failed := &trace.Action{Kind: trace.KindAction, Tool: evil, Request: map[string]any{"url": evil}, Result: map[string]any{"error": evil}}
	collector := report.NewCollector(evil)
	var b bytes.Buffer
	for _, rec := range []trace.Record{&trace.Run{Kind: trace.KindRun, Flow: evil, Model: evil, Tool: evil}, step, assert, dialog, failed} {
		collector.Add(rec)
		b.WriteString(report.Line(rec))
	}
	doc := collector.Report()
	doc.Summary.Reason = evil
	b.WriteString(doc.Footer())
	b.Write(report.Of(evil, doc).Markdown(nil))
	replayed := replay.Step{Step: 1, Intent: evil, Verdict: replay.Changed, Kind: evil, Reason: evil}
	result := &replay.Result{Trace: evil, Flow: evil, Model: evil, Stopped: evil, Results: []replay.Step{replayed}, Success: &trace.Verify{Selector: evil, Reason: evil}}
	b.WriteString(report.ReplayLine(replayed))
	b.WriteString(report.ReplayFooter(result))
	b.Write(report.OfReplays(evil, result).Markdown(nil))
	if i := strings.IndexAny(b.String(), "\x1b\x07\r\u0085\u202e"); i >= 0 {
		t.Errorf("what acts on a terminal is left: %q", b.String()[max(0, i-80):min(b.Len(), i+20)])
	}
	if !strings.Contains(b.String(), `\x1b]0;pwned\a`) {
		t.Error("it is not shown as what it is")
	}
	if got := report.Plain("straße\u00a0\u200d日本 \u05d0\n\t"); got != "straße\u00a0\u200d日本 \u05d0\n\t" {
		t.Errorf("harmless text became %q", got)
	}
}
