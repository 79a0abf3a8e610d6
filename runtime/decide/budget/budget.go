// Package budget ends asking when enough was spent: calls, tokens or money. One Budget may stand before several
// deciders. It knows no price: it adds up what responses say.
package budget

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/jevrun/jevrun/runtime/decide"
)

// Limits are what may be spent; 0 means no limit.
type Limits struct {
	Calls  int
	Tokens int     // input and output
	USD    float64 // US dollars
}

// Spent is what was spent. Uncounted and Unpriced are calls that brought a decision without its tokens, or
// without its price.
type Spent struct {
	Calls               int
	Tokens              int
	USD                 float64
	Uncounted, Unpriced int
}

// String is "3 calls, 1200 tokens, $0.000050".
func (s Spent) String() string {
	return fmt.Sprintf("%d calls, %d tokens, $%.6f", s.Calls, s.Tokens, s.USD)
}

// Error is a call that the budget does not allow. Nothing was sent.
type Error struct {
	Limits Limits
	Spent  Spent
	Reason string // "the budget of 10 calls is spent"
}

// Error names the limit and what was spent.
func (e *Error) Error() string {
	return fmt.Sprintf("nothing was asked: %s (so far %s)", e.Reason, e.Spent)
}

// Budget adds up. It is safe for concurrent use.
type Budget struct {
	limits Limits
	mu     sync.Mutex
	spent  Spent
}

// New returns a budget of which nothing is spent. A limit that is negative or no number is an error.
func New(l Limits) (*Budget, error) {
	if l.Calls < 0 || l.Tokens < 0 || l.USD < 0 || math.IsNaN(l.USD) || math.IsInf(l.USD, 0) {
		return nil, errors.New("a limit of a budget is negative or no number; 0 means no limit")
	}
	return &Budget{limits: l}, nil
}

// Spent is what was spent so far.
func (b *Budget) Spent() Spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Limit puts the budget before a decider. A call is refused with an *Error once a limit is reached. What a call
// takes is known after it: the last one may go over the limit of tokens or money, and so may calls that run at
// the same time. A call counts even if it fails. Where there is a limit of tokens or money and a decision came
// without its number, no further call is made: the limit could not be held.
func (b *Budget) Limit(d decide.Decider) decide.Decider { return &limited{b, d} }

type limited struct {
	budget *Budget
	inner  decide.Decider
}

func (l *limited) ID() string { return l.inner.ID() }

func (l *limited) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	if err := l.budget.begin(); err != nil {
		return decide.Response{}, err
	}
	resp, err := l.inner.Decide(ctx, req)
	if err == nil {
		l.budget.add(resp)
	}
	return resp, err
}

// begin counts a call, or refuses it.
func (b *Budget) begin() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	reason := ""
	switch l, s := b.limits, b.spent; {
	case l.Calls > 0 && s.Calls >= l.Calls:
		reason = fmt.Sprintf("the budget of %d calls is spent", l.Calls)
	case l.Tokens > 0 && s.Tokens >= l.Tokens:
		reason = fmt.Sprintf("the budget of %d tokens is spent", l.Tokens)
	case l.USD > 0 && s.USD >= l.USD:
		reason = fmt.Sprintf("the budget of $%.6f is spent", l.USD)
	case l.Tokens > 0 && s.Uncounted > 0:
		reason = fmt.Sprintf("the budget of %d tokens cannot be held, the decider does not count them", l.Tokens)
	case l.USD > 0 && s.Unpriced > 0:
		reason = fmt.Sprintf("the budget of $%.6f cannot be held, the price of the model is unknown", l.USD)
	default:
		b.spent.Calls++
		return nil
	}
	return &Error{b.limits, b.spent, reason}
}

func (b *Budget) add(resp decide.Response) {
	b.mu.Lock()
	defer b.mu.Unlock()
	free := resp.CostUSD != nil && *resp.CostUSD == 0
	switch {
	case resp.Usage != nil:
		b.spent.Tokens += resp.Usage.InputTokens + resp.Usage.OutputTokens
	case !free: // what costs nothing has no tokens to count
		b.spent.Uncounted++
	}
	if resp.CostUSD != nil {
		b.spent.USD += *resp.CostUSD
	} else {
		b.spent.Unpriced++
	}
}
