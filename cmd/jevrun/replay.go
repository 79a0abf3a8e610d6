package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

func newReplay(u *ui) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay TRACE…",
		Short: "Resolve recorded decisions again, with no model and no key",
		Long: `Resolve the decisions of traces again on the live pages, with no model and no key. A decision whose
element is gone (changed), doubled (ambiguous) or out of reach (error) fails the replay; movement and drift
are reported. TRACE is a file, a folder (every *.trace.jsonl below it) or a pattern.

Exit codes: 0 every decision still resolves, 1 one does not, 2 a trace is unusable or the machine is wrong.`,
		Example: "  jevrun replay traces/\n  jevrun replay sign-in.trace.jsonl --execute",
		Args:    argsBetween(1, -1, "a trace, a folder or a pattern"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.report.check(cmd); err != nil {
				return err
			}
			return f.run(cmd.Context(), u, args)
		},
	}
	f.browser.add(cmd)
	cmd.Flags().StringVar(&f.options.Swap, "swap", "", "serve every step from `PAGE` (file or URL) instead of the recorded one")
	cmd.Flags().BoolVar(&f.options.Execute, "execute", false, "run again what the recorded run really executed, and check asserts again")
	cmd.Flags().StringArrayVar(&f.normalize, "normalize", nil, "overlook what this `REGEX` matches in names (a counter, a badge); may be repeated")
	cmd.Flags().StringSliceVar(&f.options.Approve, "approve", nil, "`STEPS` (names or numbers) that a person had approved and that --execute may run again")
	cmd.Flags().StringSliceVar(&f.options.AllowEnv, "allow-env", nil, "environment variables that --execute may type into pages beyond this machine, where the trace says so")
	cmd.Flags().DurationVar(&f.options.Timeout, "timeout", 0, "how long an element or an assert is waited for (default 5s)")
	f.report.add(cmd)
	return u.jsonFlag(cmd)
}

type replayFlags struct {
	browser   browserFlags
	options   replay.Options
	normalize []string
	report    reportFlags
}

func (f *replayFlags) run(ctx context.Context, u *ui, args []string) error {
	paths, err := tracePaths(args)
	if err != nil {
		return err
	}
	for _, text := range f.normalize {
		pattern, err := regexp.Compile(text)
		if err != nil {
			return failed(exitWrong, "--normalize %q is no regular expression: %w", text, err)
		}
		f.options.Normalize = append(f.options.Normalize, pattern)
	}
	if f.options.Timeout < 0 {
		return failed(exitWrong, "--timeout is %s; it cannot be negative", f.options.Timeout)
	}
	if f.options.Dir, err = os.Getwd(); err != nil {
		return failed(exitWrong, "cannot tell the working directory: %w", err)
	}
	var approvable []string
	for _, path := range paths { // an unusable trace ends it before a browser starts
		steps, err := replay.Check(path, f.options)
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
		approvable = append(approvable, steps...)
	}
	for _, step := range f.options.Approve {
		if !slices.Contains(approvable, step) {
			return failed(exitWrong, "--approve: %w", unknown("step that a person had approved,", step, approvable))
		}
	}
	f.options.LookupEnv, f.options.Taint, f.options.OnFail = os.LookupEnv, u.taint, f.report.photograph(u)
	if !u.asJSON {
		f.options.OnStep = func(s replay.Step) { u.Line(report.ReplayLine(s)) }
	}
	started := time.Now()
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	u.log.Info().Dur("took", time.Since(started)).Msg("browser launched")
	var results []*replay.Result
	ok := true
	for _, path := range paths {
		if !u.asJSON {
			if len(results) > 0 {
				u.Printf("\n")
			}
			u.Printf("replay %s\n", path)
		}
		result, err := replay.Run(ctx, b, path, f.options)
		if err != nil {
			err = failed(exitWrong, "%w", err)
			if len(results) > 0 { // what was replayed is worth its documents
				err = errors.Join(err, f.write(u, results))
			}
			return err
		}
		results = append(results, result)
		ok = ok && result.OK()
		if !u.asJSON {
			u.Printf("%s", report.ReplayFooter(result))
		}
	}
	if len(results) > 1 && !u.asJSON {
		u.Printf("\n%s\n", report.ReplayTotal(results))
	}
	if err := f.write(u, results); err != nil {
		return err
	}
	if !ok {
		return exitWith(exitFailed)
	}
	return nil
}

// write writes the documents that were asked for.
func (f *replayFlags) write(u *ui, results []*replay.Result) error {
	doc := report.OfReplays(tool(), results...)
	for _, r := range results {
		if f.report.github && !r.OK() {
			places, err := report.Places(r.Trace)
			if err != nil {
				return failed(exitWrong, "%w", err)
			}
			doc.Locate(r.Trace, places)
		}
	}
	return f.report.write(u, doc)
}

// tracePaths expands files, folders and patterns, in the order in which they were given, each trace once.
func tracePaths(args []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	add := func(path string) {
		if !seen[path] {
			seen[path] = true
			out = append(out, path)
		}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err == nil && !info.IsDir():
			add(arg)
			continue
		case err == nil:
			before := len(out)
			err := filepath.WalkDir(arg, func(path string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() && strings.HasSuffix(path, ".trace.jsonl") {
					add(path)
				}
				return err
			})
			if err != nil {
				return nil, failed(exitWrong, "cannot read the folder %s: %w", arg, err)
			}
			if len(out) == before {
				return nil, failed(exitWrong, "the folder %s holds no *.trace.jsonl", arg)
			}
			continue
		}
		matches, globErr := filepath.Glob(arg)
		if globErr != nil || len(matches) == 0 {
			return nil, failed(exitWrong, "there is no trace %s: %w", arg, errors.Join(globErr, cause(err)))
		}
		sort.Strings(matches)
		for _, m := range matches {
			add(m)
		}
	}
	return out, nil
}

// cause is what the system said, without the path that the sentence names already.
func cause(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return fmt.Errorf("%w", err)
}
