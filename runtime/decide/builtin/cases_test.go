package builtin

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"slices"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// element is a candidate of testdata/cases.jsonl or testdata/pages.jsonl.
type element struct {
	Role        string  `json:"role"`
	Name        string  `json:"name"`
	Href        *string `json:"href"`
	Scope       *string `json:"scope"`
	Value       *string `json:"value"`
	Placeholder *string `json:"placeholder"`
	Disabled    bool    `json:"disabled"`
}

// testCase is a line of testdata/cases.jsonl.
type testCase struct {
	ID         string    `json:"id"`
	Page       string    `json:"page"`
	Split      string    `json:"split"` // dev or hidden
	Verb       string    `json:"verb"`
	Intent     string    `json:"intent"`
	Expect     []int     `json:"expect"` // indexes of right candidates; empty for none
	Tags       []string  `json:"tags"`
	Candidates []element `json:"candidates"`
	weight     float64   // in a fit
	real       bool      // of a page that nobody here wrote
}

func (c testCase) request() decide.Request {
	t := decide.Target{Intent: c.Intent, Action: c.Verb, Total: len(c.Candidates)}
	for i, e := range c.Candidates {
		t.Candidates = append(t.Candidates, trace.Candidate{
			CID: fmt.Sprintf("f0:c%d", i), Role: e.Role, Name: e.Name, Href: e.Href, Scope: e.Scope, Value: e.Value, Placeholder: e.Placeholder, Disabled: e.Disabled,
		})
	}
	return decide.TargetRequest(t)
}

// say is a choice in words.
func (c testCase) say(choice string) string {
	for i, e := range c.Candidates {
		if choice == fmt.Sprintf("f0:c%d", i) {
			return fmt.Sprintf("%s %q in %q", e.Role, e.Name, optional(e.Scope))
		}
	}
	return choice
}

func (c testCase) wanted() string {
	if len(c.Expect) == 0 {
		return decide.None
	}
	return c.say(fmt.Sprintf("f0:c%d", c.Expect[0]))
}

// right reports whether a choice is one of the expected ones.
func (c testCase) right(choice string) bool {
	if len(c.Expect) == 0 {
		return choice == decide.None
	}
	return slices.ContainsFunc(c.Expect, func(i int) bool { return choice == fmt.Sprintf("f0:c%d", i) })
}

// loadCases reads the cases of a split, dev or hidden, of the synthetic pages.
func loadCases(t testing.TB, split string) []testCase {
	t.Helper()
	var out []testCase
	for c := range lines[testCase](t, "testdata/cases.jsonl") {
		if c.Split == split {
			c.weight = 1
			out = append(out, c)
		}
	}
	return out
}

// loadReal reads the cases of a split of pages that nobody here wrote. What they expect is written as the role
// and the name of elements, and all that have both are right.
func loadReal(t testing.TB, split string) []testCase {
	t.Helper()
	type recorded struct {
		Page       string
		Candidates []element
	}
	pages := map[string][]element{}
	for p := range lines[recorded](t, "testdata/pages.jsonl") {
		pages[p.Page] = p.Candidates
	}
	type asked struct {
		testCase
		Expect []string `json:"expect"`
	}
	var out []testCase
	for a := range lines[asked](t, "testdata/real.jsonl") {
		c := a.testCase
		if c.Split != split {
			continue
		}
		c.weight, c.real, c.Candidates = 1, true, pages[c.Page]
		for _, want := range a.Expect {
			n := len(c.Expect)
			for i, e := range c.Candidates {
				if e.Role+" "+e.Name == want {
					c.Expect = append(c.Expect, i)
				}
			}
			if len(c.Expect) == n {
				t.Fatalf("%s: the page %s has no %q: it was recorded anew and the case must follow", c.ID, c.Page, want)
			}
		}
		out = append(out, c)
	}
	return out
}

