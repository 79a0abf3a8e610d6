package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/watch"
)

// isTrace reports whether a watched path is a trace and not a flow file or a folder.
func isTrace(path string) bool { return strings.HasSuffix(path, ".jsonl") }

// rereplay replays a watched trace, looking only. What is wrong with it is shown, not returned.
func rereplay(ctx context.Context, u *ui, b *browser.Browser, path string) error {
	u.Printf("replay %s\n", path)
	result, err := replay.Run(ctx, b, path, replay.Options{
		LookupEnv: os.LookupEnv, Taint: u.taint, OnStep: func(s replay.Step) { u.Line(report.ReplayLine(s)) },
	})
	if err != nil {
		var broken *trace.FormatError
		if ctx.Err() != nil || !errors.As(err, &broken) {
			return err
		}
		u.Fail(err)
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
			out.Folder = localFolder(trace.ResolveURL(filepath.Dir(abs), step.URL))
			return out
		}
	}
}
