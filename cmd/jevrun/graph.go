package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/graph"
)

func newGraph(u *ui) *cobra.Command {
	var load loadFlags
	var flow, format string
	cmd := &cobra.Command{
		Use:   "graph PATH",
		Short: "Draw the steps of a flow and what leads where",
		Long: `Draw the steps of a flow and what leads where, as Mermaid or for Graphviz. An outcome without an arrow stops
the run. Where the module has several flows, --flow says which one.`,
		Args: argsBetween(1, 1, "one flow file or folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			formats := []string{"mermaid", "dot"}
			if format != formats[0] && format != formats[1] {
				return misused(cmd.CommandPath(), fmt.Errorf("--format is %q; it can be %s", format, strings.Join(formats, " or ")))
			}
			p, err := load.mustLoad(u, args[0])
			if err != nil {
				return err
			}
			flows, err := flowsOf(p, flow)
			if err != nil {
				return err
			}
			if len(flows) > 1 {
				return misused(cmd.CommandPath(), fmt.Errorf("%s has several flows; name one with --flow: %s", args[0], strings.Join(flowNames(p), ", ")))
			}
			g, problems := graph.Compile(flows[0])
			if err := u.diagnose(placed(p, problems)); err != nil {
				return err
			}
			if format == "dot" {
				return g.DOT(u)
			}
			return g.Mermaid(u)
		},
	}
	load.add(cmd)
	cmd.Flags().StringVar(&flow, "flow", "", "draw only the flow `NAME`")
	cmd.Flags().StringVar(&format, "format", "mermaid", "mermaid or dot")
	return cmd
}
