package trace

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCreateReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "flow.trace.jsonl")
	if err := os.WriteFile(path, []byte("the old trace\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	content := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	w, err := Create(path, Options{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(); got != "the old trace\n" {
		t.Errorf("before the header the file holds %q", got)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	if got := content(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, `{"kind":"run"`) {
		t.Errorf("behind the header the file holds %q", got)
	}
	if err := w.Write(sampleStep(1)); err != nil {
		t.Fatal(err)
	}
	// what a kill leaves at this moment
	recs, err := readAll([]byte(content()))
	var format *FormatError
	if len(recs) != 2 || !errors.As(err, &format) {
		t.Errorf("the prefix has %d records and ends with %v", len(recs), err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Errorf("closing again: %v", err)
	}
	if err := w.Write(sampleStep(2)); err == nil {
		t.Error("a closed trace takes records")
	}
	if _, err := readAll([]byte(content())); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the rights are %v, %v; they were -rw-r-----", info.Mode(), err)
	}
	only(t, dir, "flow.trace.jsonl")
}

// only fails when dir holds anything but name.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func TestCreateWithoutHeader(t *testing.T) {
	for _, end := range []func(*Writer) error{
		func(w *Writer) error { return w.Abort() },
		func(w *Writer) error {
			if err := w.Close(RunEnd{Status: StatusPassed}); err == nil {
				return errors.New("closing an empty trace is no error")
			}
			return nil
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "old.jsonl")
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Create(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := end(w); err != nil {
			t.Error(err)
		}
		only(t, dir, "old.jsonl")
		if b, _ := os.ReadFile(path); string(b) != "old" {
			t.Errorf("the old file holds %q", b)
		}
	}
}

// A folder may bring a link in the place of a trace that leads to a file of yours.
func TestCreateReplacesALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "mine"), filepath.Join(dir, "x.trace.jsonl")
	if err := os.WriteFile(target, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	w, err := Create(link, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine" {
		t.Errorf("the link was written through: %q, %v", text, err)
	}
	if _, err := readAll(must(os.ReadFile(link))); err != nil {
		t.Error(err)
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(filepath.Join(dir, "no", "such", "x.jsonl"), Options{}); err == nil || !strings.Contains(err.Error(), "make it first") {
		t.Errorf("missing folder: %v", err)
	}
	if _, err := Create(dir, Options{}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	w, err := Create(os.DevNull, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Error(err)
	}
	if err := w.Close(RunEnd{Status: "fine"}); err == nil || !strings.Contains(err.Error(), `status "fine"`) {
		t.Errorf("unknown status: %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("the device was replaced: %v %v", info, err)
	}
}

func TestAbortLeavesPrefix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	w, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Record{sampleRun(), sampleStep(1)} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if recs, err := readAll(b); len(recs) != 2 || err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("%d records, %v", len(recs), err)
	}
}
