package builtin

import "slices"

// likenessFeatures compares meanings as the table of text vectors knows them.
func (p *page) likenessFeatures(f *[numFeatures]float64, e *evidence, all []float64) {
	a := float64(p.core.Dot(&e.shown.unit))
	f[fLikeName] = a
	if a > 0.4 {
		f[fLikeNameHigh] = (a - 0.4) * (a - 0.4)
	}
	f[fLikeHint] = a
	if len(e.placeholder.words) > 0 {
		v := p.lex.both(e.shown, e.placeholder)
		f[fLikeHint] = float64(p.core.Dot(&v))
	}
	f[fLikePlace] = float64(p.whole.Dot(&e.shown.unit))
	if len(e.scope.words) > 0 {
		v := p.lex.both(e.shown, e.scope)
		f[fLikePlace] = float64(p.whole.Dot(&v))
		f[fLikeScope] = float64(p.core.Dot(&e.scope.unit))
	}
	f[fLikeHref] = float64(p.core.Dot(&e.href.unit))
	p.softFeatures(f, e, all)
	p.softActions(f, e)
}

// softFeatures sets words of the name against words of the intent.
func (p *page) softFeatures(f *[numFeatures]float64, e *evidence, all []float64) {
	soft := p.numbers(len(p.in.words))
	copy(soft, e.byName)
	total, said, other := 0.0, 0.0, 0.0
	for k, w := range e.shown.list {
		best := 0.0
		for i, s := range p.row(w).near {
			best = max(best, s)
			soft[i] = max(soft[i], s)
		}
		total += w.weight
		said += float64(w.weight * best)
		if w.carries && k < len(e.back) {
			other += 1 - max(best, e.back[k], slices.Max(p.row(w).same))
		}
	}
	for i, is := range p.in.carries {
		if is {
			f[fUnsaid] += 1 - max(soft[i], all[i])
		}
	}
	f[fUnsaid] = min(f[fUnsaid], 3)
	if p.takesAway(e.name) { // what is taken away must be named in full
		f[fDestructExtra] = max(f[fDestructExtra], min(1, f[fUnsaid]))
	}
	f[fSwap] = float64(f[fNameCover] * min(1, f[fUnsaid]) * min(1, other))
	if p.in.action == "fill" || p.in.action == "select" { // labels of fields are nouns, and another one is another thing
		f[fFieldSwap] = f[fSwap]
	}
	f[fSoftCover] = p.share(soft)
	if total > 0 {
		f[fSoftPrecision] = said / total
	}
	f[fSoftScope] = p.share(p.beyond(e.inScope, soft))
	f[fSoftAll] = p.share(p.above(soft, e.inScope, 0.9))
}

// softActions compares verbs of doing.
func (p *page) softActions(f *[numFeatures]float64, e *evidence) {
	for k, w := range e.name.list {
		if !w.action && !p.beginsAction(e.name, k) {
			continue
		}
		best := 0.0
		r := p.row(w)
		for i, cos := range r.cosine {
			if !stopWords[p.in.stems[i]] {
				best = max(best, r.same[i], cos)
			}
		}
		f[fSoftActionExtra] = max(f[fSoftActionExtra], 1-best)
	}
	if p.in.verb < 0 {
		f[fNoAction] = 1
		return
	}
	hit := f[fActionHit]
	for _, w := range e.shown.list {
		hit = max(hit, p.row(w).cosine[p.in.verb])
	}
	hit = max(hit, float64(p.list[p.in.verb].unit.Dot(&e.shown.unit)))
	f[fSoftAction], f[fSoftActionMiss] = hit, 1-hit
	if f[fActionHit] >= 0.5 {
		return
	}
	for k, w := range e.name.list {
		if stopWords[w.stem] {
			continue
		}
		if w.action || p.beginsAction(e.name, k) {
			f[fVerbClash] = min(1, max(0, 1-p.row(w).cosine[p.in.verb])/0.35)
		}
		break
	}
}

// near is how far two words mean the same, 0 to 0.95, from the cosine of their vectors.
func near(cosine float64) float64 { return 0.95 * max(0, (cosine-0.45)/0.55) }
