package risk

import (
	"strings"
	"unicode/utf8"
)

// joinedText puts words together again for the languages that are read without spaces. It is false where the
// text holds none of their scripts.
func joinedText(ws []string) (string, bool) {
	for _, w := range ws {
		if strings.ContainsFunc(w, isJoined) {
			return strings.Join(ws, ""), true
		}
	}
	return "", false
}

func isJoined(r rune) bool {
	switch {
	case r < 0x0E00:
		return false
	case r < 0x0E80, 0x1100 <= r && r < 0x1200: // Thai, Hangul
		return true
	}
	return 0x2E80 <= r && r < 0xD7FF || 0xF900 <= r && r < 0xFB00 || 0xFF00 <= r && r < 0xFFF0 || 0x20000 <= r && r < 0x32000
}

// reach is how far from its verb an object may stand, in runes.
const reach = 14

func readJoined(d *dictionary, s string, as kind, r *reading) {
	var perLang [32][]hit
	var langs []int
	for at, first := range s {
		for _, id := range d.joined[first] {
			if p := &d.phrases[id]; strings.HasPrefix(s[at:], p.text) {
				if perLang[p.lang] == nil {
					langs = append(langs, int(p.lang))
				}
				perLang[p.lang] = append(perLang[p.lang], hit{*p, at, at + len(p.text)})
			}
		}
	}
	long := utf8.RuneCountInString(s) > 4*maxExcused
	for _, i := range langs {
		l, hits := languages[i], perLang[i]
		if long { // nobody reads this far to see what an action is about
			for _, h := range hits {
				if h.class == strong {
					r.add(found{lang: l, act: &l.acts[h.act], start: h.start})
					break
				}
			}
			continue
		}
		j := joinedReader{l: l, s: s, hits: hits, looks: as == anIntent}
		j.read(as, r)
	}
	// What punctuation takes apart is a word all the same.
	whole := strings.ReplaceAll(s, clauseEnd, "")
	if whole == s {
		return
	}
	for at, first := range whole {
		for _, id := range d.joined[first] {
			p := &d.phrases[id]
			if p.class == strong && strings.HasPrefix(whole[at:], p.text) && strings.Count(whole, p.text) > strings.Count(s, p.text) {
				r.add(found{lang: languages[p.lang], act: &languages[p.lang].acts[p.act]})
			}
		}
	}
}

type joinedReader struct {
	l     *language
	s     string
	hits  []hit
	looks bool
}

func (j *joinedReader) read(as kind, r *reading) {
	left := j.s
	agreed := false
	for _, h := range j.hits {
		if h.class == yes || h.class == strong {
			agreed = true
		}
		if h.class == yes || h.class == strong || h.class == fill {
			left = strings.ReplaceAll(left, h.text, "")
		}
	}
	if agreed && strings.Trim(left, clauseEnd) == "" {
		r.assent = true
	}
	for _, h := range j.hits {
		if j.inside(h, safe) {
			continue
		}
		f := found{lang: j.l, act: &j.l.acts[h.act], start: h.start, end: h.end}
		switch h.class {
		case strong:
			if j.partOf(h) {
				continue
			}
			switch {
			case j.talk(h, f.act):
				f.excused, f.by = true, byTalk
			case j.any(h, heavyAct):
			case j.mild(h):
				f.excused, f.by = true, byObject
			}
			f.bare = !f.excused && j.rest(h) == ""
			r.add(f)
		case noun:
			if f.bare = j.rest(h) == ""; as == aButton && f.bare {
				r.add(f)
			}
		case verb:
			if o, ok := j.objectOf(h); ok {
				if j.talk(hit{h.phrase, min(h.start, o.start), max(h.end, o.end)}, f.act) {
					f.excused, f.by = true, byTalk
				}
				r.add(f)
			}
		case soft:
			for k := range j.l.acts {
				h.act = uint8(k)
				if !j.any(h, heavyAct) && j.mild(h) {
					r.speaksOf(j.l.acts[k].meaning)
				}
			}
		}
	}
}

// rest is the text without h and what says nothing.
func (j *joinedReader) rest(h hit) string {
	rest := j.s[:h.start] + clauseEnd + j.s[h.end:]
	for _, x := range j.hits {
		if x.class == fill || x.class == yes {
			rest = strings.ReplaceAll(rest, x.text, "")
		}
	}
	return strings.ReplaceAll(rest, clauseEnd, "")
}

