package builtin

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
)

var update = flag.Bool("update", false, "write the golden answers and the tables of docs/deciders.md")

// folds is how many parts the pages are dealt into for cross-validation, by the sum of their names.
const folds = 7

func foldOf(page string) int {
	h := fnv.New32a()
	h.Write([]byte(page))
	return int(h.Sum32()>>8) % folds
}

const foldsFile = "testdata/folds.json"

// fold is the weights that were fitted to all pages but those of one part.
type fold struct{ Candidate, None []float64 }

// unseen answers a case with the weights that were fitted without its page.
func unseen(t testing.TB, cases []testCase) score {
	t.Helper()
	text, err := os.ReadFile(foldsFile)
	if err != nil {
		t.Fatal(err)
	}
	var fs []fold
	if err := json.Unmarshal(text, &fs); err != nil || len(fs) != folds || len(fs[0].Candidate) != numFeatures || len(fs[0].None) != numNone {
		t.Fatalf("%s is not for this list of features; fit again with -run 'TestFolds|TestFit' -fit: %v", foldsFile, err)
	}
	p := newPage(sharedVocabulary(), sharedTable())
	var s score
	for _, c := range cases {
		f := fs[foldOf(c.Page)]
		s.add(c, p.answerWith(t, c.request(), f.Candidate, f.None))
	}
	return s
}

func (p *page) answerWith(t testing.TB, req decide.Request, candidate, none []float64) decide.Answer {
	t.Helper()
	state, err := stateOf(req)
	if err != nil {
		t.Fatal(err)
	}
	elements, labels, err := elementsOf(req.Questions[0])
	if err != nil {
		t.Fatal(err)
	}
	p.scoreWith(state, elements, candidate, none)
	return answerOf(p.logits, labels)
}

// measured is a set of cases, how the decider is asked about them, and what it must reach: what the shipped weights
// reached, less a margin of a case or two, so that a change of a table or a weight cannot lose it unseen.
type measured struct {
	name   string
	score  func(testing.TB) score
	top    float64 // share that is right, none included
	forced float64 // share that is right where an element is and none is not offered
	easy   float64
	fires  float64 // share of an element at 0.9 or more
	right  float64 // of those
	ece    float64 // at most
	wrong  int     // at most: an element at 0.9 or more where none is right
}

// The pages of the first two sets took no part in the fit that answers them. The weights that are shipped are
// fitted to all pages of the first set.
var measuredSets = []measured{
	{name: "synthetic pages, cross-validated", top: .70, forced: .82, easy: .88, fires: .26, right: .965, ece: .07, wrong: 2,
		score: func(t testing.TB) score { return unseen(t, append(loadCases(t, "dev"), loadCases(t, "hidden")...)) }},
	{name: "real pages, never fitted", top: .79, forced: .86, easy: .95, fires: .29, right: .97, ece: .17, wrong: 0,
		score: func(t testing.TB) score { return evaluate(t, loadReal(t, "hidden")) }},
	{name: "real pages, cross-validated", top: .83, forced: .91, easy: .96, fires: .43, right: .96, ece: .12, wrong: 0,
		score: func(t testing.TB) score { return unseen(t, loadReal(t, "dev")) }},
	{name: "plain wording on real pages, never fitted", top: .82, forced: .96, fires: .54, right: .975, ece: .09, wrong: 13,
		score: func(t testing.TB) score { return evaluate(t, plain(loadReal(t, "hidden"), 1)) }},
}

// TestQuality prints what the decider reaches and fails below what it reached before.
func TestQuality(t *testing.T) {
	var b strings.Builder
	for _, m := range measuredSets {
		s := m.score(t)
		b.WriteString(s.table(m.name))
		for _, bar := range []struct {
			name      string
			got, want float64
		}{
			{"top-1", s.accuracy(), m.top}, {"forced choice", ratio(s.forced, s.n-s.noneWanted), m.forced}, {"easy", ratio(s.easyRight, s.easy), m.easy},
			{"share at 0.9", ratio(s.act, s.n), m.fires}, {"right at 0.9", ratio(s.actRight, s.act), m.right}, {"calibration", -s.calibration(), -m.ece},
			{"wrong where none is right", -float64(s.noneAct), -float64(m.wrong)},
		} {
			if bar.got < bar.want {
				t.Errorf("%s: %s is %.3f, and was at least %.3f; surely wrong were\n\t%s", m.name, bar.name, bar.got, bar.want, strings.Join(s.surelyWrong, "\n\t"))
			}
		}
	}
	t.Log("\n" + b.String())
}

// table is a line for the set and one for each tag.
func (s score) table(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-42s %4d cases: top-1 %.3f, forced %.3f, easy %d/%d, at 0.9 %.3f right %d/%d, ECE %.3f, wrong where none is right %d\n",
		name, s.n, s.accuracy(), ratio(s.forced, s.n-s.noneWanted), s.easyRight, s.easy, ratio(s.act, s.n), s.actRight, s.act, s.calibration(), s.noneAct)
	for _, tag := range sortedTags(s.tags) {
		fmt.Fprintf(&b, "    %-12s %d/%d", tag, s.tags[tag][1], s.tags[tag][0])
	}
	return b.String() + "\n"
}

func sortedTags(m map[string][2]int) []string {
	var out []string
	for t := range m {
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

// TestCalibrationTable holds the tables of docs/deciders.md to what is measured.
func TestCalibrationTable(t *testing.T) {
	const file = "../../../docs/deciders.md"
	const begin, end = "<!-- generated: go test ./runtime/decide/builtin -run TestCalibrationTable -update -->\n", "<!-- end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the tables", file)
	}
	var b strings.Builder
	var scores []score
	b.WriteString("\n| | cases | right | forced choice | an element at 0.9 | of those right | where none is right | calibration error |\n|---|---|---|---|---|---|---|---|\n")
	for _, m := range measuredSets[:2] {
		s := m.score(t)
		scores = append(scores, s)
		fmt.Fprintf(&b, "| %s | %d | %.0f %% | %.0f %% | %.0f %% | %d of %d | %d of %d | %.2f |\n", m.name, s.n, 100*s.accuracy(), 100*ratio(s.forced, s.n-s.noneWanted),
			100*ratio(s.act, s.n), s.actRight, s.act, s.noneAct, s.noneWanted, s.calibration())
	}
	b.WriteString("\n| probability of the choice | synthetic: decisions | mean | right | real: decisions | mean | right |\n|---|---|---|---|---|---|---|\n")
	for k := 2; k < 10; k++ {
		fmt.Fprintf(&b, "| %.1f to %.1f |", float64(k)/10, float64(k+1)/10)
		for _, s := range scores {
			if x := s.bins[k]; x.n > 0 {
				fmt.Fprintf(&b, " %.0f | %.2f | %.2f |", x.n, x.p/x.n, x.right/x.n)
			} else {
				b.WriteString(" 0 | | |")
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	if *update {
		if err := os.WriteFile(file, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old, _, _ := strings.Cut(rest, end); old != b.String() {
		t.Errorf("the tables of %s are stale: run this test with -update", file)
	}
}
