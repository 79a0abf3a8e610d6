package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

//go:generate go run . docs --out ../../docs/language.md
//go:generate go run . schema --out ../../schemas/flow.schema.json

func newDocs(u *ui) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Print the reference of the flow language as Markdown",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			var b bytes.Buffer
			if err := lang.Reference(&b, wholeLanguage()); err != nil {
				return err
			}
			return u.document(out, b.Bytes())
		},
	}
	outFlag(cmd, &out)
	return cmd
}

// wholeLanguage is the language with every step type and function.
func wholeLanguage() lang.Options {
	return lang.Options{Steps: action.StepTypes(), Functions: function.All("."), Version: version}
}

func outFlag(cmd *cobra.Command, out *string) {
	cmd.Flags().StringVar(out, "out", "", "write to `FILE` instead of stdout")
}

// document writes text to stdout, or to a file where one was named.
func (u *ui) document(file string, text []byte) error {
	if file == "" {
		_, err := u.Write(text)
		return err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("cannot write %s: %w", file, err)
	}
	return nil
}
