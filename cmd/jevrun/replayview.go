package main

import (
	"fmt"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

// replayView shows a replay as it goes on: the steps of one trace as they come, or trace after trace, with the
// steps of those that failed, and a line of progress where a person is looking.
type replayView struct {
	ui       *ui
	total    int
	streamed bool
	shown    int
	progress bool // a line of progress stands at the end of the terminal
}

func (v *replayView) begin(trace string) {
	v.streamed = true
	v.printf("replay %s\n", trace)
}

func (v *replayView) step(s replay.Step) {
	if !v.ui.asJSON {
		v.ui.Line(report.ReplayLine(s))
	}
}

// result shows a trace that is done.
func (v *replayView) result(r *replay.Result) {
	v.clear()
	if v.shown++; v.streamed {
		v.printf("%s", report.ReplayFooter(r))
		return
	}
	v.printf("replay %s\n", r.Trace)
	for _, s := range r.Results {
		if v.total == 1 || s.Verdict.Fails() || s.Kind != "" {
			v.step(s)
		}
	}
	v.printf("%s", report.ReplayFooter(r))
	if r.Flaky {
		v.printf("  flaky: it passed at attempt %d\n", r.Attempts)
	}
}

// count renews the line of progress.
func (v *replayView) count(done, failed int) {
	if !v.ui.errTTY || v.ui.asJSON || v.total == 1 {
		return
	}
	text := fmt.Sprintf("%d of %d traces", done, v.total)
	if failed > 0 {
		text += fmt.Sprintf(", %d failed", failed)
	}
	fmt.Fprintf(v.ui.err, "\r\x1b[K%s", text)
	v.progress = true
}

func (v *replayView) clear() {
	if v.progress {
		fmt.Fprint(v.ui.err, "\r\x1b[K")
		v.progress = false
	}
}

// end shows the total of several traces.
func (v *replayView) end(results []*replay.Result) {
	v.clear()
	if v.total > 1 && len(results) > 0 {
		v.printf("\n%s\n", report.ReplayTotal(results))
		if left := v.total - len(results); left > 0 {
			v.printf("%d not replayed\n", left)
		}
	}
}

func (v *replayView) printf(format string, args ...any) {
	if !v.ui.asJSON {
		v.ui.Printf(format, args...)
	}
}
