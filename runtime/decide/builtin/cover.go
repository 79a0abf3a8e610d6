package builtin

import "slices"

// cover is how well t repeats each word of the intent.
func (p *page) cover(t *text) []float64 {
	in := &p.in
	out := p.numbers(len(in.words))
	for _, w := range t.list {
		for i, s := range p.row(w).same {
			out[i] = max(out[i], s)
		}
	}
	for i := 0; i+1 < len(in.words); i++ { // "log in" and "login"
		if slices.ContainsFunc(t.words, func(w string) bool { return joins(w, in.words[i], in.words[i+1]) }) {
			out[i], out[i+1] = max(out[i], 0.95), max(out[i+1], 0.95)
		}
	}
	for k := 0; k+1 < len(t.words); k++ {
		if i := slices.IndexFunc(in.words, func(w string) bool { return joins(w, t.words[k], t.words[k+1]) }); i >= 0 {
			out[i] = max(out[i], 0.95)
		}
	}
	return out
}

// joins reports whether w is a and b written together.
func joins(w, a, b string) bool {
	return len(w) == len(a)+len(b) && w[:len(a)] == a && w[len(a):] == b
}

const sameMeaning = 0.9 // what another word for the same thing counts

// meaning is how well t says each word of the intent in other words, and how well the intent says each word of t.
func (p *page) meaning(t *text) (of, back []float64) {
	of, back = p.numbers(len(p.in.words)), p.numbers(len(t.words))
	for _, a := range p.in.spans {
		for _, b := range t.spans {
			if a.concept != b.concept {
				continue
			}
			for i := a.from; i < a.to; i++ {
				of[i] = sameMeaning
			}
			for i := b.from; i < b.to; i++ {
				back[i] = sameMeaning
			}
		}
	}
	return of, back
}

func (p *page) share(m []float64) float64 {
	if p.in.total == 0 {
		return 0
	}
	sum := 0.0
	for i, w := range p.in.weight {
		sum += float64(w * m[i])
	}
	return sum / p.in.total
}

// beyond is what m has above the parts of all of have.
func (p *page) beyond(m []float64, have ...[]float64) []float64 {
	out := p.numbers(len(m))
	for i := range m {
		top := 0.0
		for _, h := range have {
			top = max(top, h[i])
		}
		out[i] = max(0, m[i]-top)
	}
	return out
}

func (p *page) above(a, b []float64, factor float64) []float64 {
	out := p.numbers(len(a))
	for i := range a {
		out[i] = max(a[i], float64(b[i]*factor))
	}
	return out
}

// complete reports whether m covers every content word of the intent.
func (p *page) complete(m []float64) bool {
	for i := range p.in.weight {
		if p.in.carries[i] && m[i] < 0.8 {
			return false
		}
	}
	return true
}

// shareOf is the mean of m over the words that are marked.
func shareOf(marked []bool, m []float64) (share float64, any bool) {
	n, sum := 0.0, 0.0
	for i, is := range marked {
		if is {
			n++
			sum += m[i]
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / n, true
}
