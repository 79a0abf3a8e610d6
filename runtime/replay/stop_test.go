package replay_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
)

func TestExecuteStopsWhereTheRegionIsGone(t *testing.T) {
	s := serve(t, `<ul><li><h2>Azure mug</h2><button>Add</button></li></ul><button onclick="fetch('/sent')">Order</button>`)
	first := decision(1, s.URL+"/", click(), true, 1, "button|Add", "button|Order")
	first.Within = "Blue mug"
	r := run(t, record(t, 2, first, decision(2, s.URL+"/", click(), true, 2, "button|Add", "button|Order")), replay.Options{Execute: true})
	wantVerdicts(t, r, "1 changed other_region")
	if r.OK() || !strings.Contains(r.Stopped, "step 1") || s.sent.Load() != 0 {
		t.Errorf("stopped: %q, sent %d", r.Stopped, s.sent.Load())
	}
}

func TestExecuteStopsWhereThePageDoesNotLoad(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Order</button>`)
	gone := serve(t, "")
	gone.Close()
	r := run(t, record(t, 2,
		decision(1, gone.URL+"/", click(), true, 1, "button|Add"),
		decision(2, s.URL+"/", click(), true, 1, "button|Order"),
	), replay.Options{Execute: true})
	wantVerdicts(t, r, "1 error page_not_reached")
	if r.OK() || !strings.Contains(r.Stopped, "step 1") || s.sent.Load() != 0 {
		t.Errorf("stopped: %q, sent %d", r.Stopped, s.sent.Load())
	}
}

func TestARecordingWithoutAStepPassesOnlyWhenItsRunPassed(t *testing.T) {
	for status, want := range map[string]string{
		trace.StatusPassed:      "",
		trace.StatusFailed:      "t.trace.jsonl: the recorded run failed before its first step, and there is nothing to replay; record it again",
		trace.StatusInterrupted: "t.trace.jsonl: the recorded run was interrupted before its first step, and there is nothing to replay; record it again",
	} {
		path := filepath.Join(t.TempDir(), "t.trace.jsonl")
		w, err := trace.Create(path, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		order := 2
		if err := w.Write(&trace.Run{Kind: trace.KindRun, Spec: 0, Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "t", Model: "scripted", MaxCandidates: 120}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(trace.RunEnd{Status: status}); err != nil {
			t.Fatal(err)
		}
		_, err = replay.Run(context.Background(), chrome, path, replay.Options{Taint: &taint.Registry{}})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", status, err)
		case want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)):
			t.Errorf("%s: %v, want %s", status, err, want)
		}
	}
}

// The reason is said once, at its step, and the advice leads to a heal that gets as far as this replay did.
func TestAnExecutingReplaySaysOnceWhyItStopped(t *testing.T) {
	s := serve(t, `<form><h2>Person</h2><button type=button>Store changes</button></form>`)
	for _, execute := range []bool{true, false} {
		r := run(t, record(t, 2, decision(1, s.URL+"/", click(), true, 1, "button|Save changes")), replay.Options{Execute: execute})
		wantVerdicts(t, r, "1 changed renamed")
		advice, stopped := "jevrun heal "+r.Trace, ""
		if execute {
			advice, stopped = advice+" --execute", "step 1 could not be executed, and no step after it was looked at"
		}
		if got := r.Results[0].Advice; !strings.HasSuffix(got, advice) || r.Stopped != stopped {
			t.Errorf("advice %q, stopped %q; want the ends %q, %q", got, r.Stopped, advice, stopped)
		}
	}
}
