package risk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts comparable that a reader takes for the same: compatibility characters are replaced, letters
// are composed and case-folded (ß is ss), invisible characters are dropped.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = norm.NFKC.String(visible(s))
	return norm.NFKC.String(cases.Fold().String(s))
}

// visible is s without the characters that show nothing: zero-width ones, soft hyphens, bidi controls, tags,
// variation selectors and fillers.
func visible(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, s)
}

func isInvisible(r rune) bool {
	if r < 0x80 {
		return false
	}
	switch r {
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x0640:
		return true // joiner, fillers, inherent vowels, blank Braille, the line that draws Arabic words long
	}
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
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
	return strings.Join(strings.Fields(fold(spread(s, true))), " ")
}

// spread replaces what is no part of a word by spaces and puts a space before each word of an identifier in
// camel case. With flat, the punctuation that ends a clause is a space too, otherwise it stays as one of the
// marks of isBreak.
func spread(s string, flat bool) string {
	if !isASCII(s) {
		s = norm.NFKC.String(visible(s)) // before the case is looked at: full-width letters have case too
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	prev := rune(-1)
	for i, r := range s {
		switch {
		case !isWord(r) || r == '_':
			if !flat && isBreak(r) {
				b.WriteString(" \n ")
			} else {
				b.WriteByte(' ')
			}
		case unicode.IsUpper(r) && (isLower(prev) || unicode.IsUpper(prev) && beforeLower(s[i:])):
			b.WriteByte(' ')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		prev = r
	}
	return b.String()
}

// beforeLower reports whether the second rune of s is in lower case.
func beforeLower(s string) bool {
	for i, r := range s {
		if i > 0 {
			return isLower(r)
		}
	}
	return false
}

// isBreak: what stands behind this punctuation is no longer the object of what stands before it.
func isBreak(r rune) bool {
	return strings.ContainsRune(".,;:!?|()[]{}\n–—·•。、，；：！？・「」（）【】।؟،؛", r)
}

// isLower leaves out ß, which stands between capitals too.
func isLower(r rune) bool { return unicode.IsLower(r) && r != 'ß' }

// isWord says which runes make up words, in any script.
func isWord(r rune) bool {
	if r < 0x80 {
		return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// A token is a word of a text, folded for the lists. The token "\n" stands for the end of a clause.
const clauseEnd = "\n"

// tokens are the words of s and the ends of its clauses.
func tokens(s string) []string {
	s = plain(fold(spread(s, false)))
	out := make([]string, 0, strings.Count(s, " ")+1)
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r != '\n' && unicode.IsSpace(r) }) {
		if word == clauseEnd && (len(out) == 0 || out[len(out)-1] == clauseEnd) {
			continue
		}
		out = append(out, word)
	}
	return out
}

// plain evens out how one word may be spelled: ё is е, a Turkish i has a dot or not, Arabic carriers and short
// vowels, the dot under Devanagari letters and its two nasal signs. s is folded.
func plain(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case 'ё':
			return 'е'
		case 'ı':
			return 'i'
		case 'أ', 'إ', 'آ', 'ٱ':
			return 'ا'
		case 'ى':
			return 'ي'
		case 'ة':
			return 'ه'
		case 'ँ':
			return 'ं'
		case 0x0307, 0x093C: // what is left of İ, nukta
			return -1
		}
		if 0x064B <= r && r <= 0x065F || r == 0x0670 {
			return -1
		}
		return r
	}, s)
}

// A rewrite is another way in which a text can be read.
type rewrite struct {
	text string
	// accents: it lacks the accents of the original and nothing else, which makes words of other languages; only
	// those of English count.
	accents bool
}

// rewrites are the other ways in which s can be read: a text that hides its words has them in one of these.
func rewrites(s string) []rewrite {
	var out []rewrite
	add := func(t string, accents bool) {
		if t != "" && t != s && !slices.ContainsFunc(out, func(r rewrite) bool { return r.text == t }) {
			out = append(out, rewrite{t, accents})
		}
	}
	if turned := turn(s); turned != s {
		add(turned, false)
		s = turned
	}
	add(rejoin(s), false)
	if bare := skeleton(s); bare != s {
		accents := bare == unaccented(s)
		add(bare, accents)
		add(rejoin(bare), accents)
	}
	add(cyrillic(s), false)
	return out
}

