package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// One browser serves all tests that do not test launching. Cross-site frames have processes of their own in it.
var shared struct {
	once sync.Once
	b    *Browser
	err  error
}

func TestMain(m *testing.M) {
	if mode := os.Getenv(helperEnv); mode != "" {
		helper(mode)
		return
	}
	code := m.Run()
	if shared.b != nil {
		if err := shared.b.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "closing the shared browser:", err)
			code = 1
		}
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

func sharedBrowser(t testing.TB) *Browser {
	t.Helper()
	shared.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		shared.b, shared.err = Launch(ctx, Options{Args: []string{"--site-per-process"}})
	})
	if shared.err != nil {
		t.Fatalf("no browser to test with: %v", shared.err)
	}
	return shared.b
}

func newTabFor(t testing.TB, policy DialogPolicy) (*Context, *Tab) {
	t.Helper()
	b, ctx := sharedBrowser(t), testContext(t)
	c, err := b.NewContext(ctx, ContextOptions{Dialogs: policy})
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
	return c, tab
}

// site serves the pages by path; "{other}" in a page is the same server under another site (localhost).
func site(t testing.TB, pages map[string]string) string {
	t.Helper()
	var other string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(page, "{other}", other))
	}))
	other = strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

func mustGoto(t testing.TB, tab *Tab, url string) {
	t.Helper()
	if err := tab.Goto(testContext(t), url); err != nil {
		t.Fatal(err)
	}
}

func evalString(t testing.TB, tab *Tab, f *Frame, expression string) string {
	t.Helper()
	raw, err := tab.Eval(testContext(t), f, expression)
	if err != nil {
		t.Fatalf("Eval(%s): %v", expression, err)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatalf("Eval(%s) = %s, not a string", expression, raw)
	}
	return s
}

// eventually polls a condition that no event announces to the test.
func eventually(t testing.TB, within time.Duration, what string, cond func() bool) {
	t.Helper()
	deadline := time.After(within)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !cond() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("after %s still not: %s", within, what)
		}
	}
}
