package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

func newRun(u *ui) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run PATH",
		Short: "Walk the flows of a file or folder and record every decision",
		Long: `Walk the flows of a file or folder in a browser, one context each, and record every decision in
<flow>.trace.jsonl in the working directory.

Exit codes: 0 all flows passed, 1 a step failed or was blocked, 2 the input or the machine is wrong,
3 nothing failed but a review was not approved, 130 interrupted.`,
		Example: "  jevrun run flows/ --flow sign-in --var base_url=http://127.0.0.1:8080",
		Args:    argsBetween(1, 1, "a flow file or a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return misused(cmd.CommandPath(), err)
			}
			if err := f.report.check(cmd); err != nil {
				return err
			}
			return f.run(cmd.Context(), u, args[0])
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.flow, "flow", "", "walk only the flow `NAME`")
	cmd.Flags().StringVar(&f.trace, "trace", "", "write the trace to `FILE` instead (one flow)")
	f.report.add(cmd)
	return u.jsonFlag(cmd)
}

// runFlags are the flags of everything that walks flows.
type runFlags struct {
	load    loadFlags
	browser browserFlags
	decider deciderFlags
	options engine.Options

	minConfidence float64
	review        string
	flow          string
	trace         string
	report        reportFlags
}

func (f *runFlags) add(cmd *cobra.Command) {
	f.load.add(cmd)
	f.browser.add(cmd)
	f.decider.add(cmd)
	cmd.Flags().IntVar(&f.options.MaxCandidates, "max-candidates", 0, fmt.Sprintf("elements that a decision sees, 1 to %d (default: the flow's, or %d)", lang.MaxCandidates, lang.DefaultMaxCandidates))
	cmd.Flags().Float64Var(&f.minConfidence, "min-confidence", 0, "replace the default confidence bar; never below 0.3, an intent bar or a rule")
	cmd.Flags().StringVar(&f.review, "review", "stop", "what a review leads to where the flow says nothing: ask, stop or continue")
	cmd.Flags().BoolVar(&f.options.DryRun, "dry-run", false, "decide, and never act")
	cmd.Flags().DurationVar(&f.options.Timeout, "timeout", 0, "deadline of the start page and of a step that says nothing else (default: the flow's, or 30s to open a page and 10s)")
}

// check refuses values that no flow can run with.
func (f *runFlags) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("max-candidates") && (f.options.MaxCandidates < 1 || f.options.MaxCandidates > lang.MaxCandidates) {
		return fmt.Errorf("--max-candidates is %d; it can be 1 to %d", f.options.MaxCandidates, lang.MaxCandidates)
	}
	if cmd.Flags().Changed("min-confidence") {
		if f.minConfidence < 0 || f.minConfidence > 1 {
			return fmt.Errorf("--min-confidence is %v; it can be 0 to 1", f.minConfidence)
		}
		f.options.MinConfidence = &f.minConfidence
	}
	if err := checkTimeout(cmd, f.options.Timeout); err != nil {
		return err
	}
	switch f.review {
	case "ask", "stop", "continue":
		return f.decider.check()
	}
	return fmt.Errorf("--review is %q; it can be ask, stop or continue", f.review)
}

