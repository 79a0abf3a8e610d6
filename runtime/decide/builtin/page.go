package builtin

import (
	"slices"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
	"github.com/jevrun/jevrun/runtime/trace"
)

// page computes the features of the candidates of one decision after another. What it needs on the way is
// kept for the next one.
type page struct {
	lex         *lexicon
	v           *vocabulary
	in          *intent
	list        []*word        // of the intent
	core, whole uitext.Vector  // of the intent without and with the words around it
	rows        []row          // by the id of a word
	era         int            // rows of other eras belong to other decisions
	same        map[string]int // candidates of a display name
	kin         map[string]int // candidates of a scope
	all         int            // candidates
	best        float64        // the best role fit
	fits        int            // candidates that reach it
	free        []float64      // for the lists of one candidate
	features    [][numFeatures]float64
	logits      []float64
}

// row is a word against each word of the intent.
type row struct {
	era    int
	same   []float64 // by spelling
	cosine []float64 // by meaning
	near   []float64 // the same as a share
}

func newPage(v *vocabulary, table *uitext.Table) *page {
	return &page{lex: newLexicon(v, table), v: v, same: map[string]int{}, kin: map[string]int{}}
}

// turn begins a decision.
func (p *page) turn(in *intent, cs []*trace.Candidate) {
	p.lex.tidy()
	p.in, p.all, p.best, p.fits = in, len(cs), 0, 0
	p.era++
	clear(p.same)
	clear(p.kin)
	for _, c := range cs {
		p.same[uitext.Bounded(c.Name)]++
		p.kin[uitext.Bounded(optional(c.Scope))]++
		switch f := roleFit(in.action, c.Role); {
		case f > p.best:
			p.best, p.fits = f, 1
		case f == p.best:
			p.fits++
		}
	}
	t := p.lex.of(in.words)
	p.list, p.whole = t.list, t.unit
	p.core = p.lex.of(in.core).unit
}

// row is w against the intent.
func (p *page) row(w *word) *row {
	if w.id >= len(p.rows) {
		p.rows = slices.Grow(p.rows, w.id+1-len(p.rows))[:w.id+1]
	}
	r := &p.rows[w.id]
	if r.era == p.era {
		return r
	}
	r.era = p.era
	r.same, r.cosine, r.near = r.same[:0], r.cosine[:0], r.near[:0]
	for _, a := range p.list {
		cos := float64(a.unit.Dot(&w.unit))
		r.same = append(r.same, similarity(a.text, w.text, a.stem, w.stem))
		r.cosine = append(r.cosine, cos)
		r.near = append(r.near, near(cos))
	}
	return r
}

// numbers is a list of n zeros that lives as long as one candidate.
func (p *page) numbers(n int) []float64 {
	if len(p.free)+n > cap(p.free) {
		p.free = make([]float64, 0, max(4096, 2*cap(p.free)))
	}
	from := len(p.free)
	p.free = p.free[:from+n]
	out := p.free[from : from+n : from+n]
	clear(out)
	return out
}
