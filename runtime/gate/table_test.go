package gate

import (
	"encoding/json"
	"fmt"
	"maps"
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

// Phrases that were written when the lists stood, with other objects and other words than the first table, in four
// rounds, each before anybody looked at the patterns again. At first sight the lists reached
//
//	180 phrases   recall 0.966  precision 0.860
//	137           recall 0.943  precision 0.926
//	380           recall 0.958  precision 0.968   one of each meaning in each language
//	304           recall 0.757  precision 0.950   the same meanings in words that are rarer
//
// They have learned from all of them since.
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

// TestInterfaces reads names from the interfaces of others, without an intent that would help. At first sight the
// lists reached recall 0.899 and precision 0.930 on the first package, 0.831 and 0.940 on the second, 0.776 and
// 0.997 on the third (a chat, of which the lists knew little), 0.879 and 0.995 on the last. They learned from them
// since, except from every second key of the third: there, recall went from 0.771 to 0.866 and precision is 1.000.
// That is what to expect of names that nobody has looked at.
func TestInterfaces(t *testing.T) {
	raw, err := os.ReadFile("testdata/interfaces.tsv")
	if err != nil {
		t.Fatal(err)
	}
	byPackage, byLang := map[string]*score{}, map[string]*score{}
	var all score
	n := 0
	for line := range strings.Lines(string(raw)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 6 || f[2] != "risky" && f[2] != "harmless" {
			t.Fatalf("this is no row: %q", line)
		}
		p := phrase{Lang: f[1], Name: f[5], Role: f[3], Risky: f[2] == "risky"}
		for _, s := range []*score{of(byPackage, f[0]), of(byLang, f[1]), &all} {
			s.add(discard{t}, p)
		}
		n++
	}
	for _, by := range []map[string]*score{byPackage, byLang} {
		for _, name := range slices.Sorted(maps.Keys(by)) {
			t.Logf("%-25s %v", name, *by[name])
		}
	}
	t.Logf("%-25s %v", "all", all)
	if n < 3000 || len(byLang) < 19 {
		t.Errorf("%d texts in %d languages", n, len(byLang))
	}
	if all.recall() < 0.95 || all.precision() < 0.98 {
		t.Errorf("%v, want recall 0.95 and precision 0.98", all)
	}
}

func of(by map[string]*score, name string) *score {
	if by[name] == nil {
		by[name] = &score{}
	}
	return by[name]
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
