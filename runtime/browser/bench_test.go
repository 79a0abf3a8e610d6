package browser

import (
	"context"
	"testing"
)

func BenchmarkLaunchToFirstPage(b *testing.B) {
	url := site(b, map[string]string{"/": "<p>x"})
	for b.Loop() {
		br, err := Launch(context.Background(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		c, err := br.NewContext(context.Background(), ContextOptions{})
		if err != nil {
			b.Fatal(err)
		}
		tab, err := c.NewTab(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		mustGoto(b, tab, url)
		b.StopTimer()
		if err := br.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func BenchmarkContextAndTab(b *testing.B) {
	br := sharedBrowser(b)
	for b.Loop() {
		c, err := br.NewContext(context.Background(), ContextOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.NewTab(context.Background()); err != nil {
			b.Fatal(err)
		}
		if err := c.Close(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	_, tab := newTabFor(b, DialogPolicy{})
	mustGoto(b, tab, site(b, map[string]string{"/": "<p>x"}))
	f := tab.MainFrame()
	for b.Loop() {
		if _, err := tab.Eval(context.Background(), f, "1"); err != nil {
			b.Fatal(err)
		}
	}
}
