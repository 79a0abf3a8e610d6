package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/trace"
)

// This file holds the house: which package may import which, and what no package may do. A failure says what
// to move.

const module = "github.com/jevrun/jevrun"

// pkg is what `go list` says of a package.
type pkg struct {
	Dir           string
	ImportPath    string
	Name          string
	Standard      bool
	GoFiles       []string
	Imports, Deps []string
	TestImports   []string
}

// name is the path of a package of the module below its root: "runtime/trace".
func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

// house lists the packages of the module.
func house(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=Dir,ImportPath,Name,Standard,GoFiles,Imports,Deps,TestImports", "./...")
	cmd.Dir = filepath.Join("..", "..")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	all := make(map[string]pkg)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	if len(all) < 10 {
		t.Fatalf("go list knows %d packages; the module has more", len(all))
	}
	return all
}

// floors are the layers, lowest first. A package may import its own floor and those below it. On the lowest
// lie files and the code that hands them out: it needs nothing of the module.
var floors = [][]string{{"examples", "schemas"}, {"lang"}, {"stdlib"}, {"runtime"}, {"cmd"}}

// floor is the layer of a package, -1 for one that has none.
func floor(name string) int {
	top, _, _ := strings.Cut(name, "/")
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, top) })
}

// generator tells whether a package is a program that only `go generate` runs.
func (p pkg) generator() bool { return p.Name == "main" && !under(p.name(), "cmd") }

func under(name string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(r string) bool { return name == r || strings.HasPrefix(name, r+"/") })
}

// TestImportsPointOneWay holds cmd -> runtime -> stdlib -> lang.
func TestImportsPointOneWay(t *testing.T) {
	for _, p := range house(t) {
		here := floor(p.name())
		if here < 0 {
			t.Errorf("%s stands outside the house: packages live under %v", p.name(), floors)
			continue
		}
		imports := p.Imports
		if here > 0 { // tests of files may use what reads them
			imports = slices.Concat(p.Imports, p.TestImports) // a test from outside is a client, and free
		}
		for _, i := range imports {
			if rest, ok := strings.CutPrefix(i, module+"/"); ok && floor(rest) > here {
				t.Errorf("%s imports %s, which stands above it", p.name(), rest)
			}
		}
	}
}

// TestWhoMayImportWhat holds the rules about single imports.
func TestWhoMayImportWhat(t *testing.T) {
	rules := []struct {
		path    string   // this package and those below it
		only    []string // may be imported by these and nobody else
		because string
	}{
		{"github.com/go-rod/rod", []string{"runtime/cdp", "runtime/browser", "runtime/page"}, "everybody else sees the browser through runtime/page and runtime/browser"},
		{"github.com/spf13/cobra", []string{"cmd"}, "flags and arguments are the command line's business"},
		{"github.com/spf13/pflag", []string{"cmd"}, "flags and arguments are the command line's business"},
		{"golang.org/x/term", []string{"cmd"}, "only the command line knows a terminal"},
		{"github.com/expr-lang/expr", []string{"lang/predicate"}, "conditions can be swapped only while one package knows how they are made"},
		{"github.com/fsnotify/fsnotify", []string{"runtime/watch"}, "watching files is one package's business"},
		{"github.com/hashicorp/hcl/v2/hclwrite", []string{"lang"}, "the syntax of flow files is the language's business"},
		{"github.com/hashicorp/hcl/v2/hclsyntax", []string{"lang"}, "the syntax of flow files is the language's business"},
		{"github.com/hashicorp/hcl/v2/hclparse", []string{"lang"}, "the syntax of flow files is the language's business"},
		{"flag", nil, "a global flag would be one of jevrun's"},
		{"math/rand", nil, "use math/rand/v2"},
		{"log", []string{"cmd"}, "logs go through zerolog; the command line leads there what libraries log"},
	}
	for _, p := range house(t) {
		if p.generator() {
			continue
		}
		for _, i := range p.Imports {
			for _, r := range rules {
				exact := r.only == nil
				if (i == r.path || !exact && strings.HasPrefix(i, r.path+"/")) && !under(p.name(), r.only...) {
					t.Errorf("%s imports %s: %s", p.name(), i, r.because)
				}
			}
			if strings.HasPrefix(i, "github.com/go-rod/rod") && i != "github.com/go-rod/rod/lib/proto" {
				t.Errorf("%s imports %s: only rod/lib/proto may be, the others scan os.Args and may download a browser", p.name(), i)
			}
		}
	}
}

