package lang_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/stdlib/action"
)

func load(t testing.TB, path string, o lang.Options) *lang.Program {
	t.Helper()
	p, ds := lang.Load(path, o)
	if len(ds) > 0 {
		t.Fatalf("%s: %v", path, ds)
	}
	return p
}

func ptr[T any](v T) *T { return &v }

// same compares programs: conditions by their source, places not at all.
var same = cmp.Options{
	cmp.Comparer(func(a, b *predicate.Program) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Source == b.Source)
	}),
	cmp.Comparer(func(a, b cty.Value) bool { return a.RawEquals(b) }),
	cmpopts.IgnoreTypes(hcl.Range{}),
	cmpopts.IgnoreUnexported(lang.Program{}),
	cmpopts.EquateEmpty(),
}

func sample() *lang.Program {
	password := &lang.Secret{Name: "password", Env: "DEMO_PASSWORD"}
	return &lang.Program{
		Variables: map[string]cty.Value{"base_url": cty.StringVal("http://127.0.0.1:8080")},
		Secrets:   []*lang.Secret{password},
		Gates: &lang.Gates{
			MinConfidence: ptr(0.9), LoopMinConfidence: ptr(0.5), Truncated: "warn", RiskyExtra: []string{`\bship it\b`},
			Intents: []lang.IntentBar{{Pattern: "delete the *", MinConfidence: 0.99}},
			Rules: []lang.Rule{{
				Name: "leaves the site", Verdict: "review",
				When: &predicate.Program{Source: "candidate.role == 'link' && not (candidate.href startsWith page.origin)"},
			}},
		},
		Dialogs: &lang.Dialogs{Default: "dismiss", Rules: []lang.DialogRule{{Name: "name prompt", Match: "(?i)your name", Action: "accept", Text: "Ada"}}},
		Flows: []*lang.Flow{{
			Name: "sign-in", Start: "http://127.0.0.1:8080/login", MaxCandidates: 120,
			Steps: []*lang.Step{
				{Type: "click", Name: "open_form", Position: 1, Attempts: 1, Intent: "Sign in to the existing account", Expect: "button[type=submit]"},
				{Type: "fill", Name: "password", Position: 2, Attempts: 1, Intent: "Type the password", Args: lang.Args{"value": lang.Value{Secret: password}}},
				{
					Type: "click", Name: "archive", Position: 3, Attempts: 3, Intent: "Archive this task", Within: "Renew TLS certificate",
					When: &predicate.Program{Source: "page.text contains 'Renew TLS'"}, Timeout: 10 * time.Second,
					On: map[lang.Event]lang.Handler{lang.EventReview: {Then: "ask"}, lang.EventBlocked: {Goto: "archived"}},
				},
				{Type: "assert", Name: "archived", Position: 4, Attempts: 1, Args: lang.Args{"that": &predicate.Program{Source: "page.text contains 'Archived'"}}},
			},
		}},
		Goals: []*lang.Goal{{
			Name: "open-billing", Task: "sign in and open billing", Start: "http://127.0.0.1:8080", Success: "#billing", MaxSteps: 8,
			Context: map[string]lang.Value{"email": {Text: "demo@example.com"}, "password": {Secret: password}},
		}},
	}
}

func TestSample(t *testing.T) {
	for _, path := range []string{"testdata/sample", "testdata/sample/main.hcl", "testdata/modules/json"} {
		p := load(t, path, options(t, path))
		if !filepath.IsAbs(p.Dir) || len(p.Files) != 1 || !filepath.IsAbs(p.Files[0]) || filepath.Dir(p.Files[0]) != p.Dir {
			t.Errorf("%s: Dir is %q, Files are %q", path, p.Dir, p.Files)
		}
		want := sample()
		want.Dir, want.Files = p.Dir, p.Files
		if d := cmp.Diff(want, p, same); d != "" {
			t.Errorf("%s (-want +got):\n%s", path, d)
		}
		if p.Flow("sign-in") != p.Flows[0] || p.Flow("other") != nil || p.Goal("open-billing") != p.Goals[0] || p.Flows[0].Step("archive") != p.Flows[0].Steps[2] {
			t.Errorf("%s: looking up by name finds something else", path)
		}
	}
}

