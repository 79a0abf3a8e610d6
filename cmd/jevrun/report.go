package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

func newReport(u *ui) *cobra.Command {
	var f reportFlags
	var calibration bool
	cmd := &cobra.Command{
		Use:   "report TRACE...",
		Short: "Show what a trace says: each decision, its gate, what came of it",
		Long: `Show what traces say as Markdown, or as JSON with --json, and write it to files with --report. TRACE is a file, a
folder or a pattern. What a failing run kept of its pages is shown with it. A trace that was cut short is shown as far
as it goes, and the command says so and exits 2, as it does for a trace that contradicts itself.

With --calibration, show instead how sure each decider was and how often it was right, over all steps that declare
what they expect: a table and a curve, and what each confidence bar would have let through.`,
		Example: "  jevrun report sign-in.trace.jsonl\n  jevrun report traces/ --report report.html --report junit:report.xml\n  jevrun report traces/ --calibration",
		Args:    argsBetween(1, -1, "a trace, a folder or a pattern"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			paths, err := tracePaths(args)
			if err != nil {
				return err
			}
			if calibration {
				return f.calibration(u, paths)
			}
			var runs []*report.Run
			var cut error
			for _, path := range paths {
				collector := report.NewCollector(path)
				broken, err := readPrefix(path, collector.Add)
				if err != nil {
					return failed(exitWrong, "%w", err)
				}
				run := collector.Report()
				if broken != nil {
					run.Broken = broken.Error()
				}
				if err := run.Recall(); err != nil {
					u.Sayf("%v", err)
				}
				if against := run.Summary.Contradiction(); against != "" {
					broken = errors.Join(broken, fmt.Errorf("%s: %s; it was changed after its run, so record it again", path, against))
				}
				runs, cut = append(runs, run), errors.Join(cut, broken)
			}
			doc := report.Of(tool(), runs...)
			if len(f.targets) == 0 && !u.asJSON {
				_, err = u.Write(doc.Markdown(u.taint.Mask))
			}
			if err = errors.Join(err, f.write(u, doc), cut); err != nil {
				return failed(exitWrong, "%w", err)
			}
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&calibration, "calibration", false, "show how sure each decider was and how often it was right")
	return u.jsonFlag(cmd)
}

// calibration shows what the scored decisions of traces say about who decided.
func (f *reportFlags) calibration(u *ui, paths []string) error {
	for _, t := range f.targets {
		if t.Format != report.Markdown && t.Format != report.JSON {
			return failed(exitWrong, "--calibration is written as Markdown or JSON, and %s is neither", t.Path)
		}
	}
	calibrator := report.NewCalibrator()
	var cut error
	for _, path := range paths {
		broken, err := readPrefix(path, calibrator.Add)
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
		cut = errors.Join(cut, broken)
	}
	all := calibrator.Calibrations()
	if len(all) == 0 {
		return failed(exitWrong, "%w", errors.Join(cut, errors.New("no decision in these traces is scored: write what is right as expect into the steps, and run the flows again")))
	}
	doc := report.OfCalibrations(tool(), all...)
	var err error
	if len(f.targets) == 0 && !u.asJSON {
		_, err = u.Write(doc.Markdown(u.taint.Mask))
	}
	f.github = false // there is nothing to annotate
	if err = errors.Join(err, f.write(u, doc), cut); err != nil {
		return failed(exitWrong, "%w", err)
	}
	return nil
}

// readPrefix passes on the records of a trace as far as it goes. broken says why it is not complete, nil when
// it is; err, that there is nothing to show.
func readPrefix(path string, add func(trace.Record)) (broken, err error) {
	reader, err := trace.Open(path, trace.ReadPrefix())
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	for entry, err := range reader.All() {
		if err != nil {
			return nil, err
		}
		add(entry.Record)
	}
	if b := reader.Break(); b != nil {
		if reader.Header() == nil {
			return nil, b
		}
		return b, nil
	}
	return nil, nil
}
