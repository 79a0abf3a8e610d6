package main

import "github.com/spf13/cobra"

func newHelp(*ui) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does",
		RunE: func(cmd *cobra.Command, args []string) error {
			of := cmd.Root()
			for _, word := range args {
				next := child(of, word)
				if next == nil {
					return misused(of.CommandPath(), unknown("command", word, commandNames(of)))
				}
				of = next
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

func child(of *cobra.Command, name string) *cobra.Command {
	for _, c := range of.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
