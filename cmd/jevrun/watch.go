package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/watch"
)

func newWatch(u *ui) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "watch PATH…",
		Short: "Run flows and replay traces again when their file or a local page they use is saved",
		Long: `Run the flows of files and folders, and run a flow again when its file, another file of its module or
the local page that it starts on is saved. A trace (*.jsonl, or each *.trace.jsonl below a folder without flow
files) is replayed, looking only, when it or its local page is saved. The browser stays warm. A file that does not load is shown with
its errors, and watching goes on. Ends on Ctrl-C.`,
		Args: argsBetween(1, -1, "a flow file, a folder or a trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return misused(cmd.CommandPath(), err)
			}
			return f.watch(cmd.Context(), u, args)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.flow, "flow", "", "watch only the flow `NAME`")
	return cmd
}

// watched is one path with what it loaded to last.
type watched struct {
	path  string
	plans []*engine.Plan
	files []string // of the module, kept while a file of it is broken
}

// watch runs everything once, and then what a change touches.
func (f *runFlags) watch(ctx context.Context, u *ui, paths []string) error {
	paths, err := withTraces(paths)
	if err != nil {
		return err
	}
	for _, path := range paths {
		var err error
		if isTrace(path) {
			_, err = os.Stat(path)
		} else {
			_, err = lang.ModuleDir(path)
		}
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
	}
	watcher, err := watch.New(u.files...)
	if err != nil {
		return failed(exitWrong, "%w", err)
	}
	defer watcher.Close()
	deciders := newDeciders(u, &f.decider)
	defer deciders.close()
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	all := make([]*watched, len(paths))
	for i, path := range paths {
		all[i] = &watched{path: path}
	}
	base := walker{ui: u, flags: f, browser: b, explain: deciders.explainer, reviewer: newReviewer(u)}
	run := func(string) bool { return true }
	for {
		for _, w := range all {
			if isTrace(w.path) {
				if run(w.path) {
					if err := rereplay(ctx, u, b, w.path); err != nil {
						return err
					}
				}
				continue
			}
			if err := f.rerun(ctx, base, deciders, w, run); err != nil {
				return err
			}
		}
		subjects, written := subjectsOf(all, f)
		if err := watcher.Follow(subjects, written...); err != nil {
			return failed(exitWrong, "%w", err)
		}
		u.Sayf("watching; save a flow file or a local page to run again, Ctrl-C to end")
		touched, err := watcher.Wait(ctx)
		if err != nil {
			return err
		}
		run = func(id string) bool { return slices.Contains(touched, id) }
	}
}

// rerun loads a path again and walks its touched flows with a walker of its own. Problems of the flows are shown, not returned.
func (f *runFlags) rerun(ctx context.Context, walker walker, d *deciders, w *watched, touched func(string) bool) error {
	u := walker.ui
	if !touched(w.path) && !slices.ContainsFunc(w.plans, func(p *engine.Plan) bool { return touched(flowID(w, p)) }) {
		return nil
	}
	program, plans, err := f.plans(u, w.path)
	if err != nil {
		u.Fail(err)
		if len(w.files) == 0 {
			w.files = modulePath(w.path)
		}
		return nil
	}
	w.plans, w.files = plans, program.Files
	secrets, err := readSecrets(u, plans)
	if err != nil {
		u.Fail(err)
		return nil
	}
	who, err := d.ofAll(plans)
	if err != nil {
		u.Fail(err)
		return nil
	}
	walker.secrets = secrets
	for i, plan := range plans {
		if !touched(w.path) && !touched(flowID(w, plan)) {
			continue
		}
		if err := walker.walk(ctx, plan, who[i], f.tracePath(plan.Flow)); err != nil {
			var known *exitError
			if ctx.Err() != nil || !errors.As(err, &known) {
				return err
			}
			u.Fail(err)
		}
	}
	return nil
}

func flowID(w *watched, p *engine.Plan) string { return w.path + "\x00" + p.Flow.Name }

// modulePath is what to watch of a module that has never loaded.
func modulePath(path string) []string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	files := []string{abs}
	for _, pattern := range []string{"*.hcl", "*.hcl.json"} {
		more, _ := filepath.Glob(filepath.Join(abs, pattern)) // the pattern is a constant
		files = append(files, more...)
	}
	return files
}

// subjectsOf says what a change may touch: a module by its files, a flow by its local page.
func subjectsOf(all []*watched, f *runFlags) (subjects []watch.Subject, written []string) {
	for _, w := range all {
		if isTrace(w.path) {
			subjects = append(subjects, traceSubject(w.path))
			continue
		}
		subjects = append(subjects, watch.Subject{ID: w.path, Files: w.files})
		for _, p := range w.plans {
			if folder := localFolder(p.StartURL()); folder != "" {
				subjects = append(subjects, watch.Subject{ID: flowID(w, p), Folder: folder})
			}
			for _, file := range append(p.Files(filepath.Dir(f.tracePath(p.Flow))), f.tracePath(p.Flow), evidence.Folder(f.tracePath(p.Flow))) {
				if abs, err := filepath.Abs(file); err == nil {
					written = append(written, abs)
				}
			}
		}
	}
	return subjects, written
}

// localFolder is the folder of a file: URL, "" for pages of servers.
func localFolder(start string) string {
	u, err := url.Parse(start)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return filepath.Dir(filepath.FromSlash(u.Path))
}
