package lang

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
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

// TestFormat formats testdata/fmt/*.in; the result is beside it as .out, or the diagnostics as .error.
func TestFormat(t *testing.T) {
	inputs, err := filepath.Glob("testdata/fmt/*.in")
	if err != nil || len(inputs) < 8 {
		t.Fatalf("%d inputs, %v", len(inputs), err)
	}
	for _, in := range inputs {
		src, err := os.ReadFile(in)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(in, ".in") // x.hcl or x.hcl.json
		got, ds := Format(src, filepath.Base(base))
		if ds.HasErrors() {
			var text bytes.Buffer
			if err := ds.Render(&text, false); err != nil {
				t.Fatal(err)
			}
			golden(t, base+".error", text.Bytes())
			continue
		}
		golden(t, base+".out", got)
		again, ds := Format(got, filepath.Base(base))
		if ds.HasErrors() || !bytes.Equal(again, got) {
			t.Errorf("%s: formatting twice changes it again (-once +twice):\n%s%v", in, cmp.Diff(string(got), string(again)), ds)
		}
		sameTokens(t, in, src, got)
	}
}

// sameTokens holds that formatting changed white space only.
func sameTokens(t *testing.T, name string, before, after []byte) {
	t.Helper()
	if isJSON(strings.TrimSuffix(name, ".in")) {
		return
	}
	a, b := words(before), words(after)
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("%s: formatting changed more than white space:\n%s", name, d)
	}
}

// words are the tokens of a file without line ends; comments without the white space at their ends.
func words(src []byte) []string {
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	var out []string
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenNewline && token.Type != hclsyntax.TokenEOF {
			out = append(out, strings.TrimSpace(string(token.Bytes)))
		}
	}
	return out
}

func FuzzFormat(f *testing.F) {
	for _, pattern := range []string{"testdata/fmt/*.in", "testdata/diag/*.hcl", "testdata/sample/*.hcl"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			if src, err := os.ReadFile(name); err == nil {
				f.Add(src)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, name := range []string{"a.hcl", "a.hcl.json"} {
			once, ds := Format(src, name)
			if ds.HasErrors() {
				continue
			}
			twice, ds := Format(once, name)
			if ds.HasErrors() {
				t.Fatalf("%s: the formatted file has errors: %v\n%q\n%q", name, ds, src, once)
			}
			if !bytes.Equal(once, twice) {
				t.Fatalf("%s: %q becomes %q and then %q", name, src, once, twice)
			}
			if name == "a.hcl" {
				if d := cmp.Diff(words(src), words(once)); d != "" {
					t.Fatalf("%q becomes %q:\n%s", src, once, d)
				}
			}
		}
	})
}
