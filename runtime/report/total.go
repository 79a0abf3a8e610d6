package report

import (
	"fmt"
	"strings"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Total is the last line after several runs: how many ended how.
func Total(runs []*Run) string {
	counts := map[string]int{}
	for _, r := range runs {
		counts[r.Summary.Status]++
	}
	var parts []string
	for _, status := range []string{trace.StatusPassed, trace.StatusReview, trace.StatusFailed, trace.StatusInterrupted} {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	return counted(len(runs), "flow") + ": " + strings.Join(parts, ", ")
}

// ReplayTotal is the last line after several replays: how many traces hold, and which do not.
func ReplayTotal(results []*replay.Result) string {
	var bad []string
	for _, r := range results {
		if !r.OK() {
			bad = append(bad, r.Trace)
		}
	}
	out := fmt.Sprintf("%s: %d ok", counted(len(results), "trace"), len(results)-len(bad))
	if len(bad) > 0 {
		out += fmt.Sprintf(", %d failed: %s", len(bad), strings.Join(bad, ", "))
	}
	return out
}
