package view_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/browser/browsertest"
	"github.com/jevrun/jevrun/runtime/cdp"
	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/view"
)

var shared *browser.Browser

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m, &shared, os.Stderr)) }

const hostile = `</script><img src=x onerror="document.title='pwned'"><b>bold</b> "quoted"`

// record writes a trace of n steps; each seventh fails, and the third has a hostile page.
func record(t testing.TB, path string, n int) {
	t.Helper()
	w, err := trace.Create(path, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	put := func(rec trace.Record) {
		t.Helper()
		if _, err := w.Put(rec); err != nil {
			t.Fatal(err)
		}
	}
	order := trace.OrderSpec
	put(&trace.Run{Kind: trace.KindRun, Spec: trace.Spec, Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "big", Model: "builtin-2"})
	for i := 1; i <= n; i++ {
		name := fmt.Sprintf("Button %d", i)
		if i == 3 {
			name = hostile
		}
		list := []trace.Candidate{candidate("f0:c1", "Cancel"), candidate("f0:c2", name)}
		choice, fp, p, ms := "f0:c2", list[1].FP, 0.75, 12.5
		rec := &trace.Step{
			Kind: trace.KindStep, Step: i, Intent: "Press " + name, Action: trace.StepAction{Type: "click"}, URL: "http://127.0.0.1/", Title: name, TotalOnPage: 2, Candidates: list, DOMHash: trace.DOMHash(list),
			Decision: trace.Decision{Choice: &choice, ChosenFP: &fp, ChosenName: &name, Confidence: &p, Probabilities: map[string]float64{"f0:c1": 0.2, "f0:c2": 0.75, "none": 0.05}, LatencyMS: &ms},
			Gate:     trace.Gate{Verdict: trace.VerdictAuto}, Result: trace.Result{Executed: true},
		}
		if i%7 == 0 {
			text := "covered: the banner lies over it"
			rec.Result = trace.Result{Error: &text}
		}
		put(rec)
	}
	if err := w.Close(trace.RunEnd{Status: trace.StatusFailed}); err != nil {
		t.Fatal(err)
	}
}

func candidate(cid, name string) trace.Candidate {
	name = trace.CollapseSpace(name)
	return trace.Candidate{CID: cid, Role: "button", Name: name, FP: trace.Fingerprint("button", name), Tag: "button"}
}

// serve shows traces on a port of its own.
func serve(t testing.TB, paths ...string) string {
	t.Helper()
	v, err := view.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	l, err := view.Listen(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- v.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// person looks at the viewer.
type person struct {
	t   *testing.T
	ctx context.Context
	tab *browser.Tab
}

func look(t *testing.T, url string) *person {
	t.Helper()
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
	tab, err := c.NewTab(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t, ctx, tab}
	if err := page.New(tab, page.Options{}).Goto(ctx, url); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *person) sees(expression string) string {
	p.t.Helper()
	raw, err := p.tab.Eval(p.ctx, p.tab.MainFrame(), "String("+expression+")")
	if err != nil {
		p.t.Fatal(err)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		p.t.Fatal(err)
	}
	return s
}

// wait waits until an expression says what is wanted.
func (p *person) wait(expression, want string) {
	p.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	got := ""
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); <-tick.C {
		if got = p.sees("(() => { try { return " + expression + " } catch (e) { return e.message } })()"); got == want {
			return
		}
	}
	p.t.Fatalf("%s is %q, not %q", expression, got, want)
}

func (p *person) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		down := proto.InputDispatchKeyEvent{Type: proto.InputDispatchKeyEventTypeKeyDown, Key: key}
		if len(key) == 1 {
			down.Text = key
		}
		if key == "Escape" { // a dialog closes by its number
			down.WindowsVirtualKeyCode = 27
		}
		for _, event := range []proto.InputDispatchKeyEvent{down, {Type: proto.InputDispatchKeyEventTypeKeyUp, Key: key}} {
			if err := p.tab.Session().Do(p.ctx, event); err != nil {
				p.t.Fatal(err)
			}
		}
	}
}

