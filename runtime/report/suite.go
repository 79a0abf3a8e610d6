package report

import (
	"strconv"
	"time"

	"github.com/jevrun/jevrun/runtime/evidence"
)

// Outcome is what became of a case or a suite, whatever kind of trace it comes from.
type Outcome string

// The outcomes, the best first.
const (
	Passed  Outcome = "passed"
	Skipped Outcome = "skipped" // nothing was to be done, or a person passed it over
	Review  Outcome = "review"  // a person has to look, and nobody approved
	Failed  Outcome = "failed"  // it is not as it should be
	Broken  Outcome = "error"   // it could not be found out: no decision, no page, an interrupted run
)

// Bad reports whether the outcome is a failure.
func (o Outcome) Bad() bool { return o == Failed || o == Broken }

// Suite is one trace as every format shows it: a run or a replay with its steps. It holds plain words; nothing in
// it belongs to the trace.
type Suite struct {
	Kind    string // run or replay
	Name    string // of the flow
	Trace   string // path
	Status  string // in a word: passed, failed, review, interrupted, cut short; ok or failed for a replay
	Outcome Outcome
	Flaky   bool   // it failed first and passed when it was tried again
	Reason  string // why it ended so, where no case says it
	Line    string // the counts in a sentence
	Facts   []Fact
	Started time.Time // zero where it is not known
	TookMS  float64   // in milliseconds; 0 where it is not known
	Cases   []*Case
}

// Fact is a line of the head of a suite.
type Fact struct{ Name, Text string }

// Case is one step.
type Case struct {
	ID      string // unique in its document, for links
	Number  int    // position in the flow, from 1; 0 for what is no step of a flow
	Name    string // in the flow file
	Intent  string
	Did     string // click, fill, assert
	Outcome Outcome
	Flaky   bool   // it passed after attempts that failed
	Label   string // the verdict of the gate or of the replay, in its own word
	Kind    string // of a replayed step that fails
	Reason  string
	Advice  string
	Chosen  string  // the element, as people name it
	P       float64 // probability of the choice; below 0 where there was none
	Gate    string  // verdict of the gate, and why
	Ranking []Runner
	Drift   string
	URL     string
	Model   string
	CostUSD float64
	TookMS  float64 // of the whole step where it is known, else of waiting and deciding
	Parts   []Part  // what TookMS was spent on, where that is known

	Expected, Actual string // of an assert
	Compared         *Comparison
	Evidence         *evidence.Evidence
	Place            Place
	Earlier          []*Case  // attempts that failed before this one
	Notes            []string // dialogs that were answered before it, who approved it
	Share            string   // of the longest step of its suite, in percent
}

// Part is a stretch of a step's time.
type Part struct {
	Name string
	MS   float64
}

// Place is where the source of a step stands, relative to the working directory. The zero Place is unknown.
type Place struct {
	File string
	Line int // from 1; 0 for the file as a whole
}

// Title is how a case is called in lists.
func (c *Case) Title() string {
	if c.Number == 0 {
		return c.Intent
	}
	return strconv.Itoa(c.Number) + " " + c.Intent
}

// Counts are the cases of suites by their outcome.
type Counts struct {
	Cases, Passed, Skipped, Review, Failed, Broken, Flaky int
}

func (n *Counts) add(s *Suite) {
	for _, c := range s.Cases {
		if c.Number == 0 && !c.Outcome.Bad() && !c.Flaky {
			continue // opened pages, waits: they count when they fail
		}
		n.Cases++
		switch c.Outcome {
		case Passed:
			n.Passed++
		case Skipped:
			n.Skipped++
		case Review:
			n.Review++
		case Failed:
			n.Failed++
		case Broken:
			n.Broken++
		}
		if c.Flaky {
			n.Flaky++
		}
	}
}

// whole is a case for what a suite as a whole has to say and no case of it does: a run that was interrupted, a
// replay that was stopped, a success claim that does not hold, a trace that contradicts itself. It is nil when the cases say it all.
func (s *Suite) whole() *Case {
	if !s.Outcome.Bad() {
		return nil
	}
	for _, c := range s.Cases {
		if c.Outcome.Bad() && s.Status != contradicting {
			return nil
		}
	}
	return &Case{ID: "whole", Intent: "the " + s.Kind + " as a whole", Outcome: s.Outcome, Label: s.Status, Reason: s.Reason, P: -1}
}
