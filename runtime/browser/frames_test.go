package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// tree shows the frames as "index<parent path" lines.
func tree(frames []*Frame) []string {
	var lines []string
	for _, f := range frames {
		url := f.URL
		if i := strings.Index(url, "//"); i >= 0 {
			if j := strings.Index(url[i+2:], "/"); j >= 0 {
				url = url[i+2+j:]
			}
		}
		lines = append(lines, fmt.Sprintf("%d<%d %s %s", f.Index, f.ParentIndex, url, f.Name))
	}
	return lines
}

func awaitTree(t testing.TB, tab *Tab, want ...string) []*Frame {
	t.Helper()
	var got []*Frame
	deadline := time.Now().Add(10 * time.Second)
	for {
		tab.mu.Lock()
		changed := tab.changed.next()
		n := 0
		urls := 0
		for _, f := range tab.frames {
			if f.away {
				continue
			}
			n++
			if f.parsed {
				urls++
			}
		}
		tab.mu.Unlock()
		if n == len(want) && urls == n {
			got = tab.Frames()
			break
		}
		select {
		case <-changed:
		case <-time.After(time.Until(deadline)):
			t.Fatalf("frames:\n%s\nwant:\n%s", strings.Join(tree(tab.Frames()), "\n"), strings.Join(want, "\n"))
		}
	}
	if !slices.Equal(tree(got), want) {
		t.Fatalf("frames:\n%s\nwant:\n%s", strings.Join(tree(got), "\n"), strings.Join(want, "\n"))
	}
	return got
}

var framePages = map[string]string{
	"/": `<title>top</title><iframe name=one src="/a"></iframe><p>text</p><iframe name=two srcdoc="<p>inline<iframe name=deep src='/leaf'></iframe>"></iframe>` +
		`<iframe name=three src="{other}/cross"></iframe><iframe name=four src="/leaf"></iframe>`,
	"/a":     `<p>a<iframe name=inner src="/leaf"></iframe>`,
	"/cross": `<p>cross<iframe name=back src="/leaf"></iframe>`,
	"/leaf":  `<p>leaf`,
	"/plain": `<p>plain`,
}

var frameTree = []string{
	"0<-1 / ", "1<0 /a one", "2<1 /leaf inner", "3<0 about:srcdoc two", "4<3 /leaf deep",
	"5<0 /cross three", "6<5 /leaf back", "7<0 /leaf four",
}

func TestFrames(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, framePages)
	mustGoto(t, tab, url)
	frames := awaitTree(t, tab, frameTree...)
	for _, f := range frames {
		cross := f.Index == 5 || f.Index == 6
		if own := f.Session.ID() != tab.Session().ID(); own != cross {
			t.Errorf("frame %d has a session of its own: %t", f.Index, own)
		}
		if got := evalString(t, tab, f, `location.href`); got != f.URL {
			t.Errorf("frame %d is asked and says it is at %s, not %s", f.Index, got, f.URL)
		}
		if want := strings.Contains(f.Origin, "localhost"); want != cross {
			t.Errorf("frame %d has origin %s", f.Index, f.Origin)
		}
	}
	main := frames[0]

	// A removed frame drops out, the others keep their numbers, a new one gets the next.
	if _, err := tab.Eval(testContext(t), main, `document.querySelector("[name=two]").remove()`); err != nil {
		t.Fatal(err)
	}
	without := slices.DeleteFunc(slices.Clone(frameTree), func(s string) bool { return s[0] == '3' || s[0] == '4' })
	awaitTree(t, tab, without...)
	if _, err := tab.Eval(testContext(t), main, `document.querySelector("[name=three]").remove()`); err != nil {
		t.Fatal(err)
	}
	without = slices.DeleteFunc(without, func(s string) bool { return s[0] == '5' || s[0] == '6' })
	awaitTree(t, tab, without...)
	if _, err := tab.Eval(testContext(t), main, `(() => { const f = document.createElement("iframe"); f.name = "late"; f.src = "/leaf"; document.body.append(f) })()`); err != nil {
		t.Fatal(err)
	}
	awaitTree(t, tab, append(without, "8<0 /leaf late")...)
	if _, err := tab.Eval(testContext(t), frames[5], `1`); !errors.Is(err, ErrNavigated) {
		t.Errorf("a removed frame: %v", err)
	}

	// A new main document numbers anew: the same page has the same numbers whatever came before.
	mustGoto(t, tab, url)
	awaitTree(t, tab, frameTree...)
	if _, err := tab.Eval(testContext(t), frames[1], `1`); !errors.Is(err, ErrNavigated) {
		t.Errorf("a frame of the old page: %v", err)
	}
}

