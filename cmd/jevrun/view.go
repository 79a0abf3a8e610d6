package main

import (
	"context"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/view"
)

func newView(u *ui) *cobra.Command {
	var addr string
	var open bool
	cmd := &cobra.Command{
		Use:   "view TRACE...",
		Short: "Look at traces in a browser: steps, candidates, probabilities, gates",
		Long: `Look at traces in your own browser: each step with what was to choose from and how probable it was, what the gate
said, what it cost, and what a failing page looked like. TRACE is a file, a folder or a pattern. The viewer answers this
machine only, changes nothing, and ends with Ctrl-C. A trace that was cut short is shown as far as it goes.`,
		Example: "  jevrun view sign-in.trace.jsonl\n  jevrun view traces/ --open",
		Args:    argsBetween(1, -1, "a trace, a folder or a pattern"),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, err := tracePaths(args)
			if err != nil {
				return err
			}
			viewer, err := view.Open(paths...)
			if err != nil {
				return failed(exitWrong, "%w", err)
			}
			for _, broken := range viewer.Broken() {
				u.Sayf("broken, and shown as far as it goes: %s", broken)
			}
			for _, against := range viewer.Contradicting() {
				u.Sayf("%s", report.Plain(against))
			}
			l, err := view.Listen(cmd.Context(), addr)
			if err != nil {
				return failed(exitWrong, "--addr: %w", err)
			}
			at := "http://" + l.Addr().String() + "/"
			u.Printf("%s\n", at)
			u.Sayf("Ctrl-C ends it")
			if open {
				if err := openURL(cmd.Context(), at); err != nil {
					u.Sayf("the browser does not open by itself (%v); open the address yourself", err)
				}
			}
			if err := viewer.Serve(cmd.Context(), l); err != nil {
				return failed(exitWrong, "%w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:0", "`ADDRESS` of this machine to serve on; port 0 is any free one")
	cmd.Flags().BoolVar(&open, "open", false, "open the viewer in your browser")
	return cmd
}

// openURL hands an address to the person's own browser and waits for no more than that.
func openURL(ctx context.Context, at string) error {
	name, args := "xdg-open", []string{at}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", at}
	}
	cmd := exec.CommandContext(ctx, name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // ends with the opener, which is ended with ctx
	return nil
}
