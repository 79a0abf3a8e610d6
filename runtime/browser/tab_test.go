package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestDialogs(t *testing.T) {
	policy := DialogPolicy{Rules: []DialogRule{
		{Name: "name", Match: regexp.MustCompile(`(?i)your name`), Accept: true, Text: "Ada"},
		{Name: "keep default", Match: regexp.MustCompile(`^Color`), Accept: true},
		{Name: "sure", Match: regexp.MustCompile(`^Sure`), Accept: true},
		{Name: "late", Match: regexp.MustCompile(`name`), Accept: false},
	}}
	for _, tc := range []struct {
		call   string
		policy DialogPolicy
		result string // of the call, as JSON
		want   Dialog
	}{
		{`alert("hi")`, policy, `null`, Dialog{Type: "alert", Message: "hi", Action: Dismiss}},
		{`alert("hi")`, DialogPolicy{Default: Accept}, `null`, Dialog{Type: "alert", Message: "hi", Action: Accept}},
		{`confirm("Sure?")`, policy, `true`, Dialog{Type: "confirm", Message: "Sure?", Action: Accept, Rule: "sure"}},
		{`confirm("Really?")`, policy, `false`, Dialog{Type: "confirm", Message: "Really?", Action: Dismiss}},
		{`confirm("Really?")`, DialogPolicy{Default: Accept}, `true`, Dialog{Type: "confirm", Message: "Really?", Action: Accept}},
		{`prompt("Your NAME please")`, policy, `"Ada"`, Dialog{Type: "prompt", Message: "Your NAME please", Action: Accept, Text: "Ada", Rule: "name"}},
		{`prompt("Color?", "blue")`, policy, `"blue"`, Dialog{Type: "prompt", Message: "Color?", Action: Accept, Text: "blue", Rule: "keep default"}},
		{`prompt("Pet name?")`, policy, `null`, Dialog{Type: "prompt", Message: "Pet name?", Action: Dismiss, Rule: "late"}},
		{`prompt("Age?", "7")`, DialogPolicy{Default: Accept}, `"7"`, Dialog{Type: "prompt", Message: "Age?", Action: Accept, Text: "7"}},
	} {
		t.Run(tc.call+" "+tc.policy.Default, func(t *testing.T) {
			c, tab := newTabFor(t, tc.policy)
			url := site(t, map[string]string{"/": "<p>x"})
			mustGoto(t, tab, url)
			var told []Dialog
			heard := make(chan struct{})
			tab.OnDialog(func(d Dialog) { told = append(told, d); close(heard) })
			raw, err := tab.Eval(testContext(t), tab.MainFrame(), tc.call)
			if err != nil {
				t.Fatal(err)
			}
			if string(raw) != tc.result {
				t.Errorf("the page got %s, want %s", raw, tc.result)
			}
			<-heard
			want := tc.want
			want.URL = url + "/"
			for name, got := range map[string][]Dialog{"Tab.Dialogs": tab.Dialogs(), "OnDialog": told, "Context.Dialogs": c.Dialogs()} {
				if diff := cmp.Diff([]Dialog{want}, got, cmpopts.IgnoreFields(Dialog{}, "At")); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
			if time.Since(tab.Dialogs()[0].At) > time.Minute {
				t.Error("the dialog has no time")
			}
		})
	}
}

// A dialog must not hang anything, wherever it comes from.
func TestDialogsEverywhere(t *testing.T) {
	c, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/load":   `<script>alert("while parsing")</script><body onload="alert('on load')"><p>done`,
		"/frames": `<iframe src="/inner"></iframe>`,
		"/cross":  `<iframe src="{other}/outer"></iframe>`,
		"/inner":  `<script>alert("same site")</script>`,
		"/outer":  `<script>alert("cross site")</script><iframe src="/deep"></iframe>`,
		"/deep":   `<body onload="confirm('deep')">`,
		"/opener": `<script>window.open("/popup")</script><a href="{other}/popup2" target=_blank rel=noopener id=a>x</a>`,
		"/popup":  `<script>alert("pop-up")</script>`,
		"/popup2": `<script>alert("noopener pop-up")</script>`,
		"/flood":  `<script>for (let i = 0; i < 50; i++) alert("flood " + i)</script>`,
	})
	messages := func() []string {
		var list []string
		for _, d := range c.Dialogs() {
			list = append(list, d.Message)
		}
		return list
	}
	has := func(want ...string) func() bool {
		return func() bool {
			got := strings.Join(messages(), "\n") + "\n"
			for _, w := range want {
				if strings.Count(got, w+"\n") != 1 {
					return false
				}
			}
			return true
		}
	}
	mustGoto(t, tab, url+"/load")
	eventually(t, 5*time.Second, "both dialogs of a load", has("while parsing", "on load"))
	mustGoto(t, tab, url+"/frames")
	eventually(t, 5*time.Second, "the frames' dialogs", has("same site"))
	mustGoto(t, tab, url+"/cross")
	eventually(t, 5*time.Second, "the cross-site frames' dialogs", has("cross site", "deep"))
	if len(messages()) != 5 {
		t.Errorf("each dialog is recorded once, got %q", messages())
	}
	mustGoto(t, tab, url+"/opener")
	eventually(t, 5*time.Second, "the pop-up's dialog", has("pop-up"))
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `document.querySelector("a").click()`); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Second, "the other pop-up's dialog", has("noopener pop-up"))
	tabs := c.Tabs()
	if len(tabs) != 3 || tabs[0] != tab || tab.PopUp() || !tabs[1].PopUp() || !tabs[2].PopUp() {
		t.Errorf("want the tab and two pop-ups, got %d tabs", len(tabs))
	}
	if len(tab.Dialogs()) != 5 {
		t.Errorf("a pop-up's dialogs belong to the pop-up; the tab has %d", len(tab.Dialogs()))
	}
	mustGoto(t, tab, url+"/flood")
	if n := len(tab.Dialogs()); n != 55 {
		t.Errorf("want 55 dialogs of the tab, got %d", n)
	}
}