// A frame that changes its site, there and back, keeps its number and can always be asked.
func TestFrameChangesProcess(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/":      `<iframe name=f src="/leaf"></iframe><iframe name=g src="/leaf"></iframe>`,
		"/leaf":  `<p>leaf`,
		"/cross": `<p>cross<iframe name=h src="/leaf"></iframe>`,
	})
	other := strings.Replace(url, "127.0.0.1", "localhost", 1)
	mustGoto(t, tab, url)
	awaitTree(t, tab, "0<-1 / ", "1<0 /leaf f", "2<0 /leaf g")
	for i := range 3 {
		if _, err := tab.Eval(testContext(t), tab.MainFrame(), `void (document.querySelector("[name=f]").src = "`+other+`/cross")`); err != nil {
			t.Fatal(err)
		}
		frames := awaitTree(t, tab, "0<-1 / ", "1<0 /cross f", fmt.Sprintf("%d<1 /leaf h", 3+i), "2<0 /leaf g")
		for _, f := range frames {
			if got := evalString(t, tab, f, `location.href`); got != f.URL {
				t.Errorf("frame %d says %s, not %s", f.Index, got, f.URL)
			}
		}
		if frames[1].Session.ID() == tab.Session().ID() {
			t.Error("the cross-site frame shares the page's session")
		}
		if _, err := tab.Eval(testContext(t), tab.MainFrame(), `void (document.querySelector("[name=f]").src = "/leaf?again")`); err != nil {
			t.Fatal(err)
		}
		frames = awaitTree(t, tab, "0<-1 / ", "1<0 /leaf?again f", "2<0 /leaf g")
		if got := evalString(t, tab, frames[1], `location.search`); got != "?again" {
			t.Errorf("the frame that came back says %s", got)
		}
		if frames[1].Session.ID() != tab.Session().ID() {
			t.Error("the frame that came back has a session of its own")
		}
	}
}

func TestCrashedFrame(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, site(t, framePages))
	frames := awaitTree(t, tab, frameTree...)
	frames[5].Session.Send(crashNow{})
	ctx := testContext(t)
	for {
		_, err := tab.Eval(ctx, frames[5], `new Promise(f => setTimeout(f, 5))`)
		if errors.Is(err, ErrCrashed) {
			break
		}
		if err != nil {
			t.Fatalf("a crashed frame: %v", err)
		}
	}
	if got := evalString(t, tab, frames[0], `document.title`); got != "top" {
		t.Errorf("the page around the crashed frame says %q", got)
	}
	if isClosed(tab.Crashed()) {
		t.Error("the tab is called crashed, and only a frame is")
	}
}

type crashNow struct{}

func (crashNow) ProtoReq() string { return "Page.crash" }

