package graph

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jevrun/jevrun/lang"
)

// maxLabel is the most runes of an intent that a drawing shows.
const maxLabel = 60

// line is one arrow of a drawing: what several outcomes share is drawn once.
type line struct {
	from, to string
	label    string
	dashed   bool // nothing but a jump or an end that is out of the ordinary
}

// lines are the arrows of the graph, in order. Outcomes that stop the run by default are not drawn: nearly
// every step has three of them. The label "done" of a plain fall-through is left out for the same reason.
func (g *Graph) lines() []line {
	var out []line
	for _, n := range g.nodes {
		var order []string
		labels := make(map[string][]string)
		plain := make(map[string]bool)
		for _, e := range n.Edges() {
			if e.Then == ThenStop && !e.Written {
				continue
			}
			to := target(e)
			if _, ok := labels[to]; !ok {
				order = append(order, to)
			}
			labels[to] = append(labels[to], edgeLabel(e))
			if e.On == lang.EventDone {
				plain[to] = true
			}
		}
		for _, to := range order {
			label := strings.Join(labels[to], ", ")
			if label == string(lang.EventDone) {
				label = ""
			}
			out = append(out, line{from: id(n), to: to, label: label, dashed: !plain[to]})
		}
	}
	return out
}

func edgeLabel(e Edge) string {
	label := string(e.On)
	if e.Then == ThenAsk {
		label += " not approved"
	}
	if e.Limit > 0 {
		label += fmt.Sprintf(" (at most %s)", times(e.Limit))
	}
	return label
}

// The ids of the two ends. "end" alone is a word of Mermaid's grammar.
const (
	finishID = "finish"
	stopID   = "stopped"
)

func target(e Edge) string {
	switch {
	case e.Then == ThenStop || e.Then == ThenAsk:
		return stopID
	case e.To == nil:
		return finishID
	}
	return id(e.To)
}

func id(n *Node) string {
	if n.Step == nil {
		return "start"
	}
	return fmt.Sprintf("s%d", n.index)
}

// box is the text of a node: a heading, and the intent below it.
func (g *Graph) box(n *Node) (heading, text string) {
	if n.Step == nil {
		return "flow " + clip(g.Flow.Name), clip(g.Flow.Start)
	}
	heading = fmt.Sprintf("%d: %s %s", n.index, n.Step.Type, n.Step.Name)
	if n.Step.When != nil {
		return heading + " (when)", clip(n.Step.Intent)
	}
	return heading, clip(n.Step.Intent)
}

// clip makes one short line of a text.
func clip(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(s); len(r) > maxLabel {
		return string(r[:maxLabel-1]) + "…"
	}
	return s
}

// ends are the two ends as far as an arrow leads there.
func ends(lines []line) (finish, stopped bool) {
	for _, l := range lines {
		finish = finish || l.to == finishID
		stopped = stopped || l.to == stopID
	}
	return finish, stopped
}

// Mermaid writes the graph as a Mermaid flowchart. Equal graphs give equal bytes.
func (g *Graph) Mermaid(w io.Writer) error {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	for _, n := range g.nodes {
		heading, text := g.box(n)
		label := mermaidText(heading)
		if text != "" {
			label += "<br/>" + mermaidText(text)
		}
		if n.Step == nil {
			fmt.Fprintf(&b, "  %s([\"%s\"])\n", id(n), label)
			continue
		}
		fmt.Fprintf(&b, "  %s[\"%s\"]\n", id(n), label)
	}
	lines := g.lines()
	finish, stopped := ends(lines)
	if finish {
		fmt.Fprintf(&b, "  %s([\"end\"])\n", finishID)
	}
	if stopped {
		fmt.Fprintf(&b, "  %s([\"stop\"])\n", stopID)
	}
	for _, l := range lines {
		arrow := "-->"
		if l.dashed {
			arrow = "-.->"
		}
		if l.label != "" {
			arrow += `|"` + mermaidText(l.label) + `"|`
		}
		fmt.Fprintf(&b, "  %s %s %s\n", l.from, arrow, l.to)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mermaidText escapes what a quoted Mermaid label would read as markup or as its end.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '"', '#', '<', '>', '&', '`', '\\', ';', '%': // %%{ would be a directive, even in a label
			fmt.Fprintf(&b, "#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// DOT writes the graph in Graphviz's language. Equal graphs give equal bytes.
func (g *Graph) DOT(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  node [shape=box];\n", dotText(g.Flow.Name))
	for _, n := range g.nodes {
		heading, text := g.box(n)
		if text != "" {
			heading += "\n" + text
		}
		if n.Step == nil {
			fmt.Fprintf(&b, "  %s [label=%s, shape=oval];\n", id(n), dotText(heading))
			continue
		}
		fmt.Fprintf(&b, "  %s [label=%s];\n", id(n), dotText(heading))
	}
	lines := g.lines()
	finish, stopped := ends(lines)
	if finish {
		fmt.Fprintf(&b, "  %s [label=\"end\", shape=oval];\n", finishID)
	}
	if stopped {
		fmt.Fprintf(&b, "  %s [label=\"stop\", shape=oval];\n", stopID)
	}
	for _, l := range lines {
		var attrs []string
		if l.label != "" {
			attrs = append(attrs, "label="+dotText(l.label))
		}
		if l.dashed {
			attrs = append(attrs, "style=dashed")
		}
		fmt.Fprintf(&b, "  %s -> %s", l.from, l.to)
		if len(attrs) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(attrs, ", "))
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// dotText is a quoted Graphviz string.
func dotText(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, `"`, `\"`)
	return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"`
}