// TestOneCap holds that the language offers as many elements as a trace may hold.
func TestOneCap(t *testing.T) {
	if lang.MaxCandidates != trace.MaxCandidates {
		t.Errorf("a flow may ask for %d elements and a trace may hold %d", lang.MaxCandidates, trace.MaxCandidates)
	}
}

// TestWhatMustNotBeReached holds the rules about everything that a package brings along.
func TestWhatMustNotBeReached(t *testing.T) {
	all := house(t)
	rules := []struct {
		of      string   // this package and those below it
		never   []string // packages of the module, or full import paths
		because string
	}{
		{"runtime/trace", []string{"runtime/cdp", "github.com/go-rod/rod"}, "it knows no browser"},
		{"runtime/gate", []string{"runtime/cdp", "github.com/go-rod/rod"}, "it knows no browser"},
		{"runtime/decide", []string{"runtime/cdp", "github.com/go-rod/rod"}, "it knows no browser"},
		{"runtime/graph", []string{"runtime/cdp", "github.com/go-rod/rod", "runtime/trace"}, "it is plain data over lang"},
		{"lang", []string{"net/http", "github.com/go-rod/rod", "os/exec"}, "it knows no browser and no network"},
		{"stdlib", []string{"runtime/cdp", "github.com/go-rod/rod"}, "it knows a page by its interface only"},
		{"runtime/replay", []string{"runtime/decide", "runtime/engine"}, "nothing on the replay path can call a model"},
		{"cmd/jevrun", []string{"github.com/go-rod/rod/lib/launcher", "github.com/go-rod/rod/lib/cdp", "github.com/go-rod/rod/lib/defaults", "testing", "github.com/santhosh-tekuri/jsonschema", "runtime/decide/systemone/systemonetest"}, "it must not be in the program"},
	}
	for _, r := range rules {
		found := false
		for _, p := range all {
			if !under(p.name(), r.of) {
				continue
			}
			found = true
			for _, d := range p.Deps {
				if under(strings.TrimPrefix(d, module+"/"), r.never...) {
					t.Errorf("%s reaches %s: %s", p.name(), d, r.because)
				}
			}
		}
		if !found {
			t.Errorf("there is no package %s; is the rule about it out of date?", r.of)
		}
	}
}

// TestRoomsAreNamed refuses packages that are named for nothing.
func TestRoomsAreNamed(t *testing.T) {
	for _, p := range house(t) {
		for _, part := range strings.Split(p.name(), "/") {
			if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "misc", "base", "shared", "pkg"}, part) {
				t.Errorf("%s: a package is named for what it holds, not %q", p.name(), part)
			}
		}
	}
}

// TestOnePlaceDoesIt holds what only one place may do: write to the terminal, end the process, read the
// environment; and what none may: sleep for a fixed time.
func TestOnePlaceDoesIt(t *testing.T) {
	rules := []struct {
		call    string   // package.Name; a trailing * matches any name that begins so
		only    []string // files that may
		because string
	}{
		{"os.Stdout", []string{"cmd/jevrun/main.go"}, "ui.go is the only writer to the terminal"},
		{"os.Stderr", []string{"cmd/jevrun/main.go"}, "ui.go is the only writer to the terminal"},
		{"fmt.Print*", nil, "ui.go is the only writer to the terminal"},
		{"os.Exit", []string{"cmd/jevrun/main.go"}, "a command returns an error that knows its exit code"},
		{"os.Getenv", []string{"cmd/jevrun/", "runtime/browser/"}, "the environment comes in through the command line and secrets"},
		{"os.LookupEnv", []string{"cmd/jevrun/", "runtime/browser/"}, "the environment comes in through the command line and secrets"},
		{"time.Sleep", nil, "wait for a condition, with a deadline"},
	}
	files := token.NewFileSet()
	for _, p := range house(t) {
		if p.generator() {
			continue
		}
		for _, f := range p.GoFiles {
			name := p.name() + "/" + f
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, f), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				x, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				call := x.Name + "." + sel.Sel.Name
				for _, r := range rules {
					prefix, star := strings.CutSuffix(r.call, "*")
					if call != r.call && !(star && strings.HasPrefix(call, prefix)) {
						continue
					}
					if !slices.ContainsFunc(r.only, func(o string) bool { return name == o || strings.HasSuffix(o, "/") && strings.HasPrefix(name, o) }) {
						t.Errorf("%s: %s: %s", place(files, p, f, sel), call, r.because)
					}
				}
				return true
			})
		}
	}
}

func place(files *token.FileSet, p pkg, file string, n ast.Node) string {
	return fmt.Sprintf("%s/%s:%d", p.name(), file, files.Position(n.Pos()).Line)
}
