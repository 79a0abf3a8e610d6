package risk

import (
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
	if as == aButton {
		readPictures(text, &r)
	}
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

// symbolsOnly: a name without a letter, such as ✓, says no less than a yes.
func symbolsOnly(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) })
}
