package report

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// The elements of a JUnit report, in the form that Jenkins, GitLab and Maven Surefire read: a test suite for each
// trace, a test case for each step, and Surefire's flakyFailure and rerunFailure for attempts that were repeated.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr,omitempty"`
		Properties junitProperties `xml:"properties"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperties struct {
		List []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string         `xml:"name,attr"`
		ClassName string         `xml:"classname,attr"`
		Time      string         `xml:"time,attr"`
		File      string         `xml:"file,attr,omitempty"`
		Line      int            `xml:"line,attr,omitempty"`
		Skipped   *junitSkipped  `xml:"skipped"`
		Failure   *junitFailure  `xml:"failure"`
		Error     *junitFailure  `xml:"error"`
		Rerun     []junitFailure `xml:"rerunFailure"`
		Flaky     []junitFailure `xml:"flakyFailure"`
		Out       string         `xml:"system-out,omitempty"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit is the document as JUnit XML. A step that needs a person is skipped, with what the gate said.
func (d *Document) JUnit(mask func(string) string) ([]byte, error) {
	out := junitSuites{Name: "jevrun"}
	total := 0.0
	known := names{}
	for _, s := range d.Suites(mask) {
		one := s.junit(known.next(s.called()))
		out.Tests, out.Failures, out.Errors, out.Skipped = out.Tests+one.Tests, out.Failures+one.Failures, out.Errors+one.Errors, out.Skipped+one.Skipped
		total += s.TookMS
		out.Suites = append(out.Suites, one)
	}
	out.Time = seconds(total)
	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("cannot write the JUnit report: %w", err)
	}
	return append([]byte(xml.Header), append(text, '\n')...), nil
}

// names are those that were given; CI servers tell suites and cases apart by nothing else.
type names map[string]int

// next is the name, numbered where it was given before.
func (n names) next(name string) string {
	n[name]++
	if n[name] > 1 {
		return fmt.Sprintf("%s #%d", name, n[name])
	}
	return name
}

// called is the name of a suite among those of other traces, the same whichever they are: that of its flow, and of its
// trace where that is another than the flow's own in the working directory.
func (s *Suite) called() string {
	path := s.Trace
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(path) {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
	}
	path = filepath.ToSlash(filepath.Clean(path))
	if path == s.Name+".trace.jsonl" {
		return s.Name
	}
	return fmt.Sprintf("%s (%s)", s.Name, path)
}

func (s *Suite) junit(name string) junitSuite {
	known := names{}
	out := junitSuite{Name: Plain(name), Time: seconds(s.TookMS)}
	if !s.Started.IsZero() {
		out.Timestamp = s.Started.UTC().Format("2006-01-02T15:04:05")
	}
	out.Properties.List = append(out.Properties.List, junitProperty{"kind", s.Kind}, junitProperty{"result", Plain(s.result())})
	for _, f := range s.Facts {
		out.Properties.List = append(out.Properties.List, junitProperty{f.Name, Plain(f.Text)})
	}
	cases := s.Cases
	if whole := s.whole(); whole != nil {
		cases = append(cases[:len(cases):len(cases)], whole)
	}
	for _, c := range cases {
		if c.Number == 0 && c.Outcome == Passed && !c.Flaky {
			continue
		}
		out.Tests++
		one := junitCase{Name: Plain(known.next(c.Title())), ClassName: Plain(name), Time: seconds(c.TookMS), File: Plain(c.Place.File), Line: c.Place.Line}
		for _, before := range c.Earlier {
			if c.Outcome.Bad() {
				one.Rerun = append(one.Rerun, before.failure())
			} else {
				one.Flaky = append(one.Flaky, before.failure())
			}
		}
		failure := c.failure()
		switch c.Outcome {
		case Failed:
			out.Failures++
			one.Failure = &failure
		case Broken:
			out.Errors++
			one.Error = &failure
		case Skipped, Review:
			out.Skipped++
			one.Skipped = &junitSkipped{Message: failure.Message}
		}
		one.Out = c.output()
		out.Cases = append(out.Cases, one)
	}
	return out
}

func (c *Case) failure() junitFailure {
	kind := c.Kind
	if kind == "" {
		kind = c.Label
	}
	var text []string
	for _, line := range []string{c.Reason, c.Advice, labeled("expected", c.Expected), labeled("actual", c.Actual), labeled(c.chosenAs(), c.Chosen), labeled("gate", c.gateBeside()), labeled("page", c.URL)} {
		if line != "" {
			text = append(text, line)
		}
	}
	message := c.Reason
	if message == "" {
		message = c.Label
	}
	return junitFailure{Message: Plain(message), Type: Plain(kind), Text: Plain(strings.Join(text, "\n"))}
}

// chosenAs is what the chosen element is called beside a failure: a replay has no gate, and did not choose.
func (c *Case) chosenAs() string {
	if c.Gate == "" {
		return "recorded"
	}
	return "chosen"
}

// gateBeside is what the gate said, where the reason does not say it already.
func (c *Case) gateBeside() string {
	if c.Reason != "" && strings.HasSuffix(c.Gate, ": "+c.Reason) {
		return ""
	}
	return c.Gate
}

// output is what a case has to show beside its failure: the console, and where its picture lies.
func (c *Case) output() string {
	if c.Evidence == nil {
		return ""
	}
	var lines []string
	for _, l := range c.Evidence.Console {
		lines = append(lines, l.Level+": "+l.Text)
	}
	if c.Evidence.Picture != "" {
		lines = append(lines, "picture: "+c.Evidence.Picture)
	}
	return Plain(strings.Join(lines, "\n"))
}

func labeled(name, text string) string {
	if text == "" {
		return ""
	}
	return name + ": " + text
}

func seconds(ms float64) string {
	return fmt.Sprintf("%.3f", time.Duration(ms*float64(time.Millisecond)).Seconds())
}
