package uitext

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPlainTextIsSplitAlike holds the short way for plain ASCII against the one for all texts.
func TestPlainTextIsSplitAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("abeEmailwiFIsSxX019 -_./()"))).Draw(t, "text")
		limit := rapid.IntRange(1, 12).Draw(t, "limit")
		short, long := splitPlain(nil, s, limit), split(nil, s, limit)
		if !slices.Equal(short, long) {
			t.Fatalf("%q at most %d: %q and %q", s, limit, short, long)
		}
	})
}
