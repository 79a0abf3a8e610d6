package graph

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// flowOf builds a flow the way a test reads best: step names in order, then what to change.
func flowOf(names string, change ...func(map[string]*lang.Step)) *lang.Flow {
	f := &lang.Flow{Name: "f", Start: "http://127.0.0.1/", Range: at(1)}
	by := make(map[string]*lang.Step)
	for i, name := range strings.Fields(names) {
		s := &lang.Step{Type: "click", Name: name, Position: i + 1, Intent: "Do " + name, On: make(map[lang.Event]lang.Handler), Range: at(10 * (i + 1))}
		f.Steps = append(f.Steps, s)
		by[name] = s
	}
	for _, c := range change {
		c(by)
	}
	return f
}

// on adds an `on` block to a step; its source line is the step's plus one for each block.
func on(step string, ev lang.Event, h lang.Handler) func(map[string]*lang.Step) {
	return func(by map[string]*lang.Step) {
		s := by[step]
		h.Range = at(s.Range.Start.Line + 1 + len(s.On))
		s.On[ev] = h
	}
}

func when(step string) func(map[string]*lang.Step) {
	return func(by map[string]*lang.Step) { by[step].When = &predicate.Program{Source: "true"} }
}

func at(n int) hcl.Range {
	return hcl.Range{Filename: "flow.hcl", Start: hcl.Pos{Line: n, Column: 1, Byte: 100 * n}, End: hcl.Pos{Line: n, Column: 9, Byte: 100*n + 8}}
}

func mustCompile(t *testing.T, f *lang.Flow, options ...Option) *Graph {
	t.Helper()
	g, diags := Compile(f, options...)
	if g == nil || diags.HasErrors() {
		t.Fatalf("compile: %v", diags)
	}
	return g
}

// names are the steps that a run visits when each step has the outcome that the map gives, else done.
func names(g *Graph, outcomes map[string]lang.Event) (string, Outcome) {
	var out []string
	w := g.Walk()
	n := g.Start()
	for {
		ev := lang.EventDone
		if n.Step != nil {
			out = append(out, n.Step.Name)
			if o, ok := outcomes[n.Step.Name]; ok {
				ev = o
			}
		}
		next, o := w.Take(n, ev)
		if o.Kind != Continues {
			return strings.Join(out, " "), o
		}
		n = next
	}
}