func TestIsolatedWorld(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/": `<p>x<script>
			Function.prototype.apply = Array.prototype.map = () => "TAMPERED"
			JSON.stringify = () => "TAMPERED"
			window.mine = 1
		</script><iframe src="/b"></iframe>`,
		"/b": `<p>b`,
	})
	tab.SetScript(`globalThis.runs = (globalThis.runs || 0) + 1; globalThis.helper = {twice: x => JSON.stringify([x].map(y => 2 * y))}`)
	mustGoto(t, tab, url)
	frames := awaitTree(t, tab, "0<-1 / ", "1<0 /b ")
	for range 3 {
		for _, f := range frames {
			if got := evalString(t, tab, f, `helper.twice(21)`); got != "[42]" {
				t.Errorf("the script says %s", got)
			}
			if got := evalString(t, tab, f, `runs + " " + typeof mine`); got != "1 undefined" {
				t.Errorf("runs and what can be seen of the page: %s", got)
			}
		}
	}
	// The page sees nothing of ours.
	raw, err := tab.Session().Call(testContext(t), tab.Session().ID(), "Runtime.evaluate", map[string]any{
		"expression": `[typeof helper, typeof runs, Object.getOwnPropertyNames(globalThis).filter(n => /jevrun/i.test(n)).length, document.documentElement.outerHTML.includes("jevrun")].join()`,
	})
	if err != nil || !strings.Contains(string(raw), `"undefined,undefined,0,false"`) {
		t.Errorf("the page sees %s, %v", raw, err)
	}

	for expression, want := range map[string]string{
		`undefined`:                   `null`,
		`({a: [1, "é", null, true]})`: `{"a":[1,"\u00e9",null,true]}`,
		`Promise.resolve("later")`:    `"later"`,
		`1 // a comment`:              `1`,
		`"\ud800"`:                    "\"\ufffd\"",
	} {
		if raw, err := tab.Eval(testContext(t), frames[0], expression); err != nil || string(raw) != want && !(strings.Contains(expression, "ud800") && len(raw) > 2) {
			t.Errorf("%s gives %s, %v; want %s", expression, raw, err, want)
		}
	}
	for expression, want := range map[string]string{
		`nothing.here`:                        "ReferenceError: nothing is not defined",
		`(() => { throw "text" })()`:          `threw "text"`,
		`Promise.reject(new TypeError("no"))`: "TypeError: no",
		`1 +`:                                 "SyntaxError",
		`NaN`:                                 "no JSON form",
	} {
		_, err := tab.Eval(testContext(t), frames[1], expression)
		var se *ScriptError
		if !errors.As(err, &se) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "frame 1 ("+url+"/b)") {
			t.Errorf("%s gives %v, want %q", expression, err, want)
		}
	}
	tab.SetScript(`throw new Error("the script is broken")`)
	if _, err := tab.Eval(testContext(t), frames[0], `1`); err == nil || !strings.Contains(err.Error(), "the script is broken") {
		t.Errorf("a broken script: %v", err)
	}
}

func TestHandles(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, site(t, map[string]string{"/": `<p id=x>x`}))
	id, err := tab.EvalHandle(testContext(t), tab.MainFrame(), `document.querySelector("p")`)
	if err != nil || id == "" {
		t.Fatalf("handle %q, %v", id, err)
	}
	raw, err := tab.Session().Call(testContext(t), tab.Session().ID(), "DOM.describeNode", map[string]any{"objectId": id})
	if err != nil || !strings.Contains(string(raw), `"nodeName":"P"`) {
		t.Errorf("%s, %v", raw, err)
	}
	if id, err := tab.EvalHandle(testContext(t), tab.MainFrame(), `document.querySelector("nothing")`); err != nil || id != "" {
		t.Errorf("a handle of null: %q, %v", id, err)
	}
}

