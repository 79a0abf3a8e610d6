package gate

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/risk"
)

// The bars of a policy that says nothing else, as probabilities.
const (
	DefaultMinConfidence     = 0.9
	DefaultLoopMinConfidence = 0.5
	// Floor is the lowest bar that a caller may ask for: one who passes 0 would otherwise switch the bar off.
	Floor = 0.3
)

const truncatedReview = "review"

// Policy is what gates say, merged, compiled and checked. The zero Policy is the default one. It is safe for
// concurrent use.
type Policy struct {
	minConfidence     float64
	loopMinConfidence float64
	callerFloor       float64
	truncated         string
	risk              *risk.List // nil in the zero Policy
	intents           []intentBar
	rules             []lang.Rule
}

type intentBar struct {
	source  string
	pattern glob
	bar     float64
}

// NewPolicy merges gates from the outermost to the innermost (module, flow, goal); nil ones are skipped. An
// inner attribute takes the place of an outer one: risky, even an empty list, replaces the outer list and the
// built-in one. risky_extra, intent bars and rules add to what is there; an intent bar with the pattern of an
// outer one and a rule with its name take its place. The error names the attribute and where it stands.
func NewPolicy(layers ...*lang.Gates) (Policy, error) {
	p := Policy{minConfidence: DefaultMinConfidence, loopMinConfidence: DefaultLoopMinConfidence}
	var patterns, extra []string
	for _, g := range layers {
		if g == nil {
			continue
		}
		for _, bar := range []struct {
			name string
			from *float64
			to   *float64
		}{
			{"min_confidence", g.MinConfidence, &p.minConfidence},
			{"loop_min_confidence", g.LoopMinConfidence, &p.loopMinConfidence},
			{"caller_floor", g.CallerFloor, &p.callerFloor},
		} {
			if bar.from == nil {
				continue
			}
			if err := checkBar(bar.name, *bar.from, g.Range); err != nil {
				return Policy{}, err
			}
			*bar.to = *bar.from
		}
		switch g.Truncated {
		case "":
		case "warn", truncatedReview:
			p.truncated = g.Truncated
		default:
			return Policy{}, fmt.Errorf("%struncated is %q; it may be \"warn\" or \"review\"", at(g.Range), g.Truncated)
		}
		if g.RiskySet {
			patterns = append([]string{}, g.Risky...)
		}
		extra = append(extra, g.RiskyExtra...)
		if _, err := risk.Compile(g.Risky, g.RiskyExtra); err != nil { // here, so that the error has a place
			return Policy{}, fmt.Errorf("%s%w", at(g.Range), err)
		}
		if err := p.addIntents(g.Intents); err != nil {
			return Policy{}, err
		}
		if err := p.addRules(g.Rules); err != nil {
			return Policy{}, err
		}
	}
	list, err := risk.Compile(patterns, extra)
	if err != nil {
		return Policy{}, err
	}
	p.risk = list
	return p, nil
}

func (p *Policy) addIntents(bars []lang.IntentBar) error {
	for _, b := range bars {
		if err := checkBar(fmt.Sprintf("min_confidence of intent %q", b.Pattern), b.MinConfidence, b.Range); err != nil {
			return err
		}
		add := intentBar{b.Pattern, compileGlob(b.Pattern), b.MinConfidence}
		i := slices.IndexFunc(p.intents, func(have intentBar) bool { return have.source == b.Pattern })
		if i >= 0 {
			p.intents[i] = add
		} else {
			p.intents = append(p.intents, add)
		}
	}
	return nil
}

func (p *Policy) addRules(rules []lang.Rule) error {
	for _, r := range rules {
		if r.When == nil {
			return fmt.Errorf("%srule %q has no condition", at(r.Range), r.Name)
		}
		if r.Verdict != trace.VerdictReview && r.Verdict != trace.VerdictBlocked {
			return fmt.Errorf("%srule %q has the verdict %q; a rule may only tighten, to \"review\" or \"blocked\"", at(r.Range), r.Name, r.Verdict)
		}
		i := slices.IndexFunc(p.rules, func(have lang.Rule) bool { return have.Name == r.Name })
		if i >= 0 {
			p.rules[i] = r
		} else {
			p.rules = append(p.rules, r)
		}
	}
	return nil
}

// orDefault is p, or the default policy when p is the zero one.
func (p Policy) orDefault() Policy {
	if p.risk != nil {
		return p
	}
	return Policy{minConfidence: DefaultMinConfidence, loopMinConfidence: DefaultLoopMinConfidence, risk: risk.Builtin()}
}

// ReadsPage reports whether a verdict can depend on Input.Page and Input.Elements: only rules read them.
func (p Policy) ReadsPage() bool { return len(p.rules) > 0 }

// intentBar is the bar of the longest pattern that matches the intent, the higher one of equally long patterns.
func (p Policy) intentBar(intent string) (bar float64, pattern string, ok bool) {
	longest := -1
	folded := foldRunes(intent)
	for _, b := range p.intents {
		n := utf8.RuneCountInString(b.source)
		if n < longest || n == longest && b.bar <= bar || !b.pattern.matches(folded) {
			continue
		}
		bar, pattern, longest = b.bar, b.source, n
	}
	return bar, pattern, longest >= 0
}

func checkBar(name string, bar float64, where hcl.Range) error {
	if math.IsNaN(bar) || bar < 0 || bar > 1 {
		return fmt.Errorf("%s%s is %v; it is a probability from 0 to 1", at(where), name, bar)
	}
	return nil
}

// at is a place in a flow file as a prefix of a message.
func at(r hcl.Range) string {
	if r.Filename == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", r.Filename, r.Start.Line)
}