func TestWalk(t *testing.T) {
	for _, tt := range []struct {
		name     string
		flow     *lang.Flow
		options  []Option
		outcomes map[string]lang.Event
		visited  string
		kind     OutcomeKind
		reason   string
	}{
		{name: "all done", flow: flowOf("a b c"), visited: "a b c", kind: Ends},
		{name: "skipped falls through", flow: flowOf("a b c", when("b")), outcomes: map[string]lang.Event{"b": lang.EventSkipped}, visited: "a b c", kind: Ends},
		{name: "review stops", flow: flowOf("a b"), outcomes: map[string]lang.Event{"a": lang.EventReview}, visited: "a", kind: Stops},
		{name: "blocked stops", flow: flowOf("a b"), outcomes: map[string]lang.Event{"a": lang.EventBlocked}, visited: "a", kind: Stops},
		{name: "failed stops", flow: flowOf("a b"), outcomes: map[string]lang.Event{"a": lang.EventFailed}, visited: "a", kind: Stops},
		{name: "continue goes to the next", flow: flowOf("a b", on("a", lang.EventFailed, lang.Handler{Then: "continue"})), outcomes: map[string]lang.Event{"a": lang.EventFailed}, visited: "a b", kind: Ends},
		{name: "continue after the last ends", flow: flowOf("a b", on("b", lang.EventFailed, lang.Handler{Then: "continue"})), outcomes: map[string]lang.Event{"b": lang.EventFailed}, visited: "a b", kind: Ends},
		{name: "stop on done", flow: flowOf("a b", when("a"), on("a", lang.EventDone, lang.Handler{Then: "stop"})), visited: "a", kind: Stops},
		{name: "jump forward", flow: flowOf("a b c", on("a", lang.EventBlocked, lang.Handler{Goto: "c"})), outcomes: map[string]lang.Event{"a": lang.EventBlocked}, visited: "a c", kind: Ends},
		{name: "limit on a forward jump", flow: flowOf("a b c", on("a", lang.EventBlocked, lang.Handler{Goto: "c", Limit: 1})), outcomes: map[string]lang.Event{"a": lang.EventBlocked}, visited: "a c", kind: Ends},
		{name: "ask stops unless approved", flow: flowOf("a b", on("a", lang.EventReview, lang.Handler{Then: "ask"})), outcomes: map[string]lang.Event{"a": lang.EventReview}, visited: "a", kind: Stops},
		{name: "limit runs out", flow: flowOf("a b c", on("b", lang.EventFailed, lang.Handler{Goto: "a", Limit: 2})), outcomes: map[string]lang.Event{"b": lang.EventFailed},
			visited: "a b a b a b", kind: Exhausted, reason: `the jump from step.b to step.a on "failed" was taken 2 times, which is its limit`},
		{name: "limit of one", flow: flowOf("a b", on("b", lang.EventFailed, lang.Handler{Goto: "a", Limit: 1})), outcomes: map[string]lang.Event{"b": lang.EventFailed},
			visited: "a b a b", kind: Exhausted, reason: `the jump from step.b to step.a on "failed" was taken once, which is its limit`},
		{name: "review continues by option", flow: flowOf("a b"), options: []Option{ReviewThen("continue")}, outcomes: map[string]lang.Event{"a": lang.EventReview}, visited: "a b", kind: Ends},
		{name: "an on block beats the option", flow: flowOf("a b", on("a", lang.EventReview, lang.Handler{Then: "stop"})), options: []Option{ReviewThen("continue")}, outcomes: map[string]lang.Event{"a": lang.EventReview}, visited: "a", kind: Stops},
		{name: "an outcome that cannot be stops", flow: flowOf("a b"), outcomes: map[string]lang.Event{"a": lang.EventSkipped}, visited: "a", kind: Stops},
	} {
		t.Run(tt.name, func(t *testing.T) {
			visited, o := names(mustCompile(t, tt.flow, tt.options...), tt.outcomes)
			if visited != tt.visited || o.Kind != tt.kind || o.Reason != tt.reason {
				t.Errorf("visited %q, kind %d, reason %q; want %q, %d, %q", visited, o.Kind, o.Reason, tt.visited, tt.kind, tt.reason)
			}
		})
	}
}

func TestStart(t *testing.T) {
	g := mustCompile(t, flowOf("a"))
	if g.Start().Step != nil || g.Start().Name() != "start" {
		t.Errorf("the start is %s with step %v", g.Start().Name(), g.Start().Step)
	}
	if _, o := g.Walk().Take(g.Start(), lang.EventFailed); o.Kind != Stops {
		t.Errorf("a start page that fails: kind %d, want it to stop", o.Kind)
	}
	if e := g.Start().Next(lang.EventDone); e.To == nil || e.To.Step.Name != "a" || e.Then != ThenNext {
		t.Errorf("the start leads to %+v", e)
	}
	if got := len(g.Nodes()); got != 2 {
		t.Errorf("%d nodes, want the start and one step", got)
	}
}

func TestAskIsVisibleToTheEngine(t *testing.T) {
	g := mustCompile(t, flowOf("a b", on("a", lang.EventReview, lang.Handler{Then: "ask"})))
	if e := g.Nodes()[1].Next(lang.EventReview); e.Then != ThenAsk || !e.Written {
		t.Errorf("edge %+v, want a written ask", e)
	}
	g = mustCompile(t, flowOf("a b"), ReviewThen("ask"))
	if e := g.Nodes()[1].Next(lang.EventReview); e.Then != ThenAsk || e.Written {
		t.Errorf("edge %+v, want ask by default", e)
	}
}

