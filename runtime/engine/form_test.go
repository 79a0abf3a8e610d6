package engine_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/trace"
)

func TestWhatAFormSendsIsJudged(t *testing.T) {
	for name, c := range map[string]struct{ page, step, intent, fp, reason string }{
		"Enter presses the default button": {
			`<form action="/go"><input aria-label=Note><button>Delete account</button></form>`,
			`step "press" "s" {
				intent = "Look for the note"
				key = "Enter"
			}`, "Look for the note", "textbox|note", `the form's button "Delete account" is risky`,
		},
		"Enter presses a calm one": {
			`<form action="/go"><input aria-label=Note><button>Search</button><button>Delete account</button></form>`,
			`step "press" "s" {
				intent = "Look for the note"
				key = "Enter"
			}`, "Look for the note", "textbox|note", "",
		},
		"another key presses none": {
			`<form action="/go"><input aria-label=Note><button>Delete account</button></form>`,
			`step "press" "s" {
				intent = "Look for the note"
				key = "ArrowDown"
			}`, "Look for the note", "textbox|note", "",
		},
		"a calm button of a form with a risky address": {
			`<form action="/account/delete" method=post><button>Continue</button></form>`,
			`step "click" "s" { intent = "Go on" }`, "Go on", "button|continue", `the form's address "`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := setup{
				pages:   map[string]string{"/": c.page, "/go": `<p>went</p>`},
				flow:    "flow \"f\" {\n start = \"${var.site}/\"\n" + c.step + "\n}",
				decider: picks(c.intent, c.fp),
			}.run(t)
			if c.reason == "" {
				out.want(t, engine.Passed, "")
				return
			}
			out.want(t, engine.InReview, "")
			step := out.steps[0]
			if step.Gate.Verdict != trace.VerdictReview || !strings.Contains(*step.Gate.Reason, c.reason) || step.Result.Executed {
				t.Errorf("gate %s %q, executed %v", step.Gate.Verdict, *step.Gate.Reason, step.Result.Executed)
			}
			if out.hits("GET /go")+out.hits("POST /account/delete") > 0 {
				t.Error("the form was sent")
			}
		})
	}
}
