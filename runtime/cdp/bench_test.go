package cdp_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

func realTab(b *testing.B) cdp.Session {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	b.Cleanup(cancel)
	br, err := browser.Launch(ctx, browser.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := br.Close(); err != nil {
			b.Error(err)
		}
	})
	c, err := br.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		b.Fatal(err)
	}
	tab, err := c.NewTab(ctx)
	if err != nil {
		b.Fatal(err)
	}
	return tab.Session()
}

func BenchmarkRoundTrip(b *testing.B) {
	s := realTab(b)
	for b.Loop() {
		if err := s.Do(context.Background(), proto.RuntimeEvaluate{Expression: "1", ReturnByValue: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTwentyEvals(b *testing.B) {
	s := realTab(b)
	b.Run("awaited", func(b *testing.B) {
		for b.Loop() {
			for range 20 {
				if err := s.Do(context.Background(), proto.RuntimeEvaluate{Expression: "1"}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("pipelined", func(b *testing.B) {
		var sent [20]*cdp.Pending
		for b.Loop() {
			for i := range sent {
				sent[i] = s.Send(proto.RuntimeEvaluate{Expression: "1"})
			}
			for _, p := range sent {
				if _, err := p.Wait(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkLongString(b *testing.B) {
	s := realTab(b)
	for _, kb := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(kb, "KB"), func(b *testing.B) {
			for b.Loop() {
				res, err := cdp.Call[proto.RuntimeEvaluateResult](context.Background(), s, proto.RuntimeEvaluate{
					Expression: fmt.Sprintf(`"x".repeat(%d)`, kb<<10), ReturnByValue: true,
				})
				if err != nil || len(res.Result.Value.Str()) != kb<<10 {
					b.Fatal(err)
				}
			}
		})
	}
}
