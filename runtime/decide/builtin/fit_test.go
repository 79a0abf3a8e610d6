package builtin

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// go test ./runtime/decide/builtin -run TestFit -fit -v
var fit = flag.Bool("fit", false, "fit the weights to the dev cases, report and rewrite weights.go")

// sample is a case as numbers.
type sample struct {
	x      [][numFeatures]float64
	g      [numNone]float64
	y      []bool // of x; none is right when all are false
	weight float64
	page   string
}

func sampleOf(v *vocabulary, c testCase) sample {
	var es []*trace.Candidate
	for _, o := range c.request().Questions[0].Options {
		if o.Label != decide.None {
			es = append(es, o.Element)
		}
	}
	p := pageFor(v)
	p.turn(es, c.Intent, c.Verb)
	r := sample{y: make([]bool, len(es)), weight: c.weight, page: c.Page}
	for _, e := range es {
		var f [numFeatures]float64
		p.describe(&f, e)
		r.x = append(r.x, f)
	}
	compare(r.x)
	for _, i := range c.Expect {
		r.y[i] = true
	}
	r.g = noneRow(r.x)
	return r
}

var pages = map[*vocabulary]*page{}

// pageFor keeps what it knows of words between the cases.
func pageFor(v *vocabulary) *page {
	if pages[v] == nil {
		pages[v] = newPage(v, sharedTable())
	}
	return pages[v]
}

// model is the two vectors of weights, over features that are scaled by sx and sg.
type model struct {
	w      [numFeatures]float64
	b      [numNone]float64
	sx, sg []float64
}

// sign is what a feature may say: 1 only for a candidate, -1 only against it. What the few cases happen to
// show otherwise is chance, and some of it would be dangerous.
var sign = [numFeatures]float64{
	fNameCover: 1, fNameMeaning: 1, fPlaceholder: 1, fHref: 1, fValue: 1, fScope: 1, fPrecision: 1, fExtra: -1, fLeft: -1, fTrigrams: 1,
	fExact: 1, fMutual: 1, fLead: 1, fTail: 1, fActionHit: 1, fActionMiss: -1, fActionExtra: -1, fDestructExtra: -1, fRole: 1, fRoleWrong: -1,
	fRoleOnly: 1, fRoleNamed: 1, fNavLink: 1, fNavAction: -1, fNumberHit: 1, fNumberMiss: -1, fOpposite: -1, fSearch: 1, fTwinScope: 1, fQuoteHit: 1, fQuoteMiss: -1, fAll: 1, fComplete: 1, fNothing: -1,
	fRun: 1, fContains: 1, fProperHit: 1, fProperMiss: -1, fVerbOnly: 1, fVerbClash: -1,
	fLikeName: 1, fLikeNameHigh: 1, fLikeHint: 1, fLikePlace: 1, fLikeScope: 1, fLikeHref: 1, fSoftCover: 1, fSoftPrecision: 1, fSoftScope: 1, fSoftAll: 1, fSoftAction: 1, fSoftActionMiss: -1, fSoftActionExtra: -1, fNoAction: 1, fCovers: 1, fCoversOnly: 1, fUnsaid: -1, fSwap: -1, fFieldSwap: -1,
}

// fixed are weights that are set by reason and not fitted: what an action cannot be done to is not meant,
// whatever its name says; and the cases are too few to show that the verb alone is enough where only one element has it.
var fixed = map[int]float64{fRoleWrong: -5, fVerbOnly: 1.5, fFieldSwap: 0}

// What is set after the fit, so that no other weight makes up for it. The temperature, the shift of none and the
// weight of fSwap, of which the cases that are made up teach too much, were chosen by cross-validation over all
// pages; the rest is set by reason.
const (
	temperature   = 1.07
	noneShift     = -0.3
	somethingElse = -1.0
	anotherField  = -4.0
	verbAlone     = 1.9
	notAllNamed   = -0.5 // at most: something would go and the intent does not say all of it
)

// calm sets it.
func (m *model) calm() {
	m.w[fSwap], m.w[fDestructExtra] = somethingElse, min(m.w[fDestructExtra], notAllNamed)
	m.w[fVerbOnly], m.w[fFieldSwap] = verbAlone, anotherField
	m.b[0] += noneShift
	for k := range m.w {
		m.w[k] /= temperature
	}
	for k := range m.b {
		m.b[k] /= temperature
	}
}

