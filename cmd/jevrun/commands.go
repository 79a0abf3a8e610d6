package main

import "github.com/spf13/cobra"

// commands are all commands, one file each.
func commands(u *ui) []*cobra.Command {
	return []*cobra.Command{
		newCompletion(u),
		newDemo(u),
		newDocs(u),
		newDoctor(u),
		newFmt(u),
		newGraph(u),
		newHeal(u),
		newInit(u),
		newReplay(u),
		newReport(u),
		newRun(u),
		newSchema(u),
		newValidate(u),
		newVersion(u),
		newView(u),
		newWatch(u),
	}
}
