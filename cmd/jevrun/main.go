// Command jevrun runs browser flows that people write in HCL, records every decision, and replays the
// recordings as regression tests.
//
// One file holds one command: its flags, its arguments, its exit code. What a command does lives in the
// packages below lang, stdlib and runtime; nothing here knows a page, a model or a syntax. ui.go is the only
// writer to the terminal, exit.go the only list of exit codes.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang/nearest"
)

func main() { os.Exit(run()) }

// run is main with the exit code as its result.
func run() int {
	u := newUI(os.Stdin, os.Stdout, os.Stderr)
	return execute(u, newRoot(u), os.Args[1:])
}

// execute runs a command line. SIGINT, SIGTERM and SIGHUP (a terminal that is closed, unless nohup wants it
// ignored) cancel the context, so that traces are closed and browsers ended; a second signal ends the process at
// once, and the browsers with it.
func execute(u *ui, root *cobra.Command, args []string) (code int) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop)
	defer func() {
		if p := recover(); p != nil {
			u.Sayf("jevrun: this is a bug in jevrun %s: %v. Please report it at https://github.com/jevrun/jevrun/issues, with the command that you ran and what it prints with JEVRUN_DEBUG=1 set.", version, p)
			if os.Getenv("JEVRUN_DEBUG") != "" {
				u.Sayf("%s", strings.TrimRight(string(debug.Stack()), "\n"))
			}
			code = exitWrong
		}
	}()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && ctx.Err() != nil {
		u.Sayf("jevrun: interrupted")
		return exitInterrupted
	}
	if err == nil {
		err = u.lost
	}
	if err != nil {
		u.Fail(err)
	}
	return exitCode(err)
}

// newRoot is the command line.
func newRoot(u *ui) *cobra.Command {
	root := &cobra.Command{
		Use:   "jevrun",
		Short: "Run browser flows written in HCL, record their decisions, replay them as tests",
		Long: `jevrun runs browser flows that people write in HCL. A decision model picks the element for each step,
a gate decides whether acting unattended is safe, every decision is recorded, and the recording replays
offline as a regression test.

Exit codes: 0 all went well, 1 something failed, 2 the input or the machine is wrong,
3 a review was not approved, 130 interrupted.`,
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return misused(cmd.CommandPath(), unknown("command", args[0], commandNames(cmd)))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			cmd.SetOut(u.err)
			if err := cmd.Help(); err != nil {
				return err
			}
			return exitWith(exitWrong)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return misusedIf(cmd, u.start()) },
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(u.in)
	root.SetOut(u.out)
	root.SetErr(u.err)
	root.PersistentFlags().StringVar(&u.logFormat, "log-format", u.logFormat, "how logs on stderr look: human or json")
	root.SetVersionTemplate("jevrun {{.Version}}\n")
	root.Flags().Bool("version", false, "show the version (the version command shows more)")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return misused(cmd.CommandPath(), flagError(cmd, err)) })
	root.AddCommand(commands(u)...)
	root.SetHelpCommand(newHelp(u))
	return root
}

func misusedIf(cmd *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return misused(cmd.CommandPath(), err)
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// unknown is the sentence about a word that is not one of the known ones.
func unknown(what, word string, known []string) error {
	if near := nearest.Word(strings.TrimLeft(word, "-"), known); near != "" {
		return fmt.Errorf("there is no %s %q; did you mean %q?", what, word, strings.Repeat("-", len(word)-len(strings.TrimLeft(word, "-")))+near)
	}
	return fmt.Errorf("there is no %s %q", what, word)
}
