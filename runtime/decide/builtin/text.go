package builtin

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// Bounds of what is read of one text. What lies beyond is not looked at.
const (
	maxTokens = 32 // of an intent
	maxName   = 20 // words of any text of a candidate
)

func tokenize(s string, limit int) []string { return uitext.Words(s, limit) }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// iconNoise are words of icon names that say nothing about the control.
var iconNoise = set("icon fa fas far mdi svg glyphicon material outline outlined filled")

// appendName adds the words of a name without the noise of icon fonts to an empty list.
func appendName(out []string, s string) []string {
	out = uitext.AppendWords(out, s, maxName)
	if len(out) < 2 || !slices.ContainsFunc(out, func(w string) bool { return !iconNoise[w] }) {
		return out
	}
	return slices.DeleteFunc(out, func(w string) bool { return iconNoise[w] })
}

// hrefNoise are parts of addresses that say nothing about the page.
var hrefNoise = set("http https www com org net io html htm php index cgi app en de test")

// appendHref adds the words of an address to an empty list.
func appendHref(out []string, s string) []string {
	s = uitext.Bounded(s)
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
		if j := strings.IndexByte(s, '/'); j > 0 && j < len(s)-1 {
			s = s[j:] // the host matters only when there is nothing else
		}
	}
	return slices.DeleteFunc(uitext.AppendWords(out, s, maxName), func(w string) bool { return hrefNoise[w] })
}

// stem takes common English endings off, and Korean particles. It is light on purpose: two words with one
// stem should mean the same thing.
func stem(w string) string {
	if !ascii(w) {
		return hangulStem(w)
	}
	if len(w) <= 3 || w[0] >= '0' && w[0] <= '9' {
		return w
	}
	whole := w
	switch {
	case strings.HasSuffix(w, "sses"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
	case strings.HasSuffix(w, "s"):
		w = w[:len(w)-1]
	}
	for _, suffix := range [...]string{"ing", "ed"} {
		base := strings.TrimSuffix(w, suffix)
		if len(base) == len(w) || len(base) < 3 || !strings.ContainsAny(base, "aeiouy") || strings.HasSuffix(whole, "ings") {
			continue
		}
		if n := len(base); base[n-1] == base[n-2] && !strings.ContainsRune("lsz", rune(base[n-1])) {
			base = base[:n-1]
		}
		w = base
		break
	}
	w = strings.Replace(w, "colour", "color", 1)
	w = strings.Replace(w, "favour", "favor", 1)
	w = strings.Replace(w, "isation", "ization", 1)
	if strings.HasSuffix(w, "ise") && len(w) > 5 {
		w = w[:len(w)-3] + "ize"
	}
	if len(w) > 3 && w[len(w)-1] == 'e' {
		w = w[:len(w)-1]
	}
	if len(w) > 3 && w[len(w)-1] == 'y' {
		w = w[:len(w)-1] + "i"
	}
	return w
}

var particles = []string{"에서", "으로", "하기", "을", "를", "은", "는", "이", "가", "에", "로", "의"}

func hangulStem(w string) string {
	if r, _ := utf8.DecodeRuneInString(w); !unicode.Is(unicode.Hangul, r) {
		return w
	}
	for _, p := range particles {
		if base := strings.TrimSuffix(w, p); base != w && utf8.RuneCountInString(base) >= 2 {
			return base
		}
	}
	return w
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