const selected = `document.querySelector('.row[aria-selected=true] span').textContent + '/' + document.querySelector('#detail h2').textContent`

func TestATraceOfTenThousandSteps(t *testing.T) {
	file := filepath.Join(t.TempDir(), "big.trace.jsonl")
	record(t, file, 10_000)
	p := look(t, serve(t, file)+"/")
	p.wait("document.getElementById('count').textContent", "10000 steps")
	p.wait(selected, "1/Press Button 1")
	p.press("j", "ArrowDown")
	p.wait(selected, "3/Press "+hostile)
	if got := p.sees("document.querySelector('mark').textContent"); got != `button "</script><img src=x onerror=\"document.title='pwned'\"><b>bold</b> \"quoted\""` {
		t.Errorf("the chosen element reads %s", got)
	}
	p.press("k")
	p.wait(selected, "2/Press Button 2")
	p.press("n")
	p.wait(selected, "7/Press Button 7")
	p.wait("document.querySelector('#detail .reason').textContent", "the banner lies over it")
	p.press("n", "p")
	p.wait(selected, "7/Press Button 7")
	p.press("G")
	p.wait(selected, "10000/Press Button 10000")
	if n := p.sees("document.querySelectorAll('.row').length"); len(n) > 2 {
		t.Errorf("%s rows are drawn at once", n)
	}
	if got := p.sees(`(() => { const r = document.querySelector('.row[aria-selected=true]').getBoundingClientRect(), l = document.getElementById('list').getBoundingClientRect(); return r.top >= l.top && r.bottom <= l.bottom; })()`); got != "true" {
		t.Error("the selected step is out of sight")
	}
	p.press("g")
	p.wait(selected, "1/Press Button 1")
	p.press("/", "9", "9", "9", "7")
	p.wait("document.getElementById('count').textContent", "1 of 10000 steps")
	p.wait(selected, "9997/Press Button 9997")
	p.press("Escape")
	p.wait("document.getElementById('count').textContent", "10000 steps")
	p.press("f")
	p.wait("document.getElementById('count').textContent", "1428 of 10000 steps")
	p.press("f", "?")
	p.wait("document.getElementById('help').open", "true")
	p.press("Escape")
	p.wait("document.getElementById('help').open", "false")
	if got := p.sees(`[document.title, document.querySelectorAll('img').length, document.querySelectorAll('script').length, document.querySelectorAll('b').length].join()`); got != "big · jevrun view,0,1,0" {
		t.Errorf("the page is %s", got)
	}
	lines, err := p.tab.Console(p.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if !strings.Contains(l.URL, "favicon") {
			t.Errorf("the console says %s: %s", l.Level, l.Text)
		}
	}
}

