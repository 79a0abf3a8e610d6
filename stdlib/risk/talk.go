package risk

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