func (j *joinedReader) inside(h hit, c class) bool {
	for _, x := range j.hits {
		if x.class == c && x.start <= h.start && h.end <= x.end {
			return true
		}
	}
	return false
}

// partOf: a longer word of the same kind of action covers h.
func (j *joinedReader) partOf(h hit) bool {
	for _, x := range j.hits {
		if x.class == strong && x.act == h.act && x.start <= h.start && h.end <= x.end && x.end-x.start > h.end-h.start {
			return true
		}
	}
	return false
}

func (j *joinedReader) any(h hit, c class) bool {
	for _, x := range j.hits {
		if x.class == c && x.act == h.act {
			return true
		}
	}
	return false
}

// talk: the text only speaks of the action.
func (j *joinedReader) talk(h hit, a *act) bool {
	before, after := clauseBefore(j.s, h.start), clauseAfter(j.s, h.end)
	for _, x := range j.hits {
		switch x.class {
		case lead:
			if strings.HasSuffix(before, x.text) {
				return true
			}
		case tail:
			if !a.noTails && strings.HasPrefix(after, x.text) {
				return true
			}
		case view:
			if !j.looks || j.partOf(x) {
				continue
			}
			if j.l.after && x.end <= h.start && h.start-len(before) <= x.start && !j.between(stop, x.end, h.start) ||
				j.l.before && x.start >= h.end && x.end <= h.end+len(after) && !j.between(stop, h.end, x.start) {
				return true
			}
		case howto:
			if j.l.after && x.end <= h.start && h.start-len(before) <= x.start || j.l.before && x.start >= h.end && x.end <= h.end+len(after) {
				return true
			}
		}
	}
	return false
}

// between: a phrase of a class lies between two places.
func (j *joinedReader) between(c class, from, to int) bool {
	for _, x := range j.hits {
		if x.class == c && x.start >= from && x.end <= to {
			return true
		}
	}
	return false
}

func clauseBefore(s string, i int) string { return s[strings.LastIndex(s[:i], clauseEnd)+1 : i] }

func clauseAfter(s string, i int) string {
	if k := strings.Index(s[i:], clauseEnd); k >= 0 {
		return s[i : i+k]
	}
	return s[i:]
}

// near reports how many runes lie between h and x, and whether x is where an object stands.
func (j *joinedReader) near(h, x hit) (int, bool) {
	switch {
	case j.l.after && x.start >= h.end:
		n := utf8.RuneCountInString(j.s[h.end:x.start])
		return n, n <= reach && x.end <= h.end+len(clauseAfter(j.s, h.end))
	case j.l.before && x.end <= h.start:
		n := utf8.RuneCountInString(j.s[x.end:h.start])
		return n, n <= reach && x.start >= h.start-len(clauseBefore(j.s, h.start))
	}
	return 0, false
}

// mild: the object is harmless. Of several nouns the head counts, unless a conjunction makes them equals.
func (j *joinedReader) mild(h hit) bool {
	harmless, serious := -1, -1
	better := func(n, than int) bool {
		if than < 0 {
			return true
		}
		if j.l.headLast && j.l.after {
			return n > than // the last noun is the farthest one
		}
		return n < than
	}
	for _, x := range j.hits {
		n, ok := j.near(h, x)
		if !ok || x.start >= h.start && x.end <= h.end {
			continue
		}
		switch {
		case x.class == mild && x.act == h.act:
			if better(n, harmless) {
				harmless = n
			}
		case x.class == heavy || x.class == object:
			if j.inside(x, mild) {
				continue
			}
			if better(n, serious) {
				serious = n
			}
		case x.class == stop: // a conjunction: the clause names more than one thing
			if j.hasHeavy(h) {
				return false
			}
		}
	}
	return harmless >= 0 && (serious < 0 || better(harmless, serious))
}

func (j *joinedReader) hasHeavy(h hit) bool {
	for _, x := range j.hits {
		if x.class != heavy {
			continue
		}
		if _, ok := j.near(h, x); ok {
			return true
		}
	}
	return false
}

// objectOf is the object that makes the verb of a pair risky.
func (j *joinedReader) objectOf(h hit) (hit, bool) {
	for _, x := range j.hits {
		if x.class != object || x.act != h.act || x.pair != h.pair {
			continue
		}
		var between string
		switch {
		case j.l.after && x.start >= h.end:
			between = j.s[h.end:x.start]
		case j.l.before && x.end <= h.start:
			between = j.s[x.end:h.start]
		default:
			continue
		}
		if utf8.RuneCountInString(between) <= 8 {
			return x, true
		}
	}
	return hit{}, false
}
