package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/examples/flows"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

// demoPassword signs in to the sample site, which takes any.
const demoPassword = "harbor"

func newDemo(u *ui) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "demo [DIR]",
		Short: "See it work: a bundled site, its flow, a replay, and a replay after the site broke",
		Long: `Write the bundled sample site and its flow to DIR (jevrun-demo), serve the site on loopback, run the flow
with the embedded decider, replay the trace, rename one button of the site and replay again.`,
		Args: argsBetween(0, 1, "at most one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "jevrun-demo"
			if len(args) > 0 {
				dir = args[0]
			}
			return f.demo(cmd.Context(), u, dir)
		},
	}
	f.browser.add(cmd)
	return cmd
}

// demo is the tour. It succeeds when the run passes, its replay is ok, and the replay of the broken site is not.
func (f *runFlags) demo(ctx context.Context, u *ui, dir string) error {
	if err := unpack(flows.Demo(), dir); err != nil {
		return failed(exitWrong, "cannot write the sample site: %w", err)
	}
	if _, ok := os.LookupEnv(flows.PasswordEnv); !ok {
		if err := os.Setenv(flows.PasswordEnv, demoPassword); err != nil {
			return failed(exitWrong, "cannot set %s: %w", flows.PasswordEnv, err)
		}
	}
	site, err := serveDemo(u)
	if err != nil {
		return failed(exitWrong, "cannot serve the sample site: %w", err)
	}
	defer site.close()

	f.load.vars = append(f.load.vars, "site="+site.url)
	f.trace, f.review = filepath.Join(dir, "demo.trace.jsonl"), "stop"
	_, plans, err := f.plans(u, filepath.Join(dir, flows.FlowFile))
	if err != nil {
		return err
	}
	secrets, err := readSecrets(u, plans)
	if err != nil {
		return err
	}
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()

	u.Printf("1. Run the flow on %s\n\n", site.url)
	w := walker{ui: u, flags: f, browser: b, secrets: secrets}
	for _, plan := range plans {
		if err := w.walk(ctx, plan, builtin.New(), f.trace); err != nil {
			return err
		}
	}
	if w.failed || w.review {
		return failed(exitFailed, "the demo's run did not pass; the steps above say where")
	}

	u.Printf("\n2. Replay the trace on the same site, with no model, executing what was executed\n\n")
	same, err := replayDemo(ctx, u, b, f.trace)
	if err != nil {
		return err
	}

	u.Printf("\n3. Somebody renames the button %q to %q. Replay again\n\n", flows.BrokenFrom, flows.BrokenTo)
	site.broken.Store(true)
	broken, err := replayDemo(ctx, u, b, f.trace)
	if err != nil {
		return err
	}
	if !same.OK() || broken.OK() {
		return failed(exitFailed, "the demo's replays did not come out as they should: ok %v, after the change %v", same.OK(), broken.OK())
	}
	u.Printf(`
That is what fails a build. The trace is %[2]s. Try next:

  jevrun report %[2]s          what was decided, how surely, by whom
  %[3]s=anything jevrun run %[1]s        the same flow on the files
  jevrun graph %[1]s                             the flow as a graph
  jevrun watch %[1]s                             run it again on each save
`, dir, f.trace, flows.PasswordEnv)
	return nil
}

func replayDemo(ctx context.Context, u *ui, b *browser.Browser, path string) (*replay.Result, error) {
	result, err := replay.Run(ctx, b, path, replay.Options{
		Execute: true, LookupEnv: os.LookupEnv, Taint: u.taint,
		OnStep: func(s replay.Step) { u.Line(report.ReplayLine(s)) },
	})
	if err != nil {
		return nil, failed(exitWrong, "%w", err)
	}
	u.Printf("%s", report.ReplayFooter(result))
	return result, nil
}

// unpack writes the files of a site to dir. What is there under another name stays.
func unpack(site fs.FS, dir string) error {
	return fs.WalkDir(site, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, path)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		text, err := fs.ReadFile(site, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// demoSite serves the sample site on loopback, whole or broken.
type demoSite struct {
	url    string
	broken atomic.Bool
	server *http.Server
	done   chan struct{}
}

func serveDemo(u *ui) (*demoSite, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &demoSite{url: "http://" + listener.Addr().String(), done: make(chan struct{})}
	whole, broken := http.FileServerFS(flows.Demo()), http.FileServerFS(flows.DemoBroken())
	s.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if s.broken.Load() {
			broken.ServeHTTP(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})}
	go func() {
		defer close(s.done)
		if err := s.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			u.Sayf("the sample site stopped: %v", err)
		}
	}()
	return s, nil
}

func (s *demoSite) close() {
	_ = s.server.Close()
	<-s.done
}