func TestRangesAreAbsent(t *testing.T) {
	p := load(t, "testdata/sample/main.hcl", options(t, "testdata/sample"))
	s := p.Flows[0].Steps[2]
	src, err := os.ReadFile(s.Range.Filename)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(src[s.Range.Start.Byte:s.Range.End.Byte]); got != `step "click" "archive"` {
		t.Errorf("the step's range is %q", got)
	}
	d := p.Diagnose(lang.Warning, s.Range, "the step is slow", "Make it faster.", "")
	if d.Snippet == nil || d.Snippet.Block != `flow "sign-in", in step "click" "archive"` || !strings.Contains(d.Snippet.Text, "archive") {
		t.Errorf("Diagnose made %+v", d.Snippet)
	}
}

func TestFolderIsOneModule(t *testing.T) {
	o := options(t, "testdata/modules/split")
	o.Vars = []string{"name=Ada"}
	p := load(t, "testdata/modules/split", o)
	if len(p.Files) != 3 || len(p.Flows) != 2 {
		t.Fatalf("%d files, %d flows", len(p.Files), len(p.Flows))
	}
	if got := p.Flow("first").Steps[0].Intent; got != "Hello, Ada" {
		t.Errorf("the intent is %q", got)
	}
	if got := p.Flow("second").Steps[0].Args["url"]; got != "http://h/Ada" {
		t.Errorf("the url is %q", got)
	}
	if v, ok := p.Flow("second").Steps[1].Args["value"].(lang.Value); !ok || v.Secret == nil || v.Secret.Env != "TOKEN" || v.Text != "" {
		t.Errorf("the value is %+v", v)
	}
}

func TestWrongPaths(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.hcl")
	if err := os.WriteFile(big, make([]byte, lang.MaxFile+1), 0o644); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "binary.hcl")
	if err := os.WriteFile(binary, []byte("a = \xff\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "missing.hcl"):   "no such file",
		"testdata/modules/empty":            "holds no flow file",
		"testdata/modules/empty/readme.txt": "is not a flow file",
		big:                                 "larger than",
		binary:                              "not valid UTF-8",
	} {
		p, ds := lang.Load(path, options(t, dir))
		if p != nil || !ds.HasErrors() || !strings.Contains(ds.Error(), want) || !strings.Contains(ds.Error(), filepath.Base(path)) {
			t.Errorf("%s: %v, want %q", path, ds, want)
		}
	}
}

const variables = `
variable "name" {
  default = "from default"
}
variable "port" {
  type    = number
  default = 1
}
variable "list" {
  type    = list(string)
  default = []
}
variable "on" { default = false }
variable "user" {
  type = object({ name = string, age = optional(number, 7) })
  default = { name = "Ada" }
}
`

