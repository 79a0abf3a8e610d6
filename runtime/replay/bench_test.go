package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
)

// benchSite has twenty pages of a hundred controls; each step of the trace is on the next one.
func benchSite(b *testing.B) (path string, urls []string) {
	var body strings.Builder
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("button|Control %d", i))
		fmt.Fprintf(&body, "<p><button>Control %d</button> some text around it", i)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Page</title>", body.String())
	}))
	b.Cleanup(s.Close)
	path = filepath.Join(b.TempDir(), "bench.trace.jsonl")
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		b.Fatal(err)
	}
	order := trace.OrderSpec
	records := []trace.Record{&trace.Run{Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "t", Model: "scripted", MaxCandidates: 120}}
	for i := range 20 {
		url := fmt.Sprintf("%s/%d", s.URL, i)
		urls = append(urls, url)
		records = append(records, decision(i+1, url, click(), false, 1+i%20, names...))
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusPassed}); err != nil {
		b.Fatal(err)
	}
	return path, urls
}

// BenchmarkReplay replays twenty steps on twenty pages, the browser warm. bare is the same navigations with one
// extraction each and nothing else; x-bare says what replaying costs beside it, x-sleeps how much faster it is than
// two fixed sleeps of 300 ms a step alone would be. The two take turns, so that both meet the same load.
func BenchmarkReplay(b *testing.B) {
	path, urls := benchSite(b)
	ctx := context.Background()
	bare := func() error {
		c, err := chrome.NewContext(ctx, browser.ContextOptions{})
		if err != nil {
			return err
		}
		tab, err := c.NewTab(ctx)
		if err != nil {
			return err
		}
		p := page.New(tab, page.Options{})
		for _, u := range urls {
			if err := p.Goto(ctx, u); err != nil {
				return err
			}
			if _, err := p.Observe(ctx, page.ObserveOptions{}); err != nil {
				return err
			}
		}
		return c.Close(ctx)
	}
	replayed := func() error {
		r, err := replay.Run(ctx, chrome, path, replay.Options{Taint: &taint.Registry{}})
		if err == nil && !r.OK() {
			err = fmt.Errorf("%+v", r)
		}
		return err
	}
	var took [2]time.Duration
	for range b.N {
		for i, run := range []func() error{bare, replayed} {
			began := time.Now()
			if err := run(); err != nil {
				b.Fatal(err)
			}
			took[i] += time.Since(began)
		}
	}
	ms := func(d time.Duration) float64 {
		return float64(d.Microseconds()) / 1000 / float64(b.N) / float64(len(urls))
	}
	b.ReportMetric(ms(took[0]), "bare-ms/step")
	b.ReportMetric(ms(took[1]), "ms/step")
	b.ReportMetric(float64(took[1])/float64(took[0]), "x-bare")
	b.ReportMetric(600/ms(took[1]), "x-sleeps")
}

// BenchmarkBatch replays 200 traces of ten steps (20 with -short) with one job and with two, in turns of 20, so that both
// meet the same load. ratio is the time of two jobs over that of one; heap-MB what this process has from the system in
// the end.
func BenchmarkBatch(b *testing.B) {
	path, _ := benchSite(b)
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	end := bytes.Replace(lines[len(lines)-2], []byte(`"steps":20`), []byte(`"steps":10`), 1)
	ten := slices.Concat(bytes.Join(lines[:11], nil), end)
	dir := b.TempDir()
	var paths []string
	traces := 200
	if testing.Short() {
		traces = 20
	}
	for i := range traces {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%03d.trace.jsonl", i)))
		if err := os.WriteFile(paths[i], ten, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	var took [3]time.Duration
	var kept []*replay.Result // as a report keeps them
	for range b.N {
		kept = nil
		turn := 0
		for some := range slices.Chunk(paths, 20) {
			for i := range 2 {
				jobs := 1 + (turn+i)%2 // who is first takes turns too
				batch := replay.Batch{Jobs: jobs, Options: replay.Options{Taint: &taint.Registry{}}}
				began := time.Now()
				results, err := batch.Run(context.Background(), chrome, some)
				took[jobs] += time.Since(began)
				if err != nil || len(results) != len(some) {
					b.Fatal(err, len(results))
				}
				for _, r := range results {
					if !r.OK() {
						b.Fatalf("%+v", r)
					}
				}
				kept = append(kept, results...)
			}
			turn++
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	runtime.KeepAlive(kept)
	b.ReportMetric(took[1].Seconds()/float64(b.N), "s-1-job")
	b.ReportMetric(took[2].Seconds()/float64(b.N), "s-2-jobs")
	b.ReportMetric(float64(took[2])/float64(took[1]), "ratio")
	b.ReportMetric(float64(m.Sys-m.HeapReleased)/1e6, "heap-MB")
}
