package graph

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
)

// genFlow makes flows of up to eight steps with jumps everywhere, most of them with a limit.
func genFlow(t *rapid.T) *lang.Flow {
	f := &lang.Flow{Name: "f", Range: at(1)}
	n := rapid.IntRange(1, 8).Draw(t, "steps")
	for i := range n {
		s := &lang.Step{Type: "click", Name: fmt.Sprintf("s%d", i), Position: i + 1, On: make(map[lang.Event]lang.Handler), Range: at(i + 2)}
		if rapid.Bool().Draw(t, "when") {
			s.When = &predicate.Program{Source: "true"}
		}
		for _, ev := range events {
			switch rapid.SampledFrom([]string{"", "", "", "stop", "continue", "goto", "limited"}).Draw(t, string(ev)) {
			case "stop":
				s.On[ev] = lang.Handler{Then: "stop", Range: s.Range}
			case "continue":
				s.On[ev] = lang.Handler{Then: "continue", Range: s.Range}
			case "goto":
				s.On[ev] = lang.Handler{Goto: other(t, i, n), Range: s.Range}
			case "limited":
				s.On[ev] = lang.Handler{Goto: other(t, i, n), Limit: rapid.IntRange(1, 3).Draw(t, "limit"), Range: s.Range}
			}
		}
		f.Steps = append(f.Steps, s)
	}
	return f
}

// other is a step of n that is not i, or one that does not exist when there is no other.
func other(t *rapid.T, i, n int) string {
	if n == 1 {
		return "s1"
	}
	return fmt.Sprintf("s%d", (i+rapid.IntRange(1, n-1).Draw(t, "target"))%n)
}

// TestAnyWalkEnds walks compiled flows along random outcomes, impossible ones included.
func TestAnyWalkEnds(t *testing.T) {
	var compiled, loops int
	rapid.Check(t, func(t *rapid.T) {
		g, _ := Compile(genFlow(t))
		if g == nil {
			return
		}
		compiled++
		limits, jumpsBack := 0, false
		for _, n := range g.Nodes() {
			for _, e := range n.Edges() {
				limits += e.Limit
				jumpsBack = jumpsBack || e.To != nil && e.To.index <= n.index
			}
		}
		if jumpsBack {
			loops++
		}
		most := (limits + 1) * len(g.Nodes()) // without a limited jump no node comes twice
		w, n := g.Walk(), g.Start()
		for moves := 0; n != nil; moves++ {
			if moves > most {
				t.Fatalf("the walk took more than %d moves", most)
			}
			next, o := w.Take(n, rapid.SampledFrom(events).Draw(t, "outcome"))
			if (next != nil) != (o.Kind == Continues) {
				t.Fatalf("node %v with kind %d", next, o.Kind)
			}
			if (o.Reason != "") != (o.Kind == Exhausted) {
				t.Fatalf("reason %q with kind %d", o.Reason, o.Kind)
			}
			n = next
		}
	})
	if compiled == 0 || loops == 0 {
		t.Errorf("%d flows compiled, %d with a loop: the generator makes nothing worth checking", compiled, loops)
	}
}

// TestReachableAgreesWithBruteForce compares the check with a search over all sequences of outcomes that
// reads the flow itself, not the graph.
func TestReachableAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := genFlow(t)
		c := &compiler{flow: f, g: &Graph{Flow: f}, byName: make(map[string]*Node)}
		c.nodes()
		for _, n := range c.g.nodes {
			c.connect(n)
		}
		if c.lost {
			return
		}
		want := make([]bool, len(f.Steps))
		brute(f, 0, want)
		got := c.g.reachable()
		unreachable := 0
		for i, s := range f.Steps {
			if got[c.byName[s.Name]] != want[i] {
				t.Fatalf("step %s: the check says reachable is %v, the search says %v", s.Name, !want[i], want[i])
			}
			if !want[i] {
				unreachable++
			}
		}
		c.checkReachable()
		if (unreachable > 0) != c.diags.HasErrors() {
			t.Fatalf("%d steps out of reach, diagnostics %v", unreachable, c.diags)
		}
		for _, n := range c.g.nodes { // reachable by Next alone
			for _, ev := range events {
				if to := n.Next(ev).To; got[n] && to != nil && !got[to] {
					t.Fatalf("%s leads to %s, which counts as out of reach", n.Name(), to.Name())
				}
			}
		}
	})
}

func brute(f *lang.Flow, i int, seen []bool) {
	if i >= len(f.Steps) || seen[i] {
		return
	}
	seen[i] = true
	s := f.Steps[i]
	for _, ev := range events {
		if ev == lang.EventSkipped && s.When == nil && s.On[lang.EventReview].Then != "ask" {
			continue
		}
		h, ok := s.On[ev]
		switch {
		case !ok && (ev == lang.EventDone || ev == lang.EventSkipped), h.Then == "continue":
			brute(f, i+1, seen)
		case h.Goto != "":
			for j, o := range f.Steps {
				if o.Name == h.Goto {
					brute(f, j, seen)
				}
			}
		}
	}
}

// TestLoopsAgreeWithBruteForce compares the loop check with a search for a step that comes twice without a
// limited jump in between.
func TestLoopsAgreeWithBruteForce(t *testing.T) {
	var with, without int
	rapid.Check(t, func(t *rapid.T) {
		f := genFlow(t)
		c := &compiler{flow: f, g: &Graph{Flow: f}, byName: make(map[string]*Node)}
		c.nodes()
		for _, n := range c.g.nodes {
			c.connect(n)
		}
		before := len(c.diags)
		c.checkLoops()
		endless := false
		for _, n := range c.g.nodes {
			endless = endless || returns(n, n, make(map[*Node]bool))
		}
		if endless != (len(c.diags) > before) {
			t.Fatalf("a loop without a bound: the search says %v, the check says %v", endless, c.diags[before:])
		}
		if endless {
			with++
		} else {
			without++
		}
	})
	if with == 0 || without == 0 {
		t.Errorf("%d flows with an endless loop, %d without: the generator makes only one kind", with, without)
	}
}

func returns(to, n *Node, seen map[*Node]bool) bool {
	for _, e := range n.Edges() {
		if e.To == nil || e.Limit > 0 || seen[e.To] {
			continue
		}
		if e.To == to {
			return true
		}
		seen[e.To] = true
		if returns(to, e.To, seen) {
			return true
		}
	}
	return false
}
