package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// leastFrequent is in how many texts a word must stand to be listed.
const leastFrequent = 8

// frequent counts in how many English texts of interfaces a word stands: "Settings" tells less about an
// element than "Geolocation". The first line is the number of texts, each other one a word and its number, the
// most frequent first.
func (c *corpus) frequent() []byte {
	texts := map[string]bool{}
	for _, g := range c.groups {
		if len(g.texts["en"]) == 0 {
			continue
		}
		if en := clean(g.texts["en"][0]); en != "" && len(en) <= 60 && latin.MatchString(en) {
			texts[en] = true
		}
	}
	count := map[string]int{}
	for text := range texts {
		words := uitext.Words(text, uitext.MaxWords)
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			count[w]++
		}
	}
	words := sortedKeys(count)
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	var b bytes.Buffer
	fmt.Fprintln(&b, len(texts))
	for _, w := range words {
		if count[w] >= leastFrequent {
			fmt.Fprintln(&b, w, count[w])
		}
	}
	return b.Bytes()
}
