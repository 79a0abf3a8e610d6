// Package nearest finds the known word that a misspelt one most likely meant, for "did you mean". Nothing
// else belongs here.
package nearest

import (
	"strings"
	"unicode/utf8"
)

// maxLength is the longest word, in bytes, that is compared; the cost grows with the square of the length.
const maxLength = 64

// Word returns the entry of known that is closest to word, or "" when none is close enough to be worth
// naming: at most one edit for words of up to four runes, two up to eight, three above. An edit inserts,
// drops or replaces a rune, or swaps two neighbors; case costs nothing. Among equals the first wins.
func Word(word string, known []string) string {
	if word == "" || len(word) > maxLength {
		return ""
	}
	limit := 3
	switch n := utf8.RuneCountInString(word); {
	case n <= 4:
		limit = 1
	case n <= 8:
		limit = 2
	}
	best, bestCost := "", limit+1
	w := []rune(strings.ToLower(word))
	for _, k := range known {
		if k == word || k == "" || len(k) > maxLength {
			continue
		}
		r := []rune(strings.ToLower(k))
		if d := len(r) - len(w); d > limit || -d > limit {
			continue
		}
		if c := distance(w, r); c < bestCost && c < len(r) {
			best, bestCost = k, c
		}
	}
	return best
}

// distance is the optimal string alignment distance of a and b.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
