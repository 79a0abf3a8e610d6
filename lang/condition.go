package lang

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/jevrun/jevrun/lang/predicate"
)

// condition compiles a condition. It is one text without ${ }, so that what a page or a caller says can never
// become a part of it.
func (l *loader) condition(row *Attr, a *hcl.Attribute) (any, bool) {
	at := a.Expr.Range()
	l.current.Store(&at)
	src, where, ok := l.conditionText(row, a)
	if !ok {
		return nil, false
	}
	compiler := l.onPage
	if row.Scope == predicate.OnGate {
		compiler = l.onGate
	}
	p, err := compiler.Compile(src)
	if err == nil {
		return p, true
	}
	if where != nil && utf8.RuneCountInString(src) > 0 {
		from, to := where.at(err.From), where.end(err.To)
		at = rangeAt(l.sources[at.Filename].src, at.Filename, from, max(to, from+1))
	}
	l.suggest(at, err.Suggestion, "", "%s: %s", row.Name, err.Msg)
	return nil, false
}

// conditionText is the text of a condition and the place of each of its characters; no places where the
// source is not what it should be.
func (l *loader) conditionText(row *Attr, a *hcl.Attribute) (string, *places, bool) {
	at := a.Expr.Range()
	interpolated := func(r hcl.Range) (string, *places, bool) {
		l.errorf(r, "A value comes in as var.<name>, written in the condition itself; that way no value can become a part of the condition.", "%s cannot hold ${ }", row.Name)
		return "", nil, false
	}
	notText := func() (string, *places, bool) {
		l.errorf(at, "Write it in place, as one text: \"page.text contains 'Saved'\".", "%s must be one text, written in place", row.Name)
		return "", nil, false
	}
	file := l.sources[at.Filename]
	if hcljson.IsJSONExpression(a.Expr) {
		raw, problems := a.Expr.Value(nil)
		if problems.HasErrors() || raw.IsNull() || !raw.Type().Equals(textType) {
			return notText()
		}
		if t := a.Expr.Variables(); len(t) > 0 {
			return interpolated(at)
		}
		text, where := jsonPlaces(file.src, at.Start.Byte, at.End.Byte)
		text, where, plain := unescapeTemplate(text, where)
		if !plain {
			return interpolated(at)
		}
		return text, where, true
	}
	switch e := a.Expr.(type) {
	case *hclsyntax.TemplateWrapExpr:
		return interpolated(e.Range())
	case *hclsyntax.TemplateExpr:
		for _, part := range e.Parts {
			if _, literal := part.(*hclsyntax.LiteralValueExpr); !literal {
				return interpolated(part.Range())
			}
		}
		v, problems := e.Value(nil)
		if problems.HasErrors() || !v.Type().Equals(textType) {
			return notText()
		}
		return v.AsString(), l.placesOf(a, v.AsString()), true
	}
	return notText()
}

// placesOf are the places of the characters of a text that is written in place in native syntax; nil where the source
// is not what it should be, so that the whole text is underlined.
func (l *loader) placesOf(a *hcl.Attribute, text string) *places {
	at, file := a.Expr.Range(), l.sources[a.Expr.Range().Filename]
	if file == nil || at.Start.Byte >= len(file.src) {
		return nil
	}
	var where *places
	if file.src[at.Start.Byte] == '"' {
		where = quotedPlaces(file.src, at.Start.Byte, at.End.Byte)
	} else {
		where = heredocPlaces(file.src, at.Start.Byte)
	}
	if where == nil || where.text() != text {
		return nil
	}
	return where
}

// within is the range of some bytes of the text of an attribute, or of all of it where they cannot be told.
func (l *loader) within(a *hcl.Attribute, text string, from, to int) hcl.Range {
	at := a.Expr.Range()
	if to <= from || to > len(text) {
		return at
	}
	var where *places
	if hcljson.IsJSONExpression(a.Expr) {
		if file := l.sources[at.Filename]; file != nil {
			var plain bool
			_, where = jsonPlaces(file.src, at.Start.Byte, at.End.Byte)
			if where != nil {
				_, where, plain = unescapeTemplate(where.text(), where)
			}
			if !plain || where.text() != text {
				where = nil
			}
		}
	} else {
		where = l.placesOf(a, text)
	}
	if where == nil {
		return at
	}
	first, last := utf8.RuneCountInString(text[:from]), utf8.RuneCountInString(text[:to])
	begin, end := where.at(first), where.end(last)
	return rangeAt(l.sources[at.Filename].src, at.Filename, begin, max(end, begin+1))
}

// places are the characters of a text and the bytes of the source where each begins and ends.
type places struct {
	runes    []rune
	from, to []int
}

func (p *places) add(r rune, from, to int) {
	p.runes, p.from, p.to = append(p.runes, r), append(p.from, from), append(p.to, to)
}

func (p *places) text() string { return string(p.runes) }

// at is where the rune i begins.
func (p *places) at(i int) int { return p.from[min(max(i, 0), len(p.from)-1)] }

// end is where the rune before i ends.
func (p *places) end(i int) int { return p.to[min(max(i-1, 0), len(p.to)-1)] }

