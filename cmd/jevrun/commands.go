package main

import "github.com/spf13/cobra"

// commands are all commands, one file each.
func commands(u *ui) []*cobra.Command {
	return []*cobra.Command{
		newCompletion(u),
		newDoctor(u),
		newGraph(u),
		newInit(u),
		newValidate(u),
		newVersion(u),
	}
}
