package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/engine"
)

// counting counts the options of the last question.
type counting struct {
	scripted
	options *int
}

func (c counting) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	*c.options = len(req.Questions[0].Options)
	return c.scripted.Decide(ctx, req)
}

// A question has all that is listed for options, and none; what is not listed is counted.
func TestTheQuestionHoldsTheListAndNone(t *testing.T) {
	var buttons strings.Builder
	for i := range 300 {
		fmt.Fprintf(&buttons, "<button>Row %d</button>", i)
	}
	for limit, listed := range map[int]int{0: 120, 2: 2, 254: 254} {
		var options int
		out := setup{
			pages: map[string]string{"/": buttons.String()}, options: engine.Options{MaxCandidates: limit},
			flow: `flow "f" {
				start = "${var.site}/"
				step "click" "row" { intent = "Row" }
			}`,
			decider: counting{picks("Row", "button|row 1"), &options},
		}.run(t)
		out.want(t, engine.Passed, "")
		s := out.steps[0]
		if options != listed+1 || len(s.Candidates) != listed || s.TotalOnPage != 300 || s.Dropped != 300-listed {
			t.Errorf("limit %d: %d options, %d listed, total %d, dropped %d", limit, options, len(s.Candidates), s.TotalOnPage, s.Dropped)
		}
	}
}

// A page beside the flow's trace is recorded by its path from there, and every decision with what it chose from.
func TestAFileIsRecordedByItsPathFromTheTrace(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "app.html")
	if err := os.WriteFile(file, []byte(`<title>App</title><button>Alpha</button><button>Beta</button>`), 0o644); err != nil {
		t.Fatal(err)
	}
	name, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	out := setup{
		flow: `flow "f" {
			start = ` + string(name) + `
			step "click" "a" { intent = "A" }
			step "click" "b" { intent = "B" }
		}`,
		decider: picks("A", "button|alpha", "B", "button|beta"), dir: dir,
	}.run(t)
	out.want(t, engine.Passed, "")
	if len(out.steps) != 2 {
		t.Fatalf("steps: %s", out.text)
	}
	for _, s := range out.steps {
		if s.URL != "file:app.html" {
			t.Errorf("step %d is recorded at %s", s.Step, s.URL)
		}
		chosen := false
		for _, c := range s.Candidates {
			chosen = chosen || c.CID == *s.Decision.Choice && c.FP == *s.Decision.ChosenFP
		}
		if !chosen || !s.Locator.Unique || !strings.HasPrefix(s.Locator.Selector, `role=button[name="`) {
			t.Errorf("step %d chose %s of %v, locator %+v", s.Step, *s.Decision.Choice, s.Candidates, s.Locator)
		}
	}
}