// quotedPlaces reads a quoted text of native syntax.
func quotedPlaces(src []byte, start, end int) *places {
	out := &places{}
	for i := start + 1; i < end-1; {
		r, n := utf8.DecodeRune(src[i:])
		if r == '\\' && i+1 < end-1 {
			width := 2
			switch src[i+1] {
			case 'n':
				r = '\n'
			case 'r':
				r = '\r'
			case 't':
				r = '\t'
			case 'u', 'U':
				digits := 4
				if src[i+1] == 'U' {
					digits = 8
				}
				if i+2+digits > end {
					return nil
				}
				code, err := strconv.ParseUint(string(src[i+2:i+2+digits]), 16, 32)
				if err != nil {
					return nil
				}
				r, width = rune(code), 2+digits
			default:
				r = rune(src[i+1])
			}
			out.add(r, i, i+width)
			i += width
			continue
		}
		if (r == '$' || r == '%') && i+2 < end && src[i+1] == byte(r) && src[i+2] == '{' {
			out.add(r, i, i+2)
			out.add('{', i+2, i+3)
			i += 3
			continue
		}
		out.add(r, i, i+n)
		i += n
	}
	return out
}

// heredocPlaces reads a heredoc that begins at start, its marker included.
func heredocPlaces(src []byte, start int) *places {
	first, _, ok := bytes.Cut(src[start:], []byte{'\n'})
	head := string(first)
	if !ok || !strings.HasPrefix(head, "<<") {
		return nil
	}
	flush := strings.HasPrefix(head, "<<-")
	marker := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(head, "<<"), "-"))
	type line struct{ from, to int } // to is after the line's end
	var lines []line
	for i := start + len(head) + 1; i < len(src); {
		n := bytes.IndexByte(src[i:], '\n')
		to := len(src)
		if n >= 0 {
			to = i + n + 1
		}
		if strings.TrimSpace(string(src[i:to])) == marker {
			break
		}
		lines = append(lines, line{i, to})
		i = to
	}
	indent := 0
	if flush {
		indent = -1
		for _, l := range lines {
			text := string(src[l.from:l.to])
			spaces := len(text) - len(strings.TrimLeft(text, " \t"))
			if indent < 0 || spaces < indent {
				indent = spaces
			}
		}
	}
	out := &places{}
	for _, l := range lines {
		for i := l.from + max(indent, 0); i < l.to; {
			r, n := utf8.DecodeRune(src[i:])
			if (r == '$' || r == '%') && i+2 < l.to && src[i+1] == byte(r) && src[i+2] == '{' {
				out.add(r, i, i+2)
				i += 2
				continue
			}
			out.add(r, i, i+n)
			i += n
		}
	}
	return out
}

// jsonPlaces reads a JSON text from its opening quote on.
func jsonPlaces(src []byte, start, end int) (string, *places) {
	out := &places{}
	for i := start + 1; i < end-1; {
		r, n := utf8.DecodeRune(src[i:])
		if r != '\\' || i+1 >= end-1 {
			out.add(r, i, i+n)
			i += n
			continue
		}
		width := 2
		switch c := src[i+1]; c {
		case 'n':
			r = '\n'
		case 'r':
			r = '\r'
		case 't':
			r = '\t'
		case 'b':
			r = '\b'
		case 'f':
			r = '\f'
		case 'u':
			r, width = jsonUnicode(src[i:end])
		default:
			r = rune(c)
		}
		out.add(r, i, i+width)
		i += width
	}
	return out.text(), out
}

// jsonUnicode reads \uXXXX, or two of them that form one character.
func jsonUnicode(src []byte) (rune, int) {
	code := func(at int) rune {
		if len(src) < at+6 || src[at] != '\\' || src[at+1] != 'u' {
			return -1
		}
		n, err := strconv.ParseUint(string(src[at+2:at+6]), 16, 32)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	first := code(0)
	if first < 0 {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, code(6)); r != utf8.RuneError {
			return r, 12
		}
		return utf8.RuneError, 6
	}
	return first, 6
}

// unescapeTemplate turns $${ into ${; it returns false when a real ${ is there.
func unescapeTemplate(text string, where *places) (string, *places, bool) {
	if !strings.Contains(text, "${") && !strings.Contains(text, "%{") {
		return text, where, true
	}
	out := &places{}
	for i := 0; i < len(where.runes); i++ {
		r := where.runes[i]
		next := func(k int) rune {
			if i+k < len(where.runes) {
				return where.runes[i+k]
			}
			return 0
		}
		if r == '$' || r == '%' {
			if next(1) == r && next(2) == '{' {
				out.add(r, where.from[i], where.to[i+1])
				out.add('{', where.from[i+2], where.to[i+2])
				i += 2
				continue
			}
			if next(1) == '{' {
				return "", nil, false
			}
		}
		out.add(r, where.from[i], where.to[i])
	}
	return out.text(), out, true
}

// stepNames lists the steps of a flow for a message.
func stepNames(steps []*Step) []string {
	out := make([]string, 0, len(steps))
	for _, s := range steps {
		out = append(out, s.Name)
	}
	return out
}

// listing is a list of words for a message, cut where it gets long.
func listing(words []string) string {
	const most = 16
	if len(words) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
	}
	return strings.Join(words, ", ")
}
