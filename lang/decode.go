package lang

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/lang/predicate"
)

// decodeJevrun checks the version and returns the block's values.
func (l *loader) decodeJevrun(b *hcl.Block) map[string]any {
	c := l.open(b, table.block("jevrun"))
	vals := l.values(c)
	want, ok := vals["required_version"].(string)
	if !ok {
		return vals
	}
	at := c.attrs["required_version"].Expr.Range()
	fits, err := versionFits(l.options.Version, want)
	switch {
	case err != nil:
		l.errorf(at, "Write comparisons joined by commas, such as \">= 0.1, < 0.3\" or \"~> 0.1\".", "required_version: %v", err)
	case !fits:
		l.errorf(at, "Install a version that fits, or change what the module asks for.", "the module needs jevrun %s, and this is %s", want, l.options.Version)
	}
	return vals
}

func (l *loader) decodeSecrets(blocks []*hcl.Block) []*Secret {
	l.secrets = map[string]*Secret{}
	l.scope = &hcl.EvalContext{Functions: l.options.Functions}
	var out []*Secret
	unique := l.unique("secret", checkIdentifier)
	for _, b := range blocks {
		if !unique(b) {
			continue
		}
		c := l.open(b, table.block("secret"))
		env, _ := l.values(c)["env"].(string)
		s := &Secret{Name: b.Labels[0], Env: env, Range: c.at}
		l.secrets[s.Name] = s
		out = append(out, s)
	}
	return out
}

func (l *loader) decodeGates(b *hcl.Block) *Gates {
	c := l.open(b, gatesBlock)
	vals := l.values(c)
	g := &Gates{Range: c.at}
	for name, into := range map[string]**float64{"min_confidence": &g.MinConfidence, "loop_min_confidence": &g.LoopMinConfidence, "caller_floor": &g.CallerFloor} {
		if v, ok := vals[name].(float64); ok {
			*into = &v
		}
	}
	g.Truncated, _ = vals["truncated"].(string)
	g.Risky, g.RiskySet = vals["risky"].([]string)
	g.RiskyExtra, _ = vals["risky_extra"].([]string)
	intents, rules := l.unique("intent bar", checkPhrase), l.unique("rule", checkPhrase)
	for _, child := range c.blocks {
		switch child.Type {
		case "intent":
			in := l.open(child, gatesBlock.block("intent"))
			bar, ok := l.values(in)["min_confidence"].(float64)
			if intents(child) && ok {
				g.Intents = append(g.Intents, IntentBar{Pattern: child.Labels[0], MinConfidence: bar, Range: in.at})
			}
		case "rule":
			in := l.open(child, gatesBlock.block("rule"))
			v := l.values(in)
			when, ok := v["when"].(*predicate.Program)
			if rules(child) && ok {
				r := Rule{Name: child.Labels[0], When: when, Range: in.at}
				r.Verdict, _ = v["verdict"].(string)
				g.Rules = append(g.Rules, r)
			}
		}
	}
	return g
}

func (l *loader) decodeDialogs(b *hcl.Block) *Dialogs {
	c := l.open(b, dialogsBlock)
	vals := l.values(c)
	d := &Dialogs{Range: c.at}
	d.Default, _ = vals["default"].(string)
	unique := l.unique("rule", checkPhrase)
	for _, child := range c.blocks {
		in := l.open(child, dialogsBlock.block("rule"))
		v := l.values(in)
		if !unique(child) {
			continue
		}
		r := DialogRule{Name: child.Labels[0], Range: in.at}
		r.Match, _ = v["match"].(string)
		r.Action, _ = v["action"].(string)
		r.Text, _ = v["text"].(string)
		if a := in.attrs["text"]; a != nil && r.Action == "dismiss" {
			l.errorf(a.NameRange, "Take it out, or write action = \"accept\".", "text is typed only into a prompt that is accepted")
		}
		d.Rules = append(d.Rules, r)
	}
	return d
}

func (l *loader) decodeGoal(b *hcl.Block, deciders []*Decider) *Goal {
	c := l.open(b, table.block("goal"))
	vals := l.values(c)
	g := &Goal{Name: b.Labels[0], Range: c.at}
	g.Task, _ = vals["task"].(string)
	g.Start, _ = vals["start"].(string)
	g.Context, _ = vals["context"].(map[string]Value)
	g.Success, _ = vals["success"].(string)
	if n, ok := vals["max_steps"].(float64); ok {
		g.MaxSteps = int(n)
	}
	g.Decider = l.deciderOf(vals, deciders)
	for _, child := range c.blocks {
		g.Gates = l.decodeGates(child)
	}
	return g
}

