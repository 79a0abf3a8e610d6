package risk

import (
	"strings"
	"unicode/utf8"
)

// A language is what one file of this package holds: the words of risky actions, and what makes them harmless.
//
// Lists are phrases with commas between them. In a phrase, words have spaces between them; a|b is either word
// and a word that ends in * is the beginning of one. In the languages that put no spaces between words, and in
// Korean, a phrase is a piece of text without spaces, and | stands between whole phrases.
type language struct {
	code   string // ISO 639-1
	joined bool   // phrases are pieces of text, see above
	// Where the object of a verb stands: "filter entfernen" before it, "remove the filter" after it.
	before, after bool
	headLast      bool // of two nouns the last one is the head: an account filter is a filter
	acts          []act

	heavy  string // objects that are never harmless, also beside a harmless one
	leads  string // directly before a risky word they make it a noun or a thing of the past: "payment" in "historial de pagos"
	tails  string // the same, directly behind it: "payment history"
	howto  string // "how to": somebody explains the action
	stops  string // words that end the object of a verb: "from", "and"
	views  string // verbs of an intent that only looks: "open the payment page"
	soft   string // verbs that undo or empty; with a harmless object they say what a bare "Remove" is about
	safe   string // phrases with a risky word that mean nothing risky; harmless in every language
	yes    string // what a button says that agrees to the text around it
	fill   string // words beside a verb that say nothing about its object: "it", "now"
	native string // words that show that a text is in this language; weak words count only beside one
}

// An act is one kind of risky action in one language.
type act struct {
	meaning string // one of the constants below
	words   string // risky unless the object is harmless
	weak    string // the same, of words that another language uses for something harmless
	nouns   string // risky as the whole name of a button: "Payment"
	mild    string // harmless objects: "filter"
	heavy   string // anywhere in the text they undo mild: "to all customers"
	pairs   []pair
	noTails bool // tails do not apply: in Chinese they would be the object
}

// A pair is a verb that is risky with certain objects only.
type pair struct{ verbs, objects string }

// The kinds of risky action.
const (
	remove   = "delete"
	pay      = "pay"
	transfer = "transfer"
	send     = "send"
	publish  = "publish"
	share    = "share access"
	approve  = "approve"
	revoke   = "revoke"
	cancel   = "cancel a contract"
	closing  = "close an account"
	rotate   = "change a key"
)

var languages = []*language{
	&english, &vietnamese, &german, &french, &spanish, &portuguese, &italian, &dutch, &polish, &russian, &ukrainian, &turkish,
	&arabic, &hindi, &indonesian, &thai, &japanese, &chinese, &korean,
}

// class says what a phrase does.
type class uint8

const (
	strong class = iota
	weak
	noun
	verb   // of a pair
	object // of a pair
	mild
	heavy
	heavyAct // heavy of one act
	lead
	tail
	howto
	stop
	soft
	view
	safe
	yes
	fill
	native
)

// phrase is one entry of the dictionary.
type phrase struct {
	class class
	lang  uint8
	act   uint8
	pair  uint8
	rest  []wordPattern // after the first word
	text  string        // of a joined language
}

type wordPattern struct {
	exact  []string
	prefix []string
}

