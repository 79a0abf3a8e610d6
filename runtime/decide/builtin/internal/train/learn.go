package main

import (
	"math"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

const dim = uitext.Dim

type (
	vector = [dim]float32
	line   = [batch / 32][4][8]float32 // batch numbers, in the pieces that the kernels take
)

// How it learns. Each batch is pairs of texts; a text must be told apart from the partners of all others.
const (
	batch       = 320
	temperature = 0.06
	firstRate   = 0.12
	lastRate    = 0.012
	dropped     = 0.1 // share of the pieces of a text that are left out
	maxPieces   = 400 // of a text
)

// random is xorshift64*: small, and the same everywhere.
type random uint64

func newRandom(seed uint64) *random {
	r := random(seed*0x9e3779b97f4a7c15 + 1)
	return &r
}

func (r *random) next() uint64 {
	x := uint64(*r)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*r = random(x)
	return x * 0x2545f4914f6cdd1d
}

func (r *random) below(n int) int   { return int(r.next() >> 33 % uint64(n)) }
func (r *random) share() float64    { return float64(r.next()>>11) / (1 << 53) }
func pickOf(r *random, x []int) int { return x[r.below(len(x))] }

// side is one half of a batch.
type side struct {
	text   [batch]int
	sum    [batch]vector // as long as 1
	length [batch]float32
	grad   [batch]vector
	used   [batch][]uint32
}

// learner holds the rows and the state of AdaGrad.
type learner struct {
	set  *trainingSet
	r    *random
	rows []vector
	seen []float32 // sums of squared gradients
	a, b side
	of   [batch]int // which group a pair comes from
	turn [dim]line  // the vectors of b by their numbers
	p    [batch][batch]float32
	back [batch][batch]float32 // p by columns
}

func newLearner(set *trainingSet) *learner {
	l := &learner{set: set, r: newRandom(2), rows: make([]vector, uitext.Buckets), seen: make([]float32, uitext.Buckets)}
	for i := range l.rows {
		for k := range dim {
			l.rows[i][k] = float32((l.r.share() - 0.5) * 0.2)
		}
	}
	return l
}

// learn returns the rows of the table, one after another.
func learn(set *trainingSet, steps int, say func(string, ...any)) []float32 {
	l := newLearner(set)
	mean := 0.0
	for step := range steps {
		rate := float32(firstRate + (lastRate-firstRate)*float64(step)/float64(steps))
		loss := l.step(rate)
		if step < 100 {
			mean = loss
		}
		mean += 0.01 * (loss - mean)
		if step%2000 == 0 {
			say("batch %d of %d, loss %.3f", step, steps, mean)
		}
	}
	out := make([]float32, 0, uitext.Buckets*dim)
	for i := range l.rows {
		out = append(out, l.rows[i][:]...)
	}
	return out
}

// pair draws two texts that mean the same and the number of their group.
func (l *learner) pair() (a, b, group int) {
	t, r := l.set, l.r
	switch u := r.share(); {
	case u < 0.58:
		n := t.drawTranslation(r.share())
		x := &t.translations[n]
		a = pickOf(r, x.english)
		if r.share() < 0.12 {
			a = pickOf(r, x.main)
		}
		switch v := r.share(); {
		case v < 0.6:
			b = pickOf(r, x.main)
		case v < 0.8:
			b = pickOf(r, x.other)
		default:
			b = x.english[0]
		}
		return a, b, n
	case u < 0.78:
		n := r.below(len(t.icons))
		x := t.icons[n]
		a = x[0]
		if r.share() > 0.6 {
			a = pickOf(r, x[1:])
		}
		return a, pickOf(r, x[1:]), 1<<24 + n
	case u < 0.93:
		n := r.below(len(t.synonyms))
		x := t.synonyms[n]
		return pickOf(r, x), pickOf(r, x), 2<<24 + n
	default:
		n := r.below(len(t.definitions))
		return t.definitions[n][0], t.definitions[n][1], 3<<24 + n
	}
}

func (l *learner) load(s *side, i, text int) {
	s.text[i] = text
	v := &s.sum[i]
	pieces := l.set.pieces[l.set.offsets[text]:l.set.offsets[text+1]]
	used := s.used[i][:0]
	for _, p := range pieces {
		if len(pieces) > 4 && l.r.share() < dropped {
			continue
		}
		used = append(used, p)
		if len(used) == maxPieces {
			break
		}
	}
	s.used[i] = used
	gather(v, l.rows, used)
	n := float32(math.Sqrt(float64(dot(v, v)) + 1e-12))
	s.length[i] = n
	scale(v, 1/n)
}

func (l *learner) step(rate float32) (loss float64) {
	for i := range batch {
		a, b, g := l.pair()
		l.of[i] = g
		l.load(&l.a, i, a)
		l.load(&l.b, i, b)
	}
	for j := range batch {
		for d, x := range &l.b.sum[j] {
			l.turn[d][j/32][j/8%4][j%8] = x
		}
	}
	var rows, columns [batch]float32
	for i := range batch {
		var cosines line
		products(&cosines, &l.a.sum[i], &l.turn)
		row := &l.p[i]
		for j := range row {
			if i != j && (l.of[i] == l.of[j] || l.a.text[i] == l.a.text[j] || l.b.text[i] == l.b.text[j]) {
				row[j] = 0 // another of the same meaning is no mistake
				continue
			}
			e := exp((cosines[j/32][j/8%4][j%8] - 1) / temperature)
			row[j] = e
			rows[i] += e
			columns[j] += e
		}
	}
	for i := range batch {
		p := float64(l.p[i][i])
		loss -= (math.Log(p/float64(rows[i])) + math.Log(p/float64(columns[i]))) / 2 / batch
		rows[i], columns[i] = 0.5/rows[i], 0.5/columns[i]
	}
	for i := range batch {
		row := &l.p[i]
		for j := range row {
			p := float32(row[j] * (rows[i] + columns[j]))
			if i == j {
				p--
			}
			p /= temperature
			row[j], l.back[j][i] = p, p
		}
	}
	for i := range batch {
		combine(&l.a.grad[i], &l.p[i], &l.b.sum)
		combine(&l.b.grad[i], &l.back[i], &l.a.sum)
	}
	for i := range batch {
		l.update(&l.a, i, rate)
		l.update(&l.b, i, rate)
	}
	return loss
}

// update moves the pieces of one text against its gradient.
func (l *learner) update(s *side, i int, rate float32) {
	v, g := &s.sum[i], &s.grad[i]
	axpy(g, v, -dot(v, g))
	scale(g, 1/s.length[i])
	q := dot(g, g) / dim
	for _, p := range s.used[i] {
		l.seen[p] += q
		axpy(&l.rows[p], g, -rate/float32(math.Sqrt(float64(l.seen[p]+1e-10))))
	}
}

// exp is e to the x for x of -87 to 0, in float32 arithmetic that is the same everywhere.
func exp(x float32) float32 {
	if x < -87 {
		return 0
	}
	n := math.Floor(float64(float32(x*1.44269504)) + 0.5)
	r := float32(x - float32(float32(n)*0.693147182))
	p := float32(1.0 / 720)
	for _, c := range [...]float32{1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1, 1} {
		p = float32(p*r) + c
	}
	return float32(p * math.Float32frombits(uint32(int32(n)+127)<<23))
}

// dot adds in eight sums and then these in a fixed order.
func dot(a, b *vector) float32 {
	var s [8]float32
	for i := 0; i < dim; i += 8 {
		for k := range s {
			s[k] += float32(a[i+k] * b[i+k])
		}
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

func scale(v *vector, k float32) {
	for i := range v {
		v[i] = float32(v[i] * k)
	}
}
