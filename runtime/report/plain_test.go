package report_test

import (
	"bytes"
	"encoding/json"
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

// The runner of GitHub Actions reads commands in the log of a job: no text of a page or a trace is one.
func TestNoTextIsACommandToARunner(t *testing.T) {
	for text, want := range map[string]string{
		"a ##[set-output name=url;]evil":       `a ##\x5bset-output name=url;]evil`,
		"::stop-commands::word":                `\x3a:stop-commands::word`,
		"two\n \u00a0::error file=a::b":        "two\n \u00a0\\x3a:error file=a::b",
		"## [x] std::vector ::before [::1]:80": "## [x] std::vector ::before [::1]:80",
	} {
		if got := report.Plain(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	const evil = "##[set-output name=url;]evil"
	var b bytes.Buffer
	e := json.NewEncoder(report.PlainJSON(&b))
	if err := e.Encode(evil); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != evil || strings.Contains(b.String(), "##[") {
		t.Errorf("%s is %q, %v", b.String(), back, err)
	}
	collector := report.NewCollector(evil)
	collector.Add(&trace.Run{Kind: trace.KindRun, Flow: "\u202e" + evil, Tool: evil})
	html, err := report.Of(evil, collector.Report()).HTML(nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(html), "\u202e") {
		t.Error("a text of the page turns around what stands behind it")
	}
}
