package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// One browser and one server serve all tests. Cross-site frames have processes of their own in it.
var shared struct {
	once   sync.Once
	err    error
	b      *browser.Browser
	server *httptest.Server
	pages  sync.Map // path -> http.HandlerFunc
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.b != nil {
		if err := shared.b.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "closing the browser:", err)
			code = 1
		}
		shared.server.CloseClientConnections()
		shared.server.Close()
	}
	if err := goleak.Find(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func testContext(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// within is a context that ends after d: for tests of what happens at a deadline.
func within(t testing.TB, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func start() {
	shared.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h, ok := shared.pages.Load(r.URL.Path); ok {
			h.(http.HandlerFunc)(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	shared.b, shared.err = browser.Launch(ctx, browser.Options{Args: []string{"--site-per-process"}})
}

// world is a tab of its own on pages of the test.
type world struct {
	*Page
	t       testing.TB
	context *browser.Context
	tab     *browser.Tab
	url     string // of the server, in the site of the pages
}

// open shows html in a fresh context. {url} in it is the server's address, {other} the same server in another site.
func open(t testing.TB, html string) *world { return openWith(t, html, Options{}) }

func openWith(t testing.TB, html string, o Options) *world {
	t.Helper()
	shared.once.Do(start)
	if shared.err != nil {
		t.Fatalf("no browser to test with: %v", shared.err)
	}
	return openIn(t, shared.b, html, o)
}

func openIn(t testing.TB, b *browser.Browser, html string, o Options) *world {
	t.Helper()
	ctx := testContext(t)
	c, err := b.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := c.Close(ctx); err != nil {
			t.Errorf("closing the context: %v", err)
		}
	})
	tab, err := c.NewTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{Page: New(tab, o), t: t, context: c, tab: tab, url: shared.server.URL}
	w.serve("/", html)
	w.visit("/")
	return w
}

// path keeps the pages of tests apart.
func (w *world) path(p string) string { return "/" + strings.ReplaceAll(w.t.Name(), "/", "-") + p }

func (w *world) serve(p, html string) {
	other := strings.Replace(w.url, "127.0.0.1", "localhost", 1)
	html = strings.NewReplacer("{url}", w.url+w.path(""), "{other}", other+w.path("")).Replace(html)
	w.handle(p, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(rw, html)
	})
}

func (w *world) handle(p string, h http.HandlerFunc) {
	shared.pages.Store(w.path(p), h)
	w.t.Cleanup(func() { shared.pages.Delete(w.path(p)) })
}

func (w *world) visit(p string) {
	w.t.Helper()
	if err := w.Goto(testContext(w.t), w.url+w.path(p)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) observe() *Observation { w.t.Helper(); return w.observeWith(ObserveOptions{}) }

func (w *world) observeWith(o ObserveOptions) *Observation {
	w.t.Helper()
	obs, err := w.Observe(testContext(w.t), o)
	if err != nil {
		w.t.Fatal(err)
	}
	return obs
}

// await waits until at least n candidates are there: the documents of frames come after the page.
func (w *world) await(n int) {
	w.t.Helper()
	eventually(w.t, fmt.Sprintf("%d candidates are listed", n), func() bool {
		return len(w.observeWith(ObserveOptions{Max: trace.MaxCandidates}).Candidates) >= n
	})
}

// fps lists the fingerprints of an observation in its order.
func fps(obs *Observation) []string {
	list := []string{}
	for _, c := range obs.Candidates {
		list = append(list, c.FP)
	}
	return list
}

// target is the only candidate with that fingerprint, by its very node.
func (w *world) target(fp string) action.Target {
	w.t.Helper()
	obs := w.observe()
	for _, c := range obs.Candidates {
		if c.FP == fp {
			return action.Target{Fingerprint: fp, Frame: c.Frame, Node: c.Node}
		}
	}
	w.t.Fatalf("no candidate %q among %q", fp, fps(obs))
	return action.Target{}
}

// js evaluates an expression in the page's own world, as the page's scripts would, and returns it as text.
func (w *world) js(expression string) string {
	w.t.Helper()
	raw, err := w.tab.Session().Call(testContext(w.t), w.tab.Session().ID(), "Runtime.evaluate",
		map[string]any{"expression": "(async () => String(await (" + expression + ")))()", "returnByValue": true, "awaitPromise": true})
	if err != nil {
		w.t.Fatal(err)
	}
	var answer struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil || answer.ExceptionDetails != nil {
		w.t.Fatalf("%s: %v %s", expression, err, answer.ExceptionDetails)
	}
	return answer.Result.Value
}

// eventually polls a condition that no event announces to the test.
func eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	deadline := time.After(5 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !cond() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("still not: %s", what)
		}
	}
}

// wantError checks the kind of a failed action and whether input may have been sent.
func wantError(t testing.TB, err error, kind action.ErrorKind, sent bool, mentions ...string) {
	t.Helper()
	var failed *action.Error
	if !errors.As(err, &failed) {
		t.Fatalf("error %v, want kind %q", err, kind)
	}
	if failed.Kind != kind || failed.Sent != sent {
		t.Errorf("error %q (sent %v), want kind %q (sent %v)", failed, failed.Sent, kind, sent)
	}
	for _, m := range mentions {
		if !strings.Contains(failed.Error(), m) {
			t.Errorf("error %q does not mention %q", failed, m)
		}
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, obs *Observation, fp string) Candidate {
	t.Helper()
	for _, c := range obs.Candidates {
		if c.FP == fp {
			return c
		}
	}
	t.Fatalf("no candidate %q among %q", fp, fps(obs))
	return Candidate{}
}

func fp(role, name string) string { return trace.Fingerprint(role, name) }
