package heal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
)

// What is chosen and what is written needs no browser; cmd/jevrun heals pages in one.

func near(fp string, frame int, similarity float64) replay.Near {
	role, name, _ := strings.Cut(fp, "|")
	return replay.Near{Element: replay.Element{Role: role, Name: name, FP: fp, Frame: frame}, Similarity: similarity}
}

// button is a candidate; on is the frame that it is in.
func button(name string, on int) page.Candidate {
	return page.Candidate{Candidate: trace.Candidate{Role: "button", Name: name, FP: trace.Fingerprint("button", name), Tag: "button", Frame: on}}
}

func TestTheMostSimilarElementThatIsThereIsProposed(t *testing.T) {
	three := []replay.Near{near("button|save all", 0, 0.9), near("button|keep", 0, 0.7), near("button|store", 0, 0.6)}
	for name, c := range map[string]struct {
		nearest []replay.Near
		page    []page.Candidate
		want    string // its fingerprint, or what the error says
		at      int
	}{
		"the first of three":           {three, []page.Candidate{button("Store", 0), button("Keep", 0), button("Save all", 0)}, "button|save all", 2},
		"the first has gone":           {three, []page.Candidate{button("Store", 0), button("Keep", 0)}, "button|keep", 1},
		"the first is twice there":     {three, []page.Candidate{button("Save all", 0), button("Keep", 0), button("Save all", 0)}, `several elements are button "save all"`, -1},
		"a less similar one is twice":  {three, []page.Candidate{button("Keep", 0), button("Save all", 0), button("Keep", 0)}, "button|save all", 1},
		"its twin is in another frame": {three, []page.Candidate{button("Save all", 1), button("Save all", 0)}, "button|save all", 1},
		"only its twin elsewhere is":   {three[:1], []page.Candidate{button("Save all", 1)}, "the page changed while it was read", -1},
		"none of them is there":        {three, []page.Candidate{button("Help", 0)}, "the page changed while it was read", -1},
		"nothing was similar":          {nil, []page.Candidate{button("Help", 0)}, "the page changed while it was read", -1},
		"it was in another frame then": {[]replay.Near{near("button|save all", 1, 0.8)}, []page.Candidate{button("Save all", 0), button("Save all", 1)}, "button|save all", 1},
		"letter case is no difference": {three, []page.Candidate{button("SAVE  all", 0)}, "button|save all", 0},
		"similar names do not suffice": {three[:1], []page.Candidate{button("Save all of it", 0)}, "the page changed while it was read", -1},
	} {
		got, at, err := choose(c.nearest, c.page)
		says := got.FP
		if err != nil {
			says = err.Error()
		}
		if !strings.HasPrefix(says, c.want) || at != c.at || (err == nil) != (c.at >= 0) {
			t.Errorf("%s: %q at %d, want %q at %d", name, says, at, c.want, c.at)
		}
	}
}

