package recorded

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// elements are "role|name" in their order, as candidates.
func elements(list ...string) []trace.Candidate {
	var out []trace.Candidate
	for i, s := range list {
		role, name, _ := strings.Cut(s, "|")
		out = append(out, trace.Candidate{
			CID: "f0:c" + string(rune('1'+i)), Role: role, Name: name, FP: trace.Fingerprint(role, name), Tag: "x", InViewport: true, Rank: i,
		})
	}
	return out
}

func request(intent string, list ...string) decide.Request {
	return decide.TargetRequest(decide.Target{Intent: intent, Action: "click", Candidates: elements(list...)})
}

func ptr[T any](v T) *T { return &v }

// decided is a record of a decision among save, save and open.
func decided(n int, intent, choice string, ps map[string]float64) *trace.Step {
	s := &trace.Step{
		Step: n, Intent: intent, Action: trace.StepAction{Type: "click"}, URL: "http://x/", Title: "T", TotalOnPage: 3,
		Candidates: elements("button|Save", "button|Save", "link|Open"),
		Decision:   trace.Decision{Choice: &choice, Confidence: ptr(0.7), Probabilities: ps, Model: ptr("jev-1.13.0"), LatencyMS: ptr(1.0)},
		Gate:       trace.Gate{Verdict: trace.VerdictReview, Reason: ptr("x")},
	}
	for _, c := range s.Candidates {
		if c.CID == choice {
			s.Decision.ChosenFP, s.Decision.ChosenName = ptr(c.FP), ptr(c.Name)
			s.Locator = &trace.Locator{Selector: "role=" + c.Role}
		}
	}
	return s
}

func write(t *testing.T, steps ...*trace.Step) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.trace.jsonl")
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	order := trace.OrderSpec
	if err := w.Write(&trace.Run{Kind: trace.KindRun, Started: "2026-11-29T12:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "f", Model: "jev-latest", MaxCandidates: 120}); err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		s.Kind, s.DOMHash = trace.KindStep, trace.DOMHash(s.Candidates)
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusPassed}); err != nil {
		t.Fatal(err)
	}
	return path
}

var spread = map[string]float64{"f0:c1": .1, "f0:c2": .8, "f0:c3": .07, "none": .03}

func load(t *testing.T, steps ...*trace.Step) *Decider {
	t.Helper()
	rec, err := Load(write(t, steps...))
	if err != nil {
		t.Fatal(err)
	}
	return rec.Decider()
}

func TestAnswersByFingerprint(t *testing.T) {
	for name, c := range map[string]struct {
		page   []string
		choice string
		ps     map[string]float64
		says   string
	}{
		"the same page":      {[]string{"button|Save", "button|Save", "link|Open"}, "f0:c2", spread, ""},
		"another order":      {[]string{"link|Open", "button|SAVE ", "button|Save"}, "f0:c3", map[string]float64{"f0:c1": .07, "f0:c2": .1, "f0:c3": .8, "none": .03}, ""},
		"one more and less":  {[]string{"button|Save", "link|New", "button|Save"}, "f0:c3", map[string]float64{"f0:c1": .1, "f0:c2": 0, "f0:c3": .8, "none": .1}, ""},
		"the choice is gone": {[]string{"link|Open"}, "", nil, `the recorded choice, button "save", is not on this page`},
		"one of two is gone": {[]string{"button|Save", "link|Open"}, "", nil, `was one of 2 like button "save", and the page has 1`},
		"a third like it":    {[]string{"button|Save", "button|Save", "button|Save"}, "", nil, "and the page has 3"},
		"another role":       {[]string{"link|Save", "link|Save"}, "", nil, "is not on this page"},
	} {
		t.Run(name, func(t *testing.T) {
			d := load(t, decided(1, "Save it", "f0:c2", spread))
			resp, err := decide.Ask(t.Context(), d, request("Save it", c.page...))
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got %v, want %q", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			a := resp.Answers["target"]
			if diff := cmp.Diff(c.ps, a.Probabilities); diff != "" || a.Choice != c.choice || a.Confidence != .7 {
				t.Errorf("it chose %s with confidence %v: %s", a.Choice, a.Confidence, diff)
			}
			if d.ID() != "recorded:jev-latest" || resp.Model != "recorded:jev-1.13.0" || *resp.CostUSD != 0 || resp.Usage != nil {
				t.Errorf("%s: %+v", d.ID(), resp)
			}
		})
	}
}

