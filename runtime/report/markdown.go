package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Markdown is the document for people who read text, and for the summary of a CI job.
func (d *Document) Markdown(mask func(string) string) []byte {
	var b strings.Builder
	suites := d.Suites(mask)
	if len(suites) > 1 {
		overview(&b, suites)
	}
	for _, s := range suites {
		s.markdown(&b)
	}
	for _, c := range d.Calibrations {
		c.markdown(&b)
	}
	return []byte(b.String())
}

// overview is the table of all traces, the worst first.
func overview(b *strings.Builder, suites []*Suite) {
	fmt.Fprintf(b, "# %s\n\n| | flow | trace | result |\n|---|---|---|---|\n", Headline(suites))
	for _, bad := range []bool{true, false} {
		for _, s := range suites {
			if s.Outcome.Bad() == bad {
				fmt.Fprintf(b, "| %s | %s | %s | %s |\n", s.mark(), cell(s.Name), strings.ReplaceAll(code(s.Trace), "|", `\|`), cell(s.result()))
			}
		}
	}
	b.WriteString("\n")
}

// Headline counts suites in a line: 2 of 10 traces failed.
func Headline(suites []*Suite) string {
	if len(suites) == 1 {
		return suites[0].heading()
	}
	bad, review, flaky, left := 0, 0, 0, 0
	for _, s := range suites {
		switch {
		case s.Status == notReplayed:
			left++
		case s.Outcome.Bad():
			bad++
		case s.Outcome == Review:
			review++
		case s.Flaky:
			flaky++
		}
	}
	out := fmt.Sprintf("%s passed", counted(len(suites)-left, "trace"))
	switch {
	case bad > 0:
		out = fmt.Sprintf("%d of %s failed", bad, counted(len(suites), "trace"))
	case review > 0:
		out = fmt.Sprintf("%d of %s %s a person", review, counted(len(suites), "trace"), map[bool]string{true: "needs", false: "need"}[review == 1])
	}
	if flaky > 0 {
		out += fmt.Sprintf(", %d flaky", flaky)
	}
	if left > 0 {
		out += fmt.Sprintf(", %d not replayed", left)
	}
	return out
}

func (s *Suite) mark() string {
	switch {
	case s.Outcome.Bad():
		return MarkFail
	case s.Outcome == Review, s.Status == notReplayed:
		return MarkAsk
	}
	return MarkOK
}

// result is the end of a suite in words.
func (s *Suite) result() string {
	if s.Flaky {
		return s.Status + ", flaky"
	}
	return s.Status
}

// heading is a suite and its end in a line.
func (s *Suite) heading() string {
	return fmt.Sprintf("%s of %s: %s", map[string]string{"run": "Run", "replay": "Replay"}[s.Kind], s.Name, s.result())
}

func (s *Suite) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "# %s\n\n", cell(s.heading()))
	if s.Reason != "" {
		fmt.Fprintf(b, "%s\n\n", cell(s.Reason))
	}
	fmt.Fprintf(b, "%s\n\n", cell(s.Line))
	for _, f := range s.Facts {
		fmt.Fprintf(b, "- %s: %s\n", f.Name, code(f.Text))
	}
	if len(s.Cases) > 0 && s.Kind == "run" {
		b.WriteString("\n| step | intent | chosen | p | gate | result |\n|---|---|---|---|---|---|\n")
	}
	if len(s.Cases) > 0 && s.Kind == "replay" {
		b.WriteString("\n| step | intent | verdict | drift | reason |\n|---|---|---|---|---|\n")
	}
	for _, c := range s.Cases {
		for _, before := range c.Earlier {
			before.row(b, s.Kind)
		}
		c.row(b, s.Kind)
	}
	for _, c := range s.Cases {
		if c.Outcome.Bad() || c.Outcome == Review {
			c.details(b)
		}
	}
	b.WriteString("\n")
}

