package builtin

import (
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// text is the words of one text of a candidate.
type text struct {
	words, stems []string
	spans        []span
}

func (p *page) text(words []string) text {
	t := text{words: words, stems: stemAll(words)}
	t.spans = p.v.spans(t.stems)
	return t
}

// page computes the features of the candidates of one decision.
type page struct {
	v    *vocabulary
	in   *intent
	sims map[string][]float64 // of a word with every word of the intent
	same map[string]int       // candidates of a display name
	kin  map[string]int       // candidates of a scope
	all  int                  // candidates
	best float64              // the best role fit
	fits int                  // candidates that reach it
}

func newPage(v *vocabulary, in *intent, cs []*trace.Candidate) *page {
	p := &page{v: v, in: in, sims: map[string][]float64{}, same: map[string]int{}, kin: map[string]int{}, all: len(cs)}
	for _, c := range cs {
		p.same[bounded(c.Name)]++
		p.kin[bounded(optional(c.Scope))]++
		switch f := roleFit(in.action, c.Role); {
		case f > p.best:
			p.best, p.fits = f, 1
		case f == p.best:
			p.fits++
		}
	}
	return p
}

// sim is the likeness of w with every word of the intent.
func (p *page) sim(w, stemmed string) []float64 {
	if s, ok := p.sims[w]; ok {
		return s
	}
	s := make([]float64, len(p.in.words))
	for i, a := range p.in.words {
		s[i] = similarity(a, w, p.in.stems[i], stemmed)
	}
	p.sims[w] = s
	return s
}

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// evidence is what the texts of a candidate say of the intent: each list has a number for each word of it.
type evidence struct {
	name, placeholder text
	shown             text      // the name, or the address of a link without one
	back              []float64 // how well the intent says each word of the name

	byName, meaning, named         []float64 // named is either
	byPlaceholder, byHref, byValue []float64
	inScope, byScope               []float64 // byScope weighs how far the scope tells candidates apart
}

func (p *page) evidence(c *trace.Candidate) evidence {
	e := evidence{name: p.text(nameTokens(c.Name)), placeholder: p.text(tokenize(optional(c.Placeholder), maxName))}
	href := p.text(hrefTokens(optional(c.Href)))
	e.shown = e.name
	if len(e.name.words) == 0 {
		e.shown = href
	}
	e.byName = p.cover(e.name)
	e.meaning, e.back = p.meaning(e.name)
	e.named = above(e.byName, e.meaning, 1)
	e.byPlaceholder = p.cover(e.placeholder)
	if len(e.placeholder.words) > 0 {
		m, _ := p.meaning(e.placeholder)
		e.byPlaceholder = above(e.byPlaceholder, m, 0.9)
	}
	e.byHref = p.cover(href)
	if len(e.name.words) == 0 {
		m, _ := p.meaning(href)
		e.byHref = above(e.byHref, m, 1)
	}
	e.byValue = p.cover(p.text(tokenize(optional(c.Value), maxName)))
	e.inScope = p.cover(p.text(tokenize(scopeText(optional(c.Scope)), maxName)))
	// A scope that everything shares says nothing; a section called "Sign in" would read like the action.
	apart := 1 - float64(p.kin[bounded(optional(c.Scope))]-1)/float64(p.all)
	e.byScope = slices.Clone(e.inScope)
	for i := range e.byScope {
		e.byScope[i] *= apart
	}
	return e
}

// features of one candidate.
func (p *page) features(c *trace.Candidate) [numFeatures]float64 {
	var f [numFeatures]float64
	e := p.evidence(c)
	unique := p.same[bounded(c.Name)] == 1
	if len(e.name.words) == 0 {
		f[fNameless] = 1
	}
	f[fLong] = float64(min(len(e.name.words), 12)) / 12
	all := p.coverFeatures(&f, e, unique)
	p.nameFeatures(&f, e.name, e.back, unique)
	if f[fPrecision] >= 0.85 && p.complete(above(all, e.inScope, 1)) {
		f[fComplete] = 1
	}
	f[fTrigrams] = p.in.grams.cosine(e.shown.words)
	if f[fAll] < 0.15 && f[fTrigrams] < 0.3 && !p.in.search {
		f[fNothing] = 1
	}
	p.roleFeatures(&f, c.Role, e)
	p.literalFeatures(&f, c, e)
	return f
}

// coverFeatures tells which text covers how much of the intent, and returns what all of them cover.
func (p *page) coverFeatures(f *[numFeatures]float64, e evidence, unique bool) (all []float64) {
	f[fNameCover] = p.share(e.byName)
	f[fNameMeaning] = p.share(beyond(e.meaning, e.byName))
	f[fPlaceholder] = p.share(beyond(e.byPlaceholder, e.named))
	f[fHref] = p.share(beyond(e.byHref, e.named, e.byPlaceholder))
	f[fValue] = p.share(beyond(e.byValue, e.named, e.byPlaceholder))
	f[fScope] = p.share(beyond(e.byScope, e.named))
	if !unique {
		f[fTwinScope] = f[fScope]
	}
	f[fScopeOnly] = f[fScope] * (1 - min(1, 2*p.share(e.named)))
	all = above(above(above(e.named, e.byPlaceholder, 1), e.byScope, 0.9), above(e.byHref, e.byValue, 1), 0.7)
	f[fAll] = p.share(all)
	for i, w := range p.in.weight {
		if w >= 1 {
			f[fLeft] += float64(w * (1 - all[i]))
		}
	}
	f[fLeft] = min(f[fLeft], 3)
	return all
}

// roleFeatures compares the kind of element with the action and with what the intent says of it.
func (p *page) roleFeatures(f *[numFeatures]float64, role string, e evidence) {
	in := p.in
	fit := roleFit(in.action, role)
	f[fRole] = fit
	if fit < 0.15 {
		f[fRoleWrong] = 1
	}
	if fit == p.best && p.fits > 0 {
		f[fRoleOnly] = 1 / float64(p.fits)
	}
	if in.roles[role] {
		f[fRoleNamed] = 1
	}
	if in.nav && (role == "link" || role == "tab" || role == "treeitem") {
		f[fNavLink] = 1
	}
	if in.search && (role == "searchbox" || fit >= 0.7 && p.searchField(e.name, e.placeholder)) {
		f[fSearch] = 1
	}
}

// literalFeatures looks for what the intent says to the letter: numbers, quoted words, names of things.
func (p *page) literalFeatures(f *[numFeatures]float64, c *trace.Candidate, e evidence) {
	in := p.in
	if n := len(in.numbers); n > 0 {
		have := numbersIn(c.Name + " " + optional(c.Scope) + " " + optional(c.Href) + " " + optional(c.Value))
		hits := 0
		for _, x := range in.numbers {
			if slices.Contains(have, x) {
				hits++
			}
		}
		f[fNumberHit] = float64(hits) / float64(n)
		f[fNumberMiss] = 1 - f[fNumberHit]
	}
	here := above(above(e.byName, e.byScope, 1), e.byPlaceholder, 1)
	if hit, ok := shareOf(in.quoted, here); ok {
		f[fQuoteHit], f[fQuoteMiss] = hit, 1-hit
	}
	if hit, ok := shareOf(in.proper, above(here, above(e.byHref, e.byValue, 1), 1)); ok {
		f[fProperHit] = hit
		if in.action != "fill" && in.action != "select" { // these may name what is typed or picked
			f[fProperMiss] = 1 - hit
		}
	}
}

// scopeText drops the word that says what kind of region a scope is.
func scopeText(s string) string {
	for _, kind := range [...]string{"row:", "dialog:", "status:"} {
		s = strings.TrimPrefix(s, kind)
	}
	return s
}

func (p *page) searchField(texts ...text) bool {
	want := p.v.phrases["search"]
	for _, t := range texts {
		for _, s := range t.spans {
			if len(want) > 0 && s.concept == want[0] {
				return true
			}
		}
		if slices.Contains(t.stems, "filter") {
			return true
		}
	}
	return false
}
