package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/outfile"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
)

// reportFlags say where the report of a command goes, besides the terminal.
type reportFlags struct {
	files   []string
	targets []report.Target
	github  bool
	root    string // of the repository, where GitHub annotates
	summary string // file that GitHub reads the summary of a step from
}

func (f *reportFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.files, "report", nil, "write a report to `FILE`: .md, .json, .xml (JUnit) or .html, or junit:FILE and so on; may be repeated")
	cmd.Flags().BoolVar(&f.github, "github", false, "annotate a GitHub Actions job and add to its summary (default: when $GITHUB_ACTIONS is true)")
}

// check reads the flags before anything happens.
func (f *reportFlags) check(cmd *cobra.Command) error {
	f.targets = nil
	for _, file := range f.files {
		target, err := report.ParseTarget(file)
		if err != nil {
			return misused(cmd.CommandPath(), fmt.Errorf("--report %w", err))
		}
		if err := outfile.Placeable(target.Path); err != nil {
			return failed(exitWrong, "cannot write the report: %w", err)
		}
		f.targets = append(f.targets, target)
	}
	if !cmd.Flags().Changed("github") {
		f.github = os.Getenv("GITHUB_ACTIONS") == "true"
	}
	if f.github {
		f.root, f.summary = os.Getenv("GITHUB_WORKSPACE"), os.Getenv("GITHUB_STEP_SUMMARY")
	}
	return nil
}

// pictures tells whether a report that was asked for shows pictures of pages.
func (f *reportFlags) pictures() bool {
	return slices.ContainsFunc(f.targets, func(t report.Target) bool { return t.Format.Pictures() })
}

// maxPictures is how many failing steps of a replay are photographed: a report is one file.
const maxPictures = 100

// photograph is the OnFail of a replay: pictures are taken where a report shows them.
func (f *reportFlags) photograph(u *ui) replay.FailFunc {
	if !f.pictures() && !f.github {
		return nil
	}
	var taken atomic.Int32
	return func(ctx context.Context, p *page.Page, trace string, s *replay.Step) {
		if taken.Add(1) > maxPictures {
			s.Evidence = &evidence.Evidence{Console: []evidence.Line{}, Without: fmt.Sprintf("a report shows the pages of its first %d failing steps", maxPictures)}
			return
		}
		dir, err := filepath.Abs(filepath.Dir(trace))
		if err != nil {
			dir = filepath.Dir(trace)
		}
		s.Evidence = evidence.Take(ctx, p, u.taint.Mask, dir)
	}
}

// write writes the reports that were asked for, and the document on stdout with --json.
func (f *reportFlags) write(u *ui, doc *report.Document) error {
	for _, t := range f.targets {
		text, err := doc.Render(t.Format, u.taint.Mask)
		if err != nil {
			return failed(exitWrong, "%w", err)
		}
		if err := f.file(u, t, text); err != nil {
			return failed(exitWrong, "cannot write the report: %w", err)
		}
	}
	if f.github {
		if err := f.annotate(u, doc); err != nil {
			return err
		}
	}
	if u.asJSON {
		return u.JSON(doc)
	}
	return nil
}

func (f *reportFlags) file(u *ui, t report.Target, text []byte) error {
	if t.Format == report.JSON {
		var masked bytes.Buffer
		if _, err := u.taint.JSONWriter(&masked).Write(text); err != nil {
			return err
		}
		text = masked.Bytes()
	}
	return outfile.Write(t.Path, text)
}

// annotate writes the annotations to stderr, where GitHub reads them too and --json leaves them room, and appends
// to the summary of the step.
func (f *reportFlags) annotate(u *ui, doc *report.Document) error {
	if _, err := u.err.Write(doc.GitHub(u.taint.Mask, f.root)); err != nil {
		return failed(exitWrong, "cannot write the annotations: %w", err)
	}
	if f.summary == "" {
		return nil
	}
	file, err := os.OpenFile(f.summary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return failed(exitWrong, "cannot add to the summary of the step, $GITHUB_STEP_SUMMARY: %w", err)
	}
	_, err = file.Write(report.Shortened(doc.Markdown(u.taint.Mask), report.MaxSummary))
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return failed(exitWrong, "cannot add to the summary of the step: %w", err)
	}
	return nil
}
