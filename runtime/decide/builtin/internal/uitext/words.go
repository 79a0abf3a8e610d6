// Package uitext turns short texts of interfaces into words and words into vectors: what the embedded decider
// and the tool that trains its table must do in exactly the same way. It knows no element, no page and no
// intent.
package uitext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxBytes bounds what is read of one text. What lies beyond is not looked at.
const maxBytes = 600

// symbols are one-sign names of controls in words.
var symbols = map[rune]string{
	'×': "close", '✕': "close", '✖': "close", '╳': "close", '←': "back", '‹': "previous", '«': "previous", '→': "next", '›': "next", '»': "next",
	'☰': "menu", '≡': "menu", '⋮': "more options", '…': "more options", '⋯': "more options", '?': "help", '🔍': "search", '⚙': "settings",
	'🗑': "delete", '♥': "like favorite", '❤': "like favorite", '★': "star favorite", '☆': "star favorite", '✎': "edit", '✏': "edit",
	'+': "add", '＋': "add", '✓': "done", '🏠': "home", '👤': "account user", '🛒': "cart", '🔔': "notifications", '▶': "play", '⏸': "pause",
	'📎': "attach", '⬇': "download", '⬆': "upload", '↑': "up", '↓': "down", '✉': "mail",
}

// Words splits a text into folded words: marks of Latin, Greek and Cyrillic letters are dropped, identifiers
// are taken apart, runs of Han characters become pairs. At most limit words are returned.
func Words(s string, limit int) []string { return AppendWords(nil, s, limit) }

// AppendWords adds the words of a text to an empty list. Words may share the memory of s.
func AppendWords(out []string, s string, limit int) []string {
	s = Bounded(s)
	if ascii(s) && strings.IndexByte(s, '\'') < 0 {
		out = splitPlain(out, s, limit)
	} else {
		out = split(out, s, limit)
	}
	if len(out) == 0 {
		for _, r := range s {
			if words, ok := symbols[r]; ok && len(out) < limit {
				out = append(out, strings.Fields(words)...)
			}
		}
	}
	return out[:min(len(out), limit)]
}

// splitPlain is split for ASCII without an apostrophe: all words lie in one string.
func splitPlain(out []string, s string, limit int) []string {
	folded := strings.ToLower(s)
	from := -1 // of the word
	flush := func(to int) {
		if from >= 0 {
			kind := spaced
			if digit(s[from]) {
				kind = digits
			}
			out = appendWord(out, folded[from:to], kind)
			from = -1
		}
	}
	for i := range len(s) {
		if len(out) >= limit {
			return out
		}
		c := s[i]
		upper := 'A' <= c && c <= 'Z'
		if !upper && !('a' <= c && c <= 'z') && !digit(c) {
			flush(i)
			continue
		}
		if upper && from >= 0 && 'a' <= s[i-1] && s[i-1] <= 'z' {
			flush(i)
		}
		if from < 0 {
			from = i
		}
	}
	flush(len(s))
	return out
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// Bounded is the beginning of s that is read.
func Bounded(s string) string {
	if len(s) <= maxBytes {
		return s
	}
	end := maxBytes
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// script is what decides where a word ends when no space does.
type script int

const (
	spaced script = iota
	digits
	han
	hiragana
	katakana
	hangul
)

func scriptOf(r rune) script {
	switch {
	case r < 0x80:
		if '0' <= r && r <= '9' {
			return digits
		}
		return spaced
	case r < 0x1100:
		return spaced
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return katakana
	case unicode.Is(unicode.Hangul, r):
		return hangul
	}
	return spaced
}

func split(out []string, s string, limit int) []string {
	if !ascii(s) {
		s = norm.NFKC.String(s)
	}
	var word strings.Builder
	var kind script
	lower := false // the last rune of word was a lower-case letter
	flush := func() {
		if word.Len() > 0 {
			out = appendWord(out, word.String(), kind)
			word.Reset()
		}
		lower = false
	}
	runes := []rune(s)
	for i, r := range runes {
		if len(out) >= limit {
			return out
		}
		if (r == '\'' || r == '’') && word.Len() > 0 {
			// An apostrophe inside a word is dropped with a possessive s and parts an elided article.
			if next := i + 1; next < len(runes) && unicode.IsLetter(runes[next]) && word.Len() <= 2 {
				flush()
			}
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			if !unicode.IsMark(r) && !unicode.Is(unicode.Cf, r) {
				flush()
			}
			continue
		}
		k := scriptOf(r)
		if word.Len() > 0 && (k != kind && !sameWord(kind, k) || lower && unicode.IsUpper(r)) {
			flush()
		}
		if word.Len() == 0 {
			kind = k
		}
		lower = unicode.IsLower(r)
		writeFolded(&word, r)
	}
	flush()
	return out
}

// sameWord keeps letters and digits of one identifier together when the letters come first: "h2", "utf8".
func sameWord(a, b script) bool {
	return a == spaced && b == digits || a == digits && b == spaced
}

func writeFolded(b *strings.Builder, r rune) {
	if r < 0x80 {
		b.WriteByte(byte(unicode.ToLower(r)))
		return
	}
	r = unicode.ToLower(r)
	switch r {
	case 'ß':
		b.WriteString("ss")
		return
	case 'æ':
		b.WriteString("ae")
		return
	case 'œ':
		b.WriteString("oe")
		return
	case 'ø':
		r = 'o'
	case 'ł':
		r = 'l'
	case 'đ':
		r = 'd'
	case 'ı':
		r = 'i'
	}
	if r < 0x1100 || r >= 0x1e00 && r < 0x2000 { // Latin, Greek, Cyrillic: drop the marks
		if d := norm.NFD.PropertiesString(string(r)).Decomposition(); len(d) > 0 {
			r, _ = utf8.DecodeRune(d)
		}
	}
	b.WriteRune(r)
}

func appendWord(out []string, w string, kind script) []string {
	switch kind {
	case han:
		runes := []rune(w)
		if len(runes) <= 2 {
			return append(out, w)
		}
		for i := range len(runes) - 1 {
			out = append(out, string(runes[i:i+2]))
		}
		return out
	case spaced:
		// "e-mail" and "wi-fi" come as two words and mean one.
		if n := len(out); n > 0 && (out[n-1] == "e" && w == "mail" || out[n-1] == "wi" && w == "fi") {
			out[n-1] += w
			return out
		}
		if n := len(out); n > 0 && w == "s" { // 's
			return out
		}
	}
	return append(out, w)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