// The ring that says where the keys go is seen on all sides of the list, whatever its rows show.
func TestTheFocusRingIsSeen(t *testing.T) {
	dir := t.TempDir()
	many, one := filepath.Join(dir, "many.trace.jsonl"), filepath.Join(dir, "one.trace.jsonl")
	record(t, many, 100)
	record(t, one, 1)
	p := look(t, serve(t, many, one)+"/")
	p.wait("document.getElementById('count').textContent", "100 steps")
	p.press("j", "j")
	p.wait("document.activeElement.id + ' ' + document.activeElement.matches(':focus-visible')", "list true")
	shot, err := cdp.Call[proto.PageCaptureScreenshotResult](p.ctx, p.tab.Session(), proto.PageCaptureScreenshot{})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		t.Fatal(err)
	}
	var box struct{ Left, Top, Right, Bottom float64 }
	if err := json.Unmarshal([]byte(p.sees("JSON.stringify(document.getElementById('list').getBoundingClientRect())")), &box); err != nil {
		t.Fatal(err)
	}
	var ring color.RGBA
	if _, err := fmt.Sscanf(p.sees("getComputedStyle(document.getElementById('list')).outlineColor"), "rgb(%d, %d, %d)", &ring.R, &ring.G, &ring.B); err != nil {
		t.Fatal(err)
	}
	ring.A = 255
	left, top, right, bottom := int(math.Round(box.Left)), int(math.Round(box.Top)), int(math.Round(box.Right)), int(math.Round(box.Bottom))
	across := func(x, y, dx, dy int) bool { // the edge there
		for n := -2; n < 2; n++ {
			if img.At(x+n*dx, y+n*dy) == color.Color(ring) {
				return true
			}
		}
		return false
	}
	hidden := 0
	for x := left; x < right; x++ {
		for _, y := range []int{top, bottom} {
			if !across(x, y, 0, 1) {
				hidden++
			}
		}
	}
	for y := top; y < bottom; y++ {
		for _, x := range []int{left, right} {
			if !across(x, y, 1, 0) {
				hidden++
			}
		}
	}
	if hidden > 0 {
		t.Errorf("%d of %d pixels of the ring are not seen", hidden, 2*(right-left+bottom-top))
	}
	p.press("]")
	p.wait("document.getElementById('count').textContent", "1 step")
}

// Several traces, one of them broken, one with a picture of a failing step.
func TestBrokenAndPictured(t *testing.T) {
	dir := t.TempDir()
	good, cut := filepath.Join(dir, "good.trace.jsonl"), filepath.Join(dir, "cut.trace.jsonl")
	record(t, good, 8)
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(cut, []byte(strings.Join(lines[:4], "")+lines[4][:40]), 0o644); err != nil {
		t.Fatal(err)
	}
	k, err := evidence.NewKeeper(good, "2026-01-01T00:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	png := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff\xff\x7f\x00\t\xfb\x03\xfd\x05CE\xca\x00\x00\x00\x00IEND\xaeB`\x82")
	if err := k.Keep(&evidence.Kept{Line: 8, Step: 7, Evidence: evidence.Evidence{PNG: png, Console: []evidence.Line{{Level: "error", Text: hostile}}}}); err != nil {
		t.Fatal(err)
	}
	p := look(t, serve(t, good, cut)+"/")
	p.wait("document.getElementById('count').textContent", "8 steps")
	p.press("n")
	p.wait(selected, "7/Press Button 7")
	p.wait("document.querySelector('#detail img')?.naturalWidth", "1")
	if got := p.sees("document.querySelector('.console li').textContent"); got != "error "+hostile {
		t.Errorf("the console reads %s", got)
	}
	if got := p.sees("document.getElementById('broken').hidden"); got != "true" {
		t.Error("a good trace is called broken")
	}
	p.press("]")
	p.wait("document.getElementById('count').textContent", "3 steps")
	p.wait("document.getElementById('status').textContent", "cut short")
	if got := p.sees("document.getElementById('broken').textContent"); !strings.HasPrefix(got, "This trace is broken and shown as far as it goes: ") || !strings.Contains(got, "cut.trace.jsonl:5") {
		t.Errorf("it says %q", got)
	}
	p.press("[")
	p.wait("document.getElementById('count').textContent", "8 steps")

	for name, text := range map[string]string{"empty": "", "torn": `{"kind":"run"`} {
		file := filepath.Join(dir, name+".trace.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := view.Open(file); err == nil {
			t.Errorf("the %s trace is shown", name)
		}
	}
}

