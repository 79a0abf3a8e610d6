package decide

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Bounds of page text in a request, in runes. A text that is longer is cut and ends with an ellipsis.
const (
	maxName   = 120
	maxValue  = 40
	maxHref   = 120
	maxScope  = 60
	maxRole   = 40
	maxTitle  = 200
	maxURL    = 500
	maxKey    = 40
	maxIntent = 2000
)

// Describe is the option text of a candidate: name — role, then [value] when the field holds one, → href
// when it is a link, in 'scope' when duplicateName says that another candidate of the list has the same
// display name, and [disabled]. A scope on every line would cost accuracy: a section that is called "Sign in"
// reads like the action.
func Describe(c trace.Candidate, duplicateName bool) string {
	var b strings.Builder
	b.WriteString(clean(c.Name, maxName))
	b.WriteString(" — ")
	b.WriteString(clean(c.Role, maxRole))
	if v := optional(c.Value, maxValue); v != "" {
		b.WriteString(" [" + v + "]")
	}
	if h := optional(c.Href, maxHref); h != "" {
		b.WriteString(" → " + h)
	}
	if s := optional(c.Scope, maxScope); s != "" && duplicateName {
		b.WriteString(" in '" + s + "'")
	}
	if c.Disabled {
		b.WriteString(" [disabled]")
	}
	return b.String()
}

func optional(s *string, limit int) string {
	if s == nil {
		return ""
	}
	return clean(*s, limit)
}

// clean makes text of the page fit to stand in a request: white space and control characters become one
// space, characters that are invisible or turn the reading direction are dropped (the two joiners that
// scripts and emoji need are kept), invalid UTF-8 becomes U+FFFD, and at most limit runes are kept. It reads
// no more of s than it needs, so a name of any size costs the same.
func clean(s string, limit int) string {
	const slack = 16 // bytes read for each rune that may be kept; a page that pads more than that is cut
	cut := false
	if len(s) > slack*limit {
		end := slack * limit
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s, cut = s[:end], true
	}
	var b strings.Builder
	n, space := 0, false
	for _, r := range s {
		switch {
		case r == '\u200c' || r == '\u200d':
		case unicode.IsSpace(r) || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r):
			space = true
			continue
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Variation_Selector, r) && r > 0xffff:
			continue
		}
		if space && n > 0 {
			b.WriteByte(' ')
			n++
		}
		space = false
		if n >= limit {
			cut = true
			break
		}
		b.WriteRune(r)
		n++
	}
	if !cut {
		return b.String()
	}
	kept := []rune(b.String())
	if len(kept) >= limit {
		kept = kept[:limit-1]
	}
	return strings.TrimRight(string(kept), " ") + "…"
}
