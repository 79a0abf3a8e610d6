package replay_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

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

// BenchmarkReplay replays twenty steps on twenty pages, the browser warm; bare is the same navigations with one
// extraction each and nothing else, so that the ratio tells what replaying costs.
func BenchmarkReplay(b *testing.B) {
	path, urls := benchSite(b)
	ctx := context.Background()
	b.Run("bare", func(b *testing.B) {
		for range b.N {
			c, err := chrome.NewContext(ctx, browser.ContextOptions{})
			if err != nil {
				b.Fatal(err)
			}
			tab, err := c.NewTab(ctx)
			if err != nil {
				b.Fatal(err)
			}
			p := page.New(tab, page.Options{})
			for _, u := range urls {
				if err := p.Goto(ctx, u); err != nil {
					b.Fatal(err)
				}
				if _, err := p.Observe(ctx, page.ObserveOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			if err := c.Close(ctx); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/20, "ms/step")
	})
	b.Run("replay", func(b *testing.B) {
		for range b.N {
			r, err := replay.Run(ctx, chrome, path, replay.Options{Taint: &taint.Registry{}})
			if err != nil || !r.OK() {
				b.Fatal(err, r)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/20, "ms/step")
	})
}
