package gate

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// glob is a compiled pattern of an intent bar, with the meaning that shells and Python's fnmatch give it: *
// is any text, ? any one character, [seq] a character of seq and [!seq] one that is not in it, where a-z is a
// range and a ] that comes first stands for itself. A [ that is never closed stands for itself. There is no
// escape but a set: [*]. The pattern matches the whole text; case is ignored.
type glob []globItem

type globItem struct {
	star   bool
	any    bool
	not    bool
	ranges []rune // pairs of bounds
}

func foldRunes(s string) []rune {
	return []rune(norm.NFC.String(cases.Fold().String(norm.NFC.String(s))))
}

func compileGlob(source string) glob {
	var g glob
	p := foldRunes(source)
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '*':
			if len(g) == 0 || !g[len(g)-1].star {
				g = append(g, globItem{star: true})
			}
		case '?':
			g = append(g, globItem{any: true})
		case '[':
			item, end := globSet(p, i)
			g = append(g, item)
			i = end
		default:
			g = append(g, globItem{ranges: []rune{p[i], p[i]}})
		}
	}
	return g
}

// globSet reads the set that opens at p[i] and returns the index of its last rune: i itself when it never
// closes, and the [ is a character.
func globSet(p []rune, i int) (globItem, int) {
	item := globItem{}
	j := i + 1
	if j < len(p) && p[j] == '!' {
		item.not = true
		j++
	}
	start := j
	for j < len(p) && (p[j] != ']' || j == start) {
		j++
	}
	if j >= len(p) {
		return globItem{ranges: []rune{'[', '['}}, i
	}
	for k := start; k < j; k++ {
		if k+2 < j && p[k+1] == '-' {
			item.ranges = append(item.ranges, p[k], p[k+2]) // one that runs backwards holds nothing
			k += 2
		} else {
			item.ranges = append(item.ranges, p[k], p[k])
		}
	}
	return item, j
}

func (it globItem) takes(r rune) bool {
	if it.any {
		return true
	}
	for i := 0; i+1 < len(it.ranges); i += 2 {
		if it.ranges[i] <= r && r <= it.ranges[i+1] {
			return !it.not
		}
	}
	return it.not
}

// matches reports whether g matches all of text, which must be folded. The work is bounded by the product of
// both lengths.
func (g glob) matches(text []rune) bool {
	i, t := 0, 0
	star, from := -1, 0 // the last star and where the text after it begins
	for t < len(text) {
		switch {
		case i < len(g) && g[i].star:
			star, from = i, t
			i++
		case i < len(g) && g[i].takes(text[t]):
			i++
			t++
		case star >= 0:
			from++
			i, t = star+1, from
		default:
			return false
		}
	}
	for i < len(g) && g[i].star {
		i++
	}
	return i == len(g)
}
