package risk

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// found is a risky word in a part of a subject and what became of it.
type found struct {
	lang    *language
	act     *act
	start   int
	end     int
	excused bool // its object is harmless, or somebody only speaks of it
	by      excuse
	bare    bool // nothing stands beside it that could be its object
}

type excuse uint8

const (
	none     excuse = iota
	byObject        // the harmless object
	byTalk          // how-to, history, past
)

func (f found) label() string { return f.act.meaning + " (" + f.lang.code + ")" }

var builtin = sync.OnceValue(newDictionary)

// reading is one part of a subject, searched.
type reading struct {
	found []found
	// about holds the meanings whose harmless objects stand here with a verb: what a bare word in another part means.
	about  map[string]bool
	assent bool // a plain yes
}

// read searches one text for the words of all languages. native are the words of the whole subject, which
// show what language it is in.
func read(text string, as kind, natives *[32]bool) reading {
	d := builtin()
	ws := tokens(text)
	var r reading
	if len(ws) > 0 {
		readWords(d, ws, as, natives, &r)
		r.agree(0)
	}
	if s, ok := joinedText(ws); ok {
		n := len(r.found)
		readJoined(d, s, as, &r)
		r.agree(n)
	}
	return r
}

// nativeIn notes which languages text shows.
func nativeIn(text string, natives *[32]bool) {
	for _, h := range builtin().words(tokens(text)) {
		if h.class == native {
			natives[h.lang] = true
		}
	}
}

// Bounds of what is looked at in one text: words and pieces of text among which a risky one may be excused, and
// what is found in it.
const (
	maxExcused = 250
	maxHits    = 4000
)

const gap = 5 // words between a verb and its object, at most

func readWords(d *dictionary, ws []string, as kind, natives *[32]bool, r *reading) {
	hits := d.words(ws)
	if len(hits) == 0 {
		return
	}
	if len(ws) > maxExcused { // nobody reads this far to see what an action is about
		for _, h := range hits {
			if h.class == strong {
				l := languages[h.lang]
				r.add(found{lang: l, act: &l.acts[h.act], start: h.start})
				return
			}
		}
	}
	if len(hits) > maxHits {
		hits = hits[:maxHits]
	}
	at := make([]int, len(ws)+2) // index of the first hit at or after a word
	for i, k := 0, 0; i < len(at); i++ {
		for k < len(hits) && hits[k].start < i {
			k++
		}
		at[i] = k
	}
	c := clause{ws: ws, hits: hits, at: at, looks: as == anIntent}
	covered := make([]bool, len(ws))
	for _, h := range hits {
		if h.class == safe {
			for i := h.start; i < h.end; i++ {
				covered[i] = true
			}
		}
	}
	r.assent = c.assent()
	for _, h := range hits {
		l := languages[h.lang]
		if allTrue(covered[h.start:h.end]) {
			continue
		}
		switch h.class {
		case strong, weak:
			f := c.judge(l, h)
			if !f.excused && h.class == weak && !c.speaks(h.lang) && !(natives[h.lang] && as == aButton && c.bare(h)) {
				continue
			}
			r.add(f)
		case noun:
			if as == aButton && c.filled(0, h.start, fill) && c.filled(h.end, len(c.ws), fill) {
				r.add(found{lang: l, act: &l.acts[h.act], start: h.start, bare: true})
			}
		case verb:
			if o, ok := c.objectOf(l, h); ok {
				f := found{lang: l, act: &l.acts[h.act], start: h.start}
				first, last := min(h.start, o.start), max(h.end, o.end)
				if c.talk(l, hit{h.phrase, first, last}) {
					f.excused, f.by = true, byTalk
				}
				r.add(f)
			}
		case soft:
			for j := range l.acts {
				if m := l.acts[j].mild; m != "" {
					h.act = uint8(j)
					if f := c.judge(l, h); f.excused && f.by == byObject {
						r.speaksOf(l.acts[j].meaning)
					}
				}
			}
		}
	}
}

// agree settles what a word is that several languages share: excused in one it is excused in all. It looks at
// what was found last, from an index on.
func (r *reading) agree(from int) {
	if len(r.found) > maxExcused {
		return
	}
	for i := range r.found[from:] {
		for _, g := range r.found[from:] {
			if f := &r.found[from+i]; g.excused && !f.excused && g.start == f.start && f.end == g.end {
				f.excused, f.by = true, g.by
			}
		}
	}
}

func allTrue(bs []bool) bool {
	for _, b := range bs {
		if !b {
			return false
		}
	}
	return true
}

func (r *reading) add(f found) {
	r.found = append(r.found, f)
	if f.excused && f.by == byObject {
		r.speaksOf(f.act.meaning)
	}
}

func (r *reading) speaksOf(meaning string) {
	if r.about == nil {
		r.about = map[string]bool{}
	}
	r.about[meaning] = true
}

