package fallback_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/fallback"
)

type decider struct {
	id     string
	answer func(decide.Request) (decide.Response, error)
	asked  int
}

func (d *decider) ID() string { return d.id }

func (d *decider) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	d.asked++
	return d.answer(req)
}

func choosing(label string) func(decide.Request) (decide.Response, error) {
	return func(decide.Request) (decide.Response, error) {
		a := decide.Answer{Choice: label, Confidence: 1, Probabilities: map[string]float64{"a": 0, "b": 0}}
		a.Probabilities[label] = 1
		return decide.Response{Model: "model of " + label, Answers: map[string]decide.Answer{"q": a}}, nil
	}
}

func failing(why string) func(decide.Request) (decide.Response, error) {
	return func(decide.Request) (decide.Response, error) { return decide.Response{}, errors.New(why) }
}

var request = decide.Request{State: "s", Questions: []decide.Question{{ID: "q", Options: []decide.Option{{Label: "a"}, {Label: "b"}}}}}

func TestFallback(t *testing.T) {
	incomplete := func(decide.Request) (decide.Response, error) { return decide.Response{}, nil }
	for _, tt := range []struct {
		name          string
		first, second func(decide.Request) (decide.Response, error)
		choice, why   string
		err           string
		askedSecond   int
	}{
		{"the first answers", choosing("a"), choosing("b"), "a", "", "", 0},
		{"the first fails", failing("away"), choosing("b"), "b", "one could not decide: away", "", 1},
		{"the first answers nonsense", incomplete, choosing("b"), "b", "one gave no usable decision: the response answers 0 questions, 1 were asked", "", 1},
		{"both fail", failing("away"), failing("not mine"), "", "", "two could not decide: not mine", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first, second := &decider{id: "one", answer: tt.first}, &decider{id: "two", answer: tt.second}
			d := fallback.New(first, second)
			if d.ID() != "one, else two" {
				t.Errorf("the id is %q", d.ID())
			}
			resp, err := d.Decide(context.Background(), request)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("the error is %v, not %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := resp.Answers["q"].Choice; got != tt.choice || resp.Model != "model of "+tt.choice {
				t.Errorf("%s of %s", got, resp.Model)
			}
			if resp.Fallback != tt.why {
				t.Errorf("the reason is %q, not %q", resp.Fallback, tt.why)
			}
			if second.asked != tt.askedSecond {
				t.Errorf("the second was asked %d times", second.asked)
			}
		})
	}
}

func TestGivenUpIsNoFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	first := &decider{id: "one", answer: func(decide.Request) (decide.Response, error) {
		cancel()
		return decide.Response{}, ctx.Err()
	}}
	second := &decider{id: "two", answer: choosing("b")}
	if _, err := fallback.New(first, second).Decide(ctx, request); !errors.Is(err, context.Canceled) || second.asked != 0 {
		t.Errorf("the error is %v, and the second was asked %d times", err, second.asked)
	}
}
