package taint

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// expression is a regular expression for every spelling that a page, a browser or a sink is likely to give a
// value: in any letter case and normal form, with white space changed, and with any of its characters escaped
// for URLs, HTML, JSON or Go; and for what base64 makes of it, alone or inside a longer text.
func expression(value string) string {
	var b strings.Builder
	runes := []rune(norm.NFC.String(strings.TrimSpace(value)))
	dense := len([]rune(strings.Join(strings.Fields(value), ""))) >= 8 // enough to be known without its white space
	for i := 0; i < len(runes); {
		if !unicode.IsSpace(runes[i]) {
			b.WriteString(spelled(runes[i]))
			i++
			continue
		}
		more := "+"
		if dense {
			more = "*"
		}
		for ; i < len(runes) && unicode.IsSpace(runes[i]); i++ {
			if runes[i] == '\n' || runes[i] == '\r' {
				more = "*" // fields of one line drop the ends of lines
			}
		}
		b.WriteString(`(?:[\s\x{85}\x{a0}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}+]|%20|%0[9a-d]|%C2%A0|\\[nrt]|&nbsp;)` + more)
	}
	for _, coded := range append(base64Forms(value), base64Forms(latin1(value))...) {
		b.WriteString("|" + regexp.QuoteMeta(coded))
	}
	return b.String()
}

// spelled is an expression for one character that is no white space.
func spelled(r rune) string {
	s := string(r)
	if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return s
	}
	forms := []string{s}
	add := func(f string) {
		for _, have := range forms {
			if have == f {
				return
			}
		}
		forms = append(forms, f)
	}
	// Single letters of another case are the business of the flag i; ß becomes two.
	add(cases.Upper(language.Und).String(s))
	add(cases.Fold().String(s))
	add(norm.NFD.String(s))
	for _, f := range forms[:len(forms):len(forms)] {
		var escaped strings.Builder
		for i := range len(f) {
			fmt.Fprintf(&escaped, "%%%02X", f[i])
		}
		add(escaped.String())
		escaped.Reset()
		for _, unit := range utf16.Encode([]rune(f)) {
			fmt.Fprintf(&escaped, `\u%04x`, unit)
		}
		add(escaped.String())
	}
	switch r {
	case '"':
		add(`\"`)
		add("&quot;")
	case '\'':
		add(`\'`)
		add("&apos;")
	case '\\':
		add(`\\`)
	case '&':
		add("&amp;")
	case '<':
		add("&lt;")
	case '>':
		add("&gt;")
	case '|':
		add(`\|`)
	}
	add(fmt.Sprintf("&#%d;", r))
	for i, f := range forms {
		forms[i] = regexp.QuoteMeta(f)
	}
	// The longest first, so that an escape is replaced with the character that it escapes.
	for i, j := 0, len(forms)-1; i < j; i, j = i+1, j-1 {
		forms[i], forms[j] = forms[j], forms[i]
	}
	return "(?:" + strings.Join(forms, "|") + ")"
}

// latin1 is a value with a byte for each character, as the btoa of browsers takes it; "" where that is the value
// itself, or where btoa refuses it.
func latin1(value string) string {
	out := make([]byte, 0, len(value))
	for _, r := range value {
		if r > 0xff {
			return ""
		}
		out = append(out, byte(r))
	}
	if len(out) == len(value) {
		return ""
	}
	return string(out)
}

// base64Forms are what base64 makes of v at each of the three places where it can begin in a longer text,
// without the characters that hold bits of what stands around it. Short values have none: their codes are
// everywhere.
func base64Forms(v string) []string {
	const least = 6
	if len(v) < least {
		return nil
	}
	var out []string
	for shift := range 3 {
		text := strings.Repeat("\x00", shift) + v
		first := (shift*8 + 5) / 6   // characters that hold a bit of what comes before
		whole := (len(text) * 8) / 6 // characters that hold bits of v alone, from the start on
		std := base64.RawStdEncoding.EncodeToString([]byte(text))[first:whole]
		out = append(out, std)
		if safe := base64.RawURLEncoding.EncodeToString([]byte(text))[first:whole]; safe != std {
			out = append(out, safe)
		}
	}
	return out
}
