package budget

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

type fixed struct {
	mu    sync.Mutex
	resp  decide.Response
	err   error
	asked int
}

func (*fixed) ID() string { return "fixed-1" }
func (f *fixed) Decide(context.Context, decide.Request) (decide.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	return f.resp, f.err
}

func usd(f float64) *float64 { return &f }

func TestLimits(t *testing.T) {
	used := &trace.Usage{InputTokens: 90, OutputTokens: 10}
	for name, c := range map[string]struct {
		limits Limits
		resp   decide.Response
		err    error
		calls  int
		says   string
	}{
		"calls":               {Limits{Calls: 3}, decide.Response{Usage: used, CostUSD: usd(.01)}, nil, 3, "the budget of 3 calls is spent (so far 3 calls, 300 tokens, $0.030000)"},
		"failed calls":        {Limits{Calls: 2}, decide.Response{}, errors.New("x"), 2, "2 calls, 0 tokens"},
		"tokens":              {Limits{Tokens: 250}, decide.Response{Usage: used}, nil, 3, "the budget of 250 tokens is spent (so far 3 calls, 300 tokens"},
		"tokens, exactly":     {Limits{Tokens: 200}, decide.Response{Usage: used}, nil, 2, "200 tokens"},
		"money":               {Limits{USD: .015}, decide.Response{CostUSD: usd(.01)}, nil, 2, "the budget of $0.015000 is spent (so far 2 calls, 0 tokens, $0.020000)"},
		"tokens, not counted": {Limits{Tokens: 9999}, decide.Response{CostUSD: usd(.01)}, nil, 1, "does not count them"},
		"money, no price":     {Limits{USD: 9}, decide.Response{Usage: used}, nil, 1, "the price of the model is unknown"},
		"free and uncounted":  {Limits{Calls: 5, Tokens: 1, USD: 1}, decide.Response{CostUSD: usd(0)}, nil, 5, "5 calls, 0 tokens, $0.000000"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := New(c.limits)
			if err != nil {
				t.Fatal(err)
			}
			inner := &fixed{resp: c.resp, err: c.err}
			d := b.Limit(inner)
			if d.ID() != "fixed-1" {
				t.Errorf("it is called %s", d.ID())
			}
			var over *Error
			for range 20 {
				if _, err = d.Decide(t.Context(), decide.Request{}); errors.As(err, &over) {
					break
				}
			}
			if over == nil || inner.asked != c.calls || over.Spent != b.Spent() || over.Limits != c.limits {
				t.Fatalf("after %d calls: %v", inner.asked, err)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func TestOneBudgetForSeveralDeciders(t *testing.T) {
	b, err := New(Limits{Calls: 50})
	if err != nil {
		t.Fatal(err)
	}
	one, two := &fixed{}, &fixed{}
	var all sync.WaitGroup
	for _, d := range []decide.Decider{b.Limit(one), b.Limit(two)} {
		for range 8 {
			all.Go(func() {
				for range 10 {
					_, _ = d.Decide(context.Background(), decide.Request{}) // counted below
				}
			})
		}
	}
	all.Wait()
	if one.asked+two.asked != 50 || b.Spent().Calls != 50 {
		t.Errorf("%d and %d calls were made, of 50", one.asked, two.asked)
	}
}

func TestLimitsThatAreNone(t *testing.T) {
	for _, l := range []Limits{{Calls: -1}, {Tokens: -1}, {USD: -1}, {USD: math.NaN()}, {USD: math.Inf(1)}} {
		if _, err := New(l); err == nil {
			t.Errorf("%+v was taken", l)
		}
	}
}
