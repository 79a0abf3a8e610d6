package gate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

func ptr[T any](v T) *T { return &v }

func condition(t interface{ Fatal(...any) }, source string) *predicate.Program {
	p, err := predicate.Compile(source, predicate.OnGate, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func policy(t *testing.T, layers ...*lang.Gates) Policy {
	t.Helper()
	p, err := NewPolicy(layers...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// open is a harmless decision with probability p.
func open(p float64) Input {
	return Input{
		Intent: "Open the help", Action: "click", Choice: ptr("f0:c1"), Probability: ptr(p),
		Element: &trace.Candidate{CID: "f0:c1", Role: "link", Name: "Help", Href: ptr("/help")},
	}
}

func with(in Input, change func(*Input)) Input {
	change(&in)
	return in
}

func TestDecide(t *testing.T) {
	review := &lang.Gates{Truncated: "review"}
	bars := &lang.Gates{Intents: []lang.IntentBar{{Pattern: "open *", MinConfidence: .6}, {Pattern: "pay *", MinConfidence: .99}}}
	for _, c := range []struct {
		name    string
		gates   *lang.Gates
		in      Input
		verdict string
		reason  string // a part of it
	}{
		{"confident and harmless", nil, open(.97), "auto", ""},
		{"at the bar", nil, open(.9), "auto", ""},
		{"below the bar", nil, open(.72), "review", "p 0.72 is below 0.90"},
		{"just below the bar", nil, open(.8999), "review", "p 0.8999 is below 0.9000"},
		{"below by less than four decimals", nil, open(.89999999), "review", "p 0.89999999 is below 0.9"},

		{"an error", nil, with(open(1), func(in *Input) { in.Err = errors.New("429 too many requests") }), "blocked", "429 too many requests"},
		{"an error without words", nil, with(open(1), func(in *Input) { in.Err = errors.New("") }), "blocked", "without a message"},
		{"none", nil, with(open(1), func(in *Input) { in.Choice = ptr(decide.None); in.Element = nil }), "blocked", "no element that fits"},
		{"no choice", nil, with(open(1), func(in *Input) { in.Choice = nil }), "blocked", "no decision was made"},
		{"no probability", nil, with(open(1), func(in *Input) { in.Probability = nil }), "blocked", "has no probability"},
		{"NaN", nil, open(math.NaN()), "blocked", "NaN"},
		{"more than certain", nil, open(1.5), "blocked", "1.5"},
		{"a choice without an element", nil, with(open(1), func(in *Input) { in.Element = nil }), "blocked", `"f0:c1" names no element`},

		{"dropped, warn", nil, with(open(1), func(in *Input) { in.Dropped = 17 }), "auto", ""},
		{"dropped, review", review, with(open(1), func(in *Input) { in.Dropped = 17 }), "review", "17 candidates"},
		{"nothing dropped, review", review, open(1), "auto", ""},

		{"risky intent", nil, with(open(1), func(in *Input) { in.Intent = "Delete the account" }), "review", "risky: delete (en)"},
		{"risky name, calm intent", nil, with(open(1), func(in *Input) { in.Element = &trace.Candidate{Role: "button", Name: "Delete account"} }), "review", "risky"},
		{"cancel discards", nil, with(open(1), func(in *Input) {
			in.Intent, in.Element = "Discard the changes", &trace.Candidate{Role: "button", Name: "Cancel"}
		}), "auto", ""},
		{"cancel my subscription", nil, with(open(1), func(in *Input) {
			in.Intent, in.Element = "Cancel my subscription", &trace.Candidate{Role: "button", Name: "Continue"}
		}), "review", "risky"},
		{"risky is said before the bar", nil, with(open(.2), func(in *Input) { in.Intent = "Delete it" }), "review", "risky"},
		{"truncation is said before risky", review, with(open(.2), func(in *Input) { in.Dropped = 1; in.Intent = "Delete it" }), "review", "1 candidates"},
		{"a role can be risky", &lang.Gates{RiskyExtra: []string{`\bmenuitem\b`}}, with(open(1), func(in *Input) {
			in.Element = &trace.Candidate{Role: "menuitem", Name: "Help"}
		}), "review", `\bmenuitem\b`},

		{"the bar of a loop", nil, with(open(.6), func(in *Input) { in.Loop = true }), "auto", ""},
		{"below the bar of a loop", nil, with(open(.4), func(in *Input) { in.Loop = true }), "review", "p 0.40 is below 0.50, the bar of a goal loop"},
		{"no loop", nil, open(.6), "review", "0.60"},

		{"an intent's bar", bars, open(.65), "auto", ""},
		{"below an intent's bar", bars, open(.5), "review", `p 0.50 is below 0.60, the bar for intents like "open *"`},
		{"an intent's bar in a loop", bars, with(open(.55), func(in *Input) { in.Loop = true }), "review", "0.60"},

		{"a caller lowers the default bar", nil, with(open(.75), func(in *Input) { in.Caller = ptr(.7) }), "auto", ""},
		{"a caller raises the default bar", nil, with(open(.95), func(in *Input) { in.Caller = ptr(.99) }), "review", "p 0.95 is below 0.99"},
		{"a caller's zero is the floor", nil, with(open(.29), func(in *Input) { in.Caller = ptr(0.) }), "review", "p 0.29 is below 0.30"},
		{"the floor itself passes", nil, with(open(.3), func(in *Input) { in.Caller = ptr(-1.) }), "auto", ""},
		{"a caller's NaN", nil, with(open(.99), func(in *Input) { in.Caller = ptr(math.NaN()) }), "review", "below 1.00"},
		{"a caller does not pass the floor of the gates", &lang.Gates{CallerFloor: ptr(.8)}, with(open(.75), func(in *Input) { in.Caller = ptr(.1) }), "review", "0.80"},
		{"a caller does not lower an intent's bar", bars, with(open(.55), func(in *Input) { in.Caller = ptr(.3) }), "review", "0.60"},
		{"a caller may raise an intent's bar", bars, with(open(.65), func(in *Input) { in.Caller = ptr(.7) }), "review", "0.70"},
		{"a caller does not pass risky words", nil, with(open(.99), func(in *Input) { in.Caller = ptr(.1); in.Intent = "Pay the bill" }), "review", "risky"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Decide(t.Context(), policy(t, c.gates), c.in)
			if v.Verdict != c.verdict {
				t.Fatalf("got %+v, want %s", v, c.verdict)
			}
			if (v.Verdict == "auto") != (v.Reason == "") || !strings.Contains(v.Reason, c.reason) {
				t.Errorf("got reason %q, want one with %q", v.Reason, c.reason)
			}
		})
	}
}

func TestTheZeroPolicyIsTheDefaultOne(t *testing.T) {
	for _, in := range []Input{open(1), open(.9), open(.89), with(open(1), func(in *Input) { in.Intent = "Delete it" }), with(open(.4), func(in *Input) { in.Loop = true })} {
		if got, want := Decide(t.Context(), Policy{}, in), Decide(t.Context(), policy(t), in); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestRules(t *testing.T) {
	leaves := lang.Rule{Name: "leaves the site", Verdict: "review", When: condition(t, `candidate.role == "link" && not (candidate.href startsWith page.origin)`)}
	never := lang.Rule{Name: "never here", Verdict: "blocked", When: condition(t, `page.title == "Admin" && confidence < 0.99`)}
	away := with(open(.97), func(in *Input) {
		in.Page = predicate.Page{Origin: "http://shop.test", Title: "Shop"}
		in.Element, in.Link = &trace.Candidate{Role: "link", Name: "Partner"}, "http://other.test/"
	})
	admin := with(away, func(in *Input) { in.Page.Title = "Admin" })

	p := policy(t, &lang.Gates{Rules: []lang.Rule{leaves, never}})
	if v := Decide(t.Context(), p, away); v != (Verdict{"review", `rule "leaves the site"`}) {
		t.Errorf("got %+v", v)
	}
	if v := Decide(t.Context(), p, with(away, func(in *Input) {
		in.Element, in.Link = &trace.Candidate{Role: "link", Name: "Cart"}, "http://shop.test/cart"
	})); v.Verdict != "auto" {
		t.Errorf("got %+v", v)
	}
	if v := Decide(t.Context(), p, admin); v != (Verdict{"blocked", `rule "never here"`}) {
		t.Errorf("the stricter rule must win: %+v", v)
	}
	low := with(away, func(in *Input) { in.Probability = ptr(.5) })
	if v := Decide(t.Context(), p, low); v.Verdict != "review" || !strings.Contains(v.Reason, "0.50") {
		t.Errorf("a rule that does not tighten must not hide why: %+v", v)
	}
	if v := Decide(t.Context(), p, with(admin, func(in *Input) { in.Caller = ptr(.3) })); v.Verdict != "blocked" {
		t.Errorf("a caller got past a rule: %+v", v)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v := Decide(ctx, p, away); v.Verdict == "auto" || !strings.Contains(v.Reason, "could not be evaluated") {
		t.Errorf("a rule that cannot be evaluated must count as holding: %+v", v)
	}
}

func TestTheReasonNamesThePart(t *testing.T) {
	own := policy(t, &lang.Gates{RiskyExtra: []string{"ship it"}})
	for want, in := range map[string]Input{
		`the intent "Delete it" is risky: delete (en)`:                        {Intent: "Delete it", Element: el("button", "OK")},
		`the name "Konto kündigen" is risky: cancel a contract (de)`:          {Element: el("button", "Konto kündigen")},
		`what "Delete account?" asks for is risky: delete (en)`:               {Element: &trace.Candidate{Role: "button", Name: "Yes", Scope: ptr("Delete account?")}},
		`the form's button "Delete account" is risky: delete (en)`:            {Action: "press", Key: "Enter", Element: el("textbox", "Note"), Submits: "Delete account"},
		`the place "Trash", where it is dropped, is risky: delete (en)`:       {Action: "drag", To: "Trash", Element: el("button", "Report")},
		`the form's address "/pay" is risky: pay (en)`:                        {Element: el("button", "Next"), FormAction: "/pay"},
		`the address "http://shop.test/items/7/delete" is risky: delete (en)`: {Element: el("link", "x7"), Link: "http://shop.test/items/7/delete"},
		`risky: matches ship it`:                                              {Element: el("button", "Ship it")},
		`the form's button "Ship it" is risky: ship it`:                       {Element: el("button", "Next"), Submits: "Ship it"},
		`the name was read to its 4th character only`:                         {Element: el("button", "News"), Cut: true},
	} {
		if in.Intent == "" {
			in.Intent = "Go on"
		}
		if in.Action == "" {
			in.Action = "click"
		}
		in.Choice, in.Probability = ptr("f0:c1"), ptr(1.)
		if v := Decide(t.Context(), own, in); v.Verdict != trace.VerdictReview || !strings.HasPrefix(v.Reason, want) {
			t.Errorf("got %+v, want a review: %s", v, want)
		}
	}
}

func TestLayers(t *testing.T) {
	module := &lang.Gates{
		MinConfidence: ptr(.8), Truncated: "review", RiskyExtra: []string{"ship it"},
		Intents: []lang.IntentBar{{Pattern: "open *", MinConfidence: .95}, {Pattern: "open the help*", MinConfidence: .85}},
		Rules:   []lang.Rule{{Name: "a", Verdict: "blocked", When: condition(t, `action == "hover"`)}},
	}
	flow := &lang.Gates{
		LoopMinConfidence: ptr(.6), Truncated: "warn",
		Intents: []lang.IntentBar{{Pattern: "open the help*", MinConfidence: .7}},
		Rules:   []lang.Rule{{Name: "b", Verdict: "review", When: condition(t, `action == "hover"`)}},
	}
	p := policy(t, module, nil, flow)
	say := func(name string, p Policy, in Input, want string) {
		t.Helper()
		if v := Decide(t.Context(), p, in); v.Verdict != want {
			t.Errorf("%s: got %+v, want %s", name, v, want)
		}
	}
	read := with(open(.85), func(in *Input) { in.Intent = "Read the news" })
	say("the module's bar is inherited", p, read, "auto")
	say("the flow's attribute overrides", p, with(read, func(in *Input) { in.Dropped = 5 }), "auto")
	say("the module's stands for itself", policy(t, module), with(read, func(in *Input) { in.Dropped = 5 }), "review")
	say("the flow's bar of the same pattern overrides", p, open(.75), "auto")
	say("the module's other pattern stays", p, with(open(.9), func(in *Input) { in.Intent = "open a page" }), "review")
	say("rules add up", p, with(open(1), func(in *Input) { in.Action = "hover" }), "blocked")
	say("risky_extra is inherited", p, with(open(1), func(in *Input) { in.Intent = "Ship it" }), "review")
	say("and keeps the built-in list", p, with(open(1), func(in *Input) { in.Intent = "Delete it" }), "review")

	calm := policy(t, module, &lang.Gates{RiskySet: true, Risky: []string{}})
	say("an empty risky list replaces the built-in one", calm, with(open(1), func(in *Input) { in.Intent = "Delete it" }), "auto")
	say("and keeps what was added outside", calm, with(open(1), func(in *Input) { in.Intent = "Ship it" }), "review")
	own := policy(t, module, &lang.Gates{RiskySet: true, Risky: []string{"launch"}, RiskyExtra: []string{"lift off"}})
	say("a risky list of its own", own, with(open(1), func(in *Input) { in.Intent = "Launch" }), "review")
	say("with more", own, with(open(1), func(in *Input) { in.Intent = "Lift off" }), "review")
	say("replaces the built-in one", own, with(open(1), func(in *Input) { in.Intent = "Delete it" }), "auto")

	same := policy(t, module, &lang.Gates{Rules: []lang.Rule{{Name: "a", Verdict: "review", When: condition(t, `action == "press"`)}}})
	say("a rule of the same name takes its place", same, with(open(1), func(in *Input) { in.Action = "hover" }), "auto")
}

func TestIntentBars(t *testing.T) {
	p := policy(t, &lang.Gates{Intents: []lang.IntentBar{
		{Pattern: "*", MinConfidence: .5}, {Pattern: "open *", MinConfidence: .6}, {Pattern: "* help", MinConfidence: .7}, {Pattern: "OPEN THE ????", MinConfidence: .4},
	}})
	for intent, want := range map[string]float64{
		"read": .5, "open it": .6, "Open help": .7, "get help": .7, "open the help": .4, "open the menus": .6,
	} {
		if got, _, ok := p.intentBar(intent); !ok || got != want {
			t.Errorf("%q: got %v, want %v", intent, got, want)
		}
	}
}

func TestNewPolicyRefuses(t *testing.T) {
	here := hcl.Range{Filename: "shop.hcl", Start: hcl.Pos{Line: 7}}
	when := condition(t, "true")
	for want, g := range map[string]*lang.Gates{
		`shop.hcl:7: min_confidence is 1.2`:                        {MinConfidence: ptr(1.2), Range: here},
		`loop_min_confidence is NaN`:                               {LoopMinConfidence: ptr(math.NaN())},
		`caller_floor is -0.1`:                                     {CallerFloor: ptr(-.1)},
		`truncated is "revew"`:                                     {Truncated: "revew"},
		`shop.hcl:7: risky pattern "(a": not a regular expression`: {RiskySet: true, Risky: []string{"(a"}, Range: here},
		`risky pattern "b[": not`:                                  {RiskyExtra: []string{"b["}},
		`shop.hcl:7: min_confidence of intent "pay *" is 99`:       {Intents: []lang.IntentBar{{Pattern: "pay *", MinConfidence: 99, Range: here}}},
		`rule "x" has no condition`:                                {Rules: []lang.Rule{{Name: "x", Verdict: "review"}}},
		`rule "x" has the verdict "auto"; a rule may only tighten`: {Rules: []lang.Rule{{Name: "x", Verdict: "auto", When: when}}},
	} {
		if _, err := NewPolicy(nil, g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	if _, err := NewPolicy(nil, nil); err != nil {
		t.Errorf("no gates at all are the default ones: %v", err)
	}
}

// anyInput draws a decision that is possible.
func anyInput(t *rapid.T) Input {
	in := open(rapid.Float64Range(0, 1).Draw(t, "p"))
	in.Intent = rapid.SampledFrom([]string{"Open the help", "Delete the row", "Pay", "Search", "öffne das Menü", ""}).Draw(t, "intent")
	in.Action = rapid.SampledFrom([]string{"click", "fill", "press"}).Draw(t, "action")
	in.Element = &trace.Candidate{Name: rapid.SampledFrom([]string{"Help", "Delete", "Supprimer", ""}).Draw(t, "name"), Role: "button"}
	in.Scope = rapid.SampledFrom([]string{"", "Delete account", "Filters"}).Draw(t, "scope")
	in.FormAction = rapid.SampledFrom([]string{"", "/search", "/account/delete"}).Draw(t, "form")
	in.Submits = rapid.SampledFrom([]string{"", "Search", "Pay now"}).Draw(t, "submits")
	in.Cut = rapid.IntRange(0, 9).Draw(t, "cut") == 0
	in.Dropped = rapid.IntRange(0, 3).Draw(t, "dropped")
	in.Loop = rapid.Bool().Draw(t, "loop")
	if rapid.Bool().Draw(t, "called") {
		in.Caller = ptr(rapid.Float64Range(-1, 2).Draw(t, "caller"))
	}
	return in
}

func anyGates(t *rapid.T) *lang.Gates {
	g := &lang.Gates{Truncated: rapid.SampledFrom([]string{"", "warn", "review"}).Draw(t, "truncated")}
	for _, to := range []**float64{&g.MinConfidence, &g.LoopMinConfidence, &g.CallerFloor} {
		if rapid.Bool().Draw(t, "set") {
			*to = ptr(rapid.Float64Range(0, 1).Draw(t, "bar"))
		}
	}
	for _, pattern := range []string{"*", "open *", "[dp]*", "*é*"} {
		if rapid.Bool().Draw(t, "intent bar") {
			g.Intents = append(g.Intents, lang.IntentBar{Pattern: pattern, MinConfidence: rapid.Float64Range(0, 1).Draw(t, "bar")})
		}
	}
	return g
}

func anyPolicy(t *rapid.T, g *lang.Gates) Policy {
	p, err := NewPolicy(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestARuleNeverLoosens(t *testing.T) {
	conditions := []*predicate.Program{condition(t, "true"), condition(t, "false"), condition(t, "confidence > 0.5"), condition(t, `candidate.name contains "e"`)}
	rapid.Check(t, func(t *rapid.T) {
		g, in := anyGates(t), anyInput(t)
		before := Decide(context.Background(), anyPolicy(t, g), in)
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			g.Rules = append(g.Rules, lang.Rule{
				Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "rule"), Verdict: rapid.SampledFrom([]string{"review", "blocked"}).Draw(t, "verdict"),
				When: rapid.SampledFrom(conditions).Draw(t, "when"),
			})
		}
		after := Decide(context.Background(), anyPolicy(t, g), in)
		if severity(after.Verdict) < severity(before.Verdict) {
			t.Fatalf("rules turned %+v into %+v", before, after)
		}
		if before.Verdict == after.Verdict && before.Reason != after.Reason {
			t.Fatalf("a rule that tightened nothing changed the reason %q to %q", before.Reason, after.Reason)
		}
	})
}

func TestMoreProbabilityIsNeverWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, in := anyPolicy(t, anyGates(t)), anyInput(t)
		more := in
		more.Probability = ptr(rapid.Float64Range(*in.Probability, 1).Draw(t, "more"))
		a, b := Decide(context.Background(), p, in), Decide(context.Background(), p, more)
		if severity(b.Verdict) > severity(a.Verdict) {
			t.Fatalf("p %v gives %+v, p %v gives %+v", *in.Probability, a, *more.Probability, b)
		}
	})
}

func TestACallerNeverGetsBelowItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, in := anyGates(t), anyInput(t)
		in.Caller = ptr(rapid.Float64Range(-1, 2).Draw(t, "caller"))
		p := anyPolicy(t, g)
		if Decide(context.Background(), p, in).Verdict != trace.VerdictAuto {
			return
		}
		if *in.Probability < Floor {
			t.Fatalf("p %v passed below the floor", *in.Probability)
		}
		if g.CallerFloor != nil && *in.Probability < *g.CallerFloor {
			t.Fatalf("p %v passed below the gates' floor %v", *in.Probability, *g.CallerFloor)
		}
		if bar, _, ok := p.intentBar(in.Intent); ok && *in.Probability < bar {
			t.Fatalf("p %v passed below the intent's bar %v", *in.Probability, bar)
		}
		zero := in
		zero.Caller = ptr(0.)
		if third := with(in, func(in *Input) { in.Caller = ptr(Floor) }); Decide(context.Background(), p, zero) != Decide(context.Background(), p, third) {
			t.Fatal("a caller's 0 is not 0.3")
		}
	})
}

func TestReasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyInput(t)
		switch rapid.IntRange(0, 4).Draw(t, "broken") {
		case 0:
			in.Err = errors.New(rapid.String().Draw(t, "err"))
		case 1:
			in.Choice = rapid.SampledFrom([]*string{nil, ptr(decide.None), ptr("")}).Draw(t, "choice")
		case 2:
			in.Probability = nil
		case 3:
			in.Element = nil
		}
		v := Decide(context.Background(), anyPolicy(t, anyGates(t)), in)
		if !slices.Contains([]string{"auto", "review", "blocked"}, v.Verdict) {
			t.Fatalf("got %+v", v)
		}
		if (v.Reason == "") != (v.Verdict == "auto") {
			t.Fatalf("got %+v", v)
		}
	})
}
