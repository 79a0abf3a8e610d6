package page

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
)

// The times of a settle.
const (
	still         = 50 * time.Millisecond  // how long document and network must rest
	brief         = 25 * time.Millisecond  // how long after input that nothing came of
	horizon       = 400 * time.Millisecond // how long after input that made scripts ask for timers those are waited for
	oldRequest    = 2 * time.Second        // a request that is older is a long poll and holds nobody up, unless it loads a frame
	restlessFrame = time.Second            // a child frame that never rests holds nobody up for longer
)

// The reasons that end a wait.
const (
	byQuiet     = "quiet"
	byDeadline  = "deadline"
	byCondition = "condition"
)

// Settle waits until the page rests: no change in any frame for 50 ms, one frame painted soon after the last change
// and another behind the rest, and none of the requests that were started since the last action under way. A
// navigation starts the wait afresh on the new document. Whether input made the page's scripts ask for timers is
// known, but not for when: after such input the rest counts only 400 ms later, so that what waits for a person to stop
// typing is seen. Where nothing came of the input, no change, no timer, no frame and no request that scripts asked for,
// and no worker or server has a way to send news, 25 ms after it are enough. What it cannot see is a page that is
// silent now and will change by a later timer; wait for a condition there. Animations of style sheets, fonts, pictures
// that load, connections that stay open, requests from before the last action and requests that have been under way for
// 2 s hold nobody up; a child frame that does not rest, or does not answer, does so for a second. It ends at the
// deadline at the latest, which is no error.
func (p *Page) Settle(ctx context.Context, deadline time.Duration) (trace.Settled, error) {
	start := time.Now()
	sctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	p.setPending("")
	network, since, err := p.network(sctx)
	defer p.closeNetwork()
	var pause backoff
	given := givenUp{}
	for err == nil || passing(err) {
		var quiet bool
		if quiet, err = p.rests(sctx, network, since, given); quiet && err == nil {
			return settled(byQuiet, start), nil
		}
		if sctx.Err() != nil {
			break
		}
		if err != nil {
			_ = pause.wait(sctx) // the check above ends the loop when the time is over
		}
	}
	switch {
	case ctx.Err() != nil:
		return settled(byDeadline, start), fmt.Errorf("the page was still changing: %w", ctx.Err())
	case sctx.Err() != nil:
		if network != nil {
			p.setPending(p.mask(network.Missing()))
		}
		return settled(byDeadline, start), nil
	}
	return settled(byDeadline, start), err
}

// givenUp are the documents of child frames, by their number in the tab, that one settle waits for no longer; true for
// those that did not answer.
type givenUp map[int64]bool

// rests looks once whether network and document rest at the same time.
func (p *Page) rests(ctx context.Context, network *browser.NetWatch, since time.Time, given givenUp) (bool, error) {
	for {
		traffic := network.Changed()
		if n := network.Inflight(since, time.Now().Add(-oldRequest)); n > 0 {
			timer := time.NewTimer(oldRequest / 4)
			select {
			case <-traffic:
			case <-timer.C: // some requests may have grown old by now
			case <-ctx.Done():
			}
			timer.Stop()
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			continue
		}
		quiet, err := p.documentsRest(ctx, given, p.unheard(ctx, network))
		if err != nil || !quiet {
			return false, err
		}
		if err := network.Sync(ctx, p.hanging(given)); err != nil {
			return false, err
		}
		select {
		case <-traffic: // something was asked for or came back meanwhile: look again
		default:
			return true, nil
		}
	}
}

// hanging are the sessions of the frames that do not answer.
func (p *Page) hanging(given givenUp) map[string]bool {
	out := map[string]bool{}
	for _, f := range p.tab.Frames() {
		if f.Session.ID() != p.session().ID() && (given[f.Document] || p.hung.has(f)) {
			out[f.Session.ID()] = true
		}
	}
	return out
}

// unheard reports whether the page can hear nothing from elsewhere that the last input may have asked for: it has no
// request, no connection and no worker.
func (p *Page) unheard(ctx context.Context, network *browser.NetWatch) bool {
	if network.Requests() > 0 || p.tab.Streams() || p.severalProcesses() {
		return false
	}
	workers, err := p.tab.Workers(ctx)
	return err == nil && workers == 0
}

