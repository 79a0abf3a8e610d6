package replay_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/replay"
)

const bring = `document.body.insertAdjacentHTML("beforeend", "<button>Beta</button>")`

// late are the ways in which content comes to a page after it was loaded. %d is the delay in milliseconds.
var late = map[string]string{
	"a timer":                         `<script>setTimeout(() => %[2]s, %[1]d)</script>`,
	"a script that takes itself away": `<script>setTimeout(() => %[2]s, %[1]d); document.currentScript.remove()</script>`,
	"timers of timers":                `<script>let n = 0; const next = () => ++n < 5 ? setTimeout(next, %[1]d / 5) : %[2]s; next()</script>`,
	"an interval":                     `<script>const t0 = performance.now(); const t = setInterval(() => { if (performance.now() - t0 >= %[1]d) { clearInterval(t); %[2]s } }, 20)</script>`,
	"frames":                          `<script>const t0 = performance.now(); const look = () => performance.now() - t0 >= %[1]d ? %[2]s : requestAnimationFrame(look); look()</script>`,
	"a number of frames":              `<script>let n = 0; const look = () => ++n * 16 >= %[1]d ? %[2]s : requestAnimationFrame(look); look()</script>`,
	"a slow answer":                   `<script>fetch("/slow?ms=%[1]d").then(() => %[2]s)</script>`,
	"a timer, then an answer":         `<script>setTimeout(() => fetch("/slow?ms=%[1]d").then(() => %[2]s), 100)</script>`,
	"an image that does not load":     `<img src="/slow?ms=%[1]d" alt="" onerror='%[2]s'>`,
	"an animation":                    `<style>@keyframes show { to { opacity: 1 } } .late { opacity: 0; animation: show 10ms %[1]dms forwards }</style><button class=late>Beta</button>`,
	"a timer, then a transition":      `<style>#late { opacity: 0; transition: opacity 100ms }</style><button id=late>Beta</button><script>setTimeout(() => { document.getElementById("late").style.opacity = 1 }, %[1]d)</script>`,
	"a worker":                        `<script>const w = new Worker("/worker.js?ms=%[1]d"); w.onmessage = () => %[2]s</script>`,
	"a stream of events":              `<script>new EventSource("/events?ms=%[1]d").onmessage = () => %[2]s</script>`,
	"a frame":                         `<iframe srcdoc="<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Beta</button>'), %[1]d)</script>"></iframe>`,
	"a handler of the page":           `<body onload='setTimeout(() => %[2]s, %[1]d)'>`,
	"a delayed task":                  `<script>scheduler.postTask(() => %[2]s, { delay: %[1]d })</script>`,
	"another page":                    `<meta http-equiv=refresh content="0.%03[1]d;url=/other">`,
}

// lateSite serves a page with a body behind its first button, and what the ways of late ask for.
func lateSite(t *testing.T, body string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wait := func() {
			d, _ := time.ParseDuration(r.URL.Query().Get("ms") + "ms")
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
		}
		switch r.URL.Path {
		case "/slow":
			wait()
		case "/events":
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			wait()
			fmt.Fprint(w, "data: 1\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, "setTimeout(() => postMessage(1), %s)", r.URL.Query().Get("ms"))
		case "/other":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>Page</title>", two)
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>Page</title><body><button>Alpha</button>", body)
		}
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// Whatever brings it, an element that comes late is waited for, by a replay that looks and by one that executes.
func TestWhatComesLateIsWaitedFor(t *testing.T) {
	type wait struct {
		ms      int
		execute bool
	}
	grid := [][]wait{{{50, true}, {900, false}}, {{200, false}, {500, true}}}
	for i, name := range slices.Sorted(maps.Keys(late)) {
		body := late[name]
		for _, c := range grid[i%2] {
			t.Run(fmt.Sprintf("%s of %d ms", name, c.ms), func(t *testing.T) {
				t.Parallel() // it is waiting, most of the time
				s := lateSite(t, fmt.Sprintf(body, c.ms, bring))
				path := record(t, 2, decision(1, s.URL+"/", click(), false, 2, "button|Alpha", "button|Beta"))
				r := run(t, path, replay.Options{Timeout: 10 * time.Second, Execute: c.execute})
				if r.Results[0].Verdict.Fails() {
					t.Errorf("%s, after %s of %.0f ms: %s", verdicts(r), r.Results[0].Waited.By, r.Results[0].Waited.MS, r.Results[0].Reason)
				}
			})
		}
	}
}

// Nothing is waited for where nothing can come: not on a page without scripts, and, by a replay that only looks, not
// on one whose scripts only wait for their timers.
func TestNothingIsWaitedForOnAPageAtRest(t *testing.T) {
	for name, c := range map[string]struct {
		body    string
		execute bool
		by      string
	}{
		"no script":               {``, false, "rest"},
		"no script, executing":    {``, true, "rest"},
		"a handler of clicks":     {`<button onclick="1">Gamma</button>`, true, "rest"},
		"data in a script":        {`<script type="application/json">{}</script>`, true, "rest"},
		"an endless animation":    {`<style>@keyframes spin { to { rotate: 1turn } }</style><i style="display:block;animation:spin 1s infinite">x</i>`, true, "rest"},
		"scripts that do nothing": {`<script>window.x = 1</script>`, false, "rest"},
		"a clock":                 {`<p id=p>0</p><script>setInterval(() => { p.textContent = Date.now() }, 400)</script>`, false, "rest"},
		"a late other element":    {`<script>setTimeout(() => document.body.append("late"), 700)</script>`, false, "rest"},
		"scripts, executing":      {`<script>setTimeout(() => {}, 1)</script>`, true, "deadline"},
		"a stream":                {`<script>new EventSource("/events?ms=60000")</script>`, false, "deadline"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := lateSite(t, c.body)
			timeout := time.Minute // which the run does not have
			if c.by == "deadline" {
				timeout = shortWait
			}
			r := run(t, record(t, 2, decision(1, s.URL+"/", click(), false, 2, "button|Alpha", "button|Beta")), replay.Options{Timeout: timeout, Execute: c.execute})
			if got := r.Results[0]; got.Verdict != replay.Changed || got.Waited.By != c.by {
				t.Errorf("%s, after %s of %.0f ms; want changed after %s", verdicts(r), got.Waited.By, got.Waited.MS, c.by)
			}
		})
	}
}

// A page whose timers were run ahead is looked at and left: the next page has a clock that runs.
func TestThePageBehindOneThatRanAheadIsAlive(t *testing.T) {
	s := lateSite(t, fmt.Sprintf(late["a timer"], 300, bring))
	dead := decision(1, s.URL+"/1", click(), false, 2, "button|Alpha", "button|Gamma")
	r := run(t, record(t, 2, dead,
		decision(2, s.URL+"/1", click(), false, 2, "button|Alpha", "button|Beta"),
		decision(3, s.URL+"/2", click(), false, 2, "button|Alpha", "button|Beta"),
		decision(4, s.URL+"/2", click(), false, 1, "button|Alpha", "button|Beta"),
	), replay.Options{Timeout: 3 * time.Second})
	var got []any
	for _, s := range r.Results {
		got = append(got, s.Verdict, s.Navigated)
	}
	if want := fmt.Sprint([]any{replay.Changed, true, replay.OK, false, replay.OK, true, replay.OK, false}); fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
}
