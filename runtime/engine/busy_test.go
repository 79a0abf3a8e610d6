package engine_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/engine"
)

// A script that never comes to an end keeps a page from being read. Each step ends by its deadline all the same, guards
// and claims too, and says once what it could not do.
func TestAPageThatIsBusyForEver(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button onclick="setTimeout(() => { for (;;); }, 100)">Go</button><button>Two</button>`},
		flow: `flow "busy" {
			start   = "${var.site}/"
			timeout = "300ms"
			settle  = "300ms"
			step "click" "go" { intent = "Go" }
			step "click" "two" {
				intent = "Two"
				on "blocked" { then = "continue" }
			}
			step "assert" "claimed" {
				that = "page.title == 'Test page'"
				on "failed" { then = "continue" }
			}
			step "click" "guarded" {
				intent = "Two"
				when   = "page.title == 'Test page'"
			}
		}`, decider: picks("Go", "button|go", "Two", "button|two")}.run(t)
	out.want(t, engine.Failed, "step.two blocked: the page could not be read in time; is a script of it busy?; then also step.claimed, step.guarded")
	if len(out.steps) != 3 || len(out.actions) != 2 {
		t.Fatal(out.text)
	}
	if v := out.steps[2]; v.Verify.Verified != nil || v.Result.Error == nil {
		t.Errorf("a claim that nobody could look at is judged: %+v", v.Verify)
	}
	if strings.Contains(out.text, "context deadline") || strings.Contains(out.text, "could not be read: the page") {
		t.Error(out.text)
	}
}