// documentsRest waits for every frame to rest, where the page is unheard only briefly for those that nothing came of the
// last input in. A child frame that changes without end, or does not answer, is let be after a while.
func (p *Page) documentsRest(ctx context.Context, given givenUp, unheard bool) (bool, error) {
	frames := p.tab.Frames()
	if len(frames) == 0 {
		return false, browser.ErrNavigated
	}
	frames = slices.DeleteFunc(frames, func(f *browser.Frame) bool {
		_, let := given[f.Document]
		return f.Index != 0 && (let || p.hung.has(f))
	})
	rest := make([]bool, len(frames))
	errs := make([]error, len(frames))
	var wait sync.WaitGroup
	for i, f := range frames {
		budget := time.Minute
		if deadline, ok := ctx.Deadline(); ok {
			budget = time.Until(deadline)
		}
		fctx, cancel := ctx, context.CancelFunc(func() {})
		if f.Index != 0 {
			budget = min(budget, restlessFrame)
			fctx, cancel = context.WithTimeout(ctx, budget+still)
		}
		wait.Go(func() {
			defer cancel()
			var answer struct {
				Quiet bool `json:"quiet"`
			}
			errs[i] = p.ask(fctx, f, "quiet", map[string]any{"still": still.Milliseconds(), "brief": brief.Milliseconds(), "unheard": unheard, "horizon": horizon.Milliseconds(), "ms": budget.Milliseconds()}, &answer)
			rest[i] = answer.Quiet
		})
	}
	wait.Wait()
	gone := false
	for i, f := range frames {
		switch {
		case f.Index == 0 && (errs[i] != nil || !rest[i]):
			return false, errs[i]
		case passing(errs[i]):
			gone = true // a child frame was replaced or is gone
		case !rest[i]:
			given[f.Document] = errors.Is(errs[i], context.DeadlineExceeded)
		}
	}
	if gone {
		return false, browser.ErrNavigated
	}
	return true, ctx.Err()
}

// WaitUntil checks until check says true: at once, and after each change of the main document, but every 50 ms
// at the latest, since frames, values and styles change without a trace there. A document that goes away
// during a check is checked again. When ctx ends first the error wraps ctx.Err().
func (p *Page) WaitUntil(ctx context.Context, check func(ctx context.Context) (bool, error)) (trace.Settled, error) {
	start := time.Now()
	var pause backoff
	for {
		done, err := check(ctx)
		switch {
		case err == nil && done:
			return settled(byCondition, start), nil
		case ctx.Err() != nil:
			return settled(byDeadline, start), fmt.Errorf("the condition did not become true in time: %w", errors.Join(ctx.Err(), err))
		case err != nil && !passing(err):
			return settled(byDeadline, start), err
		}
		p.awaitChange(ctx, pause.next())
	}
}

// awaitChange returns at the next change of the main document, a navigation, after d, or when ctx is over.
func (p *Page) awaitChange(ctx context.Context, d time.Duration) {
	navigated := p.tab.Navigated()
	wctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	if main := p.frame(0); main != nil {
		err := p.ask(wctx, main, "changed", map[string]any{"ms": d.Milliseconds()}, nil)
		if err == nil {
			return
		}
	}
	select {
	case <-navigated:
	case <-wctx.Done():
	}
}

// network is the watch that was opened before the last action, and when that action was; without an action it
// is opened now and sees what starts from now on.
func (p *Page) network(ctx context.Context) (*browser.NetWatch, time.Time, error) {
	if err := p.sendingSince(ctx, time.Now(), false); err != nil {
		return nil, time.Time{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watch, p.acted, nil
}

// sending notes that input is about to leave: the network is watched from now on for what the input causes.
func (p *Page) sending(ctx context.Context) error { return p.sendingSince(ctx, time.Now(), true) }

func (p *Page) sendingSince(ctx context.Context, now time.Time, input bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watch == nil {
		watch, err := p.tab.Network(ctx)
		if err != nil {
			return fmt.Errorf("the network of the page cannot be watched: %w", err)
		}
		p.watch, input = watch, true
	}
	if input {
		p.acted = now
	}
	return nil
}

func (p *Page) closeNetwork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watch != nil {
		p.watch.Close()
		p.watch = nil
	}
}

func settled(by string, start time.Time) trace.Settled {
	return trace.Settled{By: by, MS: float64(time.Since(start).Microseconds()) / 1000}
}

func waited(s trace.Settled) time.Duration { return time.Duration(s.MS * float64(time.Millisecond)) }
