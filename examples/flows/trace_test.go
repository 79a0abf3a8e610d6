package flows

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
)

// readSteps returns the steps of a trace, which must hold to its schemas and end complete.
func readSteps(t *testing.T, file string) []*trace.Step {
	t.Helper()
	var steps []*trace.Step
	for _, rec := range tracetest.Read(t, file) {
		if s, ok := rec.(*trace.Step); ok {
			steps = append(steps, s)
		}
	}
	return steps
}

// tally counts the decisions that chose an element, and the steps that were acted on.
func tally(steps []*trace.Step) (decisions, acted int) {
	for _, s := range steps {
		if c := s.Decision.Choice; c != nil && *c != "none" {
			decisions++
		}
		if s.Result.Executed {
			acted++
		}
	}
	return decisions, acted
}

// wrong names the decisions that chose another element than the flow expects.
func wrong(steps []*trace.Step) []string {
	var names []string
	for _, s := range steps {
		if s.Result.Correct != nil && !*s.Result.Correct {
			names = append(names, s.Name)
		}
	}
	return names
}

// told is a run in a line a step, for the log of a failed test.
func told(steps []*trace.Step) string {
	var b strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&b, "%3d %-14s %s", s.Step, s.Name, s.Gate.Verdict)
		if s.Decision.ChosenName != nil && s.Decision.Choice != nil {
			fmt.Fprintf(&b, ": %q at %.2f of %d", *s.Decision.ChosenName, s.Decision.Probabilities[*s.Decision.Choice], len(s.Candidates))
		}
		for _, why := range []*string{s.Gate.Reason, s.Decision.Error, s.Result.Error} {
			if why != nil {
				fmt.Fprintf(&b, " (%s)", *why)
			}
		}
		if v := s.Verify; v != nil && v.Reason != "" {
			fmt.Fprintf(&b, " (%s)", v.Reason)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// replayed is the part of a replay's JSON document that the tests look at.
type replayed struct {
	Results []struct {
		Name    string `json:"name"`
		Verdict string `json:"verdict"`
		Kind    string `json:"kind"`
		Reason  string `json:"reason"`
	} `json:"results"`
}

// verdicts decodes the document of a replay of one trace: verdict by step name.
func verdicts(t *testing.T, stdout string) map[string]string {
	t.Helper()
	var doc struct {
		Replays []replayed `json:"replays"`
	}
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
		t.Fatalf("the replay's JSON: %v\n%s", err, stdout)
	}
	if len(doc.Replays) != 1 {
		t.Fatalf("the replay's JSON holds %d traces, want 1\n%s", len(doc.Replays), stdout)
	}
	by := map[string]string{}
	for _, r := range doc.Replays[0].Results {
		by[r.Name] = r.Verdict
		if r.Verdict != "ok" {
			t.Logf("%s: %s %s: %s", r.Name, r.Verdict, r.Kind, r.Reason)
		}
	}
	return by
}

// failing are the steps whose verdict fails a replay, sorted.
func failing(by map[string]string) []string {
	names := []string{}
	for name, v := range by {
		if v != "ok" && v != "moved" {
			names = append(names, name+" "+v)
		}
	}
	slices.Sort(names)
	return names
}
