package report

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Plain is a text of a page, a flow or a trace as a terminal or a document may show it: what could act on
// them or hide something (control characters, marks of direction) is written as an escape, \x1b or \u202e, and so is
// the beginning of what a runner of GitHub Actions would take for a command. Ends of lines stay.
func Plain(s string) string {
	if strings.IndexFunc(s, acts) >= 0 {
		s = escaped(s)
	}
	if strings.Contains(s, "##[") || strings.Contains(s, "::") {
		s = commands.ReplaceAllStringFunc(s, func(begin string) string {
			if begin == "##[" {
				return `##\x5b`
			}
			return strings.Replace(begin, "::", `\x3a:`, 1)
		})
	}
	return s
}

// commands are the two forms of a command in the log of a job: ##[name …] anywhere in a line, and ::name …:: at its
// beginning (actions/runner, ActionCommand.cs).
var commands = regexp.MustCompile(`##\[|(?m:^)[\s\pZ]*::[A-Za-z-]+(?: |::)`)

// PlainJSON takes JSON documents to w in which no text reads as a command to a runner of GitHub Actions. They say the
// same. What begins a command must not be split over two writes.
func PlainJSON(w io.Writer) io.Writer { return plainJSON{w} }

type plainJSON struct{ w io.Writer }

// Write reports the length of p, not of what it became, so that callers see a complete write.
func (j plainJSON) Write(p []byte) (int, error) {
	if _, err := j.w.Write(bytes.ReplaceAll(p, []byte("##["), []byte(`##\u005b`))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case !acts(r):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}

// acts leaves alone what scripts need: joiners, spaces of any width, private letters.
func acts(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u2028', r == '\u2029':
		return true
	}
	return unicode.Is(unicode.Cc, r)
}
