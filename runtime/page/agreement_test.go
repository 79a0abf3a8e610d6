package page

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestAgreesWithChrome holds roles and names against Chrome's own tree on pages of ours: the tricky ones in
// testdata/html and random ones. Chrome itself differs a little from version to version, so what is asked here
// leaves room for that; make conformance asks more, of many more pages.
func TestAgreesWithChrome(t *testing.T) {
	w := open(t, "")
	tricky, random := trickyTally(t, w), randomTally(t, w, 0, 40)
	tricky.report(t, 0.98)
	random.report(t, 0.99)
	all := newTally("all")
	all.add(tricky)
	all.add(random)
	all.whole(t, 0.99, 0.99)
}

// trickyTally is the agreement on the pages of testdata/html.
func trickyTally(t *testing.T, w *world) *tally {
	t.Helper()
	files, err := filepath.Glob("testdata/html/*.html")
	ok(t, err)
	tricky := newTally("tricky")
	for _, file := range files {
		text, err := os.ReadFile(file)
		ok(t, err)
		w.serve("/", string(text))
		w.visit("/")
		tricky.compare(w, filepath.Base(file))
	}
	return tricky
}

// randomTally is the agreement on so many random pages, from the one of the first seed on.
func randomTally(t *testing.T, w *world, first, pages int) *tally {
	t.Helper()
	random := newTally("random")
	for seed := first; seed < first+pages; seed++ {
		w.serve("/", randomPage(uint64(seed)))
		w.visit("/")
		random.compare(w, fmt.Sprint("seed ", seed))
	}
	return random
}