func TestBeforeUnload(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{
		"/edit": `<script>addEventListener("beforeunload", e => { e.preventDefault(); e.returnValue = "x" })</script><p>edit`,
		"/next": `<title>next</title>`,
	})
	mustGoto(t, tab, url+"/edit")
	// The dialog needs a person's input on the page first.
	if _, err := tab.Session().Call(testContext(t), tab.Session().ID(), "Runtime.evaluate", map[string]any{"expression": "1", "userGesture": true}); err != nil {
		t.Fatal(err)
	}
	err := tab.Goto(testContext(t), url+"/next")
	if err == nil || !strings.Contains(err.Error(), "dialog policy said no") || !strings.Contains(err.Error(), "/next") {
		t.Errorf("leaving a page that asks, with the default policy: %v", err)
	}
	if tab.URL() != url+"/edit" {
		t.Errorf("the tab is at %s", tab.URL())
	}
	tab.c.SetDialogs(DialogPolicy{Default: Accept})
	mustGoto(t, tab, url+"/next")
	want := []Dialog{{Type: "beforeunload", URL: url + "/edit", Action: Dismiss}, {Type: "beforeunload", URL: url + "/edit", Action: Accept}}
	if diff := cmp.Diff(want, tab.Dialogs(), cmpopts.IgnoreFields(Dialog{}, "At", "Message")); diff != "" {
		t.Errorf("dialogs (-want +got):\n%s", diff)
	}
}