func (w wordPattern) matches(s string) bool {
	for _, e := range w.exact {
		if e == s {
			return true
		}
	}
	for _, p := range w.prefix {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// dictionary is all lists, looked up by first word.
type dictionary struct {
	phrases []phrase
	exact   map[string][]uint16
	prefix  map[string][]uint16
	longest int               // of prefix, bytes
	joined  map[rune][]uint16 // phrases of the joined languages, by first rune
}

func newDictionary() *dictionary {
	d := &dictionary{exact: map[string][]uint16{}, prefix: map[string][]uint16{}, joined: map[rune][]uint16{}}
	for i, l := range languages {
		for j, a := range l.acts {
			d.list(a.words, phrase{class: strong, lang: uint8(i), act: uint8(j)})
			d.list(a.weak, phrase{class: weak, lang: uint8(i), act: uint8(j)})
			d.list(a.nouns, phrase{class: noun, lang: uint8(i), act: uint8(j)})
			d.list(a.mild, phrase{class: mild, lang: uint8(i), act: uint8(j)})
			d.list(a.heavy, phrase{class: heavyAct, lang: uint8(i), act: uint8(j)})
			for k, p := range a.pairs {
				d.list(p.verbs, phrase{class: verb, lang: uint8(i), act: uint8(j), pair: uint8(k)})
				d.list(p.objects, phrase{class: object, lang: uint8(i), act: uint8(j), pair: uint8(k)})
			}
		}
		for _, c := range []struct {
			class class
			list  string
		}{
			{heavy, l.heavy}, {lead, l.leads}, {tail, l.tails}, {howto, l.howto}, {stop, l.stops}, {soft, l.soft}, {view, l.views}, {safe, l.safe},
			{yes, l.yes}, {fill, l.fill}, {native, l.native},
		} {
			d.list(c.list, phrase{class: c.class, lang: uint8(i)})
		}
	}
	return d
}

func (d *dictionary) list(list string, p phrase) {
	l := languages[p.lang]
	for source := range strings.SplitSeq(list, ",") {
		if source = strings.TrimSpace(source); source == "" {
			continue
		}
		if l.joined {
			for text := range strings.SplitSeq(source, "|") {
				p.text = plain(fold(strings.ReplaceAll(text, " ", "")))
				first, _ := utf8.DecodeRuneInString(p.text)
				d.joined[first] = append(d.joined[first], d.add(p))
			}
			continue
		}
		var ws []wordPattern
		for w := range strings.FieldsSeq(source) {
			ws = append(ws, newWordPattern(w, l.code != "vi"))
		}
		p.rest = ws[1:]
		id := d.add(p)
		for _, w := range ws[0].exact {
			d.exact[w] = append(d.exact[w], id)
		}
		for _, w := range ws[0].prefix {
			d.prefix[w] = append(d.prefix[w], id)
			d.longest = max(d.longest, len(w))
		}
	}
}

func (d *dictionary) add(p phrase) uint16 {
	d.phrases = append(d.phrases, p)
	return uint16(len(d.phrases) - 1)
}

// newWordPattern reads a word of a list. A word that is long enough not to become another one may be written
// without its accents.
func newWordPattern(source string, accents bool) wordPattern {
	var p wordPattern
	for w := range strings.SplitSeq(source, "|") {
		w, isPrefix := strings.CutSuffix(w, "*")
		to := &p.exact
		if isPrefix {
			to = &p.prefix
		}
		w = plain(fold(w))
		*to = append(*to, w)
		if bare := skeleton(w); accents && bare != w && isASCII(bare) && utf8.RuneCountInString(bare) >= 4 {
			*to = append(*to, bare)
		}
	}
	return p
}

// hit is a phrase found in words[start:end], or in a text at runes start to end.
type hit struct {
	phrase
	start, end int
}

// words finds the phrases of the spaced languages, ordered by start.
func (d *dictionary) words(text []string) []hit {
	var hits []hit
	match := func(ids []uint16, at int) {
	next:
		for _, id := range ids {
			p := d.phrases[id]
			if at+1+len(p.rest) > len(text) {
				continue
			}
			for i, w := range p.rest {
				if !w.matches(text[at+1+i]) {
					continue next
				}
			}
			hits = append(hits, hit{p, at, at + 1 + len(p.rest)})
		}
	}
	for at, w := range text {
		if w == clauseEnd {
			continue
		}
		match(d.exact[w], at)
		for n := range w {
			if n > d.longest {
				break
			}
			if n > 0 {
				match(d.prefix[w[:n]], at)
			}
		}
		if len(w) <= d.longest {
			match(d.prefix[w], at)
		}
	}
	return hits
}
