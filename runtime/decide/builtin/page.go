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
	in          intent         // what this decision is about
	list        []*word        // of the intent
	core, whole uitext.Vector  // of the intent without and with the words around it
	rows        []row          // by the id of a word
	cells       []float64      // what the rows of this era hold
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

// turn begins a decision about elements.
func (p *page) turn(cs []*trace.Candidate, intent, action string) {
	p.lex.tidy()
	p.in.read(p.v, intent, action)
	in := &p.in
	p.all, p.best, p.fits = len(cs), 0, 0
	p.era++
	p.cells = p.cells[:0]
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
	p.list = p.list[:0]
	for i, w := range in.words {
		p.list = append(p.list, p.lex.word(w, in.stems[i]))
	}
	p.whole = p.lex.meaningOf(in.words, p.list)
	p.core = p.lex.meaningOf(in.core, p.list[in.coreFrom:][:len(in.core)])
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
	n := len(p.list)
	cells := take(&p.cells, 3*n)
	*r = row{p.era, cells[:n:n], cells[n : 2*n : 2*n], cells[2*n:]}
	for i, a := range p.list {
		cos := float64(a.unit.Dot(&w.unit))
		r.same[i] = similarity(a.text, w.text, a.stem, w.stem)
		r.cosine[i] = cos
		r.near[i] = near(cos)
	}
	return r
}

// numbers is a list of n zeros that lives as long as one candidate.
func (p *page) numbers(n int) []float64 {
	out := take(&p.free, n)
	clear(out)
	return out
}

// slab is how many things are made at once.
const slab = 512

// take cuts n things off the memory that is left, or off new memory. What was taken before stays as it is.
func take[T any](left *[]T, n int) []T {
	from := len(*left)
	if from+n > cap(*left) {
		*left, from = make([]T, 0, max(slab, n)), 0
	}
	*left = (*left)[:from+n]
	return (*left)[from : from+n : from+n]
}
