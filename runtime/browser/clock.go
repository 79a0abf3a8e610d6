package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// FastForward runs the clock of the tab's process ahead by d, as fast as its timers let it; while a request is
// under way the clock stands still. It reports whether all of d passed before ctx ended. The clock stands still
// from then on, in every page that lives in that process: close the tab when it has been looked at.
func (t *Tab) FastForward(ctx context.Context, d time.Duration) (bool, error) {
	t.mu.Lock()
	expired := t.budgetBell.next()
	t.mu.Unlock()
	budget := float64(d.Milliseconds())
	req := proto.EmulationSetVirtualTimePolicy{Policy: proto.EmulationVirtualTimePolicyPauseIfNetworkFetchesPending, Budget: &budget}
	if err := t.session.Do(ctx, req); err != nil {
		return false, fmt.Errorf("the clock of the page cannot be run ahead: %w", t.explain(ctx, t.session, err))
	}
	select {
	case <-expired:
		return true, nil
	case <-t.done:
		return false, ErrClosed
	case <-ctx.Done():
		return false, nil
	}
}

// Streams reports whether the main document, or a frame in it, opened a connection through which it can be told
// something at any time (WebSocket, EventSource), as far as the network was watched, or started a worker.
func (t *Tab) Streams() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.net.streams
}

// Workers counts the workers of the tab's process.
func (t *Tab) Workers(ctx context.Context) (int, error) {
	t.session.Send(proto.PerformanceEnable{})
	res, err := cdp.Call[proto.PerformanceGetMetricsResult](ctx, t.session, proto.PerformanceGetMetrics{})
	t.session.Send(proto.PerformanceDisable{})
	if err != nil {
		return 0, fmt.Errorf("the workers of the page cannot be counted: %w", t.explain(ctx, t.session, err))
	}
	for _, m := range res.Metrics {
		if m.Name == "WorkerGlobalScopes" {
			return int(m.Value), nil
		}
	}
	return 0, nil
}
