package lang

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Report is the document that WriteJSON writes and that Render says in words.
type Report struct {
	Valid       bool        `json:"valid"`
	Errors      int         `json:"errors"`
	Warnings    int         `json:"warnings"`
	Diagnostics Diagnostics `json:"diagnostics"`
}

// Report sums ds up.
func (ds Diagnostics) Report() Report {
	r := Report{Valid: !ds.HasErrors(), Errors: ds.Count(Error), Warnings: ds.Count(Warning), Diagnostics: ds}
	if r.Diagnostics == nil {
		r.Diagnostics = Diagnostics{}
	}
	return r
}

// WriteJSON writes ds as one JSON document.
func (ds Diagnostics) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(ds.Report()); err != nil {
		return fmt.Errorf("writing the diagnostics: %w", err)
	}
	return nil
}

// paint holds the escape sequences of a rendering; all empty without color.
type paint struct{ err, warn, mark, dim, bold, off string }

var colors = paint{err: "\x1b[1;31m", warn: "\x1b[1;33m", mark: "\x1b[31m", dim: "\x1b[2m", bold: "\x1b[1m", off: "\x1b[0m"}

// Render writes ds for a person: each problem with its line, the part that is meant underlined by carets, and
// the next move. What the source holds cannot act on the terminal.
func (ds Diagnostics) Render(w io.Writer, color bool) error {
	p := paint{}
	if color {
		p = colors
	}
	var b strings.Builder
	for i, d := range ds {
		if i > 0 {
			b.WriteString("\n")
		}
		d.render(&b, p)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the diagnostics: %w", err)
	}
	return nil
}

func (d *Diagnostic) render(b *strings.Builder, p paint) {
	tone := p.err
	if d.Severity == Warning {
		tone = p.warn
	}
	fmt.Fprintf(b, "%s%s%s: %s%s%s\n", tone, d.Severity, p.off, p.bold, safe(d.Summary), p.off)
	if d.Span != nil {
		fmt.Fprintf(b, "  at %s:%d:%d", safe(d.Span.File), d.Span.Start.Line, d.Span.Start.Column)
		if d.Snippet != nil && d.Snippet.Block != "" {
			fmt.Fprintf(b, ", in %s", safe(d.Snippet.Block))
		}
		b.WriteString("\n")
	}
	if s := d.Snippet; s != nil {
		number := fmt.Sprint(s.Line)
		gap := strings.Repeat(" ", len(number))
		text := []rune(s.Text)
		fmt.Fprintf(b, "  %s%s |%s %s\n", p.dim, number, p.off, s.Text)
		fmt.Fprintf(b, "  %s%s |%s %s%s%s%s\n", p.dim, gap, p.off, indent(text[:s.From]), p.mark, strings.Repeat("^", max(1, columns(text[s.From:s.To]))), p.off)
	}
	if d.Suggestion != "" {
		fmt.Fprintf(b, "  did you mean %s?\n", safe(quoted(d.Suggestion)))
	}
	if d.Detail != "" {
		for line := range strings.Lines(safe(d.Detail)) {
			fmt.Fprintf(b, "  %s", line)
		}
		b.WriteString("\n")
	}
}

// safe is text without what could act on a terminal.
func safe(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// indent is white space as wide as text, tabs kept.
func indent(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteByte('\t')
			continue
		}
		b.WriteString(strings.Repeat(" ", columns([]rune{r})))
	}
	return b.String()
}

// columns is how many terminal cells text takes.
func columns(text []rune) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Mn, r):
		case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
