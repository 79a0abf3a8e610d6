package engine_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/engine"
)

// A page that opens dialogs without end, and one that is called by millions of letters, do not fill the trace.
func TestAPageDoesNotFillTheTrace(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": `<button onclick="document.title = 't'.repeat(3e6); for (let i = 0; i < 300; i++) alert('m'.repeat(2e4) + i)">Go</button>`},
		flow: `flow "f" {
			start = "${var.site}/"
			step "click" "go" { intent = "Go" }
			step "click" "again" { intent = "Go" }
			step "assert" "never" {
				that    = "page.title == ''"
				timeout = "300ms"
			}
		}`,
		decider: picks("Go", "button|go"),
	}.run(t)
	out.want(t, engine.Failed, "")
	dialogs, more := 0, 0.0
	for _, a := range out.actions {
		if a.Tool == "dialog" {
			dialogs++
			n, _ := a.Result["more"].(float64)
			more += n
			if len(a.Request["message"].(string)) > 5000 {
				t.Errorf("a message of %d letters", len(a.Request["message"].(string)))
			}
		}
	}
	if dialogs > 200 || dialogs+int(more) != 600 {
		t.Errorf("%d dialogs are recorded and %v counted, of 600", dialogs, more)
	}
	if len(out.text) > 2e6 {
		t.Errorf("the trace has %d bytes", len(out.text))
	}
	if title := out.steps[1].Title; !strings.HasPrefix(title, "ttt") || len(title) > 5000 {
		t.Errorf("a title of %d letters", len(title))
	}
}
