package risk

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts comparable that a reader takes for the same: compatibility characters are replaced, letters
// are composed and case-folded (ß is ss), invisible characters are dropped.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(s))
	return norm.NFKC.String(cases.Fold().String(s))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// splitWords is s as folded words with one space between them: punctuation is gone, and identifiers in camel
// case, snake case and kebab case are taken apart.
func splitWords(s string) string {
	if !isASCII(s) {
		s = norm.NFKC.String(s) // before the case is looked at: full-width letters have case too
	}
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		if !isWord(r) || r == '_' {
			if !unicode.Is(unicode.Cf, r) {
				b.WriteByte(' ')
			}
			continue
		}
		if i > 0 && unicode.IsUpper(r) {
			afterLower := isLower(runes[i-1])
			beforeLower := unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && isLower(runes[i+1])
			if afterLower || beforeLower {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(fold(b.String())), " ")
}

// isLower leaves out ß, which stands between capitals too.
func isLower(r rune) bool { return unicode.IsLower(r) && r != 'ß' }

// isWord says which runes make up words, in any script.
func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// isSpaced reports whether s is in a script that puts spaces between its words.
func isSpaced(s string) bool {
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return false
		}
	}
	return true
}
