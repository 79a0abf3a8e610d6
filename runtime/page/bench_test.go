package page

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// controls is a page of n controls of all kinds, in sections of 50, about five elements each.
func controls(n int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>Many</title>")
	for i := range n {
		if i%50 == 0 {
			if i > 0 {
				b.WriteString("</section>")
			}
			fmt.Fprintf(&b, "<section><h2>Part %d</h2>", i/50)
		}
		switch i % 10 {
		case 0:
			fmt.Fprintf(&b, `<div><span><button><i></i>Open item %d</button></span></div>`, i)
		case 1:
			fmt.Fprintf(&b, `<div><p>About <a href="/item/%d">item <b>%d</b></a></p></div>`, i, i)
		case 2:
			fmt.Fprintf(&b, `<div><label for=f%d>Field %d</label> <input id=f%d value=v%d></div>`, i, i, i, i)
		case 3:
			fmt.Fprintf(&b, `<div><label><input type=checkbox> Option <em>%d</em></label></div>`, i)
		case 4:
			fmt.Fprintf(&b, `<div><span id=l%d>Choice %d</span><select aria-labelledby=l%d><option>one<option>two</select></div>`, i, i, i)
		case 5:
			fmt.Fprintf(&b, `<div role=button tabindex=0 aria-label="Icon %d"><svg width=10 height=10><path d=""/></svg></div>`, i)
		case 6:
			fmt.Fprintf(&b, `<div><span role=combobox tabindex=0 aria-label="Combo %d">x</span></div>`, i)
		case 7:
			fmt.Fprintf(&b, `<div contenteditable aria-label="Editor %d"><p>text</p></div>`, i)
		case 8:
			fmt.Fprintf(&b, `<div><a href="#%d"><img alt="Picture %d" width=20 height=20 src="data:,"></a></div>`, i, i)
		case 9:
			fmt.Fprintf(&b, `<div><span><button onclick="1">Act on <span>row</span> %d</button></span></div>`, i)
		}
	}
	b.WriteString("</section><button>The last one</button>")
	return b.String()
}

func BenchmarkObserve(b *testing.B) {
	for _, n := range []int{100, 1000, 5000, 20000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := open(b, controls(n))
			if obs := w.observe(); obs.Total != n+1 {
				b.Fatalf("total %d", obs.Total)
			}
			b.ResetTimer()
			for range b.N {
				w.observe()
			}
		})
	}
}

func BenchmarkClick(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := open(b, controls(n))
			target := w.target("button|open item 0")
			b.ResetTimer()
			for range b.N {
				ok(b, w.Click(testContext(b), target))
			}
		})
	}
}

// BenchmarkSettle is what a step pays for a page that rests already: the 50 ms of stillness, and what comes on top; and
// what a step pays after a click that nothing comes of.
func BenchmarkSettle(b *testing.B) {
	for _, c := range []struct {
		name    string
		n       int
		clicked bool
	}{{"100", 100, false}, {"5000", 5000, false}, {"100-clicked", 100, true}, {"5000-clicked", 5000, true}} {
		b.Run(c.name, func(b *testing.B) {
			w := open(b, controls(c.n))
			target := w.target("button|open item 0")
			var took []time.Duration
			for range b.N {
				if c.clicked {
					w.observe()
					ok(b, w.Click(testContext(b), target))
				}
				start := time.Now()
				settled, err := w.Settle(testContext(b), 5*time.Second)
				ok(b, err)
				if settled.By != byQuiet {
					b.Fatalf("the wait was ended by %s", settled.By)
				}
				took = append(took, time.Since(start))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ms(median(took)), "median-ms")
		})
	}
}

// BenchmarkMemory looks a thousand times at a page and reports by how much that made our heap and the page's grow,
// garbage collected. Both stay at nothing when a look leaves nothing behind.
func BenchmarkMemory(b *testing.B) {
	w := open(b, controls(1000))
	s := w.tab.Session()
	heaps := func() (ours, page float64) {
		call(b, s, "HeapProfiler.collectGarbage", map[string]any{}, &struct{}{})
		var used struct {
			UsedSize float64 `json:"usedSize"`
		}
		call(b, s, "Runtime.getHeapUsage", map[string]any{}, &used)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc), used.UsedSize
	}
	for range 20 {
		w.observe()
	}
	ours, page := heaps()
	b.ResetTimer()
	for range b.N {
		for range 1000 {
			w.observe()
		}
	}
	oursNow, pageNow := heaps()
	b.ReportMetric((oursNow-ours)/1000/float64(b.N), "B/look")
	b.ReportMetric((pageNow-page)/1000/float64(b.N), "page-B/look")
}
