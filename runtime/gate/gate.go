// Package gate decides whether a decision may be acted on unattended. It is a pure function of a policy, a
// decision and the element that was chosen; it knows no browser and no model.
package gate

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Input is one decision and what it is about.
type Input struct {
	Intent string
	Action string // click, fill, …
	Key    string // of press
	To     string // of drag: what the place is called where the element is dropped
	// Choice is a candidate's cid, decide.None, or nil when there is no decision.
	Choice  *string
	Element *trace.Candidate // what was chosen; nil for none
	Link    string           // absolute address that the element leads to; "" for none
	// Whole is the element's name where the record cuts it; "" when the record has all of it.
	Whole string
	Cut   bool // the name goes on behind what was read of it
	// Shown is the text that a person reads on the element, where it is clicked; "" takes the name for it.
	Shown string
	// Scope names the group that the element stands in (a dialog, a form, a section) as fully as it is known;
	// "" takes the one of the element.
	Scope string
	// FormAction is the address of the form that clicking the element, or Enter in it, sends; "" for none.
	FormAction string
	// Submits is the name of the button that Enter in the element would press: the form's default one. "" for none.
	Submits string
	// Probability is the probability of the chosen option, 0 to 1: the number that is compared with the bar.
	// A decider's confidence is another quantity and plays no part.
	Probability *float64
	Dropped     int   // candidates of the page that the decider did not see
	Err         error // why no decision was possible
	Loop        bool  // a step of a goal loop, whose default bar is lower
	// Caller is the bar that a flag or an agent asks for; nil when none does.
	Caller *float64

	// What rules may read besides the above.
	Page     predicate.Page
	Vars     map[string]any
	Elements []predicate.Element
}

// Verdict is what the gate says. Reason is "" exactly when the verdict is auto.
type Verdict struct {
	Verdict string // trace.VerdictAuto, trace.VerdictReview or trace.VerdictBlocked
	Reason  string
}

// Decide judges one decision. In this order: no decision, none or no probability is blocked; a truncated list
// is a review when the policy says so; risky words in the intent, the name or the role are a review; a
// probability below the bar is a review, one at the bar is not; the rest is auto. Then the rules of the policy
// may tighten a verdict that would be auto or review, never loosen it. A rule whose condition cannot be
// evaluated counts as holding. ctx bounds the evaluation of rules.
func Decide(ctx context.Context, p Policy, in Input) Verdict {
	p = p.orDefault()
	if v := p.possible(in); v.Verdict == trace.VerdictBlocked {
		return v
	}
	v := p.judge(in)
	for _, r := range p.rules {
		if severity(r.Verdict) <= severity(v.Verdict) {
			continue
		}
		holds, err := r.When.Eval(ctx, env(in))
		switch {
		case err != nil:
			v = Verdict{r.Verdict, fmt.Sprintf("rule %q could not be evaluated and counts as holding: %v", r.Name, err)}
		case holds:
			v = Verdict{r.Verdict, fmt.Sprintf("rule %q", r.Name)}
		}
	}
	return v
}

// possible blocks what is no decision.
func (p Policy) possible(in Input) Verdict {
	block := func(format string, args ...any) Verdict {
		return Verdict{trace.VerdictBlocked, fmt.Sprintf(format, args...)}
	}
	switch {
	case in.Err != nil:
		return block("no decision was possible: %s", orUnknown(in.Err.Error()))
	case in.Choice == nil:
		return block("no decision was made")
	case *in.Choice == decide.None:
		return block("the decider found no element that fits")
	case in.Element == nil:
		return block("the decision %q names no element of the list", *in.Choice)
	case in.Probability == nil:
		return block("the decision has no probability")
	case math.IsNaN(*in.Probability) || *in.Probability < 0 || *in.Probability > 1:
		return block("the decision's probability is %v, not a number from 0 to 1", *in.Probability)
	}
	return Verdict{}
}

// judge is the verdict without rules on a decision that is possible.
func (p Policy) judge(in Input) Verdict {
	review := func(format string, args ...any) Verdict {
		return Verdict{trace.VerdictReview, fmt.Sprintf(format, args...)}
	}
	if in.Dropped > 0 && p.truncated == truncatedReview {
		return review("%d candidates of the page were not shown to the decider", in.Dropped)
	}
	if why, ok := p.risky(in); ok {
		return review("%s", why)
	}
	if bar, why := p.bar(in); *in.Probability < bar {
		return review("p %s is below %s, %s", number(*in.Probability, bar), number(bar, *in.Probability), why)
	}
	return Verdict{Verdict: trace.VerdictAuto}
}

// bar is the probability that a decision needs, and where it comes from. A caller moves the default bar only,
// to the floor at least; the bar of an intent is a minimum that no caller gets below.
func (p Policy) bar(in Input) (float64, string) {
	bar, why := p.minConfidence, "the bar"
	if in.Loop {
		bar, why = p.loopMinConfidence, "the bar of a goal loop"
	}
	intent, pattern, ok := p.intentBar(in.Intent)
	if ok {
		bar, why = intent, "the bar for intents like "+strconv.Quote(pattern)
	}
	if in.Caller == nil {
		return bar, why
	}
	caller, asked := *in.Caller, "the bar that the caller asked for"
	if math.IsNaN(caller) {
		caller = 1
	}
	if floor := max(Floor, p.callerFloor); caller < floor {
		caller, asked = floor, "the lowest bar that a caller may ask for"
	}
	caller = min(caller, 1)
	if ok && intent >= caller {
		return bar, why
	}
	return caller, asked
}

// number is p with two decimals, or four where two would not tell it from other.
func number(p, other float64) string {
	two := strconv.FormatFloat(p, 'f', 2, 64)
	if two != strconv.FormatFloat(other, 'f', 2, 64) {
		return two
	}
	if four := strconv.FormatFloat(p, 'f', 4, 64); four != strconv.FormatFloat(other, 'f', 4, 64) {
		return four
	}
	return strconv.FormatFloat(p, 'f', -1, 64)
}

func orUnknown(s string) string {
	if s == "" {
		return "the decider failed without a message"
	}
	return s
}

func severity(verdict string) int {
	switch verdict {
	case trace.VerdictBlocked:
		return 2
	case trace.VerdictReview:
		return 1
	}
	return 0
}

// env is what a rule sees.
func env(in Input) predicate.Env {
	deref := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	e := in.Element
	return predicate.Env{
		Page: in.Page, Var: in.Vars, Elements: in.Elements, Intent: in.Intent, Action: in.Action, Confidence: *in.Probability,
		Candidate: predicate.Element{
			Role: e.Role, Name: e.Name, Href: in.Link, Value: deref(e.Value), Scope: deref(e.Scope),
			Disabled: e.Disabled, Frame: e.Frame,
		},
	}
}