func TestEvidenceNamesWhatIsTheSameAndWhatIsNot(t *testing.T) {
	href, scope := "/save", "Notes"
	p := Proposal{Successor: replay.Near{Element: replay.Element{Href: &href, Scope: &scope}, Similarity: 0.714, Differs: []string{"name", "scope"}}}
	if got, want := p.Evidence(), "similarity 0.71, the same role, tag, href; another name, scope"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Successor.Differs = []string{"role", "name", "tag", "href", "scope"}
	if got, want := p.Evidence(), "similarity 0.71; another role, name, tag, href, scope"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// recorded is a trace of two executed clicks on Save, with an action between them. tool wrote it.
func recorded(t *testing.T, tool string, second func(*trace.Step)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "app.trace.jsonl")
	w, err := trace.Create(path, trace.Options{Now: func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	step := func(n int) *trace.Step {
		save, model, sure := button("Save", 0).Candidate, "scripted", 0.9
		save.CID = "f0:c1"
		return &trace.Step{
			Step: n, Name: "save", Intent: "Save", Action: trace.StepAction{Type: "click"}, URL: "http://127.0.0.1/", Title: "App", TotalOnPage: 1,
			Candidates: []trace.Candidate{save}, Gate: trace.Gate{Verdict: trace.VerdictAuto}, Result: trace.Result{Executed: true}, Received: `button "Save"`,
			Decision: trace.Decision{Choice: &save.CID, ChosenFP: &save.FP, ChosenName: &save.Name, Confidence: &sure, Model: &model, Probabilities: map[string]float64{"f0:c1": 0.9, "none": 0.1}},
		}
	}
	last, order := step(2), trace.OrderSpec
	if second != nil {
		second(last)
	}
	for _, rec := range []trace.Record{
		&trace.Run{Started: "2026-01-01T00:00:00Z", Tool: tool, OrderSpec: &order, Flow: "app", Model: "scripted"},
		step(1), &trace.Action{At: "2026-01-01T00:00:01Z", Tool: "goto", Request: map[string]any{"url": "http://127.0.0.1/"}, Result: map[string]any{"ok": true}}, last,
	} {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusPassed}); err != nil {
		t.Fatal(err)
	}
	return path
}

// successor proposes a button for the second step.
func successor(name string, verdict gate.Verdict) *Proposal {
	c := button(name, 0).Candidate
	c.CID = "f0:c1"
	return &Proposal{Index: 1, Gate: verdict, candidates: []trace.Candidate{c}, total: 1, url: "http://127.0.0.1/", title: "App"}
}

func written(t *testing.T, path string, p ...*Proposal) string {
	t.Helper()
	out := filepath.Join(filepath.Dir(path), "healed.trace.jsonl")
	if err := (&Plan{Path: path}).Write(out, p, "ada", time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	return out
}

func second(t *testing.T, path string) *trace.Step {
	t.Helper()
	return tracetest.Read(t, path)[3].(*trace.Step)
}

// Only the line of the step that was accepted is another one, and the last, which says when the trace was written.
func TestWhatWasNotAcceptedKeepsItsBytes(t *testing.T) {
	path := recorded(t, "jevrun/0.1.0", nil)
	out := written(t, path, successor("Keep", gate.Verdict{Verdict: trace.VerdictAuto}))
	lines := func(path string) [][]byte {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Split(text, []byte("\n"))
	}
	was, is := lines(path), lines(out)
	if len(was) != len(is) {
		t.Fatalf("%d lines became %d", len(was), len(is))
	}
	for i := range was {
		if same := bytes.Equal(was[i], is[i]); same == (i == 3 || i == 4) {
			t.Errorf("line %d: the same is %v:\n%s\n%s", i+1, same, was[i], is[i])
		}
	}
	got := second(t, out)
	if h := got.Healed; h == nil || h.By != "ada" || h.At != "2026-02-03T04:05:06Z" || h.From != "button|save" {
		t.Errorf("healed: %+v", h)
	}
	if d := got.Decision; *d.ChosenFP != "button|keep" || len(d.Probabilities) != 0 || d.Model != nil || got.Received != "" || got.Review != nil {
		t.Errorf("the successor passes for a decision: %+v, received %q, review %+v", d, got.Received, got.Review)
	}
}

// A person who accepts what is risky now has approved it: a replay that executes asks for that again.
func TestARiskySuccessorIsApprovedByAPerson(t *testing.T) {
	risky := successor("Delete all", gate.Verdict{Verdict: trace.VerdictReview, Reason: "it is risky"})
	got := second(t, written(t, recorded(t, "jevrun/0.1.0", nil), risky))
	if got.Gate.Verdict != trace.VerdictReview || *got.Gate.Reason != "it is risky" || got.Review == nil || got.Review.By != "ada" || !got.Review.Approved {
		t.Errorf("gate %+v, review %+v", got.Gate, got.Review)
	}
	path := recorded(t, "jevrun/0.1.0", func(s *trace.Step) {
		reason := "unsure"
		s.Gate = trace.Gate{Verdict: trace.VerdictReview, Reason: &reason}
		s.Review = &trace.Review{By: "grace", At: "2026-01-01T00:00:00Z", Approved: true, Answer: trace.AnswerPick, Picked: "f0:c1"}
	})
	got = second(t, written(t, path, risky))
	if r := got.Review; r == nil || r.By != "grace" || !r.Approved || r.Answer != trace.AnswerApprove || r.Picked != "" || *got.Gate.Reason != "unsure" {
		t.Errorf("what a person had approved before: gate %+v, review %+v", got.Gate, r)
	}
}

func TestTracesOfOtherToolsAreNotHealed(t *testing.T) {
	path := recorded(t, "jevrun/0.1.0", nil)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("jevrun/0.1.0"), []byte("other/1.0.0"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(filepath.Dir(path), "healed.trace.jsonl")
	err = (&Plan{Path: path}).Write(out, nil, "ada", time.Now())
	if err == nil || !strings.Contains(err.Error(), "was written by other/1.0.0") {
		t.Errorf("error: %v", err)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
}
