package main

import (
	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
)

func newSchema(u *ui) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of flow files in JSON syntax",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := lang.JSONSchema(wholeLanguage())
			if err != nil {
				return err
			}
			return u.document(out, text)
		},
	}
	outFlag(cmd, &out)
	return cmd
}
