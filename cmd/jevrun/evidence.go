package main

import (
	"context"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// runEvidence keeps what the pages of a run's failing steps looked like, beside the trace. What cannot be kept is
// said and changes nothing else.
type runEvidence struct {
	ui     *ui
	trace  string
	dir    string // of the trace, absolute
	keeper *evidence.Keeper
	kept   []evidence.Kept
}

// begin makes room for the evidence of the run whose header this is.
func (e *runEvidence) begin(rec trace.Record) {
	head, ok := rec.(*trace.Run)
	if !ok {
		return
	}
	var err error
	if e.keeper, err = evidence.NewKeeper(e.trace, head.Started); err != nil {
		e.keeper = nil
		e.ui.Sayf("%v", err)
	}
}

// take is the engine's OnFail.
func (e *runEvidence) take(ctx context.Context, p *page.Page, step *lang.Step, line int) {
	if e.keeper == nil || e.keeper.Full() {
		return
	}
	kept := evidence.Kept{Line: line, Evidence: *evidence.Take(ctx, p, e.ui.taint.Mask, e.dir)}
	if step != nil {
		kept.Step, kept.Name = step.Position, step.Name
	}
	if err := e.keeper.Keep(&kept); err != nil {
		e.ui.Sayf("%v", err)
		return
	}
	e.kept = append(e.kept, kept)
}

// end forgets the evidence of a run that passed: whatever failed in it was handled by the flow.
func (e *runEvidence) end(status engine.Status) {
	if e.keeper == nil || status != engine.Passed {
		return
	}
	e.kept = nil
	if err := e.keeper.Discard(); err != nil {
		e.ui.Sayf("%v", err)
	}
}
