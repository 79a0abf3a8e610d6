package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
)

func newValidate(u *ui) *cobra.Command {
	var flags loadFlags
	cmd := &cobra.Command{
		Use:   "validate [PATH...]",
		Short: "Check flow files without starting a browser",
		Long: `Check the modules at PATH (files or folders; default: the current folder): syntax, names, types, conditions,
and whether every flow can be walked. All problems are reported, each with its line.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			var all lang.Diagnostics
			var sizes []string
			for _, path := range args {
				size, diags, err := check(flags, path)
				if err != nil {
					return err
				}
				all = append(all, diags...)
				sizes = append(sizes, size)
			}
			if u.asJSON {
				if err := all.WriteJSON(u); err != nil {
					return err
				}
				if all.HasErrors() {
					return exitWith(exitWrong)
				}
				return nil
			}
			if err := u.diagnose(all); err != nil {
				return err
			}
			for i, path := range args {
				u.Printf("%s is valid: %s\n", path, sizes[i])
			}
			return nil
		},
	}
	flags.add(cmd)
	return u.jsonFlag(cmd)
}

// check loads the module at path and compiles its flows. The size says what is in it.
func check(flags loadFlags, path string) (size string, diags lang.Diagnostics, err error) {
	p, diags, err := flags.load(path)
	if err != nil || p == nil {
		return "", diags, err
	}
	if len(p.Flows)+len(p.Goals) == 0 { // it may be a part of a module
		diags = append(diags, &lang.Diagnostic{Severity: lang.Warning, Summary: whereIs(p) + " holds no flow", Detail: "What it holds was checked; run needs a flow block."})
	}
	steps := 0
	for _, f := range p.Flows {
		_, problems := engine.Compile(p, f, "stop")
		diags = append(diags, placed(p, problems)...)
		steps += len(f.Steps)
	}
	return fmt.Sprintf("%s, %s", count(len(p.Flows), "flow"), count(steps, "step")), diags, nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
