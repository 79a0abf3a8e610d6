package report_test

import (
	"testing"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

func TestTotals(t *testing.T) {
	run := func(status string) *report.Run { return &report.Run{Summary: report.Summary{Status: status}} }
	for want, runs := range map[string][]*report.Run{
		"2 flows: 2 passed":                     {run("passed"), run("passed")},
		"4 flows: 1 passed, 1 review, 2 failed": {run("failed"), run("passed"), run("review"), run("failed")},
	} {
		if got := report.Total(runs); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	good, bad := &replay.Result{Trace: "a.trace.jsonl"}, &replay.Result{Trace: "b.trace.jsonl", Failed: []int{2}}
	for want, results := range map[string][]*replay.Result{
		"2 traces: 2 ok": {good, good},
		"3 traces: 2 ok, 1 failed: b.trace.jsonl": {good, bad, good},
	} {
		if got := report.ReplayTotal(results); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
