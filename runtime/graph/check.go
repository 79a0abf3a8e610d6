package graph

import (
	"fmt"
	"strings"
)

// checkLoops refuses loops that nothing bounds. Fall-through edges lead forward, so every loop holds a jump
// that leads back; each such jump without a limit must not find its way back to itself over edges without one.
// A jump that was reported counts as bounded from there on: the report names a set of jumps that is enough.
func (c *compiler) checkLoops() {
	bounded := make(map[int]bool)
	for _, n := range c.g.nodes {
		for _, e := range n.Edges() {
			if e.Limit > 0 {
				bounded[e.ID] = true
			}
		}
	}
	for _, n := range c.g.nodes {
		for _, e := range n.Edges() {
			if e.To == nil || e.To.index > n.index || bounded[e.ID] {
				continue
			}
			loop := path(e.To, n, bounded)
			if loop == nil {
				continue
			}
			bounded[e.ID] = true
			names := make([]string, 0, len(loop)+1)
			for _, m := range append(loop, e.To) {
				names = append(names, m.Name())
			}
			c.fail(e.Range, "these steps could run for ever: "+strings.Join(names, " -> "),
				fmt.Sprintf("Add limit = N to the jump on %q of %s: it is then taken at most N times in a run.", e.On, n.Name()))
		}
	}
}

// path is the shortest way from one node to another over edges that are not in without, both ends included;
// nil when there is none.
func path(from, to *Node, without map[int]bool) []*Node {
	before := map[*Node]*Node{from: nil}
	for queue := []*Node{from}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n == to {
			var back []*Node
			for ; n != nil; n = before[n] {
				back = append(back, n)
			}
			for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
				back[i], back[j] = back[j], back[i]
			}
			return back
		}
		for _, e := range n.Edges() {
			if _, seen := before[e.To]; e.To == nil || seen || without[e.ID] {
				continue
			}
			before[e.To] = n
			queue = append(queue, e.To)
		}
	}
	return nil
}

// reachable are the nodes that some sequence of outcomes leads to from the start.
func (g *Graph) reachable() map[*Node]bool {
	seen := map[*Node]bool{g.Start(): true}
	for queue := []*Node{g.Start()}; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].Edges() {
			if e.To != nil && !seen[e.To] {
				seen[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	return seen
}

// checkReachable refuses steps that can never run. Neighbors that are out of reach together have one cause,
// the step before them, and one report.
func (c *compiler) checkReachable() {
	seen := c.g.reachable()
	for i := 1; i < len(c.g.nodes); i++ {
		if seen[c.g.nodes[i]] {
			continue
		}
		first := c.g.nodes[i]
		names := []string{first.Name()}
		for i+1 < len(c.g.nodes) && !seen[c.g.nodes[i+1]] {
			i++
			names = append(names, c.g.nodes[i].Name())
		}
		it := "it"
		if len(names) > 1 {
			it = "them"
		}
		c.fail(first.Step.Range, "nothing leads to "+and(names),
			fmt.Sprintf("%s. Remove %s, or let a step lead there with goto = %s.", c.passes(c.g.nodes[first.index-1], it), it, first.Name()))
	}
}

// passes says how a node avoids the one that follows it.
func (c *compiler) passes(n *Node, it string) string {
	e := n.Next("done")
	switch {
	case e.To == nil:
		return fmt.Sprintf("%s stops the flow before %s on %q", n.Name(), it, e.On)
	case e.To.index > n.index:
		return fmt.Sprintf("%s jumps over %s to %s on %q", n.Name(), it, e.To.Name(), e.On)
	default:
		return fmt.Sprintf("%s jumps back from %s to %s on %q", n.Name(), it, e.To.Name(), e.On)
	}
}

// and writes "a, b and c".
func and(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