func TestVariables(t *testing.T) {
	dir := t.TempDir()
	write := func(name, src string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	main := write("main.hcl", variables)
	native := write("vars.txt", "name = \"from file\"\nport = 2\nlist = [\"a\", \"b\"]\n")
	jsonFile := write("vars.json", `{"name": "from json", "on": true, "user": {"name": "Bob"}}`)
	env := func(pairs map[string]string) func(string) (string, bool) {
		return func(name string) (string, bool) { v, ok := pairs[name]; return v, ok }
	}
	defaults := map[string]any{"name": "from default", "port": 1.0, "list": []any{}, "on": false, "user": map[string]any{"name": "Ada", "age": 7.0}}
	with := func(pairs ...any) map[string]any {
		out := maps.Clone(defaults)
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i].(string)] = pairs[i+1]
		}
		return out
	}
	for _, c := range []struct {
		name string
		o    lang.Options
		want map[string]any
		err  []string
	}{
		{"defaults", lang.Options{}, with(), nil},
		{"environment", lang.Options{LookupEnv: env(map[string]string{"JEVRUN_VAR_name": "from env", "JEVRUN_VAR_port": "8", "JEVRUN_VAR_list": `["x"]`, "JEVRUN_VAR_on": "true", "name": "no"})},
			with("name", "from env", "port", 8.0, "list", []any{"x"}, "on", true), nil},
		{"file over environment", lang.Options{VarFiles: []string{native}, LookupEnv: env(map[string]string{"JEVRUN_VAR_name": "from env", "JEVRUN_VAR_on": "true"})},
			with("name", "from file", "port", 2.0, "list", []any{"a", "b"}, "on", true), nil},
		{"later file over earlier", lang.Options{VarFiles: []string{native, jsonFile}},
			with("name", "from json", "port", 2.0, "list", []any{"a", "b"}, "on", true, "user", map[string]any{"name": "Bob", "age": 7.0}), nil},
		{"flag over file", lang.Options{VarFiles: []string{native}, Vars: []string{"name=one", "name=two = ${x}", "port=0x1"}}, nil, []string{`--var port does not fit the variable "port"`}},
		{"last flag wins, text is literal", lang.Options{VarFiles: []string{native}, Vars: []string{"name=one", "name=two = ${x}", "port=3"}},
			with("name", "two = ${x}", "port", 3.0, "list", []any{"a", "b"}), nil},
		{"unknown flag", lang.Options{Vars: []string{"nmae=x", "zzz=1", "novalue"}}, nil,
			[]string{`--var sets "nmae", and there is no such variable; did you mean "name"?`, `--var sets "zzz"`, `--var "novalue" has no value`}},
		{"bad values", lang.Options{Vars: []string{"list=x", "on=maybe", `user={"age": 3}`, "port=[1]"}}, nil,
			[]string{`it must be list(string), and "x" is not a value`, `it must be bool, and "maybe" is not a value`, `attribute "name" is required`, "it must be number"}},
		{"hostile value", lang.Options{Vars: []string{"list=" + strings.Repeat("[", 100000)}}, nil, []string{"nested deeper"}},
		{"file with unknown name", lang.Options{VarFiles: []string{write("bad.txt", "prot = 1\nname = var.port\n")}}, nil,
			[]string{`there is no variable "prot"; did you mean "port"?`, "cannot refer to var.port"}},
		{"missing file", lang.Options{VarFiles: []string{filepath.Join(dir, "none.txt")}}, nil, []string{"none.txt cannot be read"}},
		{"broken file", lang.Options{VarFiles: []string{write("broken.txt", "name = \n")}}, nil, []string{"broken.txt:1:8: invalid expression"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ds := lang.Load(main, c.o)
			for _, want := range c.err {
				if !strings.Contains(ds.Error(), want) {
					t.Errorf("%v\ndoes not say %q", ds, want)
				}
			}
			if len(c.err) > 0 {
				return
			}
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			if d := cmp.Diff(c.want, p.Vars()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestEnvironmentIsReadForVariablesOnly(t *testing.T) {
	var asked []string
	o := options(t, "testdata/sample")
	o.LookupEnv = func(name string) (string, bool) { asked = append(asked, name); return "", false }
	load(t, "testdata/sample", o)
	if !slices.Equal(asked, []string{"JEVRUN_VAR_base_url"}) {
		t.Errorf("the environment was asked for %q", asked)
	}
}

func TestRequiredVersion(t *testing.T) {
	for _, c := range []struct {
		version, constraint string
		fits                bool
	}{
		{"0.1.0", "~> 0.1", true}, {"0.9.3", "~> 0.1", true}, {"1.0.0", "~> 0.1", false}, {"0.1.5", "~> 0.1.2", true}, {"0.2.0", "~> 0.1.2", false},
		{"0.1.0", ">= 0.1, < 0.3", true}, {"0.3.0", ">= 0.1, < 0.3", false}, {"0.1.0", "0.1", true}, {"0.1.1", "= 0.1.0", false},
		{"0.1.1", "!= 0.1.0", true}, {"0.1.0", "> 0.1", false}, {"0.1.0", "<= 0.1.0", true}, {"0.1.0-dev", ">= 0.1.0", true}, {"v0.2.0+abc", "0.2.0", true}, {"", ">= 9", true},
	} {
		src := fmt.Sprintf("jevrun {\n  required_version = %q\n}\n", c.constraint)
		_, ds := lang.LoadSource("a.hcl", []byte(src), lang.Options{Version: c.version})
		if ds.HasErrors() == c.fits {
			t.Errorf("%s against %s: %v", c.version, c.constraint, ds)
		}
	}
}

func TestConditionsRun(t *testing.T) {
	src := `
variable "who" { default = "Ada" }
flow "f" {
  start = "x"
  step "assert" "one" {
    that = <<-EOT
      page.text contains var.who
        and page.title == "a \"b\""
    EOT
  }
  step "assert" "two" { that = "page.title == 'a \"b\"' and page.text matches '[a-z]+'" }
}
`
	p, ds := lang.LoadSource("a.hcl", []byte(src), options(t, "."))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	env := predicate.Env{Page: predicate.Page{Text: "Hello Ada", Title: `a "b"`}, Var: p.Vars()}
	for _, s := range p.Flows[0].Steps {
		holds, err := s.Args["that"].(*predicate.Program).Eval(context.Background(), env)
		if !holds || err != nil {
			t.Errorf("%s: %v, %v", s.Name, holds, err)
		}
	}
}

// TestSecretsAreNotRead holds that nothing of a secret but its name is in a program, whatever the path it takes.
func TestSecretsAreNotRead(t *testing.T) {
	t.Setenv("TOKEN", "top-secret-value")
	src := `
secret "a" { env = "TOKEN" }
secret "b" { env = "OTHER" }
locals {
  both = { x = secret.a, y = [secret.b] }
}
flow "f" {
  start = "x"
  step "fill" "one"   { intent = "i", value = secret.a }
}
`
	src = strings.ReplaceAll(src, `{ intent = "i", value = secret.a }`, "{\n intent = \"i\"\n value = local.both.x\n}\nstep \"fill\" \"two\" {\n intent = \"i\"\n value = true ? local.both.y[0] : secret.a\n}\nstep \"fill\" \"three\" {\n intent = \"i\"\n value = \"${secret.b}\"\n}\nstep \"fill\" \"four\" {\n intent = \"i\"\n value = (false ? secret.a : (true ? secret.b : secret.a))\n}")
	p, ds := lang.LoadSource("a.hcl", []byte(src), options(t, "."))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	for i, want := range []string{"a", "b", "b", "b"} {
		v := p.Flows[0].Steps[i].Args["value"].(lang.Value)
		if v.Secret == nil || v.Secret.Name != want || v.Text != "" {
			t.Errorf("step %d: %+v, want the secret %s", i+1, v, want)
		}
	}
	if s := fmt.Sprintf("%+v", p.Flows[0].Steps[0]); strings.Contains(s, "top-secret") {
		t.Error("the value of the secret is in the program")
	}
}

func TestManyProblemsAreCounted(t *testing.T) {
	var b strings.Builder
	b.WriteString("flow \"f\" {\n  start = \"x\"\n")
	for i := range 3 * lang.MaxDiagnostics {
		fmt.Fprintf(&b, "  step \"clik\" \"s%d\" {}\n", i)
	}
	b.WriteString("}\n")
	_, ds := lang.LoadSource("a.hcl", []byte(b.String()), lang.Options{Steps: action.StepTypes()})
	if len(ds) != lang.MaxDiagnostics+1 || !strings.Contains(ds.Error(), "200 more problems are not shown") {
		t.Errorf("%d diagnostics; the last is %v", len(ds), ds[len(ds)-1])
	}
}

func manySteps(n int) []byte {
	var b strings.Builder
	b.WriteString("variable \"base\" { default = \"http://h\" }\n\nflow \"f\" {\n  start = var.base\n")
	for i := range n {
		fmt.Fprintf(&b, `
  step "click" "s%d" {
    intent = "Open item %d of ${var.base}"
    when   = "page.text contains 'item %d' and visible('button', 'Save')"
    on "blocked" { goto = step.s%d }
  }
`, i, i, i, max(i-1, 0))
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

func TestTenThousandSteps(t *testing.T) {
	start := time.Now()
	p, ds := lang.LoadSource("a.hcl", manySteps(10_000), lang.Options{Steps: action.StepTypes()})
	if ds.HasErrors() || len(p.Flows[0].Steps) != 10_000 {
		t.Fatalf("%v", ds)
	}
	if s := p.Flows[0].Steps[9_999]; s.Name != "s9999" || s.Position != 10_000 || s.Intent != "Open item 9999 of http://h" {
		t.Errorf("the last step is %+v", s)
	}
	t.Logf("%v", time.Since(start))
}

func BenchmarkLoad10kSteps(b *testing.B) {
	src := manySteps(10_000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, ds := lang.LoadSource("a.hcl", src, lang.Options{Steps: action.StepTypes()}); ds.HasErrors() {
			b.Fatal(ds)
		}
	}
}
