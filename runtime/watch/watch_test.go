package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
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
