package builtin

import (
	"math"
	"strings"
)

// similarity of two words, 0 to 1: 1 when they are the same, a little less with the same stem, less for a
// likely typing error or one word that continues the other.
func similarity(a, b, stemA, stemB string) float64 {
	switch {
	case a == b:
		return 1
	case stemA == stemB:
		return 0.97
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) < 4 {
		return 0
	}
	if strings.HasPrefix(long, short) {
		if len(long)-len(short) <= 3 {
			return 0.8
		}
		return 0.55
	}
	allowed := 1
	if len(short) >= 8 {
		allowed = 2
	}
	if len(long)-len(short) > allowed || !ascii(short) || !ascii(long) {
		return 0
	}
	switch d := editDistance(short, long, allowed); {
	case d > allowed:
		return 0
	case d == 1:
		return 0.85
	default:
		return 0.7
	}
}

// editDistance counts insertions, deletions, replacements and swaps of neighbors; above limit it stops early
// with a number above limit. Both words are ASCII and of any length.
func editDistance(a, b string, limit int) int {
	var rows [3][64]int
	if len(b) >= len(rows[0]) {
		return limit + 1
	}
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// trigrams counts the three-letter pieces of words, in a table with free places.
type trigrams struct {
	places [1024]struct {
		piece uint32 // 0 is free: no piece is zero
		count float64
	}
	norm float64
}

// mostTrigrams is how many pieces are looked at; an intent of ordinary length has fewer.
const mostTrigrams = 512

// reset makes t the pieces of words.
func (t *trigrams) reset(words []string) {
	clear(t.places[:])
	sum, n := 0.0, 0
	eachTrigram(words, func(g uint32) {
		if n++; n > mostTrigrams {
			return
		}
		p := &t.places[t.place(g)]
		p.piece = g
		p.count++
		sum += 2*p.count - 1 // n * n as it grows
	})
	t.norm = math.Sqrt(sum)
}

// place is where a piece is or belongs.
func (t *trigrams) place(g uint32) uint32 {
	n := uint32(len(t.places))
	at := g * 0x9e3779b1 >> 22 % n
	for t.places[at].piece != 0 && t.places[at].piece != g {
		at = (at + 1) % n
	}
	return at
}

func eachTrigram(words []string, each func(uint32)) {
	for _, w := range words {
		g := uint32('^')
		for i := range len(w) + 1 {
			c := byte('$')
			if i < len(w) {
				c = w[i]
			}
			if g = g<<8&0xffffff | uint32(c); i > 0 {
				each(g)
			}
		}
	}
}

// cosine of the pieces of words with t; pieces that words repeat count each time.
func (t *trigrams) cosine(words []string) float64 {
	n, dot := 0, 0.0
	eachTrigram(words, func(g uint32) {
		n++
		dot += t.places[t.place(g)].count
	})
	if n == 0 || t.norm == 0 {
		return 0
	}
	return min(1, dot/(t.norm*math.Sqrt(float64(n))))
}
