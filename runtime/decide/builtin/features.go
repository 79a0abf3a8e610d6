package builtin

import (
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// The features of a candidate. All lie between -1 and about 3; weights.go holds what each is worth.
const (
	fNameCover     = iota // share of the intent that words of the name repeat
	fNameMeaning          // share of the intent that the name says in other words
	fPlaceholder          // share that only the placeholder covers
	fHref                 // share that only the address covers
	fValue                // share that only the current value covers
	fScope                // share that only the scope covers
	fPrecision            // share of the name that the intent says
	fExtra                // weight of the name's words that the intent does not say, at most 3
	fLeft                 // weight of the intent's words that nothing of the candidate says, at most 3
	fTrigrams             // likeness of spelling
	fExact                // name and intent have the same content words
	fMutual               // name and intent cover each other, meaning included
	fLead                 // the name is how the intent begins: "Sign in" in "sign in to the shop"
	fTail                 // the name is how the intent ends: "Atlas" in "open project Atlas"
	fActionHit            // the name holds the intent's verb of doing
	fActionMiss           // it does not
	fActionExtra          // the name holds a verb of doing that the intent does not
	fDestructExtra        // and that verb takes something away
	fRole                 // how well the role fits the action
	fRoleWrong            // the action cannot be done to the role
	fRoleOnly             // one over the number of candidates whose role fits best
	fRoleNamed            // the intent names the kind of element
	fNavLink              // an intent to go somewhere, and a link
	fNavAction            // an intent to go somewhere, and a name that does something
	fNumberHit            // share of the intent's numbers on the candidate
	fNumberMiss           // share that is missing
	fOpposite             // the name says the opposite of the intent
	fSearch               // an intent to search, and a search field
	fLong                 // a long name
	fNameless             // no name
	fTwinScope            // the scope tells candidates of one name apart
	fScopeOnly            // the scope fits and the name does not
	fQuoteHit             // share of the intent's quoted words on the name or in the scope
	fQuoteMiss            // share that is missing
	fAll                  // share of the intent that anything of the candidate covers
	fComplete             // the candidate or its scope says every word of the intent, and the intent the whole name
	fNothing              // hardly anything of the intent is on the candidate
	fRun                  // share of the intent's content words that the name holds in one run
	fContains             // the name holds all content words of the intent, three or more, in one run
	fProperHit            // share of the intent's names of things that the candidate holds
	fProperMiss           // share that is missing from what will be clicked
	fVerbOnly             // the name is the intent's verb of doing and nothing else, and no other element has it
	fVerbClash            // the name begins with another verb of doing
	numFeatures
)

// The features of a page that speak for or against none: maxima over the candidates.
var noneFeatures = [...]int{fAll, fNameCover, fPrecision, fTrigrams, fExact, fMutual, fLead, fTail, fActionHit, fRole, fNumberHit, fQuoteHit, fSearch, fTwinScope, fRun, fProperHit, fVerbOnly}

// numNone counts the weights of none: a constant, the maxima, the least fLeft and the number of candidates.
const numNone = 1 + len(noneFeatures) + 2

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

// cover is how well t repeats each word of the intent.
func (p *page) cover(t text) []float64 {
	in := p.in
	out := make([]float64, len(in.words))
	for k, w := range t.words {
		for i, s := range p.sim(w, t.stems[k]) {
			out[i] = max(out[i], s)
		}
	}
	for i := 0; i+1 < len(in.words); i++ { // "log in" and "login"
		joined := in.words[i] + in.words[i+1]
		if slices.Contains(t.words, joined) {
			out[i], out[i+1] = max(out[i], 0.95), max(out[i+1], 0.95)
		}
	}
	for k := 0; k+1 < len(t.words); k++ {
		joined := t.words[k] + t.words[k+1]
		if i := slices.Index(in.words, joined); i >= 0 {
			out[i] = max(out[i], 0.95)
		}
	}
	return out
}

const sameMeaning = 0.9 // what another word for the same thing counts

// meaning is how well t says each word of the intent in other words, and how well the intent says each word of t.
func (p *page) meaning(t text) (of, back []float64) {
	of, back = make([]float64, len(p.in.words)), make([]float64, len(t.words))
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
func beyond(m []float64, have ...[]float64) []float64 {
	out := make([]float64, len(m))
	for i := range m {
		top := 0.0
		for _, h := range have {
			top = max(top, h[i])
		}
		out[i] = max(0, m[i]-top)
	}
	return out
}

func above(a, b []float64, factor float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = max(a[i], float64(b[i]*factor))
	}
	return out
}

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// features of one candidate.
func (p *page) features(c *trace.Candidate) [numFeatures]float64 {
	var f [numFeatures]float64
	in := p.in
	name := p.text(nameTokens(c.Name))
	placeholder := p.text(tokenize(optional(c.Placeholder), maxName))
	href := p.text(hrefTokens(optional(c.Href)))
	value := p.text(tokenize(optional(c.Value), maxName))
	scope := p.text(tokenize(scopeText(optional(c.Scope)), maxName))
	shown := name
	if len(name.words) == 0 {
		shown = href
		f[fNameless] = 1
	}

	byName := p.cover(name)
	meaning, back := p.meaning(name)
	named := above(byName, meaning, 1)
	byPlaceholder := p.cover(placeholder)
	if len(placeholder.words) > 0 {
		m, _ := p.meaning(placeholder)
		byPlaceholder = above(byPlaceholder, m, 0.9)
	}
	byHref := p.cover(href)
	if len(name.words) == 0 {
		m, _ := p.meaning(href)
		byHref = above(byHref, m, 1)
	}
	byValue := p.cover(value)
	byScope := p.cover(scope)

	f[fNameCover] = p.share(byName)
	f[fNameMeaning] = p.share(beyond(meaning, byName))
	f[fPlaceholder] = p.share(beyond(byPlaceholder, named))
	f[fHref] = p.share(beyond(byHref, named, byPlaceholder))
	f[fValue] = p.share(beyond(byValue, named, byPlaceholder))
	// A scope that everything shares says nothing; a section called "Sign in" would read like the action.
	apart := 1 - float64(p.kin[bounded(optional(c.Scope))]-1)/float64(p.all)
	inScope := slices.Clone(byScope)
	for i := range byScope {
		byScope[i] *= apart
	}
	restScope := p.share(beyond(byScope, named))
	f[fScope] = restScope
	f[fTwinScope] = 0
	if p.same[bounded(c.Name)] > 1 {
		f[fTwinScope] = restScope
	}
	f[fScopeOnly] = restScope * (1 - min(1, 2*p.share(named)))
	all := above(above(above(named, byPlaceholder, 1), byScope, 0.9), above(byHref, byValue, 1), 0.7)
	f[fAll] = p.share(all)
	for i, w := range in.weight {
		if w >= 1 {
			f[fLeft] += float64(w * (1 - all[i]))
		}
	}
	f[fLeft] = min(f[fLeft], 3)

	p.nameFeatures(&f, name, back, p.same[bounded(c.Name)] == 1)
	if f[fPrecision] >= 0.85 && p.complete(above(all, inScope, 1)) {
		f[fComplete] = 1
	}
	f[fTrigrams] = in.grams.cosine(shown.words)
	if f[fAll] < 0.15 && f[fTrigrams] < 0.3 && !in.search {
		f[fNothing] = 1
	}
	f[fLong] = float64(min(len(name.words), 12)) / 12

	fit := roleFit(in.action, c.Role)
	f[fRole] = fit
	if fit < 0.15 {
		f[fRoleWrong] = 1
	}
	if fit == p.best && p.fits > 0 {
		f[fRoleOnly] = 1 / float64(p.fits)
	}
	if in.roles[c.Role] {
		f[fRoleNamed] = 1
	}
	if in.nav && (c.Role == "link" || c.Role == "tab" || c.Role == "treeitem") {
		f[fNavLink] = 1
	}
	if in.search && (c.Role == "searchbox" || fit >= 0.7 && p.searchField(name, placeholder)) {
		f[fSearch] = 1
	}
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
	here := above(above(byName, byScope, 1), byPlaceholder, 1)
	if hit, ok := shareOf(in.quoted, here); ok {
		f[fQuoteHit], f[fQuoteMiss] = hit, 1-hit
	}
	if hit, ok := shareOf(in.proper, above(here, above(byHref, byValue, 1), 1)); ok {
		f[fProperHit] = hit
		if in.action != "fill" && in.action != "select" { // these may name what is typed or picked
			f[fProperMiss] = 1 - hit
		}
	}
	return f
}

// complete reports whether m covers every content word of the intent.
func (p *page) complete(m []float64) bool {
	for i, w := range p.in.weight {
		if w >= 1 && m[i] < 0.8 {
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
