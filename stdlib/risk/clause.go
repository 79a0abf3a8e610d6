package risk

import "slices"

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