func (l *loader) decodeFlow(b *hcl.Block, deciders []*Decider) *Flow {
	c := l.open(b, table.block("flow"))
	vals := l.values(c)
	f := &Flow{Name: b.Labels[0], Range: c.at}
	f.Start, _ = vals["start"].(string)
	if n, ok := vals["max_candidates"].(float64); ok {
		f.MaxCandidates = int(n)
	}
	f.Timeout, _ = vals["timeout"].(time.Duration)
	f.Settle, _ = vals["settle"].(time.Duration)
	f.Decider = l.deciderOf(vals, deciders)
	var jumps []*jump
	unique := l.unique("step", checkIdentifier)
	count := 0
	for _, child := range c.blocks {
		switch child.Type {
		case "gates":
			f.Gates = l.decodeGates(child)
		case "dialogs":
			f.Dialogs = l.decodeDialogs(child)
		case "step":
			count++
			fresh := unique(child)
			step, more := l.decodeStep(child)
			if fresh && step != nil {
				step.Position = len(f.Steps) + 1
				f.Steps = append(f.Steps, step)
				jumps = append(jumps, more...)
			}
		}
	}
	if count == 0 && !slices.Contains(c.meant, "step") {
		l.errorf(f.Range, "Write step \"click\" \"name\" { intent = \"…\" }.", "the flow %q has no step", f.Name)
	}
	if c.attrs["start"] == nil && len(f.Steps) > 0 && !l.types[f.Steps[0].Type].Opens {
		l.errorf(f.Range, "Give the flow a start, or begin it with a step that opens a page.", "the flow %q has no page to start on", f.Name)
	}
	known := map[string]bool{}
	for _, s := range f.Steps {
		known[s.Name] = true
	}
	for _, j := range jumps {
		if !known[j.ref.name] {
			names := stepNames(f.Steps)
			suggestion := nearest.Word(j.ref.name, names)
			if suggestion != "" {
				suggestion = "step." + suggestion
			}
			l.suggest(j.ref.at, suggestion, fmt.Sprintf("Steps of the flow: %s.", listing(names)), "the flow %q has no step %q", f.Name, j.ref.name)
		}
	}
	return f
}

// jump is a goto before its target is known.
type jump struct{ ref reference }

// decodeStep decodes one step; nil when its type is unknown.
func (l *loader) decodeStep(b *hcl.Block) (*Step, []*jump) {
	kind, ok := l.types[b.Labels[0]]
	if !ok {
		types := slices.Sorted(maps.Keys(l.types))
		suggestion, detail := nearest.Word(b.Labels[0], types), "Types: "+listing(types)+"."
		if hint := foreignIn(stepTypes, b.Labels[0]); hint != "" {
			suggestion, detail = "", hint+" "+detail
		}
		l.suggest(b.LabelRanges[0], suggestion, detail, "no step type %q is known", b.Labels[0])
		return nil, nil
	}
	c := l.open(b, l.steps[kind.Name])
	vals := l.values(c)
	s := &Step{Type: kind.Name, Name: b.Labels[1], Attempts: 1, Range: c.at, Args: Args{}, On: map[Event]Handler{}}
	s.Intent, _ = vals["intent"].(string)
	s.Within, _ = vals["within"].(string)
	s.When, _ = vals["when"].(*predicate.Program)
	s.Expect, _ = vals["expect"].(string)
	s.Timeout, _ = vals["timeout"].(time.Duration)
	s.Settle, _ = vals["settle"].(time.Duration)
	if n, ok := vals["max_candidates"].(float64); ok {
		s.MaxCandidates = int(n)
	}
	for _, a := range kind.Attrs {
		if v, ok := vals[a.Name]; ok {
			s.Args[a.Name] = v
		}
	}
	var jumps []*jump
	events := l.unique("on block", func(string) error { return nil })
	for _, child := range c.blocks {
		switch child.Type {
		case "on":
			if h, j, ok := l.decodeOn(child, kind); events(child) && ok {
				s.On[Event(child.Labels[0])] = h
				if j != nil {
					jumps = append(jumps, j)
				}
			}
		case "retry":
			if n, ok := l.values(l.open(child, stepBlock.block("retry")))["attempts"].(float64); ok {
				s.Attempts = int(n)
			}
		}
	}
	return s, jumps
}

// decodeOn decodes what follows an outcome.
func (l *loader) decodeOn(b *hcl.Block, kind StepType) (Handler, *jump, bool) {
	row := stepBlock.block("on")
	event, at := b.Labels[0], b.LabelRanges[0]
	c := l.open(b, row)
	vals := l.values(c)
	h := Handler{Range: c.at}
	if !slices.Contains(row.Words, event) {
		l.suggest(at, nearest.Word(event, row.Words), "Outcomes: "+listing(row.Words)+".", "no outcome %q is known", event)
		return h, nil, false
	}
	if !kind.Intent && (event == string(EventReview) || event == string(EventBlocked)) {
		l.errorf(at, "", "a %s step takes no decision, so it is never %s", kind.Name, map[string]string{"review": "up for review", "blocked": "blocked"}[event])
		return h, nil, false
	}
	h.Then, _ = vals["then"].(string)
	if event == string(EventDialog) && !kind.Intent && !kind.Opens || event == string(EventNoEffect) && kind.Name != "click" {
		l.errorf(at, "", "a %s step never ends with %q: %s", kind.Name, event, map[string]string{string(EventDialog): "only what acts on the page can make it open one", string(EventNoEffect): "of another act than a click it is a failure"}[event])
		return h, nil, false
	}
	if h.Then == "ask" && event != string(EventReview) {
		l.errorf(c.attrs["then"].Expr.Range(), "", "only on \"review\" can ask")
		return h, nil, false
	}
	if n, ok := vals["limit"].(float64); ok {
		h.Limit = int(n)
		if c.attrs["goto"] == nil {
			l.errorf(c.attrs["limit"].NameRange, "", "limit bounds a goto, and there is none")
		}
	}
	ref, ok := vals["goto"].(reference)
	if !ok {
		return h, nil, h.Then != ""
	}
	h.Goto = ref.name
	return h, &jump{ref: ref}, true
}
