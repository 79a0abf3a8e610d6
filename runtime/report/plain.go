package report

import (
	"strconv"
	"strings"
	"unicode"
)

// Plain is a text of a page, a flow or a trace as a terminal or a document may show it: what could act on
// them or hide something (control characters, marks of direction) is written as an escape, \x1b or \u202e.
// Ends of lines stay.
func Plain(s string) string {
	if strings.IndexFunc(s, acts) < 0 {
		return s
	}
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
