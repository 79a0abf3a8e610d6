package page

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/stdlib/action"
)

func TestSettleOnAStaticPageIsQuick(t *testing.T) {
	w := open(t, `<button>Save</button>`)
	best := time.Hour
	for range 5 { // the machine may be busy: the best of five says what the wait itself takes
		start := time.Now()
		s, err := w.Settle(testContext(t), 3*time.Second)
		ok(t, err)
		if s.By != "quiet" || s.MS < 50 {
			t.Errorf("settled %+v", s)
		}
		best = min(best, time.Since(start))
	}
	if best > 150*time.Millisecond {
		t.Errorf("took %s", best)
	}
}

// After input a page may rest briefly only where nobody has a way to send it what the input asked for.
func TestWhereAPageCanHearFromElsewhere(t *testing.T) {
	for about, c := range map[string]struct {
		html    string
		unheard bool
	}{
		"nobody":         {`<button onclick="title = 1">Go</button>`, true},
		"a request":      {`<button onclick="fetch('{url}/news')">Go</button>`, false},
		"a worker":       {`<script>new Worker(URL.createObjectURL(new Blob(["onmessage = () => postMessage(0)"])))</script><button>Go</button>`, false},
		"a server":       {`<script>new EventSource('{url}/news')</script><button>Go</button>`, false},
		"another window": {`<iframe src="{other}/news"></iframe><button>Go</button>`, false},
	} {
		t.Run(strings.ReplaceAll(about, " ", "_"), func(t *testing.T) {
			w := open(t, c.html)
			w.handle("/news", func(rw http.ResponseWriter, r *http.Request) { rw.Header().Set("Content-Type", "text/event-stream") })
			_, err := w.Settle(testContext(t), 5*time.Second)
			ok(t, err)
			ok(t, w.Click(testContext(t), w.target("button|go")))
			network, _, err := w.network(testContext(t))
			ok(t, err)
			ok(t, network.Sync(testContext(t), nil))
			if got := w.unheard(testContext(t), network); got != c.unheard {
				t.Errorf("unheard %v", got)
			}
			w.closeNetwork()
		})
	}
}

func TestSettleWaitsForTheRequestOfAClick(t *testing.T) {
	w := open(t, `<button onclick="fetch('{url}/slow').then(() => { document.title = 'loaded' })">Load</button>`)
	w.handle("/slow", func(rw http.ResponseWriter, r *http.Request) { <-time.After(400 * time.Millisecond) })
	ok(t, w.Click(testContext(t), w.target("button|load")))
	if got := w.js(`document.title`); got == "loaded" {
		t.Fatal("the page was through before the wait: the test shows nothing")
	}
	s, err := w.Settle(testContext(t), 5*time.Second)
	ok(t, err)
	if got := w.js(`document.title`); got != "loaded" || s.By != "quiet" {
		t.Errorf("settled %+v with title %q", s, got)
	}
}

// What a page does with an answer has as much time as what it does by itself, however long ago the input was.
func TestSettleGivesAnAnswerItsTime(t *testing.T) {
	w := open(t, `<button onclick="fetch('{url}/120').then(() => { window.came = performance.now() })">Load</button>`)
	w.timed()
	w.observe()
	ok(t, w.Click(testContext(t), w.target("button|load")))
	_, err := w.Settle(testContext(t), 5*time.Second)
	ok(t, err)
	if got := w.js(`performance.now() - window.came >= 49`); got != "true" {
		t.Errorf("the settle ended %s ms after the answer", w.js(`performance.now() - window.came`))
	}
}

func TestSettleFollowsANavigation(t *testing.T) {
	w := open(t, `<a href="{url}/next">Next</a>`)
	w.handle("/next", func(rw http.ResponseWriter, r *http.Request) {
		<-time.After(250 * time.Millisecond)
		rw.Header().Set("Content-Type", "text/html")
		_, _ = rw.Write([]byte(`<title>next</title><script>let n = 0; const t = setInterval(() => { document.body.append(++n); if (n == 5) { document.title = 'ready'; clearInterval(t) } }, 20)</script><body>`))
	})
	ok(t, w.Click(testContext(t), w.target("link|next")))
	s, err := w.Settle(testContext(t), 5*time.Second)
	ok(t, err)
	if got := w.js(`document.title`); got != "ready" || s.By != "quiet" {
		t.Errorf("settled %+v with title %q", s, got)
	}
}

