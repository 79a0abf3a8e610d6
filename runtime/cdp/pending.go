package cdp

import (
	"context"
	"fmt"
)

// Pending is a command that is under way.
type Pending struct {
	conn    *Conn
	id      int64
	session string
	method  string
	done    chan struct{} // closed when result and err are set
	result  []byte
	err     error

	sub   *Subscription // set when the answer goes to a subscription's queue
	reply func([]byte, error)
}

// Wait returns the raw result, or Chrome's refusal as an *Error, or why there is no answer. When ctx ends first
// the command stays sent: its outcome is unknown, and a late answer is dropped. Wait may be called again.
func (p *Pending) Wait(ctx context.Context) ([]byte, error) {
	select {
	case <-p.done:
		return p.result, p.err
	default:
	}
	select {
	case <-p.done:
		return p.result, p.err
	case <-ctx.Done():
		if p.conn != nil && p.sub == nil {
			p.conn.take(p.id)
		}
		return nil, fmt.Errorf("no answer to %s: %w", p.method, ctx.Err())
	}
}

// finish is called exactly once, by whoever took p out of the pending map (or never put it in).
func (p *Pending) finish(result []byte, err error) {
	p.result, p.err = result, err
	close(p.done)
	if p.sub != nil && p.reply != nil {
		p.sub.push(item{reply: func() { p.reply(result, err) }})
	}
}

// Done is closed when Wait would return at once.
func (p *Pending) Done() <-chan struct{} { return p.done }

// Answered reports whether Wait would return at once.
func (p *Pending) Answered() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}
