package engine

import (
	"testing"
	"time"

	"github.com/jevrun/jevrun/lang"
)

// The step's own deadline wins, then the caller's, then the flow's; opening a page has more time by default.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name     string
		step     lang.Step
		caller   time.Duration
		flow     time.Duration
		deadline time.Duration
	}{
		{name: "nothing said", step: lang.Step{Type: "click"}, deadline: 10 * time.Second},
		{name: "a page is opened", step: lang.Step{Type: "goto"}, deadline: 30 * time.Second},
		{name: "the flow's", step: lang.Step{Type: "goto"}, flow: 2 * time.Second, deadline: 2 * time.Second},
		{name: "the caller's", step: lang.Step{Type: "click"}, caller: time.Second, flow: 2 * time.Second, deadline: time.Second},
		{name: "the step's", step: lang.Step{Type: "click", Timeout: time.Minute}, caller: time.Second, flow: 2 * time.Second, deadline: time.Minute},
	} {
		w := walker{Run: Run{Plan: &Plan{Flow: &lang.Flow{Timeout: c.flow}}, Options: Options{Timeout: c.caller}}}
		if got := w.timeout(&c.step); got != c.deadline {
			t.Errorf("%s: %s, want %s", c.name, got, c.deadline)
		}
	}
}