// clause is a text with what was found in it.
type clause struct {
	ws   []string
	hits []hit
	at   []int
	// looks: the text is an intent, which may only want to look at something.
	looks bool
}

// kind says what a text is.
type kind uint8

const (
	aText kind = iota
	anIntent
	aButton // the name of one
)

// from are the hits of a language that begin at word i.
func (c clause) from(i int, lang uint8, visit func(hit) bool) bool {
	for k := c.at[i]; k < len(c.hits) && c.hits[k].start == i; k++ {
		if c.hits[k].lang == lang && visit(c.hits[k]) {
			return true
		}
	}
	return false
}

func (c clause) has(i int, lang uint8, classes ...class) bool {
	return c.from(i, lang, func(h hit) bool {
		for _, k := range classes {
			if h.class == k {
				return true
			}
		}
		return false
	})
}

// judge says whether the risky word h is excused.
func (c clause) judge(l *language, h hit) found {
	f := found{lang: l, act: &l.acts[h.act], start: h.start, end: h.end}
	switch {
	case c.talk(l, h):
		f.excused, f.by = true, byTalk
	case c.heavyAct(h):
	case l.after && c.mildAfter(l, h), l.before && c.mildBefore(l, h):
		f.excused, f.by = true, byObject
	}
	f.bare = !f.excused && c.bare(h)
	return f
}

// talk: the text only speaks of the action.
func (c clause) talk(l *language, h hit) bool {
	for i := h.start - 1; i >= 0 && i >= h.start-4 && c.ws[i] != clauseEnd; i-- {
		if c.has(i, h.lang, howto) {
			return true
		}
	}
	for i := h.start - 1; i >= 0 && i >= h.start-3 && c.ws[i] != clauseEnd; i-- {
		ok := c.from(i, h.lang, func(x hit) bool {
			return x.class == lead && (x.end == h.start || x.end == h.start-1 && c.has(x.end, h.lang, stop))
		})
		if ok {
			return true
		}
	}
	if c.looks && c.onlyLooks(l, h) {
		return true
	}
	if h.end < len(c.ws) && c.ws[h.end] != clauseEnd {
		isPair := h.class == verb
		if (isPair || !l.acts[h.act].noTails) && c.has(h.end, h.lang, tail) {
			return true
		}
		if l.before { // the explanation stands at the end
			for i := h.end; i < len(c.ws) && i < h.end+3 && c.ws[i] != clauseEnd; i++ {
				if c.has(i, h.lang, howto) {
					return true
				}
			}
		}
	}
	return false
}

// onlyLooks: the verb of the clause is one of looking or choosing, and the risky word is part of its object.
func (c clause) onlyLooks(l *language, h hit) bool {
	at := func(i int) bool {
		return c.from(i, h.lang, func(x hit) bool { return x.class == view && (x.end <= h.start || x.start >= h.end) })
	}
	if l.after {
		for i := h.start - 1; i >= 0 && c.ws[i] != clauseEnd && !conjunctions[c.ws[i]]; i-- {
			if at(i) {
				return true
			}
		}
	}
	if l.before {
		for i := h.end; i < len(c.ws) && c.ws[i] != clauseEnd && !conjunctions[c.ws[i]]; i++ {
			if at(i) {
				return true
			}
		}
	}
	return false
}

func (c clause) heavyAct(h hit) bool {
	for _, x := range c.hits {
		if x.class == heavyAct && x.lang == h.lang && x.act == h.act {
			return true
		}
	}
	return false
}

func (c clause) mildAt(i int, h hit) (end int) {
	c.from(i, h.lang, func(x hit) bool {
		if x.class == mild && x.act == h.act && x.end > end {
			end = x.end
		}
		return false
	})
	return end
}

// mildAfter: the object behind the verb is harmless, and no other one stands beside it.
func (c clause) mildAfter(l *language, h hit) bool {
	for i := h.end; i < len(c.ws) && i < h.end+2*gap && c.ws[i] != clauseEnd && !conjunctions[c.ws[i]]; i++ {
		if c.has(i, h.lang, stop) && c.mildAt(i, h) > 0 { // "from my cart", whatever it is
			return true
		}
	}
	serious := -1
	for i := h.end; i < len(c.ws) && i < h.end+gap && c.ws[i] != clauseEnd; i++ {
		if end := c.mildAt(i, h); end > 0 {
			if serious >= 0 && !(l.headLast && serious == i-1) {
				return false
			}
			return !c.another(l, h, end)
		}
		if c.has(i, h.lang, stop) {
			return false
		}
		if c.has(i, h.lang, heavy, object) {
			serious = i
		}
	}
	return false
}

