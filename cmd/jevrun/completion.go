package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// shells are the words that completion takes.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print the completion script of a shell",
		Long: `Print the completion script of a shell. To use it in this session:

  source <(jevrun completion bash)
  jevrun completion fish | source`,
		Args:      argsBetween(1, 1, "the name of one shell: bash, zsh, fish or powershell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return cmd.Root().GenBashCompletionV2(u, true)
			case "zsh":
				return cmd.Root().GenZshCompletion(u)
			case "fish":
				return cmd.Root().GenFishCompletion(u, true)
			case "powershell":
				return cmd.Root().GenPowerShellCompletionWithDesc(u)
			}
			return misused(cmd.CommandPath(), fmt.Errorf("there is no completion for %q; the shells are %s", args[0], strings.Join(shells, ", ")))
		},
	}
}
