package decide

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/trace"
)

func question(id string, labels ...string) Question {
	q := Question{ID: id, Instructions: "which one"}
	for _, l := range labels {
		q.Options = append(q.Options, Option{Label: l, Text: l})
	}
	return q
}

func labels(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("f0:c%d", i))
	}
	return out
}

func TestValidate(t *testing.T) {
	for want, req := range map[string]Request{
		"":                               {Questions: []Question{question("target", "a", "none")}},
		"asks nothing":                   {},
		"question 2 has no id":           {Questions: []Question{question("a", "x", "y"), question("", "x", "y")}},
		`two questions are called "a"`:   {Questions: []Question{question("a", "x", "y"), question("a", "x", "y")}},
		`"t" has 1 options`:              {Questions: []Question{question("t", "none")}},
		`"big" has 256 options`:          {Questions: []Question{question("big", labels(256)...)}},
		`option 2 of question "t"`:       {Questions: []Question{question("t", "x", "")}},
		`of question "t" are labeled "x`: {Questions: []Question{question("t", "x", "y", "x")}},
	} {
		err := Validate(req)
		if want == "" {
			if err != nil {
				t.Errorf("a sound request was refused: %v", err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	if err := Validate(Request{Questions: []Question{question("big", labels(255)...)}}); err != nil {
		t.Errorf("255 options are allowed: %v", err)
	}
}

// drifting is 129 options at two decimals: one at 0.4, the others at 0.0047 of which each prints as 0.00.
func drifting() map[string]float64 {
	ps := map[string]float64{}
	for i, l := range labels(129) {
		if i == 0 {
			ps[l] = 0.4
		} else {
			ps[l] = 0
		}
	}
	return ps
}

func TestCheck(t *testing.T) {
	three := question("target", "a", "b", "none")
	for _, c := range []struct {
		name    string
		q       Question
		choice  string
		ps      map[string]float64
		wantErr string
	}{
		{"exact", three, "a", map[string]float64{"a": .9, "b": .07, "none": .03}, ""},
		{"saturated", three, "a", map[string]float64{"a": 1, "b": 0, "none": 0}, ""},
		{"two decimals", three, "a", map[string]float64{"a": .34, "b": .33, "none": .34}, ""},
		{"third decimals that round", three, "a", map[string]float64{"a": .333, "b": .333, "none": .333}, ""},
		{"choice trails by rounding", three, "b", map[string]float64{"a": .502, "b": .498, "none": 0}, ""},
		{"choice trails by more", three, "b", map[string]float64{"a": .51, "b": .49, "none": 0}, `another option has 0.51`},
		{"129 options at two decimals", question("target", labels(129)...), "f0:c0", drifting(), ""},
		{"all zero", three, "a", map[string]float64{"a": 0, "b": 0, "none": 0}, "sum to 0.0000"},
		{"all zero, many options", question("target", labels(250)...), "f0:c0", zeros(250), `probability 0`},
		{"sum too small", three, "a", map[string]float64{"a": .8, "b": .1, "none": 0}, "sum to 0.9000"},
		{"sum too large", three, "a", map[string]float64{"a": .9, "b": .1, "none": .1}, "sum to 1.1000"},
		{"four decimals, within slack", three, "a", map[string]float64{"a": .9012, "b": .1, "none": .04}, ""},
		{"four decimals, beyond", three, "a", map[string]float64{"a": .9012, "b": .1, "none": .0601}, "4 decimals"},
		{"label missing", three, "a", map[string]float64{"a": .9, "b": .1}, "2 probabilities for 3 options"},
		{"label renamed", three, "a", map[string]float64{"a": .9, "b": .1, "None": 0}, `"none" has no probability`},
		{"label added", three, "a", map[string]float64{"a": .9, "b": .1, "none": 0, "c": 0}, "4 probabilities for 3 options"},
		{"choice not offered", three, "c", map[string]float64{"a": .9, "b": .1, "none": 0}, `choice "c" was not offered`},
		{"no choice", three, "", map[string]float64{"a": .9, "b": .1, "none": 0}, `choice "" was not offered`},
		{"NaN", three, "a", map[string]float64{"a": math.NaN(), "b": .1, "none": 0}, "not a number"},
		{"infinite", three, "a", map[string]float64{"a": math.Inf(1), "b": .1, "none": 0}, "not a number"},
		{"negative", three, "a", map[string]float64{"a": 1, "b": -.1, "none": .1}, "not a number"},
		{"above one", three, "a", map[string]float64{"a": 1.01, "b": 0, "none": 0}, "not a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := Request{Questions: []Question{c.q}}
			err := Check(req, Response{Answers: map[string]Answer{"target": {Choice: c.choice, Confidence: .5, Probabilities: c.ps}}})
			switch {
			case c.wantErr == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.wantErr != "" && (err == nil || !strings.Contains(err.Error(), c.wantErr)):
				t.Errorf("got %v, want an error with %q", err, c.wantErr)
			}
		})
	}
}

func zeros(n int) map[string]float64 {
	ps := map[string]float64{}
	for _, l := range labels(n) {
		ps[l] = 0
	}
	return ps
}

func TestCheckResponse(t *testing.T) {
	req := Request{Questions: []Question{question("target", "a", "none")}}
	good := Answer{Choice: "a", Confidence: 1, Probabilities: map[string]float64{"a": 1, "none": 0}}
	negative := -1.0
	for want, resp := range map[string]Response{
		"0 questions, 1 were asked":    {},
		`not answer question "target"`: {Answers: map[string]Answer{"Target": good}},
		"2 questions, 1 were asked":    {Answers: map[string]Answer{"target": good, "x": good}},
		"confidence is 1.2":            {Answers: map[string]Answer{"target": {Choice: "a", Confidence: 1.2, Probabilities: good.Probabilities}}},
		"confidence is NaN":            {Answers: map[string]Answer{"target": {Choice: "a", Confidence: math.NaN(), Probabilities: good.Probabilities}}},
		"negative number of tokens":    {Answers: map[string]Answer{"target": good}, Usage: &trace.Usage{InputTokens: -1}},
		"a cost that is no amount":     {Answers: map[string]Answer{"target": good}, CostUSD: &negative},
	} {
		if err := Check(req, resp); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

type fixed struct {
	resp  Response
	err   error
	asked int
}

func (*fixed) ID() string { return "fixed-1" }
func (f *fixed) Decide(context.Context, Request) (Response, error) {
	f.asked++
	return f.resp, f.err
}

func TestAsk(t *testing.T) {
	req := Request{Questions: []Question{question("target", "a", "none")}}
	good := Response{Model: "m", Answers: map[string]Answer{"target": {Choice: "a", Confidence: 1, Probabilities: map[string]float64{"a": 1, "none": 0}}}}

	resp, err := Ask(t.Context(), &fixed{resp: good}, req)
	if err != nil || resp.Answers["target"].Choice != "a" || resp.Latency <= 0 {
		t.Errorf("got %+v, %v", resp, err)
	}
	slow := good
	slow.Latency = 3 * time.Second
	if resp, _ := Ask(t.Context(), &fixed{resp: slow}, req); resp.Latency != 3*time.Second {
		t.Errorf("the decider's own latency was replaced by %v", resp.Latency)
	}

	boom := errors.New("boom")
	if _, err := Ask(t.Context(), &fixed{err: boom}, req); !errors.Is(err, boom) || !strings.Contains(err.Error(), "fixed-1") {
		t.Errorf("got %v", err)
	}
	bad := Response{Answers: map[string]Answer{"target": {Choice: "b", Probabilities: map[string]float64{"a": 1, "none": 0}}}}
	if resp, err := Ask(t.Context(), &fixed{resp: bad}, req); err == nil || resp.Answers != nil {
		t.Errorf("an unsound answer came through: %+v, %v", resp, err)
	}

	d := &fixed{resp: good}
	if _, err := Ask(t.Context(), d, Request{}); err == nil || d.asked != 0 {
		t.Errorf("an empty request was asked: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ask(ctx, d, req); !errors.Is(err, context.Canceled) || d.asked != 0 {
		t.Errorf("a canceled request was asked: %v", err)
	}
}

func TestWireReportsWhatHasNoJSONForm(t *testing.T) {
	_, err := MarshalWire(Request{State: func() {}, Questions: []Question{question("t", "a", "b")}}, "m")
	if err == nil || !strings.Contains(err.Error(), "state of the request") {
		t.Errorf("got %v", err)
	}
}
