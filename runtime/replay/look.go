package replay

import (
	"context"
	"fmt"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// sight is one look at the page, judged.
type sight struct {
	res resolution
	obs *page.Observation // the last one that succeeded; nil where none did
}

// look reads the page and judges the decision. It reports whether there is nothing more to wait for.
func (r *replayer) look(ctx context.Context, rec *trace.Step, s *sight) (bool, error) {
	seen, err := r.page.Observe(ctx, page.ObserveOptions{Max: r.maxCandidates(rec), Within: rec.Within})
	if err != nil {
		return false, err
	}
	s.obs = seen
	s.res = resolve(rec, candidatesOf(seen), r.identity, r.reranked)
	return !s.res.verdict.Fails() || s.res.verdict == Error, nil
}

// The reasons that end a wait, besides those of the page.
const (
	byCondition = "condition" // the element was there
	byRest      = "rest"      // it was not, and nothing could bring it any more
	byDeadline  = "deadline"
)

// acted reports whether the step before this one acted on the page.
func (r *replayer) acted() bool {
	n := len(r.result.Results)
	return n > 0 && r.result.Results[n-1].Executed
}

// arrive waits for what the last action set off: until the page rests and, where it is on its way to another one,
// until that is there. Opening the target before would break off what the page has sent, a login for example, and
// send it again.
func (r *replayer) arrive(ctx context.Context, target string) error {
	if _, err := r.page.Settle(ctx, lang.DefaultSettle); err != nil {
		return err
	}
	if r.tab.URL() == target || !r.tab.Loading() {
		return nil
	}
	wctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	_, err := r.page.WaitUntil(wctx, func(context.Context) (bool, error) {
		return r.tab.URL() == target || !r.tab.Loading(), nil
	})
	if err == nil {
		_, err = r.page.Settle(ctx, lang.DefaultSettle)
	} else if ctx.Err() == nil {
		err = nil // it takes longer than a step may: the target is opened
	}
	return err
}

// resolve reads the page and judges the decision. A page that is as it was recorded costs no waiting. Any
// other is given time to come to rest, unless it rests already, after an action; an element that is not there
// then is waited for until the deadline, unless only actions that this replay does not run could bring it, or
// nothing can any more. fresh says that the page was just opened.
func (r *replayer) resolve(ctx context.Context, rec *trace.Step, rests, fresh bool, w *trace.Settled) (resolution, *page.Observation, error) {
	began := time.Now()
	by := byCondition
	defer func() { *w = trace.Settled{By: by, MS: milliseconds(time.Since(began))} }()
	var s sight
	if r.spent { // the page is at the end of its time
		by = byRest
		_, err := r.look(ctx, rec, &s)
		return s.res, s.obs, err
	}
	if !rests {
		if found, err := r.look(ctx, rec, &s); err == nil && found && s.res.identical && !s.res.moved && !r.hampered(rec, &s) {
			return s.res, s.obs, nil
		}
		if _, err := r.page.Settle(ctx, lang.DefaultSettle); err != nil {
			return resolution{}, nil, err
		}
	}
	found, err := r.look(ctx, rec, &s)
	if found && err == nil && fresh && s.res.moved && s.res.drift.Missing > 0 {
		r.complete(ctx, rec, &s)
	}
	if found && err == nil && !r.Execute && r.hampered(rec, &s) {
		err := r.outlast(ctx, rec, &s)
		return s.res, s.obs, err
	}
	if found || (err == nil && r.brought(rec)) {
		return s.res, s.obs, err
	}
	wctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	final, late := r.await(wctx, rec, &s)
	switch {
	case late == nil && !final:
	case final:
		by = byRest
	default:
		by = byDeadline
	}
	switch {
	case s.obs != nil:
		return s.res, s.obs, nil
	case err != nil:
		return s.res, nil, err // what was wrong at first says more than the deadline
	}
	return s.res, nil, late
}

// hampered reports whether the element is there and takes no input, which may be a passing state.
func (r *replayer) hampered(rec *trace.Step, s *sight) bool {
	was, _, _ := rec.Target()
	return was != nil && s.res.index >= 0 && r.blocked(rec, was, &s.obs.Candidates[s.res.index].Candidate) != ""
}

// outlast looks once more at an element that takes no input, when the timers of the page have run ahead: a veil that
// they take away is no news. Where that helps nothing, the page is as it was before.
func (r *replayer) outlast(ctx context.Context, rec *trace.Step, s *sight) error {
	rest, err := r.page.Rest(ctx, r.sent())
	if err != nil || rest.Final || !rest.Clock {
		return nil
	}
	fctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	r.spent = true
	later := *s
	if passed, err := r.page.FastForward(fctx, r.Timeout); err == nil && passed {
		if found, err := r.look(ctx, rec, &later); err == nil && found && !r.hampered(rec, &later) {
			*s = later
			return nil
		}
	}
	if err := r.renew(ctx, r.target(rec.URL)); err != nil {
		return err
	}
	if _, err := r.page.Settle(ctx, lang.DefaultSettle); err != nil {
		return err
	}
	_, err = r.look(ctx, rec, s)
	return err
}

// complete looks again at an element that is not in its place on a page that was just opened and has not all that it had:
// an application may rest for a moment while it builds its page, and then go on. It ends when the element is in its place,
// when nothing is missing, when nothing can come any more, or when the page has had as long as a page has to come to rest.
func (r *replayer) complete(ctx context.Context, rec *trace.Step, s *sight) {
	if rest, err := r.page.Rest(ctx, r.sent()); err != nil || rest.Final {
		return
	}
	wctx, cancel := context.WithTimeout(ctx, lang.DefaultSettle)
	defer cancel()
	first := *s
	_, _ = r.page.WaitUntil(wctx, func(ctx context.Context) (bool, error) {
		found, err := r.look(ctx, rec, s)
		return found && (!s.res.moved || s.res.drift.Missing == 0), err
	})
	if s.res.verdict.Fails() { // it was there: a page that goes on changing is not waited for
		*s = first
	}
}

// await looks until the element is there. It ends early, and final, when nothing can change the page any more:
// nothing in it waits for anything, or only timers that are then let run ahead, which only a replay that acts on
// nothing can do to a page. On any doubt it waits until ctx ends.
func (r *replayer) await(ctx context.Context, rec *trace.Step, s *sight) (final bool, err error) {
	rest, err := r.page.Rest(ctx, r.sent())
	switch {
	case err == nil && rest.Final:
		found, err := r.look(ctx, rec, s)
		return !found && err == nil, err
	case err == nil && rest.Clock && !r.Execute:
		r.spent = true
		if passed, err := r.page.FastForward(ctx, r.Timeout); err == nil && passed {
			still := r.page.Still(ctx, rest) // asked before the look: a transition that runs there may be over behind it
			found, err := r.look(ctx, rec, s)
			if found || err == nil && still {
				return !found, err
			}
		}
		if err := r.renew(ctx, r.target(rec.URL)); err != nil {
			return false, err
		}
	}
	_, err = r.page.WaitUntil(ctx, func(ctx context.Context) (bool, error) { return r.look(ctx, rec, s) })
	return false, err
}

// sent reports whether this replay has acted.
func (r *replayer) sent() bool {
	for _, s := range r.result.Results {
		if s.Executed || s.sent {
			return true
		}
	}
	return false
}

// renew opens a page in a new tab, in place of one whose clock stands still.
func (r *replayer) renew(ctx context.Context, target string) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	if err := r.page.Goto(ctx, target); err != nil {
		return err
	}
	if !r.page.Ticks(ctx) {
		return fmt.Errorf("the clock of %s stands still", target)
	}
	return nil
}

// maxCandidates is the cap that the recording had: the list itself tells where it was cut.
func (r *replayer) maxCandidates(rec *trace.Step) int {
	if rec.Dropped > 0 {
		return len(rec.Candidates)
	}
	if r.head.MaxCandidates > 0 {
		return max(r.head.MaxCandidates, len(rec.Candidates))
	}
	return max(lang.DefaultMaxCandidates, len(rec.Candidates))
}

// brought reports whether the chosen element came to the page by actions of the recorded run that this
// replay does not repeat: the run had acted, and the element was not there when it first came to this URL.
func (r *replayer) brought(rec *trace.Step) bool {
	target, _, _ := rec.Target()
	if r.Execute || !r.executed || target == nil {
		return false
	}
	first, been := r.seen[rec.URL]
	return been && !first[target.FP]
}

// needsExecute reports whether a changed step waits for actions that this replay does not run: the element came
// by them, or they open the page.
func (r *replayer) needsExecute(rec *trace.Step, s Step) bool {
	elsewhere := r.Swap == "" && s.URL != rec.URL // a login, for example, is what opens that page
	return r.brought(rec) || (elsewhere && !r.Execute && r.executed)
}
