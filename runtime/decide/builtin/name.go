package builtin

import (
	"slices"
	"strings"
)

// nameFeatures compares the name as a whole with the intent.
func (p *page) nameFeatures(f *[numFeatures]float64, name *text, back []float64, unique bool) {
	in := &p.in
	total, said := 0.0, 0.0
	for k, w := range name.words {
		weight := wordWeight(name.stems[k])
		s := back[k]
		for _, x := range p.row(name.list[k]).same {
			s = max(s, x)
		}
		for i := 0; i+1 < len(in.words) && s < 0.95; i++ {
			if joins(w, in.words[i], in.words[i+1]) {
				s = 0.95
			}
		}
		if s < 0.95 && (k > 0 && holdsJoined(in.words, name.words[k-1], w) || k+1 < len(name.words) && holdsJoined(in.words, w, name.words[k+1])) {
			s = 0.95
		}
		total += weight
		said += float64(weight * s)
		if carries(name.stems[k]) {
			f[fExtra] += float64(weight * (1 - s))
		}
		p.actionOf(f, name, k, s)
	}
	f[fExtra] = min(f[fExtra], 3)
	if total > 0 {
		f[fPrecision] = said / total
	}
	core, tail, mine := in.coreContent, in.tailContent, name.content
	if f[fPrecision] >= 0.85 && f[fNameCover]+f[fNameMeaning] >= 0.8 {
		f[fMutual] = 1
	}
	if len(core) > 0 {
		run := longestRun(core, mine)
		f[fRun] = float64(run) / float64(len(core))
		if run == len(core) && run >= 3 {
			f[fContains] = 1
		}
	}
	if n := len(mine); n > 0 {
		if slices.Equal(core, mine) || slices.Equal(tail, mine) {
			f[fExact] = 1
		}
		if n <= len(core) && slices.Equal(core[:n], mine) {
			f[fLead] = 1
		}
		if n <= len(core) && slices.Equal(core[len(core)-n:], mine) || n <= len(tail) && slices.Equal(tail[len(tail)-n:], mine) {
			f[fTail] = 1
		}
	}
	if in.verb >= 0 {
		p.verbFeatures(f, name)
		if !unique {
			f[fVerbOnly] = 0
		}
	}
	for _, phrase := range in.against {
		if says(name.stems, phrase) {
			f[fOpposite] = 1
		}
	}
	if in.nav {
		f[fNavAction] = f[fActionExtra]
	}
}

// verbFeatures compares the name with the intent's verb of doing.
func (p *page) verbFeatures(f *[numFeatures]float64, name *text) {
	in := &p.in
	hit := 0.0
	var held [maxName]bool // what of the name says the verb
	for k, w := range name.list {
		s := p.row(w).same[in.verb]
		hit = max(hit, s)
		held[k] = s >= 0.8 || stopWords[w.stem]
	}
	for _, a := range in.spans {
		if a.from > in.verb || a.to <= in.verb || !p.v.action[a.concept] {
			continue
		}
		for _, b := range name.spans {
			if b.concept != a.concept {
				continue
			}
			hit = max(hit, sameMeaning)
			for k := b.from; k < b.to; k++ {
				held[k] = true
			}
		}
	}
	f[fActionHit], f[fActionMiss] = hit, 1-hit
	if hit >= 0.8 && !slices.Contains(held[:len(name.list)], false) {
		f[fVerbOnly] = 1
	}
}

// beginsAction reports whether a verb of doing begins at the k-th word of a name.
func (p *page) beginsAction(name *text, k int) bool {
	if p.v.actionWords[name.stems[k]] {
		return true
	}
	return slices.ContainsFunc(name.spans, func(s span) bool { return s.from == k && p.v.action[s.concept] })
}

func holdsJoined(words []string, a, b string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return joins(w, a, b) })
}

// longestRun is the number of words in the longest run that a and b share.
func longestRun(a, b []string) int {
	best := 0
	for i := range a {
		for j := range b {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			best = max(best, n)
		}
	}
	return best
}

// takesAway reports whether a name says that something goes.
func (p *page) takesAway(name *text) bool {
	return slices.ContainsFunc(name.list, func(w *word) bool { return w.destructive }) ||
		slices.ContainsFunc(name.spans, func(s span) bool { return p.v.destructive[s.concept] })
}

// actionOf notes a verb of doing in a name that the intent says only as far as said.
func (p *page) actionOf(f *[numFeatures]float64, name *text, k int, said float64) {
	action, destructive := p.v.actionWords[name.stems[k]], p.v.destrWords[name.stems[k]]
	for _, s := range name.spans {
		if s.from == k && p.v.action[s.concept] {
			action = true
			destructive = destructive || p.v.destructive[s.concept]
		}
	}
	if !action && !destructive {
		return
	}
	f[fActionExtra] = max(f[fActionExtra], 1-said)
	if destructive {
		f[fDestructExtra] = max(f[fDestructExtra], 1-said)
	}
}

// says reports whether the words of a phrase, at most two, stand side by side.
func says(stems []string, phrase string) bool {
	first, second, two := strings.Cut(phrase, " ")
	for i, s := range stems {
		if s == first && (!two || i+1 < len(stems) && stems[i+1] == second) {
			return true
		}
	}
	return false
}

// appendContent adds the words that carry a meaning, or all when there are no others.
func appendContent(out, stems []string) []string {
	from := len(out)
	for _, s := range stems {
		if !stopWords[s] {
			out = append(out, s)
		}
	}
	if len(out) == from {
		return append(out, stems...)
	}
	return out
}