func TestGoto(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	dir := t.TempDir()
	file := filepath.Join(dir, "a page.html")
	if err := os.WriteFile(file, []byte("<title>from a file</title>"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := site(t, map[string]string{
		"/":      `<title>root</title><h2 id=part>x</h2><img src="/slow.png">`,
		"/moves": `<script>location.replace("/")</script>`,
	})
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + dead.Addr().String() + "/x"
	dead.Close()

	for _, tc := range []struct{ url, at, fails string }{
		{url: url + "/"},
		{url: url + "/#part"},
		{url: url + "/#part"},
		{url: url + "/"},
		{url: url + "/moves", at: url + "/"},
		{url: "file://" + strings.ReplaceAll(file, " ", "%20")},
		{url: "about:blank"},
		{url: "data:text/html,<title>d</title>"},
		{url: refused, fails: "net::ERR_CONNECTION_REFUSED (nothing listens there"},
		{url: url + "/"},
		{url: "http://no-such-host.invalid/", fails: "net::ERR_NAME_NOT_RESOLVED"},
		{url: "file:///no/such/file.html", fails: "net::ERR_FILE_NOT_FOUND (no such file)"},
		{url: "nonsense", fails: "cannot open nonsense"},
		{url: url + "/"},
	} {
		err := tab.Goto(testContext(t), tc.url)
		if tc.fails != "" {
			if err == nil || !strings.Contains(err.Error(), tc.fails) || !strings.Contains(err.Error(), tc.url) {
				t.Errorf("Goto(%s) = %v, want %q", tc.url, err, tc.fails)
			}
			continue
		}
		if err != nil {
			t.Errorf("Goto(%s): %v", tc.url, err)
			continue
		}
		want := tc.url
		if tc.at != "" {
			want = tc.at
		}
		if got := tab.URL(); got != want {
			t.Errorf("after Goto(%s) the tab is at %s", tc.url, got)
		}
		if strings.HasSuffix(want, "/") {
			if title, err := tab.Title(testContext(t)); err != nil || title != "root" {
				t.Errorf("after Goto(%s) the title is %q, %v", tc.url, title, err)
			}
		}
	}
}

func TestGotoWaits(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/silent":
			<-release
		case "/half":
			fmt.Fprint(w, "<title>half</title><p>half", strings.Repeat(" ", 4096))
			w.(http.Flusher).Flush()
			<-release
		default:
			fmt.Fprint(w, "<title>whole</title>")
		}
	}))
	defer func() { close(release); s.CloseClientConnections(); s.Close() }()

	for path, want := range map[string]string{"/silent": "did not answer", "/half": "not complete"} {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		err := tab.Goto(ctx, s.URL+path)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Goto(%s) = %v", path, err)
		}
		mustGoto(t, tab, s.URL+"/whole"+path)
		if title, err := tab.Title(testContext(t)); err != nil || title != "whole" {
			t.Errorf("after a Goto that was given up: title %q, %v", title, err)
		}
	}
}

func TestTitleIsNotHidden(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, site(t, map[string]string{"/": `<title> Real
	title </title><form name=title></form><script>
		Object.defineProperty(document, "title", {get: () => "tampered"})
		Function.prototype.call = () => "tampered"
		Object.getOwnPropertyDescriptor = () => ({get: {call: () => "tampered"}})
	</script>`}))
	if title, err := tab.Title(testContext(t)); err != nil || title != "Real title" {
		t.Errorf("title %q, %v", title, err)
	}
}

func TestCrash(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{"/": `<title>alive</title>`})
	mustGoto(t, tab, url)
	crashed := tab.Crashed()
	pending := make(chan error, 1)
	main := tab.MainFrame()
	go func() {
		_, err := tab.Eval(testContext(t), main, `new Promise(() => {})`)
		pending <- err
	}()
	if raw, err := tab.Eval(testContext(t), main, `1+1`); err != nil || string(raw) != "2" {
		t.Fatalf("%s, %v", raw, err)
	}
	began := time.Now()
	if err := tab.Goto(testContext(t), "chrome://crash"); err == nil {
		t.Error("a crash is no success")
	} else {
		t.Logf("Goto: %v", err)
	}
	select {
	case <-crashed:
	case <-time.After(10 * time.Second):
		t.Fatal("the crash was not told")
	}
	if err := <-pending; !errors.Is(err, ErrCrashed) && !errors.Is(err, ErrNavigated) {
		t.Errorf("the call in flight ended with %v", err)
	}
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `1`); !errors.Is(err, ErrCrashed) {
		t.Errorf("a call after the crash: %v", err)
	}
	if d := time.Since(began); d > 10*time.Second {
		t.Errorf("it took %s to notice", d)
	}
	mustGoto(t, tab, url)
	if title, err := tab.Title(testContext(t)); err != nil || title != "alive" {
		t.Errorf("after the crash: title %q, %v", title, err)
	}
	if isClosed(tab.Crashed()) {
		t.Error("the tab is still called crashed after Goto")
	}
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `alert(1)`); err != nil || len(tab.Dialogs()) != 1 {
		t.Errorf("dialogs after a crash: %v, %v", tab.Dialogs(), err)
	}
}

