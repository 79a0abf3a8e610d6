package function

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

func eval(t *testing.T, dir, src string) (cty.Value, error) {
	t.Helper()
	e, problems := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatalf("%s: %v", src, problems)
	}
	v, problems := e.Value(&hcl.EvalContext{Functions: All(dir), Variables: map[string]cty.Value{
		"wide":   cty.StringVal(strings.Repeat("a", 1<<19)),
		"secret": cty.StringVal("hidden").Mark("secret"),
	}})
	if problems.HasErrors() {
		return v, problems
	}
	return v, nil
}

func TestFunctions(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "greeting.txt"), []byte("héllo"), 0o644); err != nil {
		t.Fatal(err)
	}
	for src, want := range map[string]string{
		`abs(-3)`: `3`, `ceil(1.2)`: `2`, `floor(1.8)`: `1`, `min(3, 1, 2)`: `1`, `max(3, 1, 2)`: `3`,
		`upper("äb")`: `"ÄB"`, `lower("ÄB")`: `"äb"`, `title("a b")`: `"A B"`, `trimspace("  a ")`: `"a"`,
		`trim("xax", "x")`: `"a"`, `trimprefix("xa", "x")`: `"a"`, `trimsuffix("ax", "x")`: `"a"`, `chomp("a\n")`: `"a"`,
		`join("-", ["a", "b"])`: `"a-b"`, `join(",", split("-", "a-b"))`: `"a,b"`, `format("%s is %03d", "a", 7)`: `"a is 007"`,
		`replace("banana", "an", "o")`: `"booa"`, `substr("hello", 1, 3)`: `"ell"`,
		`regex("[0-9]+", "a12b")`: `"12"`, `jsonencode(regexall("[0-9]", "a1b2"))`: `"[\"1\",\"2\"]"`,
		`jsonencode({a = [1, true, null]})`: `"{\"a\":[1,true,null]}"`, `jsondecode("{\"a\":1}").a`: `1`,
		`length([1, 2])`: `2`, `length({a = 1})`: `1`, `length("héllo")`: `5`, `jsonencode(concat([1], [2]))`: `"[1,2]"`,
		`jsonencode(merge({a = 1}, {a = 2, b = 3}))`: `"{\"a\":2,\"b\":3}"`, `jsonencode(keys({b = 1, a = 2}))`: `"[\"a\",\"b\"]"`,
		`jsonencode(values({b = 1, a = 2}))`: `"[2,1]"`, `lookup({a = "x"}, "b", "d")`: `"d"`, `contains(["a"], "a")`: `true`,
		`jsonencode(flatten([[1], [[2]]]))`: `"[1,2]"`, `jsonencode(distinct([1, 1, 2]))`: `"[1,2]"`, `jsonencode(range(3))`: `"[0,1,2]"`,
		`try(jsondecode("{"), "bad")`: `"bad"`, `can(jsondecode("{"))`: `false`, `can(1)`: `true`, `coalesce(null, "a")`: `"a"`,
		`jsonencode(compact(["a", ""]))`: `"[\"a\"]"`, `element(["a", "b"], 3)`: `"b"`, `jsonencode(reverse([1, 2]))`: `"[2,1]"`,
		`jsonencode(slice([1, 2, 3], 1, 3))`: `"[2,3]"`, `jsonencode(sort(["b", "a"]))`: `"[\"a\",\"b\"]"`,
		`jsonencode(zipmap(["a"], [1]))`: `"{\"a\":1}"`, `parseint("ff", 16)`: `255`, `tonumber("3")`: `3`, `tostring(3)`: `"3"`, `tobool("true")`: `true`,
		`file("greeting.txt")`: `"héllo"`,
	} {
		v, err := eval(t, dir, src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		e, _ := hclsyntax.ParseExpression([]byte(want), "", hcl.InitialPos)
		w, _ := e.Value(nil)
		if !v.RawEquals(w) {
			t.Errorf("%s = %#v, want %s", src, v, want)
		}
	}
}

func TestBounds(t *testing.T) {
	for src, want := range map[string]string{
		`format("%1000000000s", "a")`:                                 "larger than 1000",
		`format("%-1000000000d", 1)`:                                  "larger than 1000",
		`format("%.1000000000f", 1)`:                                  "larger than 1000",
		`join(wide, range(1000))`:                                     "longer than",
		`replace(wide, "a", wide)`:                                    "longer than",
		`join("", [wide, wide, wide])`:                                "longer than",
		`jsonencode([wide, wide, wide])`:                              "longer than",
		`upper("${wide}${wide}${wide}")`:                              "longer than",
		`split("", wide)`:                                             "more than 100000 parts",
		`concat([for i in range(1000): [for j in range(101): j]]...)`: "more than 100000 elements",
		`range(100000)`:                                               "1024",
		`regex("((a{100}){100}){100}", "a")`:                          "",
	} {
		if _, err := eval(t, t.TempDir(), src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", src, err, want)
		}
	}
}

func TestMarksStay(t *testing.T) {
	for _, src := range []string{
		`upper(secret)`, `"${secret}!"`, `join("", [secret, "a"])`, `length(secret)`, `jsonencode({a = secret})`, `try(secret, "x")`,
		`replace("a", "a", secret)`, `format("%s", secret)`, `split("", secret)`, `substr(secret, 0, 1)`, `contains([secret], "x")`,
	} {
		v, err := eval(t, t.TempDir(), src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if _, marks := v.UnmarkDeep(); len(marks) == 0 {
			t.Errorf("%s lost the mark of the secret", src)
		}
	}
}

func TestFileStaysInTheFolder(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "key"), []byte("private"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, src := range map[string][]byte{"binary": {0xff, 0xfe}, "long": make([]byte, MaxText+1)} {
		if err := os.WriteFile(filepath.Join(dir, name), src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "key"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"../" + filepath.Base(outside) + "/key": "leaves the module's folder",
		filepath.Join(outside, "key"):           "leaves the module's folder",
		"link":                                  "cannot be read",
		"missing":                               "no such file",
		"sub":                                   "not a regular file",
		"binary":                                "not a text",
		"long":                                  "longer than",
	} {
		s, err := readFile(dir, path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v; want an error with %q", path, s, err, want)
		}
	}
}

func TestEveryFunctionIsDocumented(t *testing.T) {
	all := All(t.TempDir())
	if len(all) != len(Names()) {
		t.Errorf("All has %d functions, Names %d", len(all), len(Names()))
	}
	for name, f := range all {
		if f.Description() == "" || f.Description() != Doc(name) || !strings.HasSuffix(Doc(name), ".") {
			t.Errorf("%s: the documentation is %q", name, f.Description())
		}
	}
}
