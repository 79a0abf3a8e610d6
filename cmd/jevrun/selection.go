package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

// maxJobs bounds how many traces are replayed at the same time.
const maxJobs = 64

// maxRetries bounds how often a failed trace is replayed again. One that needs more is no test.
const maxRetries = 100

// selectionFlags choose which of many traces are replayed, and how.
type selectionFlags struct {
	jobs       int
	retries    int
	shard      string
	lastFailed bool
	failFast   bool

	part, parts int      // of --shard; 0 of 0 without it
	found       int      // traces in all parts
	last        []string // with --last-failed, what had failed
}

func (f *selectionFlags) add(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "replay `N` traces at the same time (default: one for each core, one in all with --execute)")
	cmd.Flags().IntVar(&f.retries, "retries", 0, "replay a failed trace again, up to `N` times; one that passes then is flaky. What was executed is not repeated")
	cmd.Flags().StringVar(&f.shard, "shard", "", "replay only the `I/N`th part of the traces, as 1/3")
	cmd.Flags().BoolVar(&f.lastFailed, "last-failed", false, "replay only what failed last in this folder")
	cmd.Flags().BoolVar(&f.failFast, "fail-fast", false, "start no further trace when one has failed")
}

// check refuses values that mean nothing.
func (f *selectionFlags) check(cmd *cobra.Command, execute bool) error {
	if cmd.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > maxJobs) {
		return fmt.Errorf("--jobs is %d; it can be 1 to %d", f.jobs, maxJobs)
	}
	if f.retries < 0 || f.retries > maxRetries {
		return fmt.Errorf("--retries is %d; it can be 0 to %d", f.retries, maxRetries)
	}
	if f.jobs == 0 {
		f.jobs = min(runtime.GOMAXPROCS(0), maxJobs)
		if execute {
			f.jobs = 1 // traces that act on one site may depend on their order
		}
	}
	if f.shard == "" {
		return nil
	}
	i, n, ok := strings.Cut(f.shard, "/")
	var errI, errN error
	f.part, errI = strconv.Atoi(i)
	f.parts, errN = strconv.Atoi(n)
	if !ok || errI != nil || errN != nil || f.part < 1 || f.part > f.parts {
		return fmt.Errorf("--shard is %q; it takes a part and a number of parts, such as 1/3", f.shard)
	}
	if f.parts > replay.MaxShards {
		return fmt.Errorf("--shard is %q; it takes %d parts at most", f.shard, replay.MaxShards)
	}
	return nil
}

// paths are the traces that args name, or what is left of them.
func (f *selectionFlags) paths(u *ui, args []string) ([]string, error) {
	var paths []string
	var err error
	if len(args) > 0 || !f.lastFailed {
		if paths, err = tracePaths(args); err != nil {
			return nil, err
		}
	}
	if f.lastFailed {
		last, err := readLastRun()
		if err != nil {
			return nil, err
		}
		if f.last, err = stillThere(u, last); err != nil {
			return nil, err
		}
		if len(args) == 0 {
			paths = slices.Clone(f.last)
		}
		wanted := map[string]bool{}
		for _, path := range f.last {
			wanted[absolute(path)] = true
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return !wanted[absolute(path)] })
	}
	f.found = len(paths)
	if f.parts > 0 {
		return replay.Shard(paths, f.part, f.parts)
	}
	return paths, nil
}

// why says what no trace was left by.
func (f *selectionFlags) why() string {
	if f.found == 0 {
		return "nothing failed last"
	}
	return fmt.Sprintf("part %d of %d holds no trace, there being %d in all", f.part, f.parts, f.found)
}

// stillThere are the paths without those of traces that were taken away since, which are named.
func stillThere(u *ui, paths []string) ([]string, error) {
	var there []string
	for _, path := range paths {
		switch _, err := os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
			u.Sayf("%s failed last and is not there any more", report.Plain(path))
		case err != nil:
			return nil, failed(exitWrong, "%s failed last: %w", path, cause(err))
		default:
			there = append(there, path)
		}
	}
	return there, nil
}

// keep keeps which traces failed, for --last-failed. Of those that had failed before, what --last-failed did not come to
// this time still counts.
func (f *selectionFlags) keep(results []*replay.Result, bad []string) error {
	replayed := map[string]bool{}
	for _, r := range results {
		replayed[absolute(r.Trace)] = true
	}
	for _, path := range f.last {
		if !replayed[absolute(path)] {
			bad = append(bad, path)
		}
	}
	return writeLastRun(bad)
}

// absolute is where a path leads from the working directory, however it is spelled.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
