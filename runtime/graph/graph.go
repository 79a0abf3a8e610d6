// Package graph turns the steps of a flow into the graph that a run walks: which step follows which outcome,
// how often a jump may be taken, and where the run ends. It checks the graph before a browser starts and
// draws it. It is the only idea of order in the project.
//
// It is plain data over lang: no browser, no clock, no decision may enter.
package graph

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
)

// Graph is a checked flow. It does not change after Compile and is safe for concurrent use.
type Graph struct {
	Flow  *lang.Flow
	nodes []*Node // the start, then the steps in order
}

// Node is the start of a flow or one of its steps.
type Node struct {
	Step  *lang.Step // nil for the start, which opens the flow's start page
	index int        // 0 for the start, then the position in source order from 1
	edges map[lang.Event]Edge
}

// The words of Edge.Then.
const (
	ThenNext = "next" // to the step that follows, or the end of the flow after the last one
	ThenGoto = "goto" // a jump that the flow wrote
	ThenStop = "stop" // the run stops here
	ThenAsk  = "ask"  // a person is asked; unless the person approves, the run stops here
)

// Edge says what happens after an outcome of a node.
type Edge struct {
	ID      int   // unique in the graph
	From    *Node // where it starts
	On      lang.Event
	To      *Node     // nil where the run ends: at the end of the flow, or because it stops
	Then    string    // next, goto, stop or ask
	Limit   int       // how often a run may take it; 0 for no bound
	Written bool      // the flow has an `on` block for it; otherwise it is a default
	Range   hcl.Range // of the `on` block when Written, of the step otherwise
}

// events are all outcomes, in the order in which drawings and checks go through them.
var events = []lang.Event{lang.EventDone, lang.EventSkipped, lang.EventReview, lang.EventBlocked, lang.EventFailed, lang.EventDialog, lang.EventNoEffect}

// Start is the node that a run begins with: it has no step, its outcomes are done and failed.
func (g *Graph) Start() *Node { return g.nodes[0] }

// Nodes are the start and the steps in source order. The slice is the caller's.
func (g *Graph) Nodes() []*Node { return append([]*Node(nil), g.nodes...) }

// Name is how messages speak of the node: "step.<name>", or "start".
func (n *Node) Name() string {
	if n.Step == nil {
		return "start"
	}
	return "step." + n.Step.Name
}

// Next is the edge of an outcome. For an outcome that the node cannot have it is an edge that stops.
func (n *Node) Next(event lang.Event) Edge {
	if e, ok := n.edges[event]; ok {
		return e
	}
	return Edge{ID: -1, From: n, On: event, Then: ThenStop}
}

// Edges are the node's edges: one for each outcome that it can have, in a fixed order.
func (n *Node) Edges() []Edge {
	out := make([]Edge, 0, len(n.edges))
	for _, ev := range events {
		if e, ok := n.edges[ev]; ok {
			out = append(out, e)
		}
	}
	return out
}
