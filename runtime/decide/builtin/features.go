package builtin

import (
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
	"github.com/jevrun/jevrun/runtime/trace"
)

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// evidence is what the texts of a candidate say of the intent: each list has a number for each word of it.
type evidence struct {
	name, placeholder, href, scope *text

	shown *text     // the name, or the address of a link without one
	back  []float64 // how well the intent says each word of the name

	byName, meaning, named         []float64 // named is either
	byPlaceholder, byHref, byValue []float64
	inScope, byScope               []float64 // byScope weighs how far the scope tells candidates apart
}

func (p *page) evidence(c *trace.Candidate) evidence {
	e := evidence{
		name: p.lex.text(nameText, c.Name), placeholder: p.lex.text(plainText, optional(c.Placeholder)),
		href: p.lex.text(hrefText, optional(c.Href)), scope: p.lex.text(scopeText, optional(c.Scope)),
	}
	e.shown = e.name
	if len(e.name.words) == 0 {
		e.shown = e.href
	}
	e.byName = p.cover(e.name)
	e.meaning, e.back = p.meaning(e.name)
	e.named = p.above(e.byName, e.meaning, 1)
	e.byPlaceholder = p.cover(e.placeholder)
	if len(e.placeholder.words) > 0 {
		m, _ := p.meaning(e.placeholder)
		e.byPlaceholder = p.above(e.byPlaceholder, m, 0.9)
	}
	e.byHref = p.cover(e.href)
	if len(e.name.words) == 0 {
		m, _ := p.meaning(e.href)
		e.byHref = p.above(e.byHref, m, 1)
	}
	e.byValue = p.cover(p.lex.text(plainText, optional(c.Value)))
	e.inScope = p.cover(e.scope)
	// A scope that everything shares says nothing; a section called "Sign in" would read like the action.
	apart := 1 - float64(p.kin[uitext.Bounded(optional(c.Scope))]-1)/float64(p.all)
	e.byScope = p.above(p.numbers(len(e.inScope)), e.inScope, apart)
	return e
}

// features of one candidate.
func (p *page) describe(f *[numFeatures]float64, c *trace.Candidate) {
	*f = [numFeatures]float64{}
	p.free = p.free[:0]
	e := p.evidence(c)
	unique := p.same[uitext.Bounded(c.Name)] == 1
	if len(e.name.words) == 0 {
		f[fNameless] = 1
	}
	f[fLong] = float64(min(len(e.name.words), 12)) / 12
	p.roleFeatures(f, c.Role, &e)
	all := p.coverFeatures(f, &e, unique)
	p.nameFeatures(f, e.name, e.back, unique)
	f[fNameMeaning] *= 0.25 + float64(0.75*f[fPrecision]) // one word of a long name says little in other words
	if f[fPrecision] >= 0.85 && p.complete(p.above(all, e.inScope, 1)) {
		f[fComplete] = 1
	}
	if f[fRoleWrong] < 1 && p.complete(all) {
		f[fCovers] = 1
	}
	f[fTrigrams] = p.in.grams.cosine(e.shown.words)
	if f[fAll] < 0.15 && f[fTrigrams] < 0.3 && !p.in.search {
		f[fNothing] = 1
	}
	p.literalFeatures(f, c, &e)
	p.likenessFeatures(f, &e, all)
}

// compare adds what only the list as a whole tells of each candidate.
func compare(rows [][numFeatures]float64) {
	n := 0.0
	for i := range rows {
		n += rows[i][fCovers]
	}
	for i := range rows {
		if rows[i][fCovers] > 0 {
			rows[i][fCoversOnly] = 1 / n
		}
	}
}

// coverFeatures tells which text covers how much of the intent, and returns what all of them cover.
func (p *page) coverFeatures(f *[numFeatures]float64, e *evidence, unique bool) (all []float64) {
	f[fNameCover] = p.share(e.byName)
	f[fNameMeaning] = p.share(p.beyond(e.meaning, e.byName))
	f[fPlaceholder] = p.share(p.beyond(e.byPlaceholder, e.named))
	f[fHref] = p.share(p.beyond(e.byHref, e.named, e.byPlaceholder))
	f[fValue] = p.share(p.beyond(e.byValue, e.named, e.byPlaceholder))
	f[fScope] = p.share(p.beyond(e.byScope, e.named))
	if !unique {
		f[fTwinScope] = f[fScope]
	}
	f[fScopeOnly] = f[fScope] * (1 - min(1, 2*p.share(e.named)))
	all = p.above(p.above(p.above(e.named, e.byPlaceholder, 1), e.byScope, 0.9), p.above(e.byHref, e.byValue, 1), 0.7)
	f[fAll] = p.share(all)
	for i, w := range p.in.weight {
		if p.in.carries[i] {
			f[fLeft] += float64(w * (1 - all[i]))
		}
	}
	f[fLeft] = min(f[fLeft], 3)
	return all
}

// roleFeatures compares the kind of element with the action and with what the intent says of it.
func (p *page) roleFeatures(f *[numFeatures]float64, role string, e *evidence) {
	in := &p.in
	fit := roleFit(in.action, role)
	f[fRole] = fit
	switch {
	case fit < 0.15:
		f[fRoleWrong] = 1
	case fit < 0.25:
		f[fRoleWrong] = 0.4
	}
	if fit == p.best && p.fits > 0 {
		f[fRoleOnly] = 1/float64(p.fits) - 1/float64(p.all) // a role that all have tells nothing
	}
	if slices.Contains(in.roles, role) {
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
func (p *page) literalFeatures(f *[numFeatures]float64, c *trace.Candidate, e *evidence) {
	in := &p.in
	if n := len(in.numbers); n > 0 {
		hits := 0
		for _, x := range in.numbers {
			if holdsNumber(c.Name, x) || holdsNumber(optional(c.Scope), x) || holdsNumber(optional(c.Href), x) || holdsNumber(optional(c.Value), x) {
				hits++
			}
		}
		f[fNumberHit] = float64(hits) / float64(n)
		f[fNumberMiss] = 1 - f[fNumberHit]
	}
	here := p.above(p.above(e.byName, e.byScope, 1), e.byPlaceholder, 1)
	if hit, ok := shareOf(in.quoted, here); ok {
		f[fQuoteHit], f[fQuoteMiss] = hit, 1-hit
	}
	if hit, ok := shareOf(in.proper, p.above(here, p.above(e.byHref, e.byValue, 1), 1)); ok {
		f[fProperHit] = hit
		if in.action != "fill" && in.action != "select" { // these may name what is typed or picked
			f[fProperMiss] = 1 - hit
		}
	}
}

// withoutKind drops the word that says what kind of region a scope is.
func withoutKind(s string) string {
	for _, kind := range [...]string{"row:", "dialog:", "status:"} {
		s = strings.TrimPrefix(s, kind)
	}
	return s
}

func (p *page) searchField(texts ...*text) bool {
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