// TestChecks holds the messages: what a flow author reads, at the line to look at.
func TestChecks(t *testing.T) {
	for _, tt := range []struct {
		name string
		flow *lang.Flow
		want []string // "line severity summary: detail [suggestion]"
	}{
		{"unknown target", flowOf("open archive", on("open", lang.EventBlocked, lang.Handler{Goto: "archiv"})), []string{
			`11 error on "blocked" of step.open goes to step.archiv, which is not in flow "f": A jump stays in its flow: name one of its steps. [step.archive]`}},
		{"unknown target, nothing near", flowOf("open archive", on("open", lang.EventBlocked, lang.Handler{Goto: "checkout"})), []string{
			`11 error on "blocked" of step.open goes to step.checkout, which is not in flow "f": A jump stays in its flow: name one of its steps.`}},
		{"unreachable", flowOf("a b c d e", on("a", lang.EventDone, lang.Handler{Goto: "d"})), []string{
			`20 error nothing leads to step.b and step.c: step.a jumps over them to step.d on "done". Remove them, or let a step lead there with goto = step.b.`}},
		{"unreachable after a stop", flowOf("a b", on("a", lang.EventDone, lang.Handler{Then: "stop"})), []string{
			`20 error nothing leads to step.b: step.a stops the flow before it on "done". Remove it, or let a step lead there with goto = step.b.`}},
		{"unreachable after a jump back", flowOf("a b c", on("b", lang.EventDone, lang.Handler{Goto: "a", Limit: 3})), []string{
			`30 error nothing leads to step.c: step.b jumps back from it to step.a on "done". Remove it, or let a step lead there with goto = step.c.`}},
		{"jumped over, but skipped leads there", flowOf("a b c", when("a"), on("a", lang.EventDone, lang.Handler{Goto: "c"})), nil},
		{"loop", flowOf("a b c d", on("c", lang.EventFailed, lang.Handler{Goto: "a"})), []string{
			`31 error these steps could run for ever: step.a -> step.b -> step.c -> step.a: Add limit = N to the jump on "failed" of step.c: it is then taken at most N times in a run.`}},
		{"two loops through one node", flowOf("a b c", on("b", lang.EventFailed, lang.Handler{Goto: "a"}), on("c", lang.EventBlocked, lang.Handler{Goto: "a", Limit: 2}), on("c", lang.EventReview, lang.Handler{Goto: "b"})), []string{
			`21 error these steps could run for ever: step.a -> step.b -> step.a: Add limit = N to the jump on "failed" of step.b: it is then taken at most N times in a run.`,
			`32 error these steps could run for ever: step.b -> step.c -> step.b: Add limit = N to the jump on "review" of step.c: it is then taken at most N times in a run.`}},
		{"loop bounded by another jump", flowOf("a b c d", on("a", lang.EventDone, lang.Handler{Goto: "c", Limit: 2}), when("a"), on("c", lang.EventDone, lang.Handler{Goto: "d"}), on("d", lang.EventFailed, lang.Handler{Goto: "b", Limit: 1})), nil},
		{"itself", flowOf("a", on("a", lang.EventFailed, lang.Handler{Goto: "a", Limit: 3})), []string{
			`11 error on "failed" of step.a goes to the step itself: To try again what was not sent, write retry { attempts = N }. To wait for the page, put a wait_for step before it.`}},
		{"both", flowOf("a b", on("a", lang.EventFailed, lang.Handler{Goto: "b", Then: "stop"})), []string{
			`11 error on "failed" of step.a has both "then" and "goto": Keep one of them.`}},
		{"neither", flowOf("a b", on("a", lang.EventFailed, lang.Handler{})), []string{
			`11 error on "failed" of step.a does not say what follows: Add then = "stop" or "continue", or goto = step.<name>.`}},
		{"ask on failed", flowOf("a b", on("a", lang.EventFailed, lang.Handler{Then: "ask"})), []string{
			`11 error on "failed" of step.a has nothing to ask: Only a review can be approved by a person. Write then = "stop" or "continue", or goto = step.<name>.`}},
		{"unknown then", flowOf("a b", on("a", lang.EventFailed, lang.Handler{Then: "contine"})), []string{
			`11 error on "failed" of step.a says then = "contine": It can be ask, stop or continue. [continue]`}},
		{"unknown outcome", flowOf("a b", on("a", "faild", lang.Handler{Then: "stop"})), []string{
			`11 error a step has no outcome "faild": The outcomes are done, skipped, review, blocked, failed, dialog and no_effect. [failed]`}},
		{"limit without a jump", flowOf("a b", on("a", lang.EventFailed, lang.Handler{Then: "stop", Limit: 2})), []string{
			`11 error on "failed" of step.a has a "limit" and no "goto": Only a jump can be counted: remove the limit.`}},
		{"limit below zero", flowOf("a b", on("b", lang.EventFailed, lang.Handler{Goto: "a", Limit: -1})), []string{
			`21 error on "failed" of step.b has limit = -1: It counts how often the jump may be taken: write 1 or more.`}},
		{"skipped without when", flowOf("a b", on("a", lang.EventSkipped, lang.Handler{Then: "stop"})), []string{
			`11 warning step.a is never skipped: It has no "when", and its review asks nobody. Remove the block, or add the condition.`}},
		{"no steps", flowOf(""), []string{
			`1 error flow "f" has no steps: There is nothing to run. Add at least one step block.`}},
		{"several at once", flowOf("a b c d", on("d", lang.EventFailed, lang.Handler{Goto: "b"}), on("a", lang.EventDone, lang.Handler{Goto: "c"}), on("c", lang.EventBlocked, lang.Handler{Then: "ask"})), []string{
			`31`, `41`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, diags := Compile(tt.flow)
			if (g == nil) != diags.HasErrors() {
				t.Errorf("graph %v with diagnostics %v", g, diags)
			}
			var got []string
			for _, d := range diags {
				severity := "error"
				if d.Severity == hcl.DiagWarning {
					severity = "warning"
				}
				text := fmt.Sprintf("%d %s %s: %s", d.Subject.Start.Line, severity, d.Summary, d.Detail)
				if meant, ok := d.Extra.(Suggestion); ok {
					text += fmt.Sprintf(" [%s]", meant)
				}
				got = append(got, text)
			}
			if tt.name == "several at once" { // only that both are there, in order
				for i := range got {
					got[i] = strings.Fields(got[i])[0]
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func drawn() *lang.Flow {
	f := flowOf("open_form password archive again archived",
		when("password"),
		on("archive", lang.EventReview, lang.Handler{Then: "ask"}),
		on("archive", lang.EventBlocked, lang.Handler{Goto: "archived"}),
		on("again", lang.EventFailed, lang.Handler{Goto: "open_form", Limit: 3}),
		on("again", lang.EventBlocked, lang.Handler{Then: "stop"}),
		on("again", lang.EventReview, lang.Handler{Then: "continue"}),
	)
	f.Name = `sign "in"`
	f.Steps[1].Type = "fill"
	f.Steps[1].Intent = "Type <b>the</b> \"password\" & 100%;\n#1 `code` %%{init: {}}%% back\\slash"
	f.Steps[2].Intent = "Archiviere die Aufgabe „TLS-Zertifikat erneuern“, die seit mehr als einem Jahr offen ist"
	return f
}

func TestDrawings(t *testing.T) {
	g := mustCompile(t, drawn())
	for name, draw := range map[string]func(*bytes.Buffer) error{
		"flow.mmd": func(b *bytes.Buffer) error { return g.Mermaid(b) },
		"flow.dot": func(b *bytes.Buffer) error { return g.DOT(b) },
	} {
		var got bytes.Buffer
		if err := draw(&got); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got.String()); d != "" {
			t.Errorf("%s (rewrite with -update):\n%s", golden, d)
		}
		for range 20 {
			var again bytes.Buffer
			if err := draw(&again); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again.Bytes(), got.Bytes()) {
				t.Fatalf("%s differs between two drawings of one graph", name)
			}
		}
	}
}
