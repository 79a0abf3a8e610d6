package page

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jevrun/jevrun/stdlib/action"
)

// runs is how often each kind of page is tried; JEVRUN_RUNS asks for more and prints the table.
func runs(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("JEVRUN_RUNS"), "5"))
	ok(t, err)
	return n
}

// work is what a click on Go sets off; the page says done when it is through with it.
var work = []struct{ kind, html string }{
	{"nothing to wait for", `<button onclick="1">Go</button><p id=out>done</p>`},
	{"sync", `<button onclick="out.textContent='done'">Go</button><p id=out></p>`},
	{"messages for 45 ms, one after the other", `<button onclick="const c = new MessageChannel(), end = performance.now() + 45; c.port1.onmessage = () => performance.now() < end ? c.port2.postMessage(0) : out.textContent='done'; c.port2.postMessage(0)">Go</button><p id=out></p>`},
	{"an idle moment", `<button onclick="requestIdleCallback(() => out.textContent='done')">Go</button><p id=out></p>`},
	{"timers of 15 ms, six of them", `<button onclick="let n=0; (function f(){ ++n < 6 ? setTimeout(f, 15) : 0; out.textContent = n < 6 ? n : 'done' })()">Go</button><p id=out></p>`},
	{"a silent timer of 200 ms", `<button onclick="setTimeout(() => out.textContent='done', 200)">Go</button><p id=out></p>`},
	{"debounce of 300 ms, then a request", `<button onclick="setTimeout(() => fetch('{url}/40').then(() => out.textContent='done'), 300)">Go</button><p id=out></p>`},
	{"a chain of requests, 120 and 150 ms", `<button onclick="fetch('{url}/120').then(() => fetch('{url}/150')).then(() => out.textContent='done')">Go</button><p id=out></p>`},
	{"navigation, 100 ms on the server", `<button onclick="location = '{url}/next'">Go</button><p id=out></p>`},
	{"an endless animation", `<style>@keyframes k{to{transform:rotate(1turn)}} i{display:block;width:9px;height:9px;animation:k 1s infinite}</style><i></i>
		<button onclick="fetch('{url}/40').then(() => out.textContent='done')">Go</button><p id=out></p>`},
	{"a clock that ticks every 100 ms", `<button onclick="fetch('{url}/40').then(() => out.textContent='done')">Go</button><p id=out></p>
		<b id=clock></b><script>setInterval(() => clock.textContent = performance.now(), 100)</script>`},
	{"a long poll, and a request of 60 ms", `<script>fetch('{url}/hold').catch(() => {})</script><button onclick="fetch('{url}/60').then(() => out.textContent='done')">Go</button><p id=out></p>`},
}

// A settle is never early for what the action before it set off.
func TestSettleIsNeverEarly(t *testing.T) {
	n := runs(t)
	for i, k := range work {
		t.Run(k.kind, func(t *testing.T) {
			t.Parallel()
			w := open(t, "<p>not yet")
			w.timed()
			w.serve(fmt.Sprint("/work", i), k.html)
			w.serve("/next", `<p id=out></p><script>setTimeout(() => out.textContent = 'done', 30)</script>`)
			var took []time.Duration
			early := 0
			for range n {
				w.visit(fmt.Sprint("/work", i))
				ok(t, w.Click(testContext(t), w.target("button|go")))
				s, err := w.Settle(testContext(t), 5*time.Second)
				ok(t, err)
				if got := w.js(`document.getElementById('out').textContent`); got != "done" || s.By != byQuiet {
					early++
					t.Logf("ended by %s after %.0f ms, the page says %q", s.By, s.MS, got)
				}
				took = append(took, waited(s))
			}
			if early > 0 {
				t.Errorf("early in %d of %d runs", early, n)
			}
			slices.Sort(took)
			t.Logf("| %s | %d | %d | %.0f ms | %.0f ms |", k.kind, n, early, ms(took[n/2]), ms(took[n-1]))
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// timed serves answers that take so many milliseconds as their path says, and /hold, which waits for the client.
func (w *world) timed() {
	for _, d := range []int{40, 60, 120, 150} {
		w.handle(fmt.Sprint("/", d), func(http.ResponseWriter, *http.Request) { <-time.After(time.Duration(d) * time.Millisecond) })
	}
	w.handle("/hold", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
}

// A wait for what comes late ends when it is there, and not before.
func TestWaitForIsNeverEarly(t *testing.T) {
	w := open(t, "<p>not yet")
	w.handle("/late", func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(rw, `<button id=b style="display:none">Go</button><p id=p></p><script>setTimeout(() => { b.style.display = ''; p.textContent = 'It is here' }, %s)</script>`, r.URL.RawQuery)
	})
	for i := range runs(t) {
		late := 50 + i*137%850
		w.visit(fmt.Sprint("/late?", late))
		c := action.Condition{Text: "It is here"}
		if i%2 == 0 {
			c = action.Condition{Selector: "#b"}
		}
		ok(t, w.WaitFor(testContext(t), c))
		if got := w.js(`document.getElementById('p').textContent`); got != "It is here" {
			t.Errorf("run %d: early, %d ms were to pass", i, late)
		}
		if got := fps(w.observe()); !slices.Contains(got, "button|go") {
			t.Errorf("run %d: observed %q", i, got)
		}
	}
}

// BenchmarkWaitFor interleaves a wait for what comes 150 ms late with a poll every 5 ms of the same condition, and
// reports the ratio of their medians.
func BenchmarkWaitFor(b *testing.B) {
	w := open(b, `<p id=p></p>`)
	ctx := testContext(b)
	var ours, polls []time.Duration
	for range b.N {
		for _, list := range []*[]time.Duration{&ours, &polls} {
			w.js(`(document.getElementById('late')?.remove(), setTimeout(() => p.insertAdjacentHTML('afterend', '<i id=late>late</i>'), 150), 1)`)
			start := time.Now()
			if list == &ours {
				ok(b, w.WaitFor(ctx, action.Condition{Selector: "#late"}))
			} else {
				tick := time.NewTicker(5 * time.Millisecond)
				for w.js(`document.getElementById('late')?.checkVisibility() ?? false`) != "true" {
					<-tick.C
				}
				tick.Stop()
			}
			*list = append(*list, time.Since(start))
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(median(ours)), "ours-ms")
	b.ReportMetric(ms(median(polls)), "poll-ms")
	b.ReportMetric(ratio(ours, polls), "ours/poll")
}