// Only the person at this machine is answered, only what the viewer has, and nothing is changed.
func TestWhoIsAnswered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.trace.jsonl")
	record(t, file, 3)
	url := serve(t, file)
	port := url[strings.LastIndexByte(url, ':')+1:]
	ask := func(method, path, host string, header ...string) *http.Response {
		t.Helper()
		req, err := http.NewRequest(method, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		answer, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	here := "127.0.0.1:" + port
	for _, c := range []struct {
		method, path, host string
		header             []string
		want               int
	}{
		{"GET", "/", here, nil, 200}, {"GET", "/", "localhost:" + port, nil, 200}, {"GET", "/", "[::1]:" + port, nil, 200}, {"HEAD", "/view.js", here, nil, 200},
		{"GET", "/api/traces", here, []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"GET", "/api/traces", here, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/api/traces", "evil.example:" + port, nil, 403}, {"GET", "/", "evil.example", nil, 403}, {"GET", "/", "127.0.0.1", nil, 403}, {"GET", "/", "127.0.0.1:1", nil, 403},
		{"GET", "/", "10.0.0.1:" + port, nil, 403}, {"GET", "/", "127.0.0.1.evil.example:" + port, nil, 403},
		{"POST", "/api/traces", here, nil, 405}, {"GET", "/page/", here, nil, 404}, {"GET", "/page/view.html", here, nil, 404}, {"GET", "/view.css/", here, nil, 404},
		{"GET", "/..%2f..%2fetc/passwd", here, nil, 404}, {"GET", "/x.trace.jsonl", here, nil, 404},
		{"GET", "/api/traces/1/rows", here, nil, 404}, {"GET", "/api/traces/-1/rows", here, nil, 404}, {"GET", "/api/traces/0/rows?from=-5", here, nil, 200}, {"GET", "/api/traces/0/rows?from=99", here, nil, 200},
		{"GET", "/api/traces/0/records/2", here, nil, 200}, {"GET", "/api/traces/0/records/1", here, nil, 404}, {"GET", "/api/traces/0/records/5", here, nil, 404}, {"GET", "/api/traces/0/records/99", here, nil, 404},
		{"GET", "/api/traces/0/records/x", here, nil, 404}, {"GET", "/api/traces/0/pictures/2", here, nil, 404},
	} {
		answer := ask(c.method, c.path, c.host, c.header...)
		if answer.StatusCode != c.want {
			t.Errorf("%s %s of %s %v: %d, want %d", c.method, c.path, c.host, c.header, answer.StatusCode, c.want)
		}
		if csp := answer.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none';") || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: the policy is %q", c.method, c.path, csp)
		}
	}
}

// On port 80 browsers do not say the port.
func TestWhoIsAnsweredOnThePortOfHTTP(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.trace.jsonl")
	record(t, file, 3)
	v, err := view.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	h := v.Handler(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80})
	for host, want := range map[string]int{"127.0.0.1": 200, "localhost": 200, "[::1]": 200, "127.0.0.1:80": 200, "127.0.0.1:81": 403, "evil.example": 403, "": 403} {
		req := httptest.NewRequest("GET", "/", nil)
		req.Host = host
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, req)
		if answer.Code != want {
			t.Errorf("%q: %d, want %d", host, answer.Code, want)
		}
	}
}

func TestListen(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.com:0", "127.0.0.1", "x"} {
		if l, err := view.Listen(context.Background(), addr); err == nil {
			t.Errorf("%q is served on %v", addr, l.Addr())
			l.Close()
		}
	}
	l, err := view.Listen(context.Background(), "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := view.Listen(context.Background(), l.Addr().String()); err == nil {
		t.Error("a port is served twice")
	}
}

func BenchmarkOpen(b *testing.B) {
	file := filepath.Join(b.TempDir(), "big.trace.jsonl")
	record(b, file, 10_000)
	for b.Loop() {
		v, err := view.Open(file)
		if err != nil {
			b.Fatal(err)
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://127.0.0.1:80/api/traces/0/records/9000", nil)
		v.Handler(addr("127.0.0.1:80")).ServeHTTP(w, r)
		if w.Code != 200 {
			b.Fatal(w.Code, w.Body.String())
		}
	}
}

type addr string

func (addr) Network() string  { return "tcp" }
func (a addr) String() string { return string(a) }