func TestSettleEndsAtItsDeadline(t *testing.T) {
	w := open(t, `<p id=p></p><script>setInterval(() => { p.textContent = performance.now() }, 5)</script>`)
	s, err := w.Settle(testContext(t), 400*time.Millisecond)
	ok(t, err)
	if s.By != "deadline" || s.MS < 350 {
		t.Errorf("settled %+v", s)
	}
	if _, err := w.Settle(within(t, 200*time.Millisecond), 10*time.Second); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestSettleIgnoresAnEarlierLongPoll(t *testing.T) {
	w := open(t, `<button onclick="this.textContent='Done'">Go</button>`)
	hold := make(chan struct{})
	t.Cleanup(func() { close(hold) })
	w.handle("/poll", func(rw http.ResponseWriter, r *http.Request) {
		select {
		case <-hold:
		case <-r.Context().Done():
		}
	})
	w.js(`(void fetch(location.pathname.replace(/\/$/, '') + '/poll'), 1)`)
	ok(t, w.Click(testContext(t), w.target("button|go")))
	s, err := w.Settle(testContext(t), 5*time.Second)
	ok(t, err)
	if s.By != "quiet" || s.MS > 1500 {
		t.Errorf("settled %+v", s)
	}
}

func TestWaitUntil(t *testing.T) {
	w := open(t, `<p id=p>wait</p><script>setTimeout(() => { p.textContent = 'Archived  it' }, 250)</script>`)
	ok(t, w.WaitFor(testContext(t), action.Condition{Text: "Archived it"}))
	ok(t, w.WaitFor(testContext(t), action.Condition{Selector: "p"}))
	err := w.WaitFor(within(t, 300*time.Millisecond), action.Condition{Selector: "#never"})
	wantError(t, err, action.Timeout, false, "#never")
	if err := w.WaitFor(testContext(t), action.Condition{Selector: "p["}); err == nil || !strings.Contains(err.Error(), "p[") {
		t.Errorf("error %v", err)
	}
	calls := 0
	s, err := w.WaitUntil(within(t, 300*time.Millisecond), func(context.Context) (bool, error) { calls++; return false, nil })
	if !errors.Is(err, context.DeadlineExceeded) || s.By != "deadline" || calls < 4 {
		t.Errorf("settled %+v after %d checks: %v", s, calls, err)
	}
	broken := errors.New("broken")
	if _, err := w.WaitUntil(testContext(t), func(context.Context) (bool, error) { return false, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestWaitForInAPageThatNavigates(t *testing.T) {
	w := open(t, `<script>setTimeout(() => location = '{url}/next', 150)</script>`)
	w.serve("/next", `<iframe srcdoc="<p>inside the <b>frame</b></p>"></iframe>`)
	ok(t, w.WaitFor(testContext(t), action.Condition{Text: "inside the frame"}))
}

func TestFacts(t *testing.T) {
	w := open(t, `<title>T</title><style>p{}</style><p>Visible   text</p><p hidden>hidden</p><script>"code"</script>
		<x-a><template shadowrootmode=open><style>i{}</style><p>shadow words</p></template></x-a>
		<iframe srcdoc="<p>framed words</p><button>In</button>"></iframe><a href="/x">Link</a>
		<div style="display:none"><x-b><template shadowrootmode=open><p>unseen</p></template></x-b></div>`)
	facts, elements, err := w.Facts(testContext(t), true)
	ok(t, err)
	if facts.Title != "T" || facts.Origin != w.url || !strings.HasPrefix(facts.URL, w.url) {
		t.Errorf("facts %+v", facts)
	}
	for _, s := range []string{"Visible text", "shadow words", "framed words", "Link"} {
		if !strings.Contains(facts.Text, s) {
			t.Errorf("%q is not in %q", s, facts.Text)
		}
	}
	for _, s := range []string{"hidden", "code", "unseen", "{}"} {
		if strings.Contains(facts.Text, s) {
			t.Errorf("%q is in %q", s, facts.Text)
		}
	}
	if len(elements) != 2 || elements[0].Href+elements[1].Href != w.url+"/x" || elements[0].Frame+elements[1].Frame != 1 {
		t.Errorf("elements %+v", elements)
	}
}

func TestGotoThatFailsNamesTheAddress(t *testing.T) {
	w := open(t, `x`)
	wantError(t, w.Goto(testContext(t), "http://127.0.0.1:1/"), action.Navigation, false, "http://127.0.0.1:1/")
}

// A document that does not get done in time is told with what it waits for: its scripts and styles, or the rest of it, and
// not what holds up nobody.
func TestGotoThatIsNotDoneNamesWhatItWaitsFor(t *testing.T) {
	w := open(t, `x`)
	never := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for _, part := range []string{"/picture", "/style", "/script"} {
		w.handle(part, never)
	}
	w.handle("/half", func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(rw, "<p>half", strings.Repeat(" ", 4096))
		rw.(http.Flusher).Flush()
		never(rw, r)
	})
	w.serve("/scripted", `<img src="{url}/picture"><link rel=stylesheet href="{url}/style"><script src="{url}/script"></script><p>`)
	for path, want := range map[string][]string{
		"/scripted": {"the stylesheet " + w.url + w.path("/style") + " (asked for ", "the script " + w.url + w.path("/script") + " (asked for ", "see whether the server sends that"},
		"/half":     {"it waits for the rest of it (asked for "},
	} {
		err := w.Goto(within(t, time.Second), w.url+w.path(path))
		wantError(t, err, action.Timeout, false, append(want, path+" answered but its document is not complete after 1")...)
		if err != nil && strings.Contains(err.Error(), "picture") {
			t.Errorf("%s: a picture is named: %v", path, err)
		}
	}
}

func TestScreenshot(t *testing.T) {
	w := open(t, `<body style="margin:0"><div style="height:1000px">x</div>`)
	dir := t.TempDir()
	for name, height := range map[string]int{"view.png": 900, "full.png": 1000} {
		file := filepath.Join(dir, name)
		ok(t, w.Screenshot(testContext(t), file, name == "full.png"))
		f, err := os.Open(file)
		ok(t, err)
		config, err := png.DecodeConfig(f)
		_ = f.Close()
		ok(t, err)
		if config.Height != height || config.Width != 1280 {
			t.Errorf("%s is %dx%d", name, config.Width, config.Height)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 0 {
		t.Errorf("left over: %q", left)
	}
	if err := w.Screenshot(testContext(t), filepath.Join(dir, "no", "such", "folder.png"), false); err == nil {
		t.Error("no error for a folder that does not exist")
	}
}

// A frame that never answers costs a settle a second, however often the page around it changes, and so does one that
// never rests.
func TestSettleLetsAHungFrameBe(t *testing.T) {
	w := open(t, `<iframe src="{other}/hung"></iframe><iframe src="{url}/restless"></iframe><button onclick="fetch('{url}/slow').then(() => this.textContent = 'Done')">Go</button>`)
	w.serve("/hung", `<script>onmessage = () => { for (;;); }</script>`)
	w.serve("/restless", `<p id=p></p><script>setInterval(() => { p.textContent = performance.now() }, 5)</script>`)
	w.handle("/slow", func(http.ResponseWriter, *http.Request) { <-time.After(1500 * time.Millisecond) })
	w.visit("/")
	ok(t, w.Click(testContext(t), w.target("button|go")))
	w.js(`(document.querySelector('iframe').contentWindow.postMessage(1, '*'), 1)`)
	s, err := w.Settle(testContext(t), 20*time.Second)
	ok(t, err)
	if got := w.js(`document.querySelector('button').textContent`); got != "Done" || s.By != byQuiet || s.MS > 10_000 {
		t.Errorf("settled %+v with %q", s, got)
	}
}
