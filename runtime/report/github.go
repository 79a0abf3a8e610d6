package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// maxAnnotations is how many annotations of a kind GitHub shows for a step of a job.
const maxAnnotations = 10

// MaxSummary is the most bytes that GitHub takes as the summary of a step of a job.
const MaxSummary = 1 << 20

// GitHub is the document as annotations of a GitHub Actions job: an error for each step that failed, a warning for
// each that needs a person or passed only when it was tried again. Places are given relative to root, the folder of
// the repository. GitHub shows ten of each; the tenth counts those that are left out.
func (d *Document) GitHub(mask func(string) string, root string) []byte {
	var errs, warnings []string
	for _, s := range d.Suites(mask) {
		cases := s.Cases
		if whole := s.whole(); whole != nil {
			cases = append(cases[:len(cases):len(cases)], whole)
		}
		for _, c := range cases {
			switch {
			case c.Outcome.Bad():
				errs = append(errs, c.annotation("error", s, root))
			case c.Outcome == Review, c.Flaky:
				warnings = append(warnings, c.annotation("warning", s, root))
			}
		}
	}
	return []byte(strings.Join(append(atMost("error", errs), atMost("warning", warnings)...), ""))
}

func atMost(level string, list []string) []string {
	if len(list) <= maxAnnotations {
		return list
	}
	return append(list[:maxAnnotations-1], fmt.Sprintf("::%s title=jevrun::and %d more; the summary of the job lists them all\n", level, len(list)-maxAnnotations+1))
}

func (c *Case) annotation(level string, s *Suite, root string) string {
	place := c.Place
	if place.File == "" {
		place = Place{File: s.Trace}
	}
	var with []string
	if file := below(root, place.File); file != "" {
		with = append(with, "file="+property(file))
		if place.Line > 0 {
			with = append(with, fmt.Sprintf("line=%d", place.Line))
		}
	}
	title := s.Name + ": " + c.Title()
	with = append(with, "title="+property(Plain(title)))
	message := c.failure().Text
	if c.Flaky {
		message = "flaky: it failed first and passed when it was tried again"
	}
	if c.Kind != "" {
		message = c.Kind + ": " + message
	}
	return fmt.Sprintf("::%s %s::%s\n", level, strings.Join(with, ","), data(Plain(message)))
}

// below is a file as the repository names it, "" for one that lies outside.
func below(root, file string) string {
	if root == "" {
		return filepath.ToSlash(file)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// data and property escape texts in the two places that a workflow command has for them.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// Shortened is a Markdown text of at most most bytes: lines at its end give way to one that says so.
func Shortened(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	const rest = "\nThe rest did not fit here; it is in the report file.\n"
	cut := bytes.LastIndexByte(text[:most-len(rest)], '\n') + 1
	return append(text[:cut:cut], rest...)
}
