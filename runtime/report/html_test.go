package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/browser/browsertest"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/report"
)

var shared *browser.Browser

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m, &shared, os.Stderr)) }

// reader is a person who has an HTML report open.
type reader struct {
	t        *testing.T
	ctx      context.Context
	tab      *browser.Tab
	page     *page.Page
	requests *atomic.Int32
}

func read(t *testing.T, doc *report.Document) *reader {
	t.Helper()
	html, err := doc.HTML(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, requests: &atomic.Int32{}}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if r.requests.Add(1); q.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(html) // a browser that went away reads no more
		}
	}))
	t.Cleanup(site.Close)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	c, err := shared.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if r.tab, err = c.NewTab(ctx); err != nil {
		t.Fatal(err)
	}
	r.ctx, r.page = ctx, page.New(r.tab, page.Options{})
	if err := r.page.Goto(ctx, site.URL+"/"); err != nil {
		t.Fatal(err)
	}
	return r
}

// js evaluates an expression on the report and decodes its value.
func (r *reader) js(expression string, out any) {
	r.t.Helper()
	raw, err := r.tab.Eval(r.ctx, r.tab.MainFrame(), expression)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		r.t.Fatalf("%s is %s: %v", expression, raw, err)
	}
}

func (r *reader) text(expression string) string {
	r.t.Helper()
	var s string
	r.js("String("+expression+")", &s)
	return s
}

func (r *reader) press(key string) {
	r.t.Helper()
	down := proto.InputDispatchKeyEvent{Type: proto.InputDispatchKeyEventTypeKeyDown, Key: key}
	if len(key) == 1 {
		down.Text = key
	}
	for _, event := range []proto.InputDispatchKeyEvent{down, {Type: proto.InputDispatchKeyEventTypeKeyUp, Key: key}} {
		if err := r.tab.Session().Do(r.ctx, event); err != nil {
			r.t.Fatal(err)
		}
	}
}

// Nothing that a page, a flow or a trace says is more than text in the report, and nothing is loaded.
func TestHTMLInABrowser(t *testing.T) {
	r := read(t, hostileDocument())
	lines, err := r.tab.Console(r.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if !strings.Contains(l.URL, "favicon") {
			t.Errorf("the console says %s: %s", l.Level, l.Text)
		}
	}
	if got := r.text(`[document.querySelectorAll('script').length, document.querySelectorAll('img, x, iframe, link').length, [...document.querySelectorAll('*')].some((e) => [...e.attributes].some((a) => a.name.startsWith('on')))].join()`); got != "1,0,false" {
		t.Errorf("scripts, foreign elements, handlers are %s, want 1,0,false", got)
	}
	if !strings.Contains(r.text("document.body.innerText"), "<img src=x onerror=alert(1)>") {
		t.Error("the hostile text is not shown as text")
	}
	if len(r.tab.Dialogs()) > 0 {
		t.Errorf("a dialog opened: %v", r.tab.Dialogs())
	}
	if n := r.requests.Load(); n > 2 { // the report, and the icon that browsers ask for
		t.Errorf("%d requests were made", n)
	}
}

func TestHTMLKeyboard(t *testing.T) {
	r := read(t, documents()["replay"])
	step := func() string { return r.text(`document.activeElement.closest('.case')?.id`) }
	var bad []string
	r.js(`[...document.querySelectorAll('.case[data-bad=yes]')].map((c) => c.id)`, &bad)
	if len(bad) != 7 {
		t.Fatalf("not well are %v, want 7 steps", bad)
	}
	for i, key := range []string{"j", "j", "k", "n", "p"} {
		r.press(key)
		want := []string{bad[0], bad[1], bad[0], bad[1], bad[0]}[i]
		if got := step(); got != want {
			t.Errorf("after %s (%d) the focus is on %s, want %s", key, i, got, want)
		}
	}
	r.press("f")
	shown := `[...document.querySelectorAll('.case')].filter((c) => c.checkVisibility()).length`
	if got := r.text(shown); got != "7" {
		t.Errorf("%s steps are shown of those that are not well, want 7", got)
	}
	r.press("f")
	r.press("/")
	if got := r.text("document.activeElement.id"); got != "search" {
		t.Errorf("the focus is on %s, not in the filter", got)
	}
	for _, key := range []string{"i", "n", "b", "o", "x"} {
		r.press(key)
	}
	if got := r.text("document.getElementById('found').textContent"); got != "1 shown" {
		t.Errorf("the filter says %q", got)
	}
	r.press("Escape")
	if got := r.text("document.getElementById('found').textContent"); got != "" {
		t.Errorf("the filter still says %q", got)
	}
	var marked []string
	r.js(`[...document.querySelectorAll('td mark')].map((m) => m.textContent)`, &marked)
	if fmt.Sprint(marked) != fmt.Sprint([]string{"SAVE", "5", "1", "", "a", "/save", "17"}) {
		t.Errorf("marked as different are %q", marked)
	}
}

// contrast is the lowest contrast of a text with what lies behind it, by WCAG 2, and the text.
const contrast = `(() => {
  const rgb = (s) => s.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => { const f = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  let worst = [99, ''];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest('script, style')) continue;
    let behind = e, c;
    while ((c = rgb(getComputedStyle(behind).backgroundColor)).length === 4 && c[3] === 0) { if (!behind.parentElement) { c = [255, 255, 255]; break; } behind = behind.parentElement; }
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(c)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst[0]) worst = [ratio, walk.currentNode.data.trim()];
  }
  return worst;
})()`

func TestHTMLCanBeRead(t *testing.T) {
	r := read(t, documents()["run"])
	for _, scheme := range []string{"light", "dark"} {
		err := r.tab.Session().Do(r.ctx, proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		if err != nil {
			t.Fatal(err)
		}
		var worst [2]any
		r.js(contrast, &worst)
		if ratio, _ := worst[0].(float64); ratio < 4.5 || ratio > 21 {
			t.Errorf("%s: the contrast of %q is %.2f, WCAG AA wants 4.5", scheme, worst[1], ratio)
		}
	}
	if got := r.text(`[...document.querySelectorAll('input')].every((i) => i.labels.length === 1) && [...document.querySelectorAll('img')].every((i) => i.alt !== '') && document.documentElement.lang !== '' && document.querySelectorAll('h1').length === 1`); got != "true" {
		t.Error("a field, a picture or the page has no name")
	}
	if err := r.tab.Session().Do(r.ctx, proto.EmulationSetEmulatedMedia{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	if got := r.text(`getComputedStyle(document.querySelector('.tools')).display + getComputedStyle(document.body).backgroundColor`); got != "nonergb(255, 255, 255)" {
		t.Errorf("on paper the tools and the ground are %s", got)
	}
	if got := r.text(`document.documentElement.scrollWidth <= innerWidth`); got != "true" {
		t.Error("the report is wider than the window")
	}
}
