package graph

import (
	"fmt"

	"github.com/jevrun/jevrun/lang"
)

// Walk is one run's way through a graph: it counts how often a limited jump was taken. It belongs to one
// goroutine.
type Walk struct {
	taken map[int]int // by edge ID
}

// Walk begins a run at Start.
func (g *Graph) Walk() *Walk { return &Walk{taken: make(map[int]int)} }

// Outcome says how the run goes on.
type Outcome struct {
	Kind   OutcomeKind
	Edge   Edge   // the edge that belongs to the outcome of the step
	Reason string // a sentence why the run stops where the step's own outcome does not say it: an exhausted limit
}

// OutcomeKind is the kind of an Outcome.
type OutcomeKind int

// The kinds.
const (
	Continues OutcomeKind = iota // at the node that Take returned
	Ends                         // the flow is through
	Stops                        // the step's outcome stops the run; a review that asks and was not approved, too
	Exhausted                    // the jump was taken as often as its limit allows; Reason says which
)

// Take follows the edge of a node's outcome. The node is nil unless the outcome's kind is Continues. A walk
// over any sequence of outcomes is finite, because every loop of a compiled graph holds a limited jump.
func (w *Walk) Take(n *Node, event lang.Event) (*Node, Outcome) {
	e := n.Next(event)
	switch {
	case e.Then == ThenStop || e.Then == ThenAsk:
		return nil, Outcome{Kind: Stops, Edge: e}
	case e.To == nil:
		return nil, Outcome{Kind: Ends, Edge: e}
	case e.Limit > 0 && w.taken[e.ID] >= e.Limit:
		return nil, Outcome{Kind: Exhausted, Edge: e, Reason: fmt.Sprintf(
			"the jump from %s to %s on %q was taken %s, which is its limit", n.Name(), e.To.Name(), event, times(e.Limit))}
	}
	if e.Limit > 0 {
		w.taken[e.ID]++
	}
	return e.To, Outcome{Kind: Continues, Edge: e}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
