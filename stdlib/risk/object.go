package risk

const gap = 5 // words between a verb and its object, at most

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
