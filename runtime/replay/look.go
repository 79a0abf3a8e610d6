package replay

import (
	"context"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// resolve reads the page and judges the decision. A page that is as it was recorded costs no waiting. Any
// other is given time to come to rest, and so is one that this replay has just acted on; an element that is
// not there then is waited for until the deadline, unless only actions that this replay does not run could
// bring it.
func (r *replayer) resolve(ctx context.Context, rec *trace.Step) (resolution, *page.Observation, error) {
	var res resolution
	var obs *page.Observation // the last one that succeeded
	look := func(ctx context.Context) (bool, error) {
		seen, err := r.page.Observe(ctx, page.ObserveOptions{Max: r.maxCandidates(rec), Within: rec.Within})
		if err != nil {
			return false, err
		}
		obs = seen
		now := make([]trace.Candidate, len(obs.Candidates))
		for i, c := range obs.Candidates {
			now[i] = c.Candidate
		}
		res = resolve(rec, now, r.identity, r.reranked)
		return !res.verdict.Fails() || res.verdict == Error, nil
	}
	if n := len(r.result.Results); n == 0 || !r.result.Results[n-1].Executed {
		if found, err := look(ctx); err == nil && found && res.identical && !res.moved {
			return res, obs, nil
		}
	}
	if _, err := r.page.Settle(ctx, lang.DefaultSettle); err != nil {
		return resolution{}, nil, err
	}
	found, err := look(ctx)
	if found || (err == nil && r.brought(rec)) {
		return res, obs, err
	}
	wctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	_, late := r.page.WaitUntil(wctx, look)
	switch {
	case obs != nil:
		return res, obs, nil
	case err != nil:
		return res, nil, err // what was wrong at first says more than the deadline
	}
	return res, nil, late
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
