package lang_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

// options are what a program is loaded with in these tests: the real actions and functions.
func options(t testing.TB, path string) lang.Options {
	t.Helper()
	dir, err := lang.ModuleDir(path)
	if err != nil {
		t.Fatal(err)
	}
	return lang.Options{Steps: action.StepTypes(), Functions: function.All(dir), Version: "0.1.0"}
}

// compare holds that got is the golden file; -update (of the package's other test file) writes it.
func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v; run the test with -update to write it", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

var goWords = regexp.MustCompile(`cty\.|hcl\.[A-Z]|interface \{|map\[string|panic|runtime error|<nil>|%!`)

// TestDiagnostics is the gallery: every file of testdata/diag with what it makes jevrun say.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/diag/*.hcl*")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, name := range files {
		if strings.HasSuffix(name, ".golden") {
			continue
		}
		count++
		t.Run(filepath.Base(name), func(t *testing.T) {
			start := time.Now()
			program, ds := lang.Load(name, options(t, name))
			if len(ds) == 0 {
				t.Fatal("no diagnostics")
			}
			if ds.HasErrors() != (program == nil) {
				t.Errorf("errors: %v, and the program is %v", ds.HasErrors(), program)
			}
			var text, color, doc bytes.Buffer
			if err := ds.Render(&text, false); err != nil {
				t.Fatal(err)
			}
			if err := ds.Render(&color, true); err != nil {
				t.Fatal(err)
			}
			if err := ds.WriteJSON(&doc); err != nil {
				t.Fatal(err)
			}
			compare(t, name+".golden", text.Bytes())
			if strings.ContainsRune(text.String(), 0x1b) {
				t.Error("an escape sequence without color")
			}
			if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(color.String(), ""); plain != text.String() {
				t.Error("color changes more than the color")
			}
			if m := goWords.FindString(text.String()); m != "" {
				t.Errorf("the text says %q", m)
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			checkSpans(t, ds, src)
			var report lang.Report
			if err := json.Unmarshal(doc.Bytes(), &report); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(ds, report.Diagnostics); d != "" || report.Errors != ds.Count(lang.Error) || report.Valid == ds.HasErrors() {
				t.Errorf("the JSON document says something else: %s\n%s", d, doc.String())
			}
			if d := time.Since(start); d > 15*time.Second {
				t.Errorf("it took %v", d)
			}
		})
	}
	if count < 40 {
		t.Errorf("the gallery has %d files", count)
	}
}

// checkSpans holds that what is underlined is what the span names.
func checkSpans(t *testing.T, ds lang.Diagnostics, src []byte) {
	t.Helper()
	for i, d := range ds {
		if d.Span == nil {
			continue
		}
		s, e := d.Span.Start, d.Span.End
		if s.Byte < 0 || e.Byte < s.Byte || e.Byte > len(src) || s.Line < 1 || s.Column < 1 {
			t.Errorf("%s: the span is %+v", d.Summary, d.Span)
			continue
		}
		if got := bytes.Count(src[:s.Byte], []byte("\n")) + 1; got != s.Line {
			t.Errorf("%s: byte %d is in line %d, and the span says %d", d.Summary, s.Byte, got, s.Line)
		}
		if i > 0 && ds[i-1].Span != nil && ds[i-1].Span.File == d.Span.File && ds[i-1].Span.Start.Byte > s.Byte {
			t.Errorf("%s comes after %s", ds[i-1].Summary, d.Summary)
		}
		under, _, _ := strings.Cut(string(src[s.Byte:e.Byte]), "\n")
		snippet := d.Snippet
		if snippet == nil {
			t.Errorf("%s has no snippet", d.Summary)
			continue
		}
		if got := string([]rune(snippet.Text)[snippet.From:snippet.To]); got != under && !strings.Contains(snippet.Text, "…") && !strings.ContainsRune(got, '\ufffd') {
			t.Errorf("%s: underlines %q, and the span is %q", d.Summary, got, under)
		}
	}
}