func TestEndlessLoop(t *testing.T) {
	c, tab := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{"/": `<p>x`})
	mustGoto(t, tab, url)
	main := tab.MainFrame()
	if _, err := tab.Eval(testContext(t), main, `setTimeout(() => { for (;;); }, 0)`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := tab.Eval(ctx, main, `1`); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a call to a page that never yields: %v", err)
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("the call returned after %s", d)
	}
	began = time.Now()
	if err := tab.Close(testContext(t)); err != nil {
		t.Error(err)
	}
	t.Logf("closed in %s", time.Since(began))
	if len(c.Tabs()) != 0 {
		t.Error("the closed tab is still listed")
	}
	if _, err := tab.Eval(testContext(t), main, `1`); !errors.Is(err, ErrClosed) {
		t.Errorf("a call to a closed tab: %v", err)
	}
	if err := tab.Goto(testContext(t), url); !errors.Is(err, ErrClosed) {
		t.Errorf("Goto of a closed tab: %v", err)
	}
}

func TestOwnEndlessScriptIsStopped(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, site(t, map[string]string{"/": `<p>x`}))
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := tab.Eval(ctx, tab.MainFrame(), `(() => { for (;;); })()`); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an endless script of ours: %v", err)
	}
	if raw, err := tab.Eval(testContext(t), tab.MainFrame(), `1+1`); err != nil || string(raw) != "2" {
		t.Errorf("the page after it: %s, %v", raw, err)
	}
}

func TestNetwork(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			<-release
		case "/events":
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<p>x")
		}
	}))
	defer func() { s.CloseClientConnections(); s.Close() }()
	mustGoto(t, tab, s.URL)
	w, err := tab.Network(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	began := time.Now()
	changed := w.Changed()
	eval := func(expr string) {
		t.Helper()
		if _, err := tab.Eval(testContext(t), tab.MainFrame(), expr); err != nil {
			t.Fatal(err)
		}
	}
	eval(`(new EventSource("/events"), navigator.sendBeacon("/beacon"), void fetch("/slow"))`)
	select {
	case <-changed:
	case <-time.After(5 * time.Second):
		t.Fatal("the request was not told")
	}
	if n := w.Inflight(began, began); n != 1 {
		t.Errorf("%d requests in flight, want the fetch alone", n)
	}
	if n := w.Inflight(began, time.Now().Add(time.Second)); n != 0 {
		t.Errorf("%d requests that are no long polls are under way, want 0", n)
	}
	if n := w.Inflight(time.Now().Add(time.Second), began); n != 0 {
		t.Errorf("%d requests from the future", n)
	}
	close(release)
	eventually(t, 5*time.Second, "the fetch has ended", func() bool { return w.Inflight(began, began) == 0 })

	release = make(chan struct{}) // the page leaves while a request is under way
	defer close(release)
	eval(`void fetch("/slow")`)
	eventually(t, 5*time.Second, "the second fetch is seen", func() bool { return w.Inflight(began, began) == 1 })
	mustGoto(t, tab, s.URL+"/other")
	eventually(t, 5*time.Second, "requests of the old document are forgotten", func() bool { return w.Inflight(began, began) == 0 })
}

func TestContextsAreApart(t *testing.T) {
	_, one := newTabFor(t, DialogPolicy{})
	_, two := newTabFor(t, DialogPolicy{})
	url := site(t, map[string]string{"/": `<p>x`})
	mustGoto(t, one, url)
	mustGoto(t, two, url)
	evalString(t, one, one.MainFrame(), `(document.cookie = "a=1", localStorage.x = "1", document.cookie)`)
	if got := evalString(t, two, two.MainFrame(), `document.cookie + (localStorage.x || "")`); got != "" {
		t.Errorf("the other context sees %q", got)
	}
	if got := evalString(t, one, one.MainFrame(), `innerWidth + "x" + innerHeight + "@" + devicePixelRatio`); got != "1280x900@1" {
		t.Errorf("viewport %s", got)
	}
}
