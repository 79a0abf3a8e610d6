package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

func newReplay(u *ui) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay [TRACE…]",
		Short: "Resolve recorded decisions again, with no model and no key",
		Long: `Resolve the decisions of traces again on the live pages, with no model and no key. A decision whose
element is gone (changed), doubled (ambiguous) or out of reach (error) fails the replay; movement and drift
are reported. TRACE is a file, a folder (every *.trace.jsonl below it) or a pattern. Results come in the order
of the traces, however many are replayed at the same time. What failed is kept in .jevrun/last-replay.json, for
--last-failed.

Exit codes: 0 every decision still resolves, 1 one does not, 2 a trace is unusable or the machine is wrong.`,
		Example: "  jevrun replay traces/ --jobs 4\n  jevrun replay traces/ --shard 1/3\n  jevrun replay --last-failed\n  jevrun replay sign-in.trace.jsonl --execute",
		Args: func(cmd *cobra.Command, args []string) error {
			if f.selection.lastFailed {
				return nil
			}
			return argsBetween(1, -1, "a trace, a folder or a pattern")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.selection.check(cmd, f.options.Execute); err != nil {
				return misused(cmd.CommandPath(), err)
			}
			if err := checkTimeout(cmd, f.options.Timeout); err != nil {
				return misused(cmd.CommandPath(), err)
			}
			if err := f.report.check(cmd); err != nil {
				return err
			}
			return f.run(cmd.Context(), u, args)
		},
	}
	f.browser.add(cmd)
	f.selection.add(cmd)
	cmd.Flags().StringVar(&f.options.Swap, "swap", "", "serve every step from `PAGE` (file or URL) instead of the recorded one")
	cmd.Flags().BoolVar(&f.options.Execute, "execute", false, "run again what the recorded run really executed, and check asserts again")
	cmd.Flags().StringArrayVar(&f.normalize, "normalize", nil, "overlook what this `REGEX` matches in names (a counter, a badge); may be repeated")
	cmd.Flags().StringSliceVar(&f.options.Approve, "approve", nil, "`STEPS` (names or numbers) that need a person and that --execute may run again")
	cmd.Flags().StringSliceVar(&f.options.AllowEnv, "allow-env", nil, "environment variables that --execute may type into pages beyond this machine, where the trace says so")
	cmd.Flags().DurationVar(&f.options.Timeout, "timeout", 0, "how long an element or an assert is waited for (default 5s)")
	f.report.add(cmd)
	return u.jsonFlag(cmd)
}

type replayFlags struct {
	browser   browserFlags
	selection selectionFlags
	options   replay.Options
	normalize []string
	report    reportFlags
}

func (f *replayFlags) run(ctx context.Context, u *ui, args []string) error {
	paths, err := f.selection.paths(u, args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		u.Sayf("there is nothing to replay: %s", f.selection.why())
		return f.write(u, []*replay.Result{}, nil)
	}
	for _, text := range f.normalize {
		pattern, err := regexp.Compile(text)
		if err != nil {
			return failed(exitWrong, "--normalize %q is no regular expression: %w", text, err)
		}
		f.options.Normalize = append(f.options.Normalize, pattern)
	}
	if f.options.Dir, err = os.Getwd(); err != nil {
		return failed(exitWrong, "cannot tell the working directory: %w", err)
	}
	if err := f.usable(paths); err != nil {
		return err
	}
	f.options.LookupEnv, f.options.Taint, f.options.OnFail = os.LookupEnv, u.taint, f.report.photograph(u)
	started := time.Now()
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	u.log.Info().Dur("took", time.Since(started)).Msg("browser launched")
	show := &replayView{ui: u, total: len(paths)}
	batch := replay.Batch{
		Options: f.options, Jobs: f.selection.jobs, Retries: f.selection.retries, FailFast: f.selection.failFast,
		OnResult: show.result, OnCount: show.count,
	}
	if len(paths) == 1 && f.selection.retries == 0 {
		show.begin(paths[0])
		batch.OnStep = show.step
	}
	results, err := batch.Run(ctx, b, paths)
	show.end(results)
	if err != nil {
		err = failed(exitWrong, "%w", err)
		if len(results) > 0 { // what was replayed is worth its documents
			err = errors.Join(err, f.write(u, results, paths))
		}
		return err
	}
	if err := f.write(u, results, paths); err != nil {
		return err
	}
	var bad []string
	for _, r := range results {
		if !r.OK() {
			bad = append(bad, r.Trace)
		}
	}
	if err := f.selection.keep(results, bad); err != nil {
		u.log.Warn().Err(err).Msg("what failed could not be kept for --last-failed")
	}
	if len(bad) > 0 {
		return exitWith(exitFailed)
	}
	return nil
}

