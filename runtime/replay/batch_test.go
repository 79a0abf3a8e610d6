package replay_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/taint"
)

// traces records n traces of one step on the paths /0, /1, … of a site.
func traces(t *testing.T, url string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, record(t, 2, decision(1, fmt.Sprintf("%s/%d", url, i), click(), false, 2, "button|Alpha", "button|Beta")))
	}
	return out
}

func batch(jobs int) replay.Batch {
	return replay.Batch{Jobs: jobs, Options: replay.Options{Timeout: shortWait, Taint: &taint.Registry{}}}
}

// The results come in the order of the traces, whichever is done first.
func TestBatchKeepsTheOrder(t *testing.T) {
	hold := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/0":
			<-hold // answered when a later one was
		case "/1":
			defer close(hold)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Page</title>", two)
	}))
	defer s.Close()
	paths := traces(t, s.URL, 5)
	b := batch(2)
	var told []string
	var counts []int
	b.OnResult = func(r *replay.Result) { told = append(told, r.Trace) }
	b.OnCount = func(done, failed int) { counts = append(counts, done) }
	results, err := b.Run(context.Background(), chrome, paths)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range results {
		if !r.OK() {
			t.Errorf("%+v", r)
		}
		got = append(got, r.Trace)
	}
	if !slices.Equal(got, paths) || !slices.Equal(told, paths) || !slices.Equal(counts, []int{1, 2, 3, 4, 5}) {
		t.Errorf("results %v, told %v, counts %v; want the order of %v", got, told, counts, paths)
	}
}

func TestBatchEndsAtTheFirstFailure(t *testing.T) {
	s := serve(t, `<button>Alpha</button>`)
	b := batch(1)
	b.FailFast = true
	results, err := b.Run(context.Background(), chrome, traces(t, s.URL, 3))
	if err != nil || len(results) != 1 || results[0].OK() {
		t.Errorf("%v, %d results", err, len(results))
	}
}

func TestBatchEndsAtAnUnusableTrace(t *testing.T) {
	s := serve(t, two)
	paths := append(traces(t, s.URL, 1), filepath.Join(t.TempDir(), "missing.trace.jsonl"))
	results, err := batch(1).Run(context.Background(), chrome, paths)
	if err == nil || !strings.Contains(err.Error(), "missing.trace.jsonl") || len(results) != 1 {
		t.Errorf("%v, %d results", err, len(results))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := batch(2).Run(ctx, chrome, paths[:1]); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// flickering serves the button only from the nth visit on.
func flickering(t *testing.T, n int64) *httptest.Server {
	var visits atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/0" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		body := `<button>Alpha</button>`
		if visits.Add(1) >= n {
			body = two
		}
		fmt.Fprint(w, "<!doctype html><title>Page</title>", body)
	}))
	t.Cleanup(s.Close)
	return s
}

func TestRetriesMarkWhatIsFlaky(t *testing.T) {
	for name, c := range map[string]struct {
		from     int64
		attempts int
		flaky    bool
	}{"at once": {1, 1, false}, "the second time": {2, 2, true}, "too late": {9, 3, false}} {
		t.Run(name, func(t *testing.T) {
			s := flickering(t, c.from)
			b := batch(1)
			b.Retries = 2
			results, err := b.Run(context.Background(), chrome, traces(t, s.URL, 1))
			if err != nil {
				t.Fatal(err)
			}
			r := results[0]
			if r.Attempts != c.attempts || r.Flaky != c.flaky || len(r.Earlier) != c.attempts-1 || r.OK() != (c.from < 9) {
				t.Errorf("attempts %d, flaky %v, earlier %d, ok %v", r.Attempts, r.Flaky, len(r.Earlier), r.OK())
			}
			if len(r.Earlier) > 0 && !slices.Equal(r.Earlier[0].Failed, []int{1}) {
				t.Errorf("the first attempt failed at %v", r.Earlier[0].Failed)
			}
		})
	}
}

// What was executed is not executed again, however many retries there are.
func TestRetriesRepeatNothingThatWasSent(t *testing.T) {
	s := serve(t, `<button onclick="fetch('/sent')">Alpha</button>`)
	path := record(t, 2,
		decision(1, s.URL+"/", click(), true, 1, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/", click(), true, 2, "button|Alpha", "button|Beta"))
	b := batch(1)
	b.Retries, b.Execute = 3, true
	results, err := b.Run(context.Background(), chrome, []string{path})
	if err != nil || results[0].OK() || results[0].Attempts != 1 || s.sent.Load() != 1 {
		t.Errorf("%v, attempts %d, sent %d", err, results[0].Attempts, s.sent.Load())
	}
}

// The parts of a list are the list, in its order, and nearly equally long.
func TestShards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.StringMatching(`[a-z]{1,3}`)).Draw(t, "list")
		n := rapid.IntRange(1, 9).Draw(t, "n")
		var all []string
		for i := 1; i <= n; i++ {
			part, err := replay.Shard(list, i, n)
			if err != nil {
				t.Fatal(err)
			}
			if d := len(part) - len(list)/n; d < 0 || d > 1 {
				t.Fatalf("part %d of %d of %d elements has %d", i, n, len(list), len(part))
			}
			all = append(all, part...)
		}
		if !reflect.DeepEqual(append([]string{}, all...), append([]string{}, list...)) {
			t.Fatalf("the parts are %v, the list %v", all, list)
		}
	})
	for _, bad := range [][2]int{{0, 2}, {3, 2}, {1, 0}, {1, replay.MaxShards + 1}, {math.MaxInt, math.MaxInt}} {
		if _, err := replay.Shard([]string{"a"}, bad[0], bad[1]); err == nil {
			t.Errorf("part %d of %d", bad[0], bad[1])
		}
	}
}
