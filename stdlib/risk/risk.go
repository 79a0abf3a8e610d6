// Package risk holds the words of actions that a person wants to see before they happen: deleting, paying,
// sending, approving, ending an account, changing a key, in nine languages, one file each. It compiles such
// patterns, its own and a user's, and matches them against what a step is about to do.
//
// Text and patterns are compared after compatibility composition and full case folding, so "Konto schließen"
// and "KONTO SCHLIESSEN" are the same, and so are composed and decomposed Vietnamese. A word ends where a word
// of any script ends. Only matching lives here: what follows from a match is the gate's business.
package risk

import (
	"fmt"
	"strings"
	"sync"
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

// Builtin is the list of the nine languages.
func Builtin() *List { return &List{builtin: true} }

// Match looks for a pattern of the list in subject: what the step intends, the name of the element that was
// chosen and its role, joined by spaces. It returns the first pattern that matches: a user's as it was
// written, a built-in one by what it means, for example "delete (en)".
//
// A user's pattern sees the subject as it is and, when that differs, split into words; the built-in ones see
// the words only. Identifiers are split: delete_account and payNow hold the words delete and pay.
func (l *List) Match(subject string) (pattern string, ok bool) {
	if len(subject) > MaxSubject {
		return fmt.Sprintf("a text of more than %d bytes", MaxSubject), true
	}
	words := splitWords(subject)
	text := strings.Join(strings.Fields(fold(subject)), " ")
	for _, e := range l.own {
		if e.pattern.matches(text) || e.pattern.matches(words) {
			return e.label, true
		}
	}
	if l.builtin {
		return matchBuiltin(words)
	}
	return "", false
}

// A language is what one file of this package holds.
type language struct {
	code     string // ISO 639-1
	meanings []meaning
	// harmless are phrases that hold a risky word and mean nothing risky, for example "share price". They are
	// taken out before the built-in patterns look.
	harmless []string
}

// A meaning is one kind of risky action in one language.
type meaning struct {
	name     string // delete, pay, send, approve, end, rotate
	patterns []string
}

// The kinds of risky action.
const (
	remove  = "delete"
	pay     = "pay"
	send    = "send"
	approve = "approve"
	end     = "end an account or contract"
	rotate  = "change a key"
)

var languages = []language{english, vietnamese, german, french, spanish, portuguese, japanese, chinese, korean}

// compiled is all languages: a harmless phrase of one is harmless in all, since they share so many words.
type compiled struct {
	entries  []entry
	harmless *strings.Replacer
}

// builtins compiles the languages once. A pattern of ours that does not compile is found by the tests.
var builtins = sync.OnceValue(func() compiled {
	var c compiled
	var phrases []string
	for _, lang := range languages {
		for _, m := range lang.meanings {
			p, err := compile(strings.Join(m.patterns, "|"))
			if err != nil {
				panic(fmt.Sprintf("built-in pattern %s (%s): %v", m.name, lang.code, err))
			}
			c.entries = append(c.entries, entry{m.label(lang), p})
		}
		for _, h := range lang.harmless {
			if isSpaced(h) {
				phrases = append(phrases, separate(splitWords(h)), " · ")
			} else {
				phrases = append(phrases, strings.TrimSpace(separate(splitWords(h))), "·")
			}
		}
	}
	c.harmless = strings.NewReplacer(phrases...)
	return c
})

// label is what Match reports for a built-in pattern.
func (m meaning) label(l language) string { return m.name + " (" + l.code + ")" }

// separate gives every word a space of its own on both sides, so that phrases can follow each other.
func separate(words string) string { return " " + strings.ReplaceAll(words, " ", "  ") + " " }

func matchBuiltin(words string) (string, bool) {
	c := builtins()
	rest := strings.Join(strings.Fields(c.harmless.Replace(separate(words))), " ")
	for _, e := range c.entries {
		if e.pattern.matches(rest) {
			return e.label, true
		}
	}
	return "", false
}

// words is a pattern for any of the given words or phrases, whole.
func words(alternatives ...string) string {
	return `\b(?:` + strings.Join(alternatives, "|") + `)\b`
}

// before is a pattern for a word of a, at most gap other words, and a word of b.
func before(gap int, a, b []string) string {
	return fmt.Sprintf(`\b(?:%s)(?: \S+){0,%d} (?:%s)\b`, strings.Join(a, "|"), gap, strings.Join(b, "|"))
}

// near is before in either order.
func near(gap int, a, b []string) string { return before(gap, a, b) + "|" + before(gap, b, a) }