// run walks the chosen flows in one browser.
func (f *runFlags) run(ctx context.Context, u *ui, path string) error {
	_, plans, err := f.plans(u, path)
	if err != nil {
		return err
	}
	if f.trace != "" && len(plans) > 1 {
		return failed(exitWrong, "--trace names one file and %s has %d flows; choose one with --flow", path, len(plans))
	}
	secrets, err := readSecrets(u, plans)
	if err != nil {
		return err
	}
	deciders := newDeciders(u, &f.decider)
	defer deciders.close()
	who, err := deciders.ofAll(plans)
	if err != nil {
		return err
	}
	b, err := f.browser.launch(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if f.options.MinConfidence != nil && f.minConfidence < gate.Floor {
		u.Sayf("--min-confidence %v: a caller's bar is never below %v, which is taken instead", f.minConfidence, gate.Floor)
	}
	reviewer := newReviewer(u)
	if f.review == "ask" && reviewer == nil {
		u.Sayf("--review ask: stdin and stderr are no terminal, so nobody can be asked and every review is denied")
	}
	w := walker{ui: u, flags: f, browser: b, secrets: secrets, explain: deciders.explainer, reviewer: reviewer}
	for i, plan := range plans {
		if err := w.walk(ctx, plan, who[i], f.tracePath(plan.Flow)); err != nil {
			if len(w.reports) > 0 { // what was walked is worth its documents, however it ended
				err = errors.Join(err, w.documents())
			}
			return err
		}
	}
	return w.finish()
}

// plans loads the program and compiles the flows that are to be walked; all problems are shown.
func (f *runFlags) plans(u *ui, path string) (*lang.Program, []*engine.Plan, error) {
	program, err := f.load.mustLoad(u, path)
	if err != nil {
		return nil, nil, err
	}
	flows, err := flowsOf(program, f.flow)
	if err != nil {
		return nil, nil, err
	}
	var plans []*engine.Plan
	var problems lang.Diagnostics
	for _, flow := range flows {
		plan, found := engine.Compile(program, flow, f.review)
		problems = append(problems, placed(program, found)...)
		plans = append(plans, plan)
	}
	return program, plans, u.diagnose(problems)
}

// tracePath is where the trace of a flow goes.
func (f *runFlags) tracePath(flow *lang.Flow) string {
	if f.trace != "" {
		return f.trace
	}
	return flow.Name + ".trace.jsonl"
}

// walker walks plans one after the other and gathers their reports.
type walker struct {
	ui      *ui
	flags   *runFlags
	browser *browser.Browser
	secrets secrets
	explain *explainer // nil unless --explain

	reviewer engine.Reviewer // nil without a person to ask

	reports []*report.Run
	failed  bool
	review  bool
}

// walk runs one plan with who decides in it and shows its steps as they come.
func (w *walker) walk(ctx context.Context, plan *engine.Plan, decider decide.Decider, path string) error {
	kept, err := keepPassed(path)
	if err != nil {
		return failed(exitWrong, "%w", err)
	}
	writer, err := trace.Create(path, trace.Options{Mask: w.ui.taint.Mask})
	if err != nil {
		return failed(exitWrong, "cannot write the trace: %w", err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return failed(exitWrong, "cannot place the trace %s: %w", path, err)
	}
	if !w.ui.asJSON {
		if len(w.reports) > 0 {
			w.ui.Printf("\n")
		}
		w.ui.Printf("flow %s · decider %s\n", plan.Flow.Name, decider.ID())
	}
	collector, started, lines := report.NewCollector(path), time.Now(), report.Lines{}
	evidence := &runEvidence{ui: w.ui, trace: path, dir: dir}
	result, err := engine.Run{
		Plan: plan, Options: w.flags.options, Browser: w.browser, Decider: decider,
		Trace: writer, TraceDir: dir, Tool: tool(), Taint: w.ui.taint, Secret: w.secrets.value,
		Reviewer: w.reviewer, Log: w.ui.log,
		OnFail: evidence.take,
		OnRecord: func(rec trace.Record) {
			collector.Add(rec)
			evidence.begin(rec)
			if line := lines.Line(rec); line != "" && !w.ui.asJSON {
				w.ui.Line(line)
			}
			w.explain.show(w.ui)
		},
	}.Do(ctx)
	evidence.end(result.Status)
	doc := collector.Report()
	for i := range evidence.kept {
		doc.Evidence = append(doc.Evidence, &evidence.kept[i])
	}
	doc.Summary.Status, doc.Summary.Reason = string(result.Status), w.ui.taint.Mask(result.Reason)
	w.reports = append(w.reports, doc)
	if err != nil {
		return failed(exitWrong, "flow %s: %w", plan.Flow.Name, err)
	}
	switch {
	case result.Status == engine.Passed:
		if err := os.Remove(keptTrace(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return failed(exitWrong, "cannot remove the trace before the last: %w", err)
		}
	case kept:
		w.ui.Sayf("the trace of the last run that passed is kept as %s", keptTrace(path))
	}
	switch result.Status {
	case engine.Failed:
		w.failed = true
	case engine.InReview:
		w.review = true
	case engine.Interrupted:
		return &exitError{code: exitInterrupted, err: errors.New(result.Reason)}
	}
	if !w.ui.asJSON {
		if w.flags.options.DryRun && doc.Summary.Blocked > 0 {
			w.ui.Sayf("a dry run sends nothing: what its steps would bring to the page is not there for the steps behind them")
		}
		w.ui.Printf("%s  took %s\n", lines.Footer(doc), time.Since(started).Round(10*time.Millisecond))
	}
	return nil
}

// documents writes the documents that were asked for.
func (w *walker) documents() error {
	return w.flags.report.write(w.ui, report.Of(tool(), w.reports...))
}

// finish writes the documents and turns what happened into an exit code.
func (w *walker) finish() error {
	if err := w.documents(); err != nil {
		return err
	}
	if len(w.reports) > 1 && !w.ui.asJSON {
		w.ui.Printf("\n%s\n", report.Total(w.reports))
	}
	switch {
	case w.failed:
		return exitWith(exitFailed)
	case w.review:
		return exitWith(exitReview)
	}
	return nil
}