func TestOneDecisionAfterTheOther(t *testing.T) {
	failed := decided(3, "Save it", "none", spread)
	failed.Decision = trace.Decision{Probabilities: map[string]float64{}, Error: ptr("the model was away"), LatencyMS: ptr(1.0)}
	failed.Gate, failed.Locator = trace.Gate{Verdict: trace.VerdictBlocked, Reason: ptr("x")}, nil
	none := map[string]float64{"f0:c1": 0, "f0:c2": 0, "f0:c3": .1, "none": .9}
	d := load(t, decided(1, "Save it", "f0:c2", spread), decided(2, "Save it", "none", none), failed)
	ask := func(intent string) (string, error) {
		resp, err := decide.Ask(t.Context(), d, request(intent, "button|Save", "button|Save", "link|Open"))
		return resp.Answers["target"].Choice, err
	}
	for i, want := range []string{"f0:c2", "none"} {
		if got, err := ask("Save it"); err != nil || got != want {
			t.Errorf("decision %d: %s, %v", i+1, got, err)
		}
	}
	for _, c := range []struct{ intent, says string }{
		{"Save it", "the recorded decision failed: the model was away"},
		{"Save it", "holds 3 decisions about \"Save it\" (click), and this is the next one"},
		{"Open it", "holds 0 decisions"},
	} {
		if _, err := ask(c.intent); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("got %v, want %q", err, c.says)
		}
	}
	other := request("Save it", "button|Save")
	other.State = "x"
	if _, err := decide.Ask(t.Context(), d, other); err == nil || !strings.Contains(err.Error(), "elements of a page only") {
		t.Errorf("got %v", err)
	}
}

// TestAPageThatMovedTooFarIsNoDecision: what vanished counts for none, and none is then the most probable.
func TestAPageThatMovedTooFarIsNoDecision(t *testing.T) {
	d := load(t, decided(1, "Open it", "f0:c3", map[string]float64{"f0:c1": .25, "f0:c2": .25, "f0:c3": .4, "none": .1}))
	if resp, err := decide.Ask(t.Context(), d, request("Open it", "link|Open")); err == nil {
		t.Errorf("got %+v", resp)
	}
}

// fixed answers the first option.
type fixed struct{ err error }

func (fixed) ID() string { return "jev-latest" }
func (f fixed) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	resp := decide.Response{Model: "jev-1.13.0", Answers: map[string]decide.Answer{}}
	for _, q := range req.Questions {
		ps := map[string]float64{}
		for _, o := range q.Options {
			ps[o.Label] = .1 / float64(len(q.Options)-1)
		}
		ps[q.Options[0].Label] = .9
		resp.Answers[q.ID] = decide.Answer{Choice: q.Options[0].Label, Confidence: .8, Probabilities: ps}
	}
	return resp, f.err
}

func TestARecordingThatIsMade(t *testing.T) {
	rec := New()
	d := rec.Record(fixed{})
	if d.ID() != "jev-latest" {
		t.Errorf("it is called %s", d.ID())
	}
	first, err := decide.Ask(t.Context(), d, request("Save it", "button|Save", "link|Open"))
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	if _, err := decide.Ask(t.Context(), rec.Record(fixed{boom}), request("Save it", "button|Save")); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	again := rec.Decider()
	resp, err := decide.Ask(t.Context(), again, request("Save it", "link|Open", "button|Save"))
	if err != nil || resp.Answers["target"].Choice != "f0:c2" || resp.Answers["target"].Probabilities["f0:c2"] != .9 {
		t.Errorf("got %+v, %v", resp, err)
	}
	if again.ID() != "recorded:jev-latest" || resp.Model != "recorded:"+first.Model {
		t.Errorf("%s answers as %s", again.ID(), resp.Model)
	}
	if _, err := decide.Ask(t.Context(), again, request("Save it", "button|Save")); err == nil || !strings.Contains(err.Error(), "boom") {
		t.Errorf("got %v", err)
	}
}

func TestABrokenTraceIsNoRecording(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "missing.jsonl")); err == nil || !strings.Contains(err.Error(), "missing.jsonl") {
		t.Errorf("got %v", err)
	}
}
