package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/nearest"
)

// Suggestion is the Extra of a diagnostic: what was most likely meant.
type Suggestion string

// Option changes what Compile assumes where the flow says nothing.
type Option func(*compiler)

// ReviewThen sets what a review leads to in steps without an `on "review"` block: ask, stop or continue.
// Without the option, or with another word, it is stop.
func ReviewThen(word string) Option { return func(c *compiler) { c.review = word } }

// Compile builds the graph of a flow and checks it. The graph is nil when a diagnostic is an error; all
// errors are reported together, in source order. A summary is a lower-case sentence without its place, as in
// lang's own diagnostics; what was most likely meant is a Suggestion.
func Compile(flow *lang.Flow, options ...Option) (*Graph, hcl.Diagnostics) {
	c := &compiler{flow: flow, g: &Graph{Flow: flow}, byName: make(map[string]*Node)}
	for _, o := range options {
		o(c)
	}
	c.nodes()
	for _, n := range c.g.nodes {
		c.connect(n)
	}
	c.checkLoops()
	if !c.lost {
		c.checkReachable()
	}
	slices.SortStableFunc(c.diags, bySource)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	return c.g, c.diags
}

// compiler holds what is known while one flow is compiled.
type compiler struct {
	flow   *lang.Flow
	g      *Graph
	byName map[string]*Node
	review string
	edges  int
	lost   bool // a jump has no target, so nothing can be said about what is reachable
	diags  hcl.Diagnostics
}

func (c *compiler) nodes() {
	c.g.nodes = append(c.g.nodes, &Node{})
	for i, s := range c.flow.Steps {
		n := &Node{Step: s, index: i + 1}
		c.g.nodes = append(c.g.nodes, n)
		if _, ok := c.byName[s.Name]; !ok {
			c.byName[s.Name] = n
		}
	}
	if len(c.flow.Steps) == 0 {
		c.fail(c.flow.Range, fmt.Sprintf("flow %q has no steps", c.flow.Name), "There is nothing to run. Add at least one step block.")
	}
}

// connect gives a node the edges of the outcomes that it can have.
func (c *compiler) connect(n *Node) {
	n.edges = make(map[lang.Event]Edge, len(events))
	if n.Step == nil {
		c.add(n, lang.EventDone, Edge{To: c.after(n), Then: ThenNext, Range: c.flow.Range})
		c.add(n, lang.EventFailed, Edge{Then: ThenStop, Range: c.flow.Range})
		return
	}
	for ev := range n.Step.On {
		if !slices.Contains(events, ev) {
			c.fail(n.Step.On[ev].Range, fmt.Sprintf("a step has no outcome %q", ev), fmt.Sprintf("The outcomes are %s.", and(eventWords())),
				nearest.Word(string(ev), eventWords()))
		}
	}
	for _, ev := range events {
		h, written := n.Step.On[ev]
		if ev == lang.EventSkipped && n.Step.When == nil && !c.asks(n.Step) {
			if written {
				c.report(hcl.DiagWarning, h.Range, n.Name()+" is never skipped", `It has no "when", and its review asks nobody. Remove the block, or add the condition.`)
			}
			continue
		}
		if !written && (ev == lang.EventDialog || ev == lang.EventNoEffect) {
			continue // it is done then
		}
		if !written {
			c.add(n, ev, c.fallback(n, ev))
			continue
		}
		c.add(n, ev, c.handler(n, ev, h))
	}
}

// asks reports whether a person may be asked about the step, who may say to skip it.
func (c *compiler) asks(s *lang.Step) bool {
	h, written := s.On[lang.EventReview]
	return h.Then == "ask" || !written && c.review == "ask"
}

// fallback is the edge of an outcome that the flow does not handle.
func (c *compiler) fallback(n *Node, ev lang.Event) Edge {
	e := Edge{Then: ThenStop, Range: n.Step.Range}
	switch ev {
	case lang.EventDone, lang.EventSkipped:
		e.Then, e.To = ThenNext, c.after(n)
	case lang.EventReview:
		switch c.review {
		case "ask":
			e.Then = ThenAsk
		case "continue":
			e.Then, e.To = ThenNext, c.after(n)
		}
	}
	return e
}

