package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jevrun/jevrun/runtime/browser"
)

// Batch replays many traces in one browser, each in a context of its own.
type Batch struct {
	Options
	Jobs     int  // how many at the same time; below 1 counts as 1
	Retries  int  // how often a failed trace is replayed again; below 0 counts as 0
	FailFast bool // start no further trace when one has failed

	// OnResult sees each result in the order of the traces, whatever the jobs; may be nil. Its calls do not overlap.
	OnResult func(*Result)
	// OnCount is told how many traces are done and have failed, whenever one is; may be nil. Its calls do not
	// overlap with each other or with those of OnResult.
	OnCount func(done, failed int)
}

// Run replays the traces at paths and returns their results in that order; with FailFast those that were not
// started are left out. The error is about an unusable trace or the machine: then nothing further is started,
// what is under way is ended, and the results are those that came before.
func (b Batch) Run(ctx context.Context, br *browser.Browser, paths []string) ([]*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	run := &batchRun{Batch: b, results: make([]*Result, len(paths))}
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(max(1, b.Jobs), len(paths)) {
		wait.Go(func() {
			for i := range next {
				if !run.goesOn() {
					continue
				}
				r, err := b.one(ctx, br, paths[i])
				if !run.done(i, r, err) {
					cancel()
				}
			}
		})
	}
	for i := range paths {
		if !run.goesOn() {
			break
		}
		select {
		case next <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	wait.Wait()
	run.flush(true)
	var out []*Result
	for _, r := range run.results {
		if r != nil {
			out = append(out, r)
		}
	}
	if run.err == nil {
		run.err = ctx.Err()
	}
	return out, run.err
}

// one replays a trace, again where it failed and Retries allow it. What was executed is not executed again: a
// trace that has acted is replayed once.
func (b Batch) one(ctx context.Context, br *browser.Browser, path string) (*Result, error) {
	var earlier []*Attempt
	for {
		r, err := Run(ctx, br, path, b.Options)
		if err != nil {
			return nil, err
		}
		r.Attempts, r.Earlier = len(earlier)+1, earlier
		switch {
		case r.OK():
			r.Flaky = len(earlier) > 0
			return r, nil
		case len(earlier) >= b.Retries || acted(r):
			return r, nil
		}
		earlier = append(earlier, &Attempt{Failed: r.Failed, Stopped: r.Stopped, Counts: r.Counts, Results: r.Results, TookMS: r.TookMS})
	}
}

// acted reports whether a replay may have sent something to a page.
func acted(r *Result) bool {
	for _, s := range r.Results {
		if s.Executed || s.sent {
			return true
		}
	}
	return false
}

// batchRun is the state that the jobs of a batch share.
type batchRun struct {
	Batch
	mu       sync.Mutex
	results  []*Result
	told     int // results[:told] were handed to OnResult
	finished int
	failed   int
	err      error
}

// done keeps a result, tells whoever waits for it, and reports whether the batch goes on.
func (r *batchRun) done(i int, result *Result, err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		if r.err == nil || errors.Is(r.err, context.Canceled) {
			r.err = err
		}
		return false
	}
	r.results[i] = result
	r.finished++
	if !result.OK() {
		r.failed++
	}
	r.tell(false)
	if r.OnCount != nil {
		r.OnCount(r.finished, r.failed)
	}
	return true
}

func (r *batchRun) goesOn() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err == nil && !(r.FailFast && r.failed > 0)
}

func (r *batchRun) flush(gaps bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell(gaps)
}

// tell hands on the results whose turn it is; with gaps, also those behind traces that were never started.
func (r *batchRun) tell(gaps bool) {
	for ; r.told < len(r.results); r.told++ {
		switch result := r.results[r.told]; {
		case result == nil && !gaps:
			return
		case result != nil && r.OnResult != nil:
			r.OnResult(result)
		}
	}
}

// MaxShards is into how many parts a list can be shared out.
const MaxShards = 10_000

// Shard is the i-th of n parts of a list, counted from 1, n at most MaxShards: consecutive elements, and parts that
// differ by one element at most, so that some are empty where there are more parts than elements. Parts of the same
// list are the same on every machine.
func Shard(paths []string, i, n int) ([]string, error) {
	if n < 1 || n > MaxShards || i < 1 || i > n {
		return nil, fmt.Errorf("there is no part %d of %d", i, n)
	}
	return paths[len(paths)*(i-1)/n : len(paths)*i/n], nil
}
