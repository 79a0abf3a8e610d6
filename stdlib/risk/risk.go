// Package risk holds the words of actions that a person wants to see before they happen: deleting, paying,
// sending, sharing, ending an account, changing a key, in 19 languages, one file each. It matches them, and the
// patterns of a user, against what a step is about to do.
//
// A word is judged with what stands beside it: removing a filter is harmless, removing a member is not, and a
// bare "Remove" means what the intent says that it removes. The lists err on the side of a review.
//
// Text and patterns are compared after compatibility composition and full case folding, so "Konto schließen"
// and "KONTO SCHLIESSEN" are the same, and so are composed and decomposed Vietnamese. A word ends where a word
// of any script ends. Only matching lives here: what follows from a match is the gate's business.
package risk

import (
	"fmt"
)

// MaxSubject is how many bytes of a subject are looked at. A longer one counts as a match: what was not read
// cannot be called harmless.
const MaxSubject = 16 << 10

// maxPattern bounds the source of one pattern of a user, in bytes.
const maxPattern = 2000

// List is a compiled list of patterns. It is safe for concurrent use.
type List struct {
	builtin bool
	own     []entry // patterns of a user
}

type entry struct {
	label   string // what Match reports
	pattern *pattern
}

// Compile makes a list. With patterns nil the built-in ones apply; any other slice, even an empty one, takes
// their place. The patterns of extra are added in both cases. A pattern is a regular expression in RE2 syntax
// that may match anywhere in the subject; it ignores case, and its \b is a word boundary of any script. The
// error names the pattern that does not compile.
func Compile(patterns, extra []string) (*List, error) {
	l := &List{builtin: patterns == nil}
	for _, source := range append(patterns[:len(patterns):len(patterns)], extra...) {
		if len(source) > maxPattern {
			return nil, fmt.Errorf("risky pattern %q… is %d bytes long, at most %d are allowed", source[:40], len(source), maxPattern)
		}
		p, err := compile(source)
		if err != nil {
			return nil, fmt.Errorf("risky pattern %q: %w", source, err)
		}
		if p.matches("") {
			return nil, fmt.Errorf("risky pattern %q matches everything, even an empty text; every step would need a review", source)
		}
		l.own = append(l.own, entry{source, p})
	}
	return l, nil
}

// Builtin is the list of the built-in languages.
func Builtin() *List { return &List{builtin: true} }

// Match is Check with a text of which nothing else is known.
func (l *List) Match(text string) (pattern string, ok bool) {
	f, ok := l.Check(Subject{Intent: text})
	return f.Pattern, ok
}
