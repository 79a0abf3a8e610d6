package engine_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/trace"
)

// dragPage has a card and places that take it; what was dropped where is on the page.
const dragPage = `<p draggable=true>Report</p><ul aria-label=Done style="min-height: 40px"></ul><div id=t>Trash</div><output></output>
	<script>addEventListener("dragover", (e) => e.preventDefault()); addEventListener("drop", (e) => {
		e.preventDefault(); document.querySelector("output").textContent = "dropped on " + (e.target.ariaLabel || e.target.textContent) + (window.ask ? confirm("Sure?") : ""); });</script>`

func dragFlow(to string) string {
	return `flow "d" {
		start = "${var.site}/"
		step "drag" "file" {
			intent = "Move the report"
			to     = "` + to + `"
		}
		step "assert" "there" { that = "page.text contains 'dropped on ` + to + `'" }
	}`
}

func TestDragIsRecordedAndJudged(t *testing.T) {
	decider := picks("Move the report", "button|report")
	out := setup{pages: map[string]string{"/": dragPage}, flow: dragFlow("Done"), decider: decider}.run(t)
	out.want(t, engine.Passed, "")
	step := out.steps[0]
	if step.Action.Type != "drag" || step.Action.Value == nil || *step.Action.Value != "Done" || step.Received != `list "Done"` || !step.Result.Executed {
		t.Errorf("recorded %+v, received by %s", step.Action, step.Received)
	}

	out = setup{pages: map[string]string{"/": dragPage}, flow: dragFlow("Trash"), decider: decider}.run(t)
	out.want(t, engine.InReview, "")
	if step := out.steps[0]; step.Gate.Verdict != trace.VerdictReview || !strings.Contains(*step.Gate.Reason, `the place "Trash"`) || step.Result.Executed {
		t.Errorf("gate %+v, executed %v", step.Gate, step.Result.Executed)
	}

	out = setup{pages: map[string]string{"/": dragPage}, flow: dragFlow("Dome"), decider: decider}.run(t)
	out.want(t, engine.Failed, `called "Dome"; the nearest are "Done"`)
}

// A dialog that an action opens is recorded with its answer, before the step that opened it, and the step goes on.
func TestADialogThatAnActionOpensIsRecordedBeforeIt(t *testing.T) {
	out := setup{pages: map[string]string{"/": "<script>ask = true</script>" + dragPage}, flow: dragFlow("Done"), decider: picks("Move the report", "button|report")}.run(t)
	out.want(t, engine.Passed, "")
	dialog, step := strings.Index(out.text, `"tool":"dialog"`), strings.Index(out.text, `"type":"drag"`)
	if dialog < 0 || step < dialog || !strings.Contains(out.text[dialog:step], `"Sure?"`) || !out.steps[0].Result.Executed {
		t.Errorf("the trace does not say that the drop opened a dialog: %s", out.text)
	}
}