// train minimizes the weighted negative log likelihood plus l2 times the squared weights, by full-batch Adam
// from zero: the same rows give the same weights.
func train(rows []sample, l2 float64, steps int) model {
	m := model{sx: make([]float64, numFeatures), sg: make([]float64, numNone)}
	scaleOf(m.sx, func(yield func([]float64, float64)) {
		for _, r := range rows {
			for i := range r.x {
				yield(r.x[i][:], r.weight/float64(len(r.x)))
			}
		}
	})
	scaleOf(m.sg, func(yield func([]float64, float64)) {
		for _, r := range rows {
			yield(r.g[:], r.weight)
		}
	})
	m.sg[0] = 1
	total := 0.0
	scaled := make([]sparse, len(rows))
	most := 0
	for i, r := range rows {
		total += r.weight
		scaled[i] = sparseOf(r, m.sx, m.sg)
		most = max(most, len(r.x)+1)
	}
	z, p := make([]float64, most), make([]float64, most)
	n := numFeatures + numNone
	theta, m1, m2 := make([]float64, n), make([]float64, n), make([]float64, n)
	grad := make([]float64, n)
	for k, w := range fixed {
		theta[k] = w * m.sx[k]
	}
	for step := 1; step <= steps; step++ {
		clear(grad)
		for i := range scaled {
			r := &scaled[i]
			z, p := z[:r.n+1], p[:r.n+1]
			for j := range z {
				z[j] = 0
				for _, t := range r.terms[r.from[j]:r.from[j+1]] {
					z[j] += theta[t.k] * t.x
				}
			}
			top, sum, gold := slices.Max(z), 0.0, 0.0
			for j := range z {
				p[j] = math.Exp(z[j] - top)
				sum += p[j]
				if r.right[j] {
					gold += p[j]
				}
			}
			for j := range p {
				d := p[j] / sum
				if r.right[j] {
					d -= p[j] / max(gold, 1e-300)
				}
				d *= r.weight / total
				for _, t := range r.terms[r.from[j]:r.from[j+1]] {
					grad[t.k] += d * t.x
				}
			}
		}
		rate := 0.05 * math.Min(1, 4*(1-float64(step)/float64(steps+1)))
		for k := range theta {
			if _, is := fixed[k]; is {
				continue
			}
			if k != numFeatures { // the constant of none is free
				grad[k] += 2 * l2 * theta[k]
			}
			m1[k] = 0.9*m1[k] + 0.1*grad[k]
			m2[k] = 0.999*m2[k] + 0.001*grad[k]*grad[k]
			h1, h2 := m1[k]/(1-math.Pow(0.9, float64(step))), m2[k]/(1-math.Pow(0.999, float64(step)))
			theta[k] -= rate * h1 / (math.Sqrt(h2) + 1e-9)
			if k < numFeatures && theta[k]*sign[k] < 0 {
				theta[k] = 0
			}
		}
	}
	for k := range numFeatures {
		m.w[k] = theta[k] / m.sx[k]
	}
	for k := range numNone {
		m.b[k] = theta[numFeatures+k] / m.sg[k]
	}
	m.calm()
	return m
}

// sparse is a sample as the features that are not zero, scaled: most are. None is the last of its options.
type sparse struct {
	n      int // candidates
	from   []int
	terms  []term
	right  []bool
	weight float64
}

// term is the k-th weight and what it is multiplied with.
type term struct {
	k int
	x float64
}

func sparseOf(s sample, sx, sg []float64) sparse {
	r := sparse{n: len(s.x), weight: s.weight, from: make([]int, 1, len(s.x)+2)}
	add := func(at int, x, scale []float64) {
		for k, v := range x {
			if v != 0 {
				r.terms = append(r.terms, term{at + k, v / scale[k]})
			}
		}
		r.from = append(r.from, len(r.terms))
	}
	for i := range s.x {
		add(0, s.x[i][:], sx)
	}
	add(numFeatures, s.g[:], sg)
	r.right = append(slices.Clone(s.y), !slices.Contains(s.y, true))
	return r
}

// scaleOf computes standard deviations.
func scaleOf(out []float64, each func(func([]float64, float64))) {
	n := 0.0
	mean, square := make([]float64, len(out)), make([]float64, len(out))
	each(func(x []float64, w float64) {
		n += w
		for k, v := range x {
			mean[k] += w * v
			square[k] += w * v * v
		}
	})
	for k := range out {
		m := mean[k] / n
		out[k] = math.Sqrt(max(0, square[k]/n-m*m)) + 1e-2
	}
}

// partial is the vocabulary without meanings, with a part of them twice, and whole. The table of concepts
// was written by one who had seen the pages of cases.jsonl; with rows that lack some of it the fit learns how
// much to trust it elsewhere.
func partial() []*vocabulary {
	out := []*vocabulary{vocabularyOf(func(concept) bool { return false })}
	for draw := range 2 {
		out = append(out, vocabularyOf(func(c concept) bool {
			h := fnv.New32a()
			fmt.Fprintf(h, "%d/%d", draw, c)
			return h.Sum32()>>8%100 >= 45
		}))
	}
	return append(out, sharedVocabulary())
}

// trust is how much a row counts by the vocabulary that it was made with; the pages of dev were known when the
// concepts were written, the others were not.
var trust = struct{ known, others [4]float64 }{[4]float64{1, 1.5, 1.5, 0.5}, [4]float64{0.5, 0.75, 0.75, 2}}