// another: behind a harmless object a conjunction brings in a serious one.
func (c clause) another(l *language, h hit, i int) bool {
	and := false
	if l.headLast && i < len(c.ws) && c.has(i, h.lang, heavy) {
		return true // a filter account
	}
	for ; i < len(c.ws) && c.ws[i] != clauseEnd; i++ {
		and = and || c.ws[i] == "and" || c.has(i, h.lang, stop) && len(c.ws[i]) <= 4
		if and && c.has(i, h.lang, heavy) && !c.has(i-1, h.lang, lead) {
			return !c.preposition(i)
		}
	}
	return false
}

// preposition: the noun at i hangs on a preposition and not on a conjunction.
func (c clause) preposition(i int) bool {
	for ; i > 0; i-- {
		if conjunctions[c.ws[i-1]] {
			return false
		}
		if c.ws[i-1] == clauseEnd {
			return true
		}
	}
	return true
}

var conjunctions = map[string]bool{
	"and": true, "or": true, "then": true, "plus": true, "und": true, "oder": true, "et": true, "ou": true, "puis": true, "y": true, "o": true, "e": true,
	"en": true, "of": true, "i": true, "oraz": true, "lub": true, "и": true, "или": true, "й": true, "та": true, "або": true, "і": true, "ve": true,
	"veya": true, "dan": true, "atau": true, "và": true, "hoặc": true, "और": true, "या": true, "او": true, "ثم": true,
}

// mildBefore: the object before the verb is harmless.
func (c clause) mildBefore(l *language, h hit) bool {
	for i := h.start - 1; i >= 0 && i >= h.start-gap && c.ws[i] != clauseEnd; i-- {
		if end := c.mildAt(i, h); end > 0 && end <= h.start {
			for j := i - 1; j >= 0 && c.ws[j] != clauseEnd; j-- { // "account and filter"
				if conjunctions[c.ws[j]] && j > 0 && c.has(j-1, h.lang, heavy) {
					return false
				}
			}
			// "Filter löschen und Konto löschen" is another verb's business, "Filter löschen und Konto" is not.
			return !c.another(l, h, h.end)
		}
		if c.has(i, h.lang, heavy, object) {
			return false
		}
		if c.has(i, h.lang, strong) && i != h.start {
			return false
		}
	}
	return false
}

// objectOf is the object that makes the verb of a pair risky.
func (c clause) objectOf(l *language, h hit) (hit, bool) {
	var found hit
	is := func(x hit) bool {
		if x.class == object && x.act == h.act && x.pair == h.pair {
			found = x
			return true
		}
		return false
	}
	if l.after {
		for i, n := h.end, 0; i < len(c.ws) && n < gap; i++ {
			if c.ws[i] == clauseEnd {
				continue
			}
			n++
			if c.from(i, h.lang, is) {
				return found, true
			}
			if c.has(i, h.lang, stop) {
				break
			}
		}
	}
	if l.before {
		for i, n := h.start-1, 0; i >= 0 && n < gap; i-- {
			if c.ws[i] == clauseEnd {
				continue
			}
			n++
			if c.from(i, h.lang, is) {
				return found, true
			}
		}
	}
	return hit{}, false
}

// bare: beside the word stands nothing that could be its object.
func (c clause) bare(h hit) bool {
	return c.filled(0, h.start, fill, yes) && c.filled(h.end, len(c.ws), fill, yes)
}

// speaks: the text shows that it is in a language.
func (c clause) speaks(lang uint8) bool {
	for _, h := range c.hits {
		if h.class == native && h.lang == lang {
			return true
		}
	}
	return false
}

// filled: the words from i to j say nothing of their own.
func (c clause) filled(i, j int, classes ...class) bool {
	for i < j {
		next := i
		for k := c.at[i]; k < len(c.hits) && c.hits[k].start == i; k++ {
			if x := c.hits[k]; slices.Contains(classes, x.class) && x.end <= j && x.end > next {
				next = x.end
			}
		}
		if next == i {
			if c.ws[i] != clauseEnd {
				return false
			}
			next++
		}
		i = next
	}
	return true
}

// assent: the text says yes to something and nothing else.
func (c clause) assent() bool {
	agreed := false
	for _, h := range c.hits {
		agreed = agreed || h.class == yes || h.class == strong
	}
	if !agreed {
		return false
	}
	for i := 0; i < len(c.ws); {
		next := i
		for k := c.at[i]; k < len(c.hits) && c.hits[k].start == i; k++ {
			if x := c.hits[k]; x.class == fill || x.class == yes || x.class == strong {
				next = max(next, x.end)
			}
		}
		if next == i {
			if c.ws[i] != clauseEnd {
				return false
			}
			next++
		}
		i = next
	}
	return true
}

// symbolsOnly: a name without a letter, such as ✓, says no less than a yes.
func symbolsOnly(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) })
}
