package lang_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

// seeds adds the files that the patterns match.
func seeds(f *testing.F, patterns ...string) {
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no seeds at %s: %v", pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
}

// try loads src and holds what must hold for any text: no panic, an end, spans inside the file, and a program
// exactly when there is no error.
func try(t *testing.T, name string, src []byte, functions string) {
	start := time.Now()
	p, ds := lang.LoadSource(name, src, lang.Options{Steps: action.StepTypes(), Functions: function.All(functions), Version: "0.1.0"})
	if d := time.Since(start); d > lang.EvalDeadline+5*time.Second {
		t.Fatalf("it took %v", d)
	}
	if (p == nil) != ds.HasErrors() {
		t.Fatalf("the program is %v, and the diagnostics are %v", p, ds)
	}
	for _, d := range ds {
		if d.Summary == "" {
			t.Fatalf("a problem without words: %+v", d)
		}
		if bytes.Contains([]byte(d.Summary), []byte("as a bug of jevrun")) || bytes.Contains([]byte(d.Detail), []byte("as a bug of jevrun")) {
			t.Fatalf("it panics: %s", d.Summary)
		}
		if s := d.Span; s != nil && (s.Start.Byte < 0 || s.End.Byte < s.Start.Byte || s.End.Byte > len(src) || s.Start.Line < 1) {
			t.Fatalf("%s: the span is %+v of %d bytes", d.Summary, s, len(src))
		}
	}
	for _, color := range []bool{false, true} {
		var out bytes.Buffer
		if err := ds.Render(&out, color); err != nil {
			t.Fatal(err)
		}
		if !color && bytes.ContainsAny(out.Bytes(), "\x1b\x07\x00\u202e") {
			t.Fatalf("the rendering can act on a terminal: %q", out.Bytes())
		}
	}
	if p == nil {
		return
	}
	for _, f := range p.Flows {
		for i, s := range f.Steps {
			if s.Position != i+1 || s.Name == "" || s.Attempts < 1 {
				t.Fatalf("step %d is %+v", i, s)
			}
		}
	}
}

func FuzzLoad(f *testing.F) {
	seeds(f, "testdata/sample/*.hcl", "testdata/diag/*.hcl", "testdata/modules/split/*.hcl", "testdata/fmt/*.hcl.in")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, src []byte) { try(t, "a.hcl", src, dir) })
}

func FuzzLoadJSON(f *testing.F) {
	seeds(f, "testdata/modules/*/*.hcl.json", "testdata/diag/*.hcl.json")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, src []byte) { try(t, "a.hcl.json", src, dir) })
}
