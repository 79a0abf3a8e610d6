package trace

import "fmt"

// ToolRunEnd is the tool of the action record that ends every trace of jevrun.
const ToolRunEnd = "run_end"

// ToolDialog is the tool of the action record that keeps a dialog of the page.
const ToolDialog = "dialog"

// The ways in which a run ends.
const (
	StatusPassed      = "passed"      // everything did what it should, approved reviews included
	StatusFailed      = "failed"      // a decision, an action, an assert or a step that was blocked
	StatusReview      = "review"      // nothing failed, but a review was not approved
	StatusInterrupted = "interrupted" // stopped from outside
)

// RunEnd is the last record of a jevrun trace. It counts the records before it, so that a trace that was cut
// short cannot pass for a whole one.
type RunEnd struct {
	Steps   int    // step records
	Actions int    // action records, run_end itself not counted
	Handled *int   // how often a step failed or was blocked and a goto of the flow handled it; nil is not counted
	Status  string // passed, failed, review or interrupted
}

func validStatus(s string) bool {
	switch s {
	case StatusPassed, StatusFailed, StatusReview, StatusInterrupted:
		return true
	}
	return false
}

// action is the record of the end.
func (e RunEnd) action(at string) *Action {
	a := &Action{
		Kind:    KindAction,
		At:      at,
		Tool:    ToolRunEnd,
		Request: map[string]any{},
		Result:  map[string]any{"ok": true, "steps": e.Steps, "actions": e.Actions, "status": e.Status},
	}
	if e.Handled != nil {
		a.Result["handled"] = *e.Handled
	}
	return a
}

// runEndOf reads the end out of its record.
func runEndOf(a *Action) (RunEnd, error) {
	var e RunEnd
	fields := map[string]*int{"steps": &e.Steps, "actions": &e.Actions}
	if a.Result["handled"] != nil {
		e.Handled = new(int)
		fields["handled"] = e.Handled
	}
	for name, field := range fields {
		n, ok := a.Result[name].(float64)
		if !ok || n < 0 || n != float64(int(n)) {
			return e, within(problemf("must be a whole number"), "result."+name)
		}
		*field = int(n)
	}
	e.Status, _ = a.Result["status"].(string)
	if !validStatus(e.Status) {
		return e, within(problemf("is %s and must be passed, failed, review or interrupted", quote(e.Status)), "result.status")
	}
	return e, nil
}

// agrees fails when the counts of the end are not those of the records before it.
func (e RunEnd) agrees(steps, actions int) error {
	if e.Steps == steps && e.Actions == actions {
		return nil
	}
	return fmt.Errorf("run_end counts %d steps and %d actions, but %d and %d are there", e.Steps, e.Actions, steps, actions)
}