// handler is the edge of an `on` block. Where the block is wrong it stops.
func (c *compiler) handler(n *Node, ev lang.Event, h lang.Handler) Edge {
	e := Edge{Then: ThenStop, Limit: h.Limit, Written: true, Range: h.Range}
	where := fmt.Sprintf(`on %q of %s`, ev, n.Name())
	switch {
	case h.Then != "" && h.Goto != "":
		c.fail(h.Range, where+` has both "then" and "goto"`, "Keep one of them.")
		c.lost = true
		return e
	case h.Then == "" && h.Goto == "":
		c.fail(h.Range, where+" does not say what follows", `Add then = "stop" or "continue", or goto = step.<name>.`)
		c.lost = true
		return e
	case h.Limit < 0:
		c.fail(h.Range, fmt.Sprintf("%s has limit = %d", where, h.Limit), "It counts how often the jump may be taken: write 1 or more.")
		e.Limit = 1
	case h.Limit > 0 && h.Goto == "":
		c.fail(h.Range, where+` has a "limit" and no "goto"`, "Only a jump can be counted: remove the limit.")
		e.Limit = 0
	}
	if h.Goto != "" {
		return c.jump(n, h, e, where)
	}
	switch h.Then {
	case "stop":
	case "continue":
		e.Then, e.To = ThenNext, c.after(n)
	case "ask":
		if ev != lang.EventReview {
			c.fail(h.Range, where+" has nothing to ask", `Only a review can be approved by a person. Write then = "stop" or "continue", or goto = step.<name>.`)
			return e
		}
		e.Then = ThenAsk
	default:
		words := []string{"ask", "stop", "continue"}
		c.fail(h.Range, where+fmt.Sprintf(" says then = %q", h.Then), "It can be ask, stop or continue.", nearest.Word(h.Then, words))
		c.lost = true
	}
	return e
}

func (c *compiler) jump(n *Node, h lang.Handler, e Edge, where string) Edge {
	to, ok := c.byName[h.Goto]
	if !ok {
		names := make([]string, 0, len(c.flow.Steps))
		for _, s := range c.flow.Steps {
			names = append(names, s.Name)
		}
		near := nearest.Word(h.Goto, names)
		if near != "" {
			near = "step." + near
		}
		c.fail(h.Range, fmt.Sprintf("%s goes to step.%s, which is not in flow %q", where, h.Goto, c.flow.Name), "A jump stays in its flow: name one of its steps.", near)
		c.lost = true
		return e
	}
	if to == n {
		c.fail(h.Range, where+" goes to the step itself",
			"To try again what was not sent, write retry { attempts = N }. To wait for the page, put a wait_for step before it.")
		c.lost = true
		return e
	}
	e.Then, e.To = ThenGoto, to
	return e
}

// after is the node that follows in source order, nil after the last step.
func (c *compiler) after(n *Node) *Node {
	if n.index+1 < len(c.g.nodes) {
		return c.g.nodes[n.index+1]
	}
	return nil
}

func (c *compiler) add(n *Node, ev lang.Event, e Edge) {
	e.ID, e.From, e.On = c.edges, n, ev
	c.edges++
	n.edges[ev] = e
}

// fail reports an error: what is wrong, why or what to do, and what was most likely meant, if anything was.
func (c *compiler) fail(at hcl.Range, summary, detail string, suggestion ...string) {
	c.report(hcl.DiagError, at, summary, detail, suggestion...)
}

func (c *compiler) report(severity hcl.DiagnosticSeverity, at hcl.Range, summary, detail string, suggestion ...string) {
	d := &hcl.Diagnostic{Severity: severity, Summary: summary, Detail: detail, Subject: &at}
	if len(suggestion) > 0 && suggestion[0] != "" {
		d.Extra = Suggestion(suggestion[0])
	}
	c.diags = append(c.diags, d)
}

func bySource(a, b *hcl.Diagnostic) int {
	if c := strings.Compare(a.Subject.Filename, b.Subject.Filename); c != 0 {
		return c
	}
	if c := a.Subject.Start.Byte - b.Subject.Start.Byte; c != 0 {
		return c
	}
	return strings.Compare(a.Summary+a.Detail, b.Summary+b.Detail)
}

// eventWords are the outcomes as text.
func eventWords() []string {
	words := make([]string, len(events))
	for i, ev := range events {
		words[i] = string(ev)
	}
	return words
}
