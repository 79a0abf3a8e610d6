package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/watch"
)

// isTrace reports whether a watched path is a trace and not a flow file or a folder.
func isTrace(path string) bool { return strings.HasSuffix(path, ".jsonl") }

// withTraces are paths with the traces in place of each folder that holds traces and no flow file.
func withTraces(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		files, err := os.ReadDir(path)
		if err != nil || slices.ContainsFunc(files, lang.IsFlowFile) { // no folder, or a module
			out = append(out, path)
			continue
		}
		traces, err := tracesBelow(path)
		if err != nil {
			return nil, err
		}
		if len(traces) == 0 {
			traces = []string{path} // its flows may come
		}
		out = append(out, traces...)
	}
	return out, nil
}

// rereplay replays a watched trace, looking only. What is wrong with it is shown, not returned.
func rereplay(ctx context.Context, u *ui, b *browser.Browser, path string) error {
	u.Printf("replay %s\n", path)
	o := replay.Options{LookupEnv: os.LookupEnv, Taint: u.taint, OnStep: func(s replay.Step) { u.Line(report.ReplayLine(s)) }}
	result, err := replay.Run(ctx, b, path, o)
	if err != nil {
		if _, unusable := replay.Check(path, o); ctx.Err() != nil || unusable == nil {
			return err
		}
		u.Fail(err) // it is broken, or on its way to another place
		return nil
	}
	u.Printf("%s", report.ReplayFooter(result))
	return nil
}

// traceSubject is what a change may touch of a trace: the trace itself and the local pages of its first step.
func traceSubject(path string) watch.Subject {
	out := watch.Subject{ID: path}
	abs, err := filepath.Abs(path)
	if err != nil {
		return out
	}
	out.Files = []string{abs}
	reader, err := trace.Open(path)
	if err != nil {
		return out
	}
	defer reader.Close()
	for {
		rec, _, err := reader.Next()
		if err != nil {
			return out
		}
		if step, ok := rec.(*trace.Step); ok && !step.Play {
			folder := localFolder(trace.ResolveURL(filepath.Dir(abs), step.URL))
			if below(filepath.Dir(abs), folder) || below(".", folder) { // no replay opens another page
				out.Folder = folder
			}
			return out
		}
	}
}

// below reports whether a path is a folder or lies in it.
func below(folder, path string) bool {
	abs, err := filepath.Abs(folder)
	if err != nil || path == "" {
		return false
	}
	rel, err := filepath.Rel(abs, path)
	return err == nil && filepath.IsLocal(rel)
}