// usable refuses unusable traces and approvals before a browser starts.
func (f *replayFlags) usable(paths []string) error {
	type count struct{ executed, gated int } // in how many traces a step of that name or number ran, and needed a person
	known, persons := map[string]count{}, []string{}
	for _, path := range paths {
		steps, err := replay.Check(path, f.options)
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
		for _, step := range slices.Sorted(maps.Keys(steps)) {
			gated := steps[step]
			if gated && !numbered(step) && !slices.Contains(persons, step) {
				persons = append(persons, step)
			}
			n := known[step]
			n.executed++
			if gated {
				n.gated++
			}
			known[step] = n
		}
	}
	for _, step := range f.options.Approve {
		n, ok := known[step]
		switch {
		case !ok:
			return failed(exitWrong, "--approve: %w", unapprovable(step, slices.Sorted(maps.Keys(known)), persons))
		case n.gated != 1 && n.executed > 1 && numbered(step):
			return failed(exitWrong, "--approve %s: %d of these traces have such a step; replay the one that you mean alone", step, n.executed)
		}
	}
	return nil
}

// unapprovable says that no recorded run executed a step, and which of those that they executed needed a person.
func unapprovable(step string, known, persons []string) error {
	const what = "step that the recorded run executed,"
	switch {
	case nearest.Word(step, known) != "":
		return unknown(what, step, known)
	case len(persons) == 0:
		return fmt.Errorf("there is no %s %q, and none of those that it executed needed a person", what, step)
	}
	return fmt.Errorf("there is no %s %q; those that needed a person: %s", what, step, strings.Join(persons, ", "))
}

// numbered reports whether --approve names a step by its number: names begin with a letter.
func numbered(step string) bool { return step != "" && step[0] >= '0' && step[0] <= '9' }

// write writes the documents that were asked for about the replay of the traces at paths.
func (f *replayFlags) write(u *ui, results []*replay.Result, paths []string) error {
	doc := report.OfReplays(tool(), results...)
	replayed := map[string]bool{}
	for _, r := range results {
		replayed[r.Trace] = true
	}
	for _, path := range paths {
		if replayed[path] {
			continue
		}
		left := report.Left{Trace: path}
		if head, err := headOf(path); err == nil {
			left.Flow = head.Flow
		}
		doc.NotReplayed = append(doc.NotReplayed, left)
	}
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

// tracePaths expands files, folders and patterns, in the order in which they were given, each trace once however it is
// spelled.
func tracePaths(args []string) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	add := func(path string) {
		if at := absolute(path); !seen[at] {
			seen[at] = true
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
			found, err := tracesBelow(arg)
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, failed(exitWrong, "the folder %s holds no *.trace.jsonl", arg)
			}
			for _, path := range found {
				add(path)
			}
			continue
		case strings.Contains(arg, "**"):
			return nil, failed(exitWrong, "there is no trace %s: ** is no pattern here; name the folder, and every *.trace.jsonl below it is replayed", arg)
		}
		matches, globErr := filepath.Glob(arg)
		if globErr != nil || len(matches) == 0 {
			return nil, failed(exitWrong, "there is no trace %s: %w", arg, errors.Join(globErr, cause(err)))
		}
		sort.Strings(matches)
		for _, m := range matches {
			found := []string{m}
			if info, err := os.Stat(m); err == nil && info.IsDir() {
				if found, err = tracesBelow(m); err != nil {
					return nil, err
				}
			}
			for _, path := range found {
				add(path)
			}
		}
		if len(out) == 0 {
			return nil, failed(exitWrong, "the folders that are called %s hold no *.trace.jsonl", arg)
		}
	}
	return out, nil
}

// tracesBelow are the traces in a folder and below it.
func tracesBelow(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".trace.jsonl") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		return nil, failed(exitWrong, "cannot read the folder %s: %w", folder, err)
	}
	return found, nil
}

// cause is what the system said, without the path that the sentence names already.
func cause(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return fmt.Errorf("%w", err)
}
