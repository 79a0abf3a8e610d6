package report

import (
	"fmt"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// contradictions finds, record by record, what in a trace of jevrun cannot be true together. Such a trace is well
// formed, and was changed after its run: nothing it says of its outcome can be relied on. Other tools promise less, and
// are not asked.
type contradictions struct {
	own   bool
	found []string // at most maxContradictions
	more  int

	bad     int      // how many steps failed or were blocked; the last may still be tried again
	names   []string // of the first of them, at most maxContradictions
	last    int      // the step that failed in the record before, 0 where none did
	lastBad string   // its name
	denied  string   // the first review that nobody approved
	skipped bool     // a person passed over a step
}

// maxContradictions bounds what is said of a trace in which everything is wrong.
const maxContradictions = 5

func (c *contradictions) say(format string, args ...any) {
	if len(c.found) == maxContradictions {
		c.more++
		return
	}
	c.found = append(c.found, fmt.Sprintf(format, args...))
}

// add looks at the next record.
func (c *contradictions) add(rec trace.Record) {
	switch rec := rec.(type) {
	case *trace.Run:
		c.own = strings.HasPrefix(rec.Tool, trace.OwnTool)
	case *trace.Step:
		if c.own && !rec.Play {
			c.step(rec)
		}
	case *trace.Action:
		switch {
		case !c.own || rec.Tool == trace.ToolDialog:
		case rec.Tool == trace.ToolRunEnd:
			c.end(rec)
		default:
			c.last = 0
			if rec.Result["error"] != nil {
				c.fails(rec.Tool)
			}
		}
	}
}

// fails keeps a failure.
func (c *contradictions) fails(name string) {
	if c.bad++; c.bad <= maxContradictions {
		c.names = append(c.names, name)
	}
	c.lastBad = name
}

// step holds the fields of a step against each other.
func (c *contradictions) step(rec *trace.Step) {
	name := stepName(rec)
	if rec.Attempt > 1 && c.last == rec.Step { // the attempt before it decided nothing
		c.bad--
		c.names = c.names[:min(c.bad, len(c.names))]
	}
	c.last = 0
	approved := rec.Review != nil && rec.Review.Approved
	switch {
	case !rec.Result.Executed:
	case rec.Gate.Verdict == trace.VerdictBlocked:
		c.say("the gate blocked %s, and its action is recorded as done", name)
	case rec.Gate.Verdict == trace.VerdictReview && !approved:
		c.say("nobody approved %s, and its action is recorded as done", name)
	case rec.Result.Error != nil:
		c.say("the action of %s is recorded as done and as failed", name)
	case rec.Decision.Choice == nil || *rec.Decision.Choice == trace.None:
		if rec.Verify == nil && !approved {
			c.say("%s chose no element, and its action is recorded as done", name)
		}
	}
	if choice, correct := rec.Decision.Choice, rec.Result.Correct; rec.ExpectedCID != nil && correct != nil && *correct != (choice != nil && *choice == *rec.ExpectedCID) {
		c.say("%s is recorded as %s, and its choice says otherwise", name, map[bool]string{true: "right", false: "wrong"}[*correct])
	}
	if shown := len(rec.Candidates) + rec.Dropped; shown != rec.TotalOnPage {
		c.say("%s counts %d elements on its page, and %d listed and %d dropped", name, rec.TotalOnPage, len(rec.Candidates), rec.Dropped)
	}
	outcome, _ := stepOutcome(rec)
	if rec.Verify != nil {
		outcome, _, _ = claimOutcome(rec)
	}
	switch {
	case outcome.Bad():
		c.fails(name)
		c.last = rec.Step
	case outcome == Review && c.denied == "":
		c.denied = name
	case outcome == Skipped && rec.Verify == nil:
		c.skipped = true
	}
}

// end holds the end of the run against what came before it.
func (c *contradictions) end(rec *trace.Action) {
	status, _ := rec.Result["status"].(string)
	switch {
	case status == trace.StatusReview && c.denied == "" && !c.skipped:
		c.say("run_end says %s, and every review was approved", status)
	case status != trace.StatusPassed:
		return
	case c.denied != "":
		c.say("run_end says %s, and nobody approved %s", status, c.denied)
	}
	handled, known := number(rec.Result["handled"])
	switch {
	case known && c.bad > handled:
		c.say("run_end says %s, and the flow handled %d of the %d steps that did not pass: %s", status, handled, c.bad, strings.Join(c.names, ", "))
	case known && c.bad < handled:
		c.say("run_end counts %s that the flow handled, and %d are there", counted(handled, "failure"), c.bad)
	case !known && c.last != 0: // nothing came after it that could have handled it
		c.say("run_end says %s, and the last step, %s, did not pass", status, c.lastBad)
	}
}

// list is what was found.
func (c *contradictions) list() []string {
	if c.more == 0 {
		return c.found
	}
	return append(c.found[:len(c.found):len(c.found)], fmt.Sprintf("and %d more of this kind", c.more))
}

func stepName(rec *trace.Step) string {
	if rec.Name != "" {
		return fmt.Sprintf("step %d %q", rec.Step, rec.Name)
	}
	return fmt.Sprintf("step %d", rec.Step)
}

// number is a count in a record, as the engine wrote it or as a reader read it.
func number(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case float64:
		return int(v), true
	}
	return 0, false
}
