package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

func newReport(u *ui) *cobra.Command {
	return u.jsonFlag(&cobra.Command{
		Use:   "report TRACE...",
		Short: "Show what a trace says: each decision, its gate, what came of it",
		Long: `Show what traces say as Markdown, or as JSON with --json. TRACE is a file, a folder or a pattern. A trace
that was cut short is shown as far as it goes, and the command says so and exits 2.`,
		Args: argsBetween(1, -1, "a trace, a folder or a pattern"),
		RunE: func(_ *cobra.Command, args []string) error {
			paths, err := tracePaths(args)
			if err != nil {
				return err
			}
			var docs []*report.Run
			var cut error
			for _, path := range paths {
				collector := report.NewCollector(path)
				broken, err := readPrefix(path, collector.Add)
				if err != nil {
					return failed(exitWrong, "%w", err)
				}
				docs, cut = append(docs, collector.Report()), errors.Join(cut, broken)
			}
			if u.asJSON {
				err = u.JSON(report.Runs{Version: report.Version, Runs: docs})
			} else {
				for _, doc := range docs {
					err = errors.Join(err, doc.Markdown(u))
				}
			}
			if err = errors.Join(err, cut); err != nil {
				return failed(exitWrong, "%w", err)
			}
			return nil
		},
	})
}

// reportFlag is --report of the commands that may also write their report to a file.
func reportFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "report", "", "write a Markdown report to `FILE`")
}

// writeReport writes the reports of all docs, one behind the other, to the file at path.
func writeReport[T any](u *ui, path string, docs []T, markdown func(T, io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return failed(exitWrong, "cannot write the report: %w", err)
	}
	w := u.taint.Writer(file)
	for _, doc := range docs {
		err = errors.Join(err, markdown(doc, w))
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return failed(exitWrong, "cannot write the report %s: %w", path, err)
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
