package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jevrun/jevrun/runtime/replay"
)

// Comparison sets the recorded element beside those of now, attribute by attribute.
type Comparison struct {
	Columns []string // "recorded" first
	Rows    []Row
}

// Row is one attribute of all elements of a comparison.
type Row struct {
	Name  string
	Cells []Cell
}

// Cell is an attribute of one element, in pieces: what differs from the recorded one is marked.
type Cell struct {
	Pieces  []Piece
	Differs bool
}

// Piece is a stretch of a text.
type Piece struct {
	Text    string
	Differs bool
}

// Text is the whole of a cell.
func (c Cell) Text() string {
	var b strings.Builder
	for _, p := range c.Pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// attributes are what is compared, in the order in which it is shown.
var attributes = []struct {
	name string
	of   func(e *replay.Element) string
}{
	{"role", func(e *replay.Element) string { return e.Role }},
	{"name", func(e *replay.Element) string { return e.Name }},
	{"position", func(e *replay.Element) string { return strconv.Itoa(e.Position) }},
	{"frame", func(e *replay.Element) string { return strconv.Itoa(e.Frame) }},
	{"scope", func(e *replay.Element) string { return deref(e.Scope) }},
	{"tag", func(e *replay.Element) string { return e.Tag }},
	{"type", func(e *replay.Element) string { return deref(e.Type) }},
	{"href", func(e *replay.Element) string { return deref(e.Href) }},
	{"placeholder", func(e *replay.Element) string { return deref(e.Placeholder) }},
	{"disabled", func(e *replay.Element) string { return map[bool]string{true: "yes", false: "no"}[e.Disabled] }},
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// compare sets what a failing step looked for beside what is there now; nil where there is nothing to compare.
func compare(r replay.Step) *Comparison {
	if r.Recorded == nil {
		return nil
	}
	out := &Comparison{Columns: []string{"recorded"}}
	list := []replay.Element{*r.Recorded}
	for i, e := range r.Found {
		title := "found now"
		if len(r.Found) > 1 {
			title = fmt.Sprintf("found now, %d of %d", i+1, len(r.Found))
		}
		out.Columns, list = append(out.Columns, title), append(list, e)
	}
	for _, n := range r.Nearest {
		out.Columns, list = append(out.Columns, fmt.Sprintf("nearest now, %.0f%% alike", 100*n.Similarity)), append(list, n.Element)
	}
	for _, a := range attributes {
		row := Row{Name: a.name}
		was, told := a.of(&list[0]), false
		for i := range list {
			text := a.of(&list[i])
			cell := Cell{Pieces: []Piece{{Text: text}}}
			if text != was {
				cell = Cell{Pieces: differing(was, text), Differs: true}
			}
			told = told || text != ""
			row.Cells = append(row.Cells, cell)
		}
		if told && (a.name != "disabled" || slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Text() == "yes" })) {
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// differing parts a text into what it shares with another one at both ends, in whole words, and what lies between.
func differing(was, is string) []Piece {
	a, b := words(was), words(is)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []Piece
	for _, p := range []Piece{
		{Text: strings.Join(b[:head], "")},
		{Text: strings.Join(b[head:len(b)-tail], ""), Differs: true},
		{Text: strings.Join(b[len(b)-tail:], "")},
	} {
		if p.Text != "" {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = []Piece{{Differs: true}}
	}
	return out
}

// words cuts a text where letters and digits begin or end; joined they are the text.
func words(s string) []string {
	var out []string
	kind := func(r rune) int {
		switch {
		case unicode.IsLetter(r):
			return 1
		case unicode.IsDigit(r):
			return 2
		}
		return 0
	}
	last := -1
	for _, r := range s {
		if k := kind(r); k != last || k == 0 {
			out, last = append(out, ""), k
		}
		out[len(out)-1] += string(r)
	}
	return out
}
