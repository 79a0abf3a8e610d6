package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
)

// flagError turns what the flag parser says into a sentence.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		return fmt.Errorf("--%s is %q; it takes %s", bad.GetFlag().Name, bad.GetValue(), taken(bad.GetFlag().Value.Type()))
	}
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) {
		value, _ := pflag.UnquoteUsage(bare.GetFlag())
		return fmt.Errorf("--%s needs a value: --%[1]s %s", bare.GetFlag().Name, strings.ToUpper(value))
	}
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return err
	}
	if short := missing.GetSpecifiedShortnames(); short != "" {
		return fmt.Errorf("there is no flag -%s", short)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	return unknown("flag", "--"+missing.GetSpecifiedName(), known)
}

// taken says in words what a flag of a type takes.
func taken(kind string) string {
	switch kind {
	case "duration":
		return "a time with a unit, such as 500ms, 10s or 2m"
	case "float64":
		return "a number, such as 0.8"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	}
	return "a text"
}

// checkTimeout refuses a --timeout that was given and means nothing: the same bounds as in a flow file.
func checkTimeout(cmd *cobra.Command, d time.Duration) error {
	if cmd.Flags().Changed("timeout") && (d <= 0 || d > lang.MaxDuration) {
		return fmt.Errorf("--timeout is %s; it can be more than 0 and at most 1h", d)
	}
	return nil
}

// noArgs is for commands that take flags only.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return misused(cmd.CommandPath(), fmt.Errorf("%s takes no arguments, and got %q", cmd.CommandPath(), strings.Join(args, " ")))
}

// argsBetween is for commands that take a number of arguments; most below 0 means any number.
func argsBetween(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return misused(cmd.CommandPath(), fmt.Errorf("%s needs %s", cmd.CommandPath(), what))
		case most >= 0 && len(args) > most:
			return misused(cmd.CommandPath(), fmt.Errorf("%s takes %s, and got %d arguments: %q", cmd.CommandPath(), what, len(args), strings.Join(args, " ")))
		}
		return nil
	}
}

// jsonFlag adds --json to a command that has a JSON document to print.
func (u *ui) jsonFlag(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&u.asJSON, "json", false, "print one JSON document on stdout")
	return cmd
}

// browserFlags choose the browser that a command starts.
type browserFlags struct {
	path   string
	headed bool
}

func (f *browserFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "browser", "", "the `PROGRAM` to start (default: $"+browser.PathEnv+", or what is found on the machine)")
	cmd.Flags().BoolVar(&f.headed, "headed", false, "show the browser's window")
}

// launch finds the browser and starts it. Who launches it closes it.
func (f *browserFlags) launch(ctx context.Context) (*browser.Browser, error) {
	found, err := browser.Find(f.path, f.headed)
	if err != nil {
		return nil, err
	}
	return browser.Launch(ctx, browser.Options{Path: found.Path, Headed: f.headed})
}