// lines reads a file of JSON lines.
func lines[T any](t testing.TB, file string) iter.Seq[T] {
	return func(yield func(T) bool) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		scan := bufio.NewScanner(f)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			var v T
			if err := json.Unmarshal(scan.Bytes(), &v); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if !yield(v) {
				return
			}
		}
		if err := scan.Err(); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
}

// score is what a set of cases says about the decider.
type score struct {
	n, right             int
	sure, sureRight      int // p >= 0.9, none included
	act, actRight        int // p >= 0.9 for an element
	noneWanted, noneMade int
	noneRight            int
	forced               int // right among the elements, where one is right
	easy, easyRight      int
	noneAct              int               // an element at p >= 0.9 where none is right
	tags                 map[string][2]int // all and right
	bins                 [10]struct{ n, right, p float64 }
	wrong, surelyWrong   []string
}

func (s score) accuracy() float64 { return float64(s.right) / float64(s.n) }

func (s score) String() string {
	return fmt.Sprintf("%d cases, accuracy %.3f, %.3f where an element is right and none is not offered; an element at p >= 0.9 on %.3f, right %.3f (%d/%d), %d where none is right; none recall %.2f precision %.2f; easy %d/%d; calibration error %.3f",
		s.n, s.accuracy(), ratio(s.forced, s.n-s.noneWanted), float64(s.act)/float64(s.n), ratio(s.actRight, s.act), s.actRight, s.act, s.noneAct,
		ratio(s.noneRight, s.noneWanted), ratio(s.noneRight, s.noneMade), s.easyRight, s.easy, s.calibration())
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func evaluate(t testing.TB, cases []testCase) score {
	t.Helper()
	var s score
	d := New()
	for _, c := range cases {
		resp, err := decide.Ask(t.Context(), d, c.request())
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		s.add(c, resp.Answers[decide.TargetQuestion])
	}
	return s
}

// add counts one answer.
func (s *score) add(c testCase, a decide.Answer) {
	right := c.right(a.Choice)
	s.n++
	b := &s.bins[min(9, int(a.Confidence*10))]
	b.n++
	b.p += a.Confidence
	if right {
		s.right++
		b.right++
	}
	if slices.Contains(c.Tags, "easy") {
		s.easy++
		if right {
			s.easyRight++
		}
	}
	if s.tags == nil {
		s.tags = map[string][2]int{}
	}
	for _, tag := range c.Tags {
		x := s.tags[tag]
		x[0]++
		if right {
			x[1]++
		}
		s.tags[tag] = x
	}
	if a.Confidence >= 0.9 {
		s.sure++
		if right {
			s.sureRight++
		}
		if a.Choice != decide.None {
			s.act++
			if right {
				s.actRight++
			} else if len(c.Expect) == 0 {
				s.noneAct++
			}
		}
	}
	if len(c.Expect) == 0 {
		s.noneWanted++
	} else if best := bestElement(c, a); c.right(best) {
		s.forced++
	}
	if a.Choice == decide.None {
		s.noneMade++
		if right {
			s.noneRight++
		}
	}
	if !right {
		said := fmt.Sprintf("%s %v %s %q: %s at %.2f, want %s", c.ID, c.Tags, c.Verb, c.Intent, c.say(a.Choice), a.Confidence, c.wanted())
		s.wrong = append(s.wrong, said)
		if a.Confidence >= 0.9 {
			s.surelyWrong = append(s.surelyWrong, said)
		}
	}
}

// bestElement is the most probable option that is an element.
func bestElement(c testCase, a decide.Answer) string {
	best, top := "", -1.0
	for i := range c.Candidates {
		if l := fmt.Sprintf("f0:c%d", i); a.Probabilities[l] > top {
			best, top = l, a.Probabilities[l]
		}
	}
	return best
}

// calibration is the expected calibration error over ten bins.
func (s score) calibration() float64 {
	e := 0.0
	for _, b := range s.bins {
		e += max(b.right-b.p, b.p-b.right) / float64(s.n)
	}
	return e
}
