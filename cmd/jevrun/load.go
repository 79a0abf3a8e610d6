package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/runtime/graph"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

// loadFlags set the variables of a module.
type loadFlags struct {
	vars     []string
	varFiles []string
}

func (f *loadFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.vars, "var", nil, "set a variable, as `NAME=VALUE`; may be repeated")
	cmd.Flags().StringArrayVar(&f.varFiles, "var-file", nil, "set variables from a `FILE` of NAME = VALUE lines; may be repeated")
}

// options are what a module at path is loaded with.
func (f *loadFlags) options(path string) (lang.Options, error) {
	dir, err := lang.ModuleDir(path)
	if err != nil {
		return lang.Options{}, err
	}
	return lang.Options{
		Steps: action.StepTypes(), Functions: function.All(dir),
		Vars: f.vars, VarFiles: f.varFiles, LookupEnv: os.LookupEnv, Version: version,
	}, nil
}

// load reads and checks the module at path.
func (f *loadFlags) load(path string) (*lang.Program, lang.Diagnostics, error) {
	o, err := f.options(path)
	if err != nil {
		return nil, nil, err
	}
	p, diags := lang.Load(path, o)
	return p, diags, nil
}

// mustLoad is load for commands that cannot go on with a broken module: it shows what is wrong.
func (f *loadFlags) mustLoad(u *ui, path string) (*lang.Program, error) {
	p, diags, err := f.load(path)
	if err != nil {
		return nil, err
	}
	return p, u.diagnose(diags)
}

// diagnose shows problems, if there are any. The error, which has then said why, is for those that are errors.
func (u *ui) diagnose(diags lang.Diagnostics) error {
	if len(diags) == 0 {
		return nil
	}
	if err := diags.Render(u.err, u.color); err != nil {
		return err
	}
	if diags.HasErrors() {
		return exitWith(exitWrong)
	}
	return nil
}

// placed are the problems that a check after loading found, with their lines of source.
func placed(p *lang.Program, found hcl.Diagnostics) lang.Diagnostics {
	var out lang.Diagnostics
	for _, d := range found {
		severity := lang.Error
		if d.Severity == hcl.DiagWarning {
			severity = lang.Warning
		}
		meant, _ := d.Extra.(graph.Suggestion)
		var at hcl.Range
		if d.Subject != nil {
			at = *d.Subject
		}
		out = append(out, p.Diagnose(severity, at, d.Summary, d.Detail, string(meant)))
	}
	return out.Sorted()
}

// flowsOf are the flows of a module, or the one that was asked for by name.
func flowsOf(p *lang.Program, name string) ([]*lang.Flow, error) {
	if name == "" {
		if len(p.Flows) == 0 {
			if len(p.Goals) > 0 {
				return nil, fmt.Errorf("%s holds no flow; add a flow block: goals are checked, and this version does not run them", whereIs(p))
			}
			return nil, fmt.Errorf("%s holds no flow; add a flow block", whereIs(p))
		}
		return p.Flows, nil
	}
	if f := p.Flow(name); f != nil {
		return []*lang.Flow{f}, nil
	}
	names := flowNames(p)
	if near := nearest.Word(name, names); near != "" {
		return nil, fmt.Errorf("there is no flow %q in %s; did you mean %q?", name, whereIs(p), near)
	}
	return nil, fmt.Errorf("there is no flow %q in %s; it has: %s", name, whereIs(p), strings.Join(names, ", "))
}

// whereIs names a module as a person at this working directory would: its one file, or its folder.
func whereIs(p *lang.Program) string {
	path := p.Dir
	if len(p.Files) == 1 {
		path = p.Files[0]
	}
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(here, path)
	if err != nil || len(rel) > len(path) {
		return path
	}
	if rel == "." {
		return "the working directory"
	}
	return rel
}

func flowNames(p *lang.Program) []string {
	names := make([]string, len(p.Flows))
	for i, f := range p.Flows {
		names[i] = f.Name
	}
	return names
}