// fitL2 is what a squared weight costs.
const fitL2 = 0.02

// fitSteps is how often the weights are moved.
const fitSteps = 200

// What is made out of cases counts less than they do.
const (
	plainWeight = 0.6
	smallWeight = 0.45
	hintWeight  = 0.15
	swapWeight  = 0.15
)

// rowsOf are the cases with what is made out of them, as the fit takes them.
func rowsOf(base []testCase) []sample {
	var rows []sample
	vocabularies := partial()
	for draw, v := range vocabularies {
		cases := slices.Clone(base)
		if draw == 1 {
			cases = append(append(cases, plain(base, plainWeight)...), small(base, smallWeight)...)
			cases = append(append(cases, hinted(base, hintWeight)...), swapped(base, swapWeight)...)
		}
		for _, c := range cases {
			r := sampleOf(v, c)
			if c.Split == "dev" && !c.real {
				r.weight *= trust.known[draw]
			} else {
				r.weight *= trust.others[draw]
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// TestFolds fits the weights for cross-validation to testdata/folds.json. It runs only with -fit: what they reach
// is held by TestQuality.
func TestFolds(t *testing.T) {
	if !*fit {
		t.Skip("skipped: it fits seven times, which takes minutes; run with -fit to rewrite testdata/folds.json")
	}
	rows := rowsOf(fitted(t))
	var out []fold
	for n := range folds {
		var in []sample
		for _, r := range rows {
			if foldOf(r.page) != n {
				in = append(in, r)
			}
		}
		m := train(in, fitL2, fitSteps)
		f := fold{Candidate: make([]float64, numFeatures), None: make([]float64, numNone)}
		for k, w := range m.w {
			f.Candidate[k] = math.Round(1e4*w) / 1e4
		}
		for k, w := range m.b {
			f.None[k] = math.Round(1e4*w) / 1e4
		}
		out = append(out, f)
	}
	b, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(foldsFile, append(b, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fitted are the cases that the weights are fitted to.
func fitted(t testing.TB) []testCase {
	return slices.Concat(loadCases(t, "dev"), loadCases(t, "hidden"), loadReal(t, "dev"))
}

// TestFit fits the weights and writes weights.go. It runs only with -fit: what the weights reach is held by TestQuality.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("skipped: refitting takes a minute; run with -fit to rewrite weights.go")
	}
	cases := fitted(t)
	rows := rowsOf(cases)
	t.Logf("%d rows of %d cases", len(rows), len(cases))
	m := train(rows, fitL2, fitSteps)
	copy(candidateWeights[:], m.w[:])
	copy(noneWeights[:], m.b[:])
	t.Logf("plain:  %v", evaluate(t, plain(cases, 1)))
	t.Logf("hinted: %v", evaluate(t, hinted(cases, 1)))
	t.Logf("small:  %v", evaluate(t, small(cases, 1)))
	t.Logf("swapped: %v", evaluate(t, swapped(cases, 1)))

	var b strings.Builder
	b.WriteString("package builtin\n\n// Fitted by TestFit with -fit to cases of testdata; not for editing by hand.\n\n")
	b.WriteString("// candidateWeights is what each feature of a candidate adds to its logit.\nvar candidateWeights = [numFeatures]float64{\n")
	for k, w := range m.w {
		fmt.Fprintf(&b, "%s: %.4f,\n", featureIDs[k], w)
	}
	b.WriteString("}\n\n// noneWeights belong to the constant, the maxima of noneFeatures in their order, the least fLeft and fUnsaid and the\n// logarithm of the number of candidates.\nvar noneWeights = [numNone]float64{\n")
	for _, w := range m.b {
		fmt.Fprintf(&b, "%.4f,\n", w)
	}
	b.WriteString("}\n")
	src, err := format.Source([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("weights.go", src, 0o644); err != nil {
		t.Fatal(err)
	}
}

// featureIDs are the names of the features in the source.
var featureIDs = strings.Fields(`fNameCover fNameMeaning fPlaceholder fHref fValue fScope fPrecision fExtra fLeft fTrigrams fExact fMutual fLead fTail fActionHit fActionMiss fActionExtra fDestructExtra fRole fRoleWrong fRoleOnly fRoleNamed fNavLink fNavAction fNumberHit fNumberMiss fOpposite fSearch fLong fNameless fTwinScope fScopeOnly fQuoteHit fQuoteMiss fAll fComplete fNothing fRun fContains fProperHit fProperMiss fVerbOnly fVerbClash fLikeName fLikeNameHigh fLikeHint fLikePlace fLikeScope fLikeHref fSoftCover fSoftPrecision fSoftScope fSoftAll fSoftAction fSoftActionMiss fSoftActionExtra fNoAction fCovers fCoversOnly fUnsaid fSwap fFieldSwap`)
