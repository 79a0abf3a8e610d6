package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// counter answers the first option, and counts.
type counter struct {
	id    string
	bad   bool
	err   error
	asked atomic.Int32
}

func (c *counter) ID() string { return c.id }
func (c *counter) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	c.asked.Add(1)
	cost := 0.5
	resp := decide.Response{Model: c.id + ".0", Answers: map[string]decide.Answer{}, CostUSD: &cost, Usage: &trace.Usage{InputTokens: 9}}
	for _, q := range req.Questions {
		ps := map[string]float64{}
		for _, o := range q.Options {
			ps[o.Label] = 0
		}
		ps[q.Options[0].Label] = 1
		if c.bad {
			ps["f9:c9"] = 0
		}
		resp.Answers[q.ID] = decide.Answer{Choice: q.Options[0].Label, Confidence: 1, Probabilities: ps}
	}
	return resp, c.err
}

func request(intent string, names ...string) decide.Request {
	t := decide.Target{Intent: intent, Action: "click", Title: "T", URL: "http://x/"}
	for i, n := range names {
		t.Candidates = append(t.Candidates, trace.Candidate{CID: fmt.Sprintf("f0:c%d", i+1), Role: "button", Name: n})
	}
	return decide.TargetRequest(t)
}

func open(t *testing.T, d decide.Decider, o Options) *Cache {
	t.Helper()
	if o.Source == "" {
		o.Source = "https://a.example/v1/systemone"
	}
	o.OnError = func(err error) { t.Errorf("%v", err) }
	c, err := New(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(t *testing.T, d decide.Decider, req decide.Request) decide.Response {
	t.Helper()
	resp, err := decide.Ask(t.Context(), d, req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTheSameIsAskedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	inner := &counter{id: "jev-1"}
	first := ask(t, open(t, inner, Options{Dir: dir}), request("Save the page", "Save", "Secret page text"))
	second := ask(t, open(t, inner, Options{Dir: dir}), request("Save the page", "Save", "Secret page text")) // as another process would
	if inner.asked.Load() != 1 {
		t.Errorf("it was asked %d times", inner.asked.Load())
	}
	if first.Usage == nil || *first.CostUSD != 0.5 {
		t.Errorf("the first answer: %+v", first)
	}
	a, b := first.Answers["target"], second.Answers["target"]
	if second.Model != "jev-1.0" || second.Usage != nil || *second.CostUSD != 0 || b.Choice != a.Choice || b.Probabilities["f0:c1"] != 1 || second.Latency <= 0 {
		t.Errorf("the second answer: %+v", second)
	}
	files := entries(t, dir)
	if len(files) != 1 {
		t.Fatalf("the folder holds %q", files)
	}
	b1, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(b1), "Save") || strings.Contains(string(b1), "Secret") {
		t.Errorf("the page is in the entry: %s, %v", b1, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

func TestWhatDiffersIsAskedAgain(t *testing.T) {
	dir := t.TempDir()
	base := request("Save", "Save", "Open")
	inner := &counter{id: "jev-1"}
	ask(t, open(t, inner, Options{Dir: dir}), base)
	reordered := request("Save", "Save", "Open")
	o := reordered.Questions[0].Options
	o[0], o[1] = o[1], o[0]
	for name, req := range map[string]decide.Request{"intent": request("Open", "Save", "Open"), "page": request("Save", "Save", "Close"), "order": reordered} {
		before := inner.asked.Load()
		ask(t, open(t, inner, Options{Dir: dir}), req)
		if inner.asked.Load() != before+1 {
			t.Errorf("another %s was answered from the cache", name)
		}
	}
	for name, c := range map[string]struct{ id, source string }{
		"model": {"jev-2", ""}, "server": {"jev-1", "http://127.0.0.1:8080/v1/systemone"}, "decider": {"builtin-1", "http://127.0.0.1:8080/v1/systemone"},
	} {
		other := &counter{id: c.id}
		resp := ask(t, open(t, other, Options{Dir: dir, Source: c.source}), base)
		if other.asked.Load() != 1 || resp.Model != c.id+".0" {
			t.Errorf("another %s was answered from the cache: %s", name, resp.Model)
		}
	}
	if _, err := New(&counter{id: "builtin-1"}, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "builtin-1 has no address") {
		t.Errorf("a decider without an address is cached: %v", err)
	}
}

func TestACorruptEntryIsRemovedAndAskedAgain(t *testing.T) {
	req := request("Save", "Save", "Open")
	for name, spoil := range map[string]func(text string) string{
		"empty":             func(string) string { return "" },
		"half":              func(s string) string { return s[:len(s)/2] },
		"no JSON":           func(string) string { return "\x00\x01" },
		"another version":   func(s string) string { return strings.Replace(s, `"version":1`, `"version":2`, 1) },
		"another key":       func(s string) string { return strings.Replace(s, `"key":"`, `"key":"0`, 1) },
		"another decider":   func(s string) string { return strings.Replace(s, `"decider":"jev-1"`, `"decider":"builtin-1"`, 1) },
		"another server":    func(s string) string { return strings.Replace(s, "a.example", "b.example", 1) },
		"no model":          func(s string) string { return strings.Replace(s, `"model":"jev-1.0"`, `"model":""`, 1) },
		"a wrong sum":       func(s string) string { return strings.Replace(s, `"f0:c1":1`, `"f0:c1":0.5`, 1) },
		"an unknown option": func(s string) string { return strings.Replace(s, `"f0:c2"`, `"f0:c7"`, 1) },
		"an unknown field":  func(s string) string { return strings.Replace(s, `"version"`, `"x":1,"version"`, 1) },
		"huge":              func(s string) string { return s + strings.Repeat(" ", maxEntry) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			inner := &counter{id: "jev-1"}
			c := open(t, inner, Options{Dir: dir})
			ask(t, c, req)
			file := entries(t, dir)[0]
			good, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			bad := spoil(string(good))
			if bad == string(good) {
				t.Fatal("nothing was spoiled")
			}
			if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
				t.Fatal(err)
			}
			inner.err = errors.New("the server is away")
			if _, err := decide.Ask(t.Context(), c, req); err == nil || len(entries(t, dir)) != 0 {
				t.Errorf("%v, and %q is left", err, entries(t, dir))
			}
			inner.err = nil
			ask(t, c, req)
			ask(t, c, req)
			if inner.asked.Load() != 3 || len(entries(t, dir)) != 1 {
				t.Errorf("it was asked %d times", inner.asked.Load())
			}
		})
	}
}

func TestWhatFailsIsNotKept(t *testing.T) {
	dir := t.TempDir()
	for _, inner := range []*counter{{id: "jev-1", bad: true}, {id: "jev-1", err: errors.New("x")}} {
		c := open(t, inner, Options{Dir: dir})
		for range 2 {
			if _, err := decide.Ask(t.Context(), c, request("Save", "Save")); err == nil {
				t.Error("it counts as a decision")
			}
		}
		if inner.asked.Load() != 2 || len(entries(t, dir)) != 0 {
			t.Errorf("it was asked %d times, kept are %q", inner.asked.Load(), entries(t, dir))
		}
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	inner := &counter{id: "jev-1"}
	var told error
	c, err := New(inner, Options{Dir: dir, Source: "s", OnError: func(err error) { told = err }})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if ask(t, c, request("Save", "Save")); told == nil || !strings.Contains(told.Error(), "could not be kept") {
		t.Errorf("told: %v", told)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(inner, Options{Dir: file, Source: "s"}); err == nil {
		t.Error("a file is no folder")
	}
}

func TestItStaysSmallAndForgetsWhatWasNotUsed(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, tempMark+"1")
	old := time.Now().Add(-2 * time.Hour)
	if err := errors.Join(os.WriteFile(stale, nil, 0o600), os.Chtimes(stale, old, old), os.WriteFile(filepath.Join(dir, "mine.txt"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	inner := &counter{id: "jev-1"}
	const most = 8 << 10
	c := open(t, inner, Options{Dir: dir, MaxBytes: most})
	used := request("used", "Save")
	for i := range 100 {
		ask(t, c, used)
		ask(t, c, request(fmt.Sprint("once ", i), "Save"))
		var size int64
		for _, f := range entries(t, dir) {
			info, err := os.Stat(f)
			if err != nil {
				t.Fatal(err)
			}
			size += info.Size()
			if strings.HasSuffix(f, suffix) && !strings.Contains(f, "mine") { // make the order of use plain
				at := info.ModTime().Add(-time.Second)
				if err := os.Chtimes(f, at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
		if size > most {
			t.Fatalf("%d bytes are kept", size)
		}
	}
	if inner.asked.Load() != 101 {
		t.Errorf("it was asked %d times, 101 are right", inner.asked.Load())
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("a half-written file stays")
	}
	if _, err := os.Stat(filepath.Join(dir, "mine.txt")); err != nil {
		t.Error("a file of somebody else was removed")
	}
}

func TestAge(t *testing.T) {
	dir := t.TempDir()
	inner := &counter{id: "jev-1"}
	req := request("Save", "Save")
	ask(t, open(t, inner, Options{Dir: dir, MaxAge: time.Hour}), req)
	ask(t, open(t, inner, Options{Dir: dir, MaxAge: time.Hour}), req)
	if inner.asked.Load() != 1 {
		t.Error("a fresh entry was not used")
	}
	ask(t, open(t, inner, Options{Dir: dir, MaxAge: time.Nanosecond}), req)
	if inner.asked.Load() != 2 {
		t.Error("an old entry was used")
	}
}

func TestManyAtOnce(t *testing.T) {
	c := open(t, &counter{id: "jev-1"}, Options{Dir: t.TempDir(), MaxBytes: 4 << 10})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 30 {
				if _, err := decide.Ask(context.Background(), c, request(fmt.Sprint((i+j)%10), "Save")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// Whoever writes to the folder decides, so it must be this user alone.
func TestAFolderThatOthersWriteToIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for mode, refused := range map[os.FileMode]bool{0o700: false, 0o755: false, 0o775: true, 0o777 | os.ModeSticky: true} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		_, err := New(&counter{id: "jev-1"}, Options{Dir: dir, Source: "s"})
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), "others may write to it") {
			t.Errorf("%v: %v", mode, err)
		}
	}
}