// Calls race with navigations, within a site and across: each gives the answer of the document it was meant
// for, or ErrNavigated. None hangs, and none runs in another world.
func TestNavigationRaces(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/a": `<title>a</title><script>window.runs = -1</script>`,
		"/b": `<title>b</title><script>window.runs = -1</script><iframe src="/a"></iframe>`,
	})
	other := strings.Replace(url, "127.0.0.1", "localhost", 1)
	tab.SetScript(`globalThis.runs = (globalThis.runs || 0) + 1`)
	mustGoto(t, tab, url+"/a")
	stop := make(chan struct{})
	ended := make(chan struct{})
	var answers, gone atomic.Int64
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
			}
			f := tab.MainFrame()
			for _, expression := range []string{
				`runs + " " + location.href`,
				`new Promise(r => setTimeout(() => r(runs + " " + location.href), 3))`,
			} {
				raw, err := tab.Eval(testContext(t), f, expression)
				switch {
				case errors.Is(err, ErrNavigated):
					gone.Add(1)
				case err != nil:
					t.Errorf("a call during navigation: %v", err)
				case f.URL == "":
				default:
					answers.Add(1)
					if want := `"1 ` + f.URL + `"`; string(raw) != want {
						t.Errorf("document %d says %s, want %s", f.Document, raw, want)
					}
				}
			}
		}
	}()
	before := tab.Navigations()
	for i := range 30 {
		next := []string{url + "/a", other + "/b", other + "/a", url + "/b"}[i%4]
		had := answers.Load()
		mustGoto(t, tab, next)
		eventually(t, 5*time.Second, "the page is asked", func() bool { return answers.Load() > had })
	}
	close(stop)
	<-ended
	t.Logf("%d answers, %d navigated", answers.Load(), gone.Load())
	if gone.Load() == 0 {
		t.Error("nothing raced")
	}
	if n := tab.Navigations() - before; n < 30 {
		t.Errorf("%d navigations were counted, want 30 and more", n)
	}
}

func TestNavigated(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/next" {
			<-release
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>x")
	}))
	defer func() { s.CloseClientConnections(); s.Close() }()
	mustGoto(t, tab, s.URL)
	eventually(t, 5*time.Second, "the first page is complete", func() bool { return !tab.Loading() })
	n, moved := tab.Navigations(), tab.Navigated()
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `history.pushState(0, "", "/pushed")`); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Second, "the pushed address", func() bool { return tab.URL() == s.URL+"/pushed" })
	if tab.Navigations() != n || isClosed(moved) {
		t.Error("pushState counts as a navigation")
	}
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `void (location = "/next")`); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Second, "the page is on its way", tab.Loading)
	if isClosed(moved) {
		t.Error("navigated before the answer came")
	}
	close(release)
	select {
	case <-moved:
	case <-time.After(5 * time.Second):
		t.Fatal("the navigation was not told")
	}
	if tab.Navigations() != n+1 {
		t.Errorf("%d navigations, want %d", tab.Navigations(), n+1)
	}
}

// Frames that come and go while they are asked.
func TestFrameChurn(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/": `<script>setInterval(() => {
			const f = document.createElement("iframe")
			f.src = ["/leaf", "{other}/leaf", "about:blank"][Math.floor(Math.random() * 3)]
			document.body.append(f)
			if (document.querySelectorAll("iframe").length > 4) document.querySelector("iframe").remove()
		}, 15)</script><body>`,
		"/leaf": `<p>leaf`,
	})
	mustGoto(t, tab, url)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	answers := 0
	for ctx.Err() == nil {
		frames := tab.Frames()
		if len(frames) > 8 {
			t.Fatalf("%d frames are listed, and at most 5 exist", len(frames))
		}
		for _, f := range frames {
			raw, err := tab.Eval(testContext(t), f, `location.href`)
			switch {
			case err == nil:
				answers++
				if f.URL != "" && string(raw) != `"`+f.URL+`"` && string(raw) != `"about:blank"` {
					t.Errorf("frame %d at %s says %s", f.Index, f.URL, raw)
				}
			case !errors.Is(err, ErrNavigated):
				t.Errorf("frame %d: %v", f.Index, err)
			}
		}
	}
	if answers < 10 {
		t.Errorf("only %d answers", answers)
	}
	mustGoto(t, tab, url+"/leaf")
	if n := len(tab.Frames()); n != 1 {
		t.Errorf("%d frames are left", n)
	}
}
