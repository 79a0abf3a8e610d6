package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/jevrun/jevrun/runtime/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWait(t *testing.T) {
	dir := t.TempDir()
	flow, other, page := filepath.Join(dir, "a.hcl"), filepath.Join(dir, "b.hcl"), filepath.Join(dir, "site", "index.html")
	style := filepath.Join(dir, "site", "css", "style.css")
	traceFile := filepath.Join(dir, "site", "a.trace.jsonl")
	shot := filepath.Join(dir, "site", "shot.png")
	for _, f := range []string{flow, other, page, style} {
		write(t, f, "1")
	}
	w, err := watch.New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	subjects := []watch.Subject{{ID: "a", Files: []string{flow}, Folder: filepath.Join(dir, "site")}, {ID: "b", Files: []string{other}}}
	kept := filepath.Join(dir, "site", "a.artifacts")
	write(t, filepath.Join(kept, "old.png"), "png")
	if err := w.Follow(subjects, shot, kept); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()

	rename := func(file string) { // as editors save
		write(t, file+".tmp~", "2")
		if err := os.Rename(file+".tmp~", file); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		save func()
		want []string
	}{
		{func() { write(t, flow, "2") }, []string{"a"}},
		{func() { rename(other) }, []string{"b"}},
		{func() { rename(page) }, []string{"a"}},
		{func() { write(t, style, "2") }, []string{"a"}},
		{func() { write(t, other, "3"); write(t, flow, "3") }, []string{"a", "b"}},
	} {
		// What a run writes, and noise of editors, comes first and must not count.
		write(t, traceFile, "{}")
		write(t, shot, "png")
		write(t, filepath.Join(kept, "new.png"), "png")
		if err := os.RemoveAll(kept); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "site", ".index.html.swp"), "x")
		c.save()
		got, err := w.Wait(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("touched %v, want %v", got, c.want)
		}
	}

	cancel()
	if _, err := w.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: %v", err)
	}
}

// A checkout takes folders away and makes them again; what was in them is followed all the same.
func TestAFolderThatIsReplacedIsFollowed(t *testing.T) {
	for name, away := range map[string]func(dir string) error{
		"removed": os.RemoveAll,
		"renamed": func(dir string) error { return os.Rename(dir, dir+".old") },
	} {
		for _, deep := range []string{"site", filepath.Join("site", "en", "pages")} {
			t.Run(name+" "+filepath.ToSlash(deep), func(t *testing.T) {
				t.Chdir(t.TempDir())
				here, err := os.Getwd()
				if err != nil {
					t.Fatal(err)
				}
				site := filepath.Join(here, deep)
				file, style := filepath.Join(site, "a.jsonl"), filepath.Join(site, "css", "a.css")
				make := func() { write(t, file, "1"); write(t, style, "1") }
				make()
				w, err := watch.New()
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				if err := w.Follow([]watch.Subject{{ID: "trace", Files: []string{file}}, {ID: "page", Folder: site}}); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				defer cancel()
				if err := away(filepath.Join(here, "site")); err != nil {
					t.Fatal(err)
				}
				wait(ctx, t, w, "page", "trace")
				make()
				wait(ctx, t, w, "page", "trace")
				write(t, style, "2")
				wait(ctx, t, w, "page")
				write(t, file, "2")
				wait(ctx, t, w, "page", "trace")
			})
		}
	}
}

// wait waits until all of these were touched.
func wait(ctx context.Context, t *testing.T, w *watch.Watcher, want ...string) {
	t.Helper()
	var all []string
	for !slices.Equal(all, want) {
		got, err := w.Wait(ctx)
		if err != nil {
			t.Fatalf("%v were touched, want %v: %v", all, want, err)
		}
		all = append(all, got...)
		slices.Sort(all)
		all = slices.Compact(all)
	}
}

// More happens than the system keeps for us: then everything may have changed.
func TestMoreEventsThanTheSystemKeeps(t *testing.T) {
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_queued_events")
	most, errN := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || errN != nil || most > 100_000 {
		t.Skipf("this system says no bound for its events, or a large one: %s", text)
	}
	dir := t.TempDir()
	w, err := watch.New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Follow([]watch.Subject{{ID: "a", Files: []string{filepath.Join(dir, "a.hcl")}}, {ID: "b", Files: []string{filepath.Join(dir, "b.hcl")}}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	x, y := filepath.Join(dir, "x"), filepath.Join(dir, "y")
	write(t, x, "")
	for range most + 1000 {
		if err := errors.Join(os.Rename(x, y), os.Rename(y, x)); err != nil {
			t.Fatal(err)
		}
	}
	wait(ctx, t, w, "a", "b")
}

// What the process itself prints may go to a file beside the page.
func TestTheOwnOutputIsNoChange(t *testing.T) {
	dir := t.TempDir()
	flow, out := filepath.Join(dir, "a.hcl"), filepath.Join(dir, "site", "out.txt")
	write(t, out, "")
	file, err := os.OpenFile(out, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	w, err := watch.New(info)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Follow([]watch.Subject{{ID: "page", Folder: filepath.Dir(out)}, {ID: "flow", Files: []string{flow}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("replay\n"); err != nil {
		t.Fatal(err)
	}
	write(t, flow, "2")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if got, err := w.Wait(ctx); err != nil || !slices.Equal(got, []string{"flow"}) {
		t.Errorf("%v were touched, %v; want the flow alone", got, err)
	}
}

// A log that grows in the folder of a page does not keep a saved page waiting.
func TestALogThatGrowsKeepsNothingWaiting(t *testing.T) {
	dir := t.TempDir()
	page, log := filepath.Join(dir, "index.html"), filepath.Join(dir, "server.log")
	write(t, page, "1")
	w, err := watch.New()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Follow([]watch.Subject{{ID: "a", Folder: dir}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	growing, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for tick := time.NewTicker(5 * time.Millisecond); growing.Err() == nil; <-tick.C {
			_ = os.WriteFile(log, []byte("x"), 0o644)
		}
	}()
	wait(ctx, t, w, "a")
	stop()
	<-done
}
