package lang

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// MaxDiagnostics is how many problems are reported at once; the rest is counted.
const MaxDiagnostics = 100

// Severity says whether a program may run.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Position is a place in a file: line and column from 1 (a column is a character as a reader sees it), byte
// from 0.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// Span is a part of a file; End is exclusive. File is the path as Load was given it.
type Span struct {
	File  string   `json:"file"`
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Snippet is the source around a problem, so that it can be shown without the file.
type Snippet struct {
	Block string `json:"block,omitempty"` // the blocks around it: step "click" "open" in flow "sign-in"
	Line  int    `json:"line"`            // number of the line that Text is
	Text  string `json:"text"`            // one line, at most 200 characters around the problem
	From  int    `json:"from"`            // the underlined part of Text in runes, To exclusive
	To    int    `json:"to"`
}

// Diagnostic is one problem of a program.
type Diagnostic struct {
	Severity   Severity `json:"severity"`
	Summary    string   `json:"summary"`              // what is wrong: a sentence, lower-case, without the place
	Detail     string   `json:"detail,omitempty"`     // why, and the next move: sentences
	Suggestion string   `json:"suggestion,omitempty"` // what was most likely meant
	Span       *Span    `json:"span,omitempty"`       // nil when the problem is in no file (a flag, a folder)
	Snippet    *Snippet `json:"snippet,omitempty"`
}

// Error is the problem in one line, with its place.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if d.Span != nil {
		fmt.Fprintf(&b, "%s:%d:%d: ", d.Span.File, d.Span.Start.Line, d.Span.Start.Column)
	}
	b.WriteString(d.Summary)
	if d.Suggestion != "" {
		fmt.Fprintf(&b, "; did you mean %s?", quoted(d.Suggestion))
	}
	return b.String()
}

// Diagnostics are the problems of a program, sorted by file and place, each once.
type Diagnostics []*Diagnostic

// HasErrors tells whether at least one of them is an error.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Err is ds as an error, or nil when it has no error.
func (ds Diagnostics) Err() error {
	if !ds.HasErrors() {
		return nil
	}
	return ds
}

// Error is one line for each problem.
func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Count counts the problems of a severity.
func (ds Diagnostics) Count(s Severity) int {
	n := 0
	for _, d := range ds {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Sorted is ds in the order that a reader wants: problems of no file first, then by file, line and column;
// what is said twice about one place is dropped.
func (ds Diagnostics) Sorted() Diagnostics {
	out := slices.Clone(ds)
	slices.SortStableFunc(out, func(a, b *Diagnostic) int {
		switch {
		case a.Span == nil && b.Span == nil:
			return 0
		case a.Span == nil:
			return -1
		case b.Span == nil:
			return 1
		}
		return cmp.Or(cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(a.Span.Start.Byte, b.Span.Start.Byte),
			cmp.Compare(a.Span.End.Byte, b.Span.End.Byte))
	})
	type key struct {
		summary, file string
		start, end    int
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(out, func(d *Diagnostic) bool {
		k := key{summary: d.Summary}
		if d.Span != nil {
			k.file, k.start, k.end = d.Span.File, d.Span.Start.Byte, d.Span.End.Byte
		}
		was := seen[k]
		seen[k] = true
		return was
	})
}

// capped is ds with what goes beyond MaxDiagnostics counted.
func (ds Diagnostics) capped() Diagnostics {
	if len(ds) <= MaxDiagnostics {
		return ds
	}
	rest := ds[MaxDiagnostics:]
	severity := Warning
	if rest.HasErrors() {
		severity = Error
	}
	return append(slices.Clone(ds[:MaxDiagnostics]), &Diagnostic{Severity: severity, Summary: fmt.Sprintf("%d more problems are not shown", len(rest))})
}

// quoted sets a suggestion apart from the sentence.
func quoted(s string) string {
	if strings.ContainsAny(s, `"`) {
		return s
	}
	return fmt.Sprintf("%q", s)
}

var meant = regexp.MustCompile(`\s*Did you mean (?:to define )?(?:a block of type |argument )?"([^"]+)"\?(?: If so, use the equals sign to assign it a value\.)?`)

var unknownFunction = regexp.MustCompile(`^There is no function named "([^"]+)"`)

// fromHCL takes over a problem that the HCL library found.
func fromHCL(d *hcl.Diagnostic) *Diagnostic {
	out := &Diagnostic{Severity: Error, Summary: lowerFirst(d.Summary), Detail: d.Detail}
	if d.Severity == hcl.DiagWarning {
		out.Severity = Warning
	}
	if m := meant.FindStringSubmatch(d.Detail); m != nil {
		out.Suggestion = m[1]
		out.Detail = strings.TrimSpace(strings.Replace(d.Detail, m[0], "", 1))
	}
	if m := unknownFunction.FindStringSubmatch(d.Detail); m != nil {
		if hint := foreignIn(functions, m[1]); hint != "" {
			out.Suggestion, out.Detail = "", hint
		}
	}
	if d.Subject != nil {
		out.Span = span(*d.Subject)
	}
	return out
}

func span(r hcl.Range) *Span {
	return &Span{
		File:  r.Filename,
		Start: Position{r.Start.Line, r.Start.Column, r.Start.Byte},
		End:   Position{r.End.Line, r.End.Column, r.End.Byte},
	}
}

// lowerFirst lowers the first letter, unless the word is an abbreviation.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	if unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// snippetWidth is how many characters of a long line are kept.
const snippetWidth = 200

// snippet cuts the line of s out of src.
func snippet(src []byte, s *Span) *Snippet {
	start := min(max(s.Start.Byte, 0), len(src))
	end := min(max(s.End.Byte, start), len(src))
	from := start
	for from > 0 && src[from-1] != '\n' {
		from--
	}
	to := start
	for to < len(src) && src[to] != '\n' {
		to++
	}
	if to > from && src[to-1] == '\r' {
		to--
	}
	before := printable(src[from:min(start, to)])
	under := printable(src[min(start, to):min(end, to)])
	after := printable(src[max(min(end, to), from):to])
	out := &Snippet{Line: s.Start.Line}
	if len(before)+len(under)+len(after) > snippetWidth {
		before = keepEnd(before, snippetWidth/4)
		under = keepStart(under, snippetWidth/2)
		after = keepStart(after, snippetWidth/4)
	}
	out.From, out.To = len(before), len(before)+len(under)
	out.Text = string(before) + string(under) + string(after)
	return out
}

// keepStart is at most room of text, from its start.
func keepStart(text []rune, room int) []rune {
	if len(text) <= room {
		return text
	}
	return append(slices.Clone(text[:room-1]), '…')
}

// keepEnd is at most room of text, up to its end.
func keepEnd(text []rune, room int) []rune {
	if len(text) <= room {
		return text
	}
	return append([]rune{'…'}, text[len(text)-room+1:]...)
}

// printable decodes a line, with what could act on a terminal made visible.
func printable(line []byte) []rune {
	runes := []rune(string(line))
	for i, r := range runes {
		if r != '\t' && !unicode.IsPrint(r) {
			runes[i] = unicode.ReplacementChar
		}
	}
	return runes
}