// unaccented is s without its accents.
func unaccented(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// turn puts text between a right-to-left override and its end into the order in which it is shown.
func turn(s string) string {
	if !strings.ContainsRune(s, '\u202e') {
		return s
	}
	var out, run []rune
	inside := false
	flush := func() {
		slices.Reverse(run)
		out = append(out, run...)
		run = nil
	}
	for _, r := range s {
		switch {
		case r == '\u202e':
			flush()
			inside = true
		case r == '\u202c' || r == '\u202d':
			flush()
			inside = false
		case inside:
			run = append(run, r)
		default:
			out = append(out, r)
		}
	}
	flush()
	return string(out)
}

// rejoin takes what was put between letters out again: punctuation and changing case inside a word, and the
// spaces between three single letters or more. It is "" where there is nothing of the kind.
func rejoin(s string) string {
	changed := false
	var words []string
	for _, w := range strings.Fields(visible(s)) {
		letters := strings.Map(func(r rune) rune {
			if isWord(r) && r != '_' {
				return r
			}
			return -1
		}, w)
		_, first := utf8.DecodeRuneInString(letters)
		changed = changed || letters != w || letters[first:] != strings.ToLower(letters[first:])
		if letters != "" {
			words = append(words, strings.ToLower(letters))
		}
	}
	var out []string
	for i := 0; i < len(words); {
		n := i
		for n < len(words) && utf8.RuneCountInString(words[n]) == 1 {
			n++
		}
		if n-i < 3 {
			n = max(n, i+1)
			out = append(out, words[i:n]...)
		} else {
			out = append(out, apart(strings.Join(words[i:n], "")))
			changed = true
		}
		i = n
	}
	if !changed {
		return ""
	}
	return strings.Join(out, " ")
}

// apart puts spaces around the first risky word in letters that stood one by one.
func apart(run string) string {
	d := builtin()
	for i := range run {
		for j := min(len(run), i+16); j >= i+3; j-- {
			for _, id := range d.exact[run[i:j]] {
				if p := d.phrases[id]; p.class == strong && len(p.rest) == 0 {
					return run[:i] + " " + run[i:j] + " " + run[j:]
				}
			}
		}
	}
	return run
}

// skeleton replaces every character by the Latin letter that it looks like and drops all accents.
func skeleton(s string) string {
	latin := false
	for _, r := range s {
		if r >= 0x80 || '0' <= r && r <= '9' || r == '@' || r == '$' || r == '!' {
			latin = true
			break
		}
	}
	if !latin {
		return s
	}
	s = norm.NFKD.String(norm.NFKC.String(visible(s)))
	var b strings.Builder
	for _, w := range strings.SplitAfter(s, " ") {
		b.WriteString(skeletonWord(w))
	}
	return b.String()
}

func skeletonWord(w string) string {
	letters := 0
	out := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			return -1
		}
		if l, ok := lookalike(r); ok {
			r = l
		}
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			letters++
		}
		return r
	}, w)
	if letters < 2 {
		return out
	}
	return strings.Map(func(r rune) rune {
		if l, ok := leet[r]; ok {
			return l
		}
		return r
	}, out)
}

var leet = map[rune]rune{'0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i'}

// lookalike is the Latin letter that r is taken for.
func lookalike(r rune) (rune, bool) {
	if r < 0x80 {
		return 0, false
	}
	switch {
	case 0x1F1E6 <= r && r <= 0x1F1FF: // regional indicators
		return 'a' + r - 0x1F1E6, true
	case 0x1F150 <= r && r <= 0x1F169: // negative circled
		return 'a' + r - 0x1F150, true
	case 0x1F170 <= r && r <= 0x1F189: // negative squared
		return 'a' + r - 0x1F170, true
	}
	l, ok := confusable[r]
	return l, ok
}

// confusable are the letters of other scripts and kinds that look like a Latin one in most fonts.
var confusable = func() map[rune]rune {
	m := map[rune]rune{}
	for _, row := range []string{
		"aаαɑᴀꭺ", "AАΑᎪ", "bЬʙƄ", "BВΒᏴ", "cсϲᴄ", "CСϹᏟ", "dԁᴅɗđ", "DᎠĐ", "eеєҽεᴇ", "EЕΕᎬ", "fғꜰſ", "gɡɢց", "GԌᏀ",
		"hһʜհ", "HНΗᎻ", "iіιɪıɩ", "IІΙӀ", "jјϳᴊ", "JЈᎫ", "kкκᴋ", "KКΚᏦ", "lӏʟⅼłｌ", "LᏞŁ", "mмᴍ", "MМΜᎷ", "nпηɴո",
		"NΝ", "oоοσօᴏø", "OОΟՕØ", "pрρᴘ", "PРΡᏢ", "qԛզ", "rгʀ", "RᎡ", "sѕꜱ", "SЅᏚ", "tтτᴛ", "TТΤᎢ", "uυսᴜ", "UՍ",
		"vνѵᴠ", "VѴᏙ", "wωԝᴡ", "WԜᎳ", "xхχ", "XХΧ", "yуγʏ", "YУΥҮ", "zᴢ", "ZΖᏃ",
	} {
		rs := []rune(row)
		for _, r := range rs[1:] {
			m[r] = rs[0]
		}
	}
	return m
}()

// cyrillic replaces Latin letters in words that are written in Cyrillic.
func cyrillic(s string) string {
	if !strings.ContainsFunc(s, isLatin) || !strings.ContainsFunc(s, isCyrillic) {
		return s
	}
	words := strings.Fields(visible(s))
	for i, w := range words {
		if strings.ContainsFunc(w, isCyrillic) {
			words[i] = toCyrillic.Replace(w)
		}
	}
	return strings.Join(words, " ")
}

var toCyrillic = strings.NewReplacer("a", "а", "c", "с", "e", "е", "i", "і", "k", "к", "m", "м", "o", "о", "p", "р", "t", "т", "x", "х", "y", "у",
	"A", "А", "B", "В", "C", "С", "E", "Е", "H", "Н", "K", "К", "M", "М", "O", "О", "P", "Р", "T", "Т", "X", "Х")

func isCyrillic(r rune) bool { return 0x0400 <= r && r < 0x0530 }

func isLatin(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
