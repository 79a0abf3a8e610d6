package report

import (
	"encoding/xml"
	"fmt"
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
	for _, s := range d.Suites(mask) {
		one := s.junit()
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

func (s *Suite) junit() junitSuite {
	out := junitSuite{Name: Plain(s.Name), Time: seconds(s.TookMS)}
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
		if c.Number == 0 && c.Outcome == Passed {
			continue
		}
		out.Tests++
		one := junitCase{Name: Plain(c.Title()), ClassName: Plain(s.Name), Time: seconds(c.TookMS), File: Plain(c.Place.File), Line: c.Place.Line}
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
	for _, line := range []string{c.Reason, c.Advice, labeled("expected", c.Expected), labeled("actual", c.Actual), labeled("recorded", c.Chosen), labeled("gate", c.Gate), labeled("page", c.URL)} {
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
