package gate

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/trace"
)

// phrase is a labelled decision: would a person want to see it before it happens? The labels were given by
// meaning, before the patterns were written; Why says what a label rests on.
type phrase struct {
	ID      string `json:"id"`
	Lang    string `json:"lang"` // ISO 639-1
	Intent  string `json:"intent"`
	Name    string `json:"name"`
	Role    string `json:"role"`
	Risky   bool   `json:"risky"`
	Meaning string `json:"meaning"`
	Why     string `json:"why"`
}

func readPhrases(t testing.TB, file string) []phrase {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []phrase
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return rows
}

// score counts how the gate judges phrases at probability 1, where only risk can stop them.
type score struct{ hit, miss, over, quiet int }

func (s score) recall() float64    { return ratio(s.hit, s.hit+s.miss) }
func (s score) precision() float64 { return ratio(s.hit, s.hit+s.over) }

func (s score) String() string {
	return fmt.Sprintf("risky %3d  harmless %3d  recall %.3f  precision %.3f", s.hit+s.miss, s.over+s.quiet, s.recall(), s.precision())
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

func (s *score) add(t testing.TB, p phrase) {
	in := open(1)
	in.Intent, in.Element = p.Intent, &trace.Candidate{CID: "f0:c1", Role: p.Role, Name: p.Name}
	v := Decide(t.Context(), Policy{}, in)
	switch stopped := v.Verdict != trace.VerdictAuto; {
	case p.Risky && stopped:
		s.hit++
	case p.Risky:
		s.miss++
		t.Logf("%s: let through: %q, %s %q", p.Lang, p.Intent, p.Role, p.Name)
	case stopped:
		s.over++
		t.Logf("%s: stopped: %q, %s %q: %s", p.Lang, p.Intent, p.Role, p.Name, v.Reason)
	default:
		s.quiet++
	}
}

// The bars of the table, for all languages together and for each one.
const minRecall, minPrecision = 0.98, 0.85

func TestPhrases(t *testing.T) {
	rows := readPhrases(t, "testdata/phrases.json")
	var langs []string
	byLang := map[string]*score{}
	var all score
	seen := map[string]bool{}
	for _, p := range rows {
		key := p.Intent + "|" + p.Name + "|" + p.Role
		if seen[key] || p.Why == "" || p.Meaning == "" || p.Role == "" {
			t.Errorf("%q is there twice, or lacks a role, a meaning or a reason", key)
		}
		seen[key] = true
		if byLang[p.Lang] == nil {
			byLang[p.Lang] = &score{}
			langs = append(langs, p.Lang)
		}
		byLang[p.Lang].add(t, p)
		all.add(discard{t}, p)
	}
	slices.Sort(langs)
	if len(rows) < 420 || len(langs) < 18 {
		t.Errorf("%d phrases in %d languages, want at least 420 in 18", len(rows), len(langs))
	}
	for _, lang := range langs {
		s := *byLang[lang]
		t.Logf("%s     %v", lang, s)
		if s.hit+s.miss < 12 || s.over+s.quiet < 12 {
			t.Errorf("%s: %v; want a dozen of each at least", lang, s)
		}
		if s.recall() < minRecall || s.precision() < minPrecision {
			t.Errorf("%s: %v, want recall %.2f and precision %.2f", lang, s, minRecall, minPrecision)
		}
	}
	t.Logf("all    %v", all)
	if all.recall() < minRecall || all.precision() < minPrecision {
		t.Errorf("%v, want recall %.2f and precision %.2f", all, minRecall, minPrecision)
	}
}

// discard is a test that logs nothing.
type discard struct{ testing.TB }

func (discard) Logf(string, ...any) {}

// Phrases that were written when the lists stood, with other objects and other words than the first table, in two
// rounds. At first sight the lists reached recall 0.966 and precision 0.860 on the first 180, recall 0.943 and
// precision 0.926 on the others: that is what to expect of unseen phrases. The lists have learned from both.
func TestMorePhrases(t *testing.T) {
	var s score
	rows := readPhrases(t, "testdata/more.json")
	for _, p := range rows {
		s.add(t, p)
	}
	t.Logf("%d phrases: %v", len(rows), s)
	if s.recall() < minRecall || s.precision() < minPrecision {
		t.Errorf("%v, want recall %.2f and precision %.2f", s, minRecall, minPrecision)
	}
}

// The phrases of a published study, with its labels: recall 1.00 at precision 0.65 is what its own patterns reach.
func TestPublishedPhrases(t *testing.T) {
	rows := readPhrases(t, "testdata/published.json")
	var s score
	for _, p := range rows {
		s.add(t, p)
	}
	t.Log(strings.TrimSpace(s.String()))
	if len(rows) != 49 {
		t.Errorf("%d phrases, want 49", len(rows))
	}
	if s.recall() < 1 || s.precision() <= 0.65 {
		t.Errorf("%v, want recall 1 and precision above 0.65", s)
	}
}
