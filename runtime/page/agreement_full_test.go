//go:build conformance

package page

import (
	"os"
	"strconv"
	"testing"
)

// TestConformance prints the agreement with Chrome's tree of every corpus, with every difference. CORPUS names
// one of the real pages, PAGES the number of random ones.
func TestConformance(t *testing.T) {
	only := os.Getenv("CORPUS")
	pages := 2000
	if n, err := strconv.Atoi(os.Getenv("PAGES")); err == nil {
		pages = n
	}
	server := realServer(t)
	all := newTally("corpora")
	for _, p := range realPages {
		if only != "" && only != p.name {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			w := open(t, "")
			show(t, w, server, p.path, p.ready, p.then)
			tally := newTally(p.name)
			tally.compare(w, p.name)
			tally.report(t, 0)
			all.add(tally)
		})
	}
	t.Run("tricky", func(t *testing.T) {
		tally := trickyTally(t, open(t, ""))
		tally.report(t, 0)
		all.add(tally)
	})
	all.whole(t, 0.995, 0.99)
	t.Run("random", func(t *testing.T) { randomTally(t, open(t, ""), pages).whole(t, 0.99, 0.99) })
}
