package builtin

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
)

// frequentData is how often words stand in English interfaces; internal/train counts them.
//
//go:embed frequent.txt
var frequentData string

// leastRarity is what the most frequent word of interfaces still says.
const leastRarity = 0.25

// rarityBase is the logarithm of the odds from which on a word counts in full: one text in about a thousand.
const rarityBase = 7

// rarities holds the stems that count less than 1.
var rarities = sync.OnceValue(func() map[string]float64 {
	head, rest, _ := strings.Cut(frequentData, "\n")
	texts := 0
	if _, err := fmt.Sscan(head, &texts); err != nil {
		panic(fmt.Sprintf("builtin: frequent.txt: %v", err))
	}
	count := map[string]int{}
	for line := range strings.Lines(rest) {
		var w string
		var n int
		if _, err := fmt.Sscan(line, &w, &n); err != nil {
			panic(fmt.Sprintf("builtin: frequent.txt: %q: %v", line, err))
		}
		count[stem(w)] += n
	}
	out := make(map[string]float64, len(count))
	for s, n := range count {
		r := math.Log(float64(texts+1)/float64(n+1)) / rarityBase
		r = math.Round(1000*r) / 1000 // the last bit of a logarithm depends on the processor
		if r < 1 {
			out[s] = max(leastRarity, r)
		}
	}
	return out
})

// rarity is how much a word tells for being rare in interfaces, leastRarity to 1.
func rarity(stem string) float64 {
	if r, ok := rarities()[stem]; ok {
		return r
	}
	return 1
}
