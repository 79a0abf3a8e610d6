package builtin

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// element is a candidate of testdata/cases.jsonl.
type element struct {
	Role        string  `json:"role"`
	Name        string  `json:"name"`
	Href        *string `json:"href"`
	Scope       *string `json:"scope"`
	Value       *string `json:"value"`
	Placeholder *string `json:"placeholder"`
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
}

func (c testCase) request() decide.Request {
	t := decide.Target{Intent: c.Intent, Action: c.Verb, Total: len(c.Candidates)}
	for i, e := range c.Candidates {
		t.Candidates = append(t.Candidates, trace.Candidate{
			CID: fmt.Sprintf("f0:c%d", i), Role: e.Role, Name: e.Name, Href: e.Href, Scope: e.Scope, Value: e.Value, Placeholder: e.Placeholder,
		})
	}
	return decide.TargetRequest(t)
}

// right reports whether a choice is one of the expected ones.
func (c testCase) right(choice string) bool {
	if len(c.Expect) == 0 {
		return choice == decide.None
	}
	return slices.ContainsFunc(c.Expect, func(i int) bool { return choice == fmt.Sprintf("f0:c%d", i) })
}

func loadCases(t testing.TB, split string) []testCase {
	t.Helper()
	f, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []testCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c testCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Split == split {
			c.weight = 1
			out = append(out, c)
		}
	}
	if err := lines.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%d cases read: %v", len(out), err)
	}
	return out
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
	noneAct              int // an element at p >= 0.9 where none is right
	bins                 [10]struct{ n, right, p float64 }
	wrong                []string
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
		s.wrong = append(s.wrong, fmt.Sprintf("%s %q: %s at %.2f", c.ID, c.Intent, a.Choice, a.Confidence))
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