// row is a step's line in the table.
func (c *Case) row(b *strings.Builder, kind string) {
	number := ""
	if c.Number > 0 {
		number = fmt.Sprint(c.Number)
	}
	if kind == "replay" {
		label := c.Label
		if c.Kind != "" && c.Kind != c.Label {
			label += " (" + c.Kind + ")"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", number, cell(c.Intent), cell(label), cell(c.Drift), cell(c.Reason))
		return
	}
	p := ""
	if c.P >= 0 {
		p = fmt.Sprintf("%.2f", c.P)
	}
	result := c.Reason
	if c.Outcome == Passed || result == "" || result == strings.TrimPrefix(c.Gate, c.Label+": ") {
		result = map[Outcome]string{Passed: "done", Skipped: "skipped", Review: "nothing sent", Failed: "nothing sent", Broken: "nothing sent"}[c.Outcome]
		if c.Did == "assert" {
			result = c.Label
		}
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", number, cell(c.Intent), cell(c.Chosen), p, cell(c.Gate), cell(result))
}

// details say of a step that is not well what the table has no room for.
func (c *Case) details(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s %s\n\n", c.mark(), cell(c.Title()))
	if c.Reason != "" {
		fmt.Fprintf(b, "%s\n", cell(c.Reason))
	}
	if c.Advice != "" {
		fmt.Fprintf(b, "\n**What to do:** %s\n", cell(c.Advice))
	}
	if c.Expected != "" {
		fmt.Fprintf(b, "\n- expected: %s\n- actual: %s\n", codes(c.Expected), codes(c.Actual))
	}
	if c.Compared != nil {
		fmt.Fprintf(b, "\n| | %s |\n|---|%s\n", strings.Join(c.Compared.Columns, " | "), strings.Repeat("---|", len(c.Compared.Columns)))
		for _, r := range c.Compared.Rows {
			fmt.Fprintf(b, "| %s |", r.Name)
			for _, one := range r.Cells {
				text := cell(one.Text())
				if one.Differs && text != "" {
					text = "**" + text + "**"
				}
				fmt.Fprintf(b, " %s |", text)
			}
			b.WriteString("\n")
		}
	}
	for _, n := range c.Notes {
		fmt.Fprintf(b, "\n- %s\n", cell(n))
	}
	if e := c.Evidence; e != nil {
		if e.Picture != "" {
			fmt.Fprintf(b, "\nPicture: %s\n", code(e.Picture))
		}
		if len(e.Console) > 0 {
			b.WriteString("\nConsole:\n\n")
			for _, l := range e.Console {
				fmt.Fprintf(b, "- %s: %s\n", cell(l.Level), code(l.Text))
			}
		}
	}
}

func (c *Case) mark() string {
	switch c.Outcome {
	case Failed, Broken:
		return MarkFail
	case Review:
		return MarkAsk
	case Skipped:
		return MarkOther
	}
	return MarkOK
}

// Counted says in one line what a replay found.
func Counted(r *replay.Result) string {
	var parts []string
	for _, v := range []replay.Verdict{replay.OK, replay.Moved, replay.Changed, replay.Ambiguous, replay.Error} {
		n := r.Counts[v]
		if v == replay.OK {
			n -= r.Unchecked
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(parts) == 0 {
		return "no decisions."
	}
	if r.Unchecked > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", r.Unchecked, unchecked))
	}
	return strings.Join(parts, ", ") + "." + failing(r.Failed)
}

// maxFailing is how many failing steps a sentence names.
const maxFailing = 10

// failing names the steps that fail, each once.
func failing(steps []int) string {
	var names []string
	for _, n := range slices.Compact(slices.Sorted(slices.Values(steps))) {
		names = append(names, strconv.Itoa(n))
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return " Step " + names[0] + " fails."
	case n > maxFailing:
		return fmt.Sprintf(" Steps %s and %d more fail.", strings.Join(names[:maxFailing], ", "), n-maxFailing)
	default:
		return fmt.Sprintf(" Steps %s and %s fail.", strings.Join(names[:n-1], ", "), names[n-1])
	}
}

// cell makes text safe inside a table cell or a line of Markdown: it is text there, no link, picture or tag.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "&", "&amp;", "`", "'", "[", `\[`, "]", `\]`, "*", `\*`, "~", `\~`, `\`, `\\`).Replace(Plain(s))
}

func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", " ").Replace(Plain(s)) + "`"
}

// codes is a text of lines, each as code.
func codes(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = code(line)
	}
	return strings.Join(lines, ", ")
}

// ReplayFooter ends the lines of a replay.
func ReplayFooter(r *replay.Result) string {
	verdict := "ok"
	if !r.OK() {
		verdict = "failed"
	}
	out := fmt.Sprintf("%s: %s", verdict, Counted(r))
	if r.Recorded == trace.StatusFailed || r.Recorded == trace.StatusInterrupted {
		out += fmt.Sprintf("\n  note: the recorded run had %s; what it did not reach is not tested", map[string]string{trace.StatusFailed: "failed", trace.StatusInterrupted: "been interrupted"}[r.Recorded])
	}
	if r.Stopped != "" {
		out += "\n  stopped: " + r.Stopped
	}
	if r.Success != nil && r.Success.Verified != nil && !*r.Success.Verified {
		out += "\n  success: " + r.Success.Reason
	}
	return Plain(out) + "\n"
}
