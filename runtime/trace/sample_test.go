package trace

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files again")

func ptr[T any](v T) *T { return &v }

// clock is the time of every record in these tests.
func clock() time.Time { return time.Date(2026, 11, 29, 8, 30, 5, 999, time.FixedZone("east", 7200)) }

func sampleRun() *Run {
	return &Run{Spec: Spec, Started: Time(clock()), Tool: "jevrun/0.1.0", OrderSpec: ptr(OrderSpec),
		Flow: "sign-in", Model: "builtin-1", Start: "file:site/app.html?lang=de#top", MaxCandidates: 120}
}

func sampleCandidates() []Candidate {
	list := []Candidate{
		{CID: "f0:c1", Role: "textbox", Name: "Password", Tag: "input", Type: ptr("password"), Scope: ptr("Sign in"), Value: ptr("••••"), InViewport: true},
		{CID: "f0:c2", Role: "button", Name: "Straße <öffnen> & gehen", Tag: "button", Type: ptr("submit"), Placeholder: ptr(""), Scope: ptr("Sign in"), InViewport: true, Rank: 1},
		{CID: "f1:c1", Role: "link", Name: "Help", Tag: "a", Href: ptr("/help?a=1&b=2"), Disabled: true, Frame: 1},
	}
	for i := range list {
		list[i].FP = Fingerprint(list[i].Role, list[i].Name)
	}
	return list
}

func sampleStep(n int) *Step {
	list := sampleCandidates()
	return &Step{
		Step: n, Name: "open_form", Intent: "Open the street", Action: StepAction{Type: "click"},
		URL: "file:site/app.html?lang=de#top", Title: "Console — Home", TotalOnPage: 3, Candidates: list,
		ExpectedCID: ptr("f0:c2"),
		Decision: Decision{Choice: ptr("f0:c2"), ChosenFP: ptr(list[1].FP), ChosenName: ptr(list[1].Name), Confidence: ptr(0.97),
			Probabilities: map[string]float64{"f0:c1": 0.01, "f0:c2": 0.97, "f1:c1": 0, "none": 0.02},
			Model:         ptr("builtin-1"), LatencyMS: ptr(1.5), CostUSD: ptr(0.0)},
		Gate:    Gate{Verdict: VerdictAuto},
		Locator: &Locator{Selector: `role=button[name="Straße <öffnen> & gehen"]`, Unique: true},
		Result:  Result{Correct: ptr(true), Executed: true},
		Settled: &Settled{By: "condition", MS: 17.2}, Received: `button "Straße <öffnen> & gehen"`,
		Source: "../flows/a.hcl:12", TookMS: ptr(31.4),
	}
}

func sampleAssert(n int) *Step {
	return &Step{
		Step: n, Name: "signed_in", Intent: "page.text contains 'Welcome'", Action: StepAction{Type: "none"},
		URL: "file:site/app.html", Title: "Console — Home", Candidates: []Candidate{},
		Gate:   Gate{Verdict: VerdictNA, Reason: ptr("a claim, not an action")},
		Verify: &Verify{That: "page.text contains 'Welcome'", Verified: ptr(true)},
	}
}

func sampleAction(tool string) *Action {
	return &Action{At: Time(clock()), Tool: tool, Request: map[string]any{"url": "http://127.0.0.1:8080/"}, Result: map[string]any{"ok": true}}
}

func sampleTick(n int) *Step {
	return &Step{
		Step: n, Intent: "catch", Action: StepAction{Type: "hold", Key: "ArrowLeft"}, State: "green at 3", StateHash: StateHash("green at 3"),
		Decision: Decision{Choice: ptr("left"), Confidence: ptr(0.5), Probabilities: map[string]float64{"left": 0.75, "right": 0.25}},
		Gate:     Gate{Verdict: VerdictNA}, Result: Result{Executed: true}, ElapsedMS: ptr(250.0), Play: true,
	}
}

// record writes the records and run_end, and returns the text.
func record(t testing.TB, recs ...Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, Options{Now: clock})
	for _, r := range recs {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readAll returns all records, or the error that ends them.
func readAll(src []byte, opts ...ReadOption) ([]Record, error) {
	var recs []Record
	for e, err := range NewReader(bytes.NewReader(src), opts...).All() {
		if err != nil {
			return recs, err
		}
		recs = append(recs, e.Record)
	}
	return recs, nil
}

// endless yields a header and then the same line again and again, n bytes in all.
type endless struct {
	head, line []byte
	left, at   int
	inHead     bool
}

func newEndless(head, line []byte, n int) *endless {
	return &endless{head: head, line: line, left: n, inHead: true}
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 && e.at == 0 && !e.inHead {
		return 0, io.EOF
	}
	from := e.line
	if e.inHead {
		from = e.head
	}
	n := copy(p, from[e.at:])
	e.at += n
	e.left -= n
	if e.at == len(from) {
		e.at, e.inHead = 0, false
	}
	return n, nil
}

// largeStep is a step with n candidates, as a busy page gives.
func largeStep(n int) *Step {
	s := sampleStep(1)
	s.Candidates = nil
	s.Decision.Probabilities = map[string]float64{"none": 0.25}
	for i := range n {
		c := Candidate{CID: fmt.Sprintf("f0:c%d", i+1), Role: "link", Name: fmt.Sprintf("Entry number %d of the index", i), Tag: "a",
			Href: ptr(fmt.Sprintf("https://example.com/library/entry-%d.html#part", i)), Scope: ptr("Index"), InViewport: i < 40, Rank: i}
		c.FP = Fingerprint(c.Role, c.Name)
		s.Candidates = append(s.Candidates, c)
		s.Decision.Probabilities[c.CID] = float64(i%100) / 1000
	}
	c := s.Candidates[0]
	s.ExpectedCID, s.Decision.Choice, s.Decision.ChosenFP, s.Decision.ChosenName = &c.CID, &c.CID, &c.FP, &c.Name
	return s
}
