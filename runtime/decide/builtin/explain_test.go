package builtin

import (
	"math"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
)

func TestExplainAddsUp(t *testing.T) {
	c := loadCases(t, "dev")[0]
	got, err := New().Explain(c.request())
	if err != nil || len(got) != 3 {
		t.Fatalf("%d options explained, %v", len(got), err)
	}
	resp, err := New().Decide(t.Context(), c.request())
	if err != nil {
		t.Fatal(err)
	}
	answer := resp.Answers[decide.TargetQuestion]
	if got[0].Label != answer.Choice {
		t.Errorf("the first explained option is %s, the choice %s", got[0].Label, answer.Choice)
	}
	for _, x := range got {
		sum := 0.0
		for _, part := range x.Contributions {
			sum += part.Adds
		}
		if math.Abs(sum-x.Logit) > 1e-9 || x.Probability != answer.Probabilities[x.Label] {
			t.Errorf("%s: parts sum to %v of %v, p %v of %v", x.Label, sum, x.Logit, x.Probability, answer.Probabilities[x.Label])
		}
	}
	if s := got[0].String(); !strings.Contains(s, "role (1.00)") {
		t.Errorf("got\n%s", s)
	}
	if _, err := New().Explain(decide.Request{State: decide.TargetState{}}); err == nil {
		t.Error("a request without a question is explained")
	}
}
