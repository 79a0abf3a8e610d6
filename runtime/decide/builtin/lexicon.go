package builtin

import (
	"strings"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// lexicon remembers words and texts that it has met: pages repeat themselves, and so do the questions about
// one page. Nothing in it depends on an intent, so a full or an empty one gives the same answers. It is for
// one decision at a time. What it remembers lies in slabs, for there is much of it and all is forgotten at once.
type lexicon struct {
	v     *vocabulary
	table *uitext.Table
	words map[string]*word
	texts map[textKey]*text

	ids     []uint32 // for one word
	scratch []string // for one text
	found   []span   // for one text

	wordSlab   []word
	textSlab   []text
	stringSlab []string
	spanSlab   []span
	listSlab   []*word
}

// Bounds of a lexicon. One that is full begins anew.
const (
	maxLexiconWords = 4096
	maxLexiconTexts = 4096
)

// word is what is known of a word.
type word struct {
	id          int // its place in the lexicon
	text, stem  string
	weight      float64
	carries     bool          // it tells elements apart
	action      bool          // a verb of doing by itself
	destructive bool          // one that takes something away
	sum         uitext.Vector // of its rows
	unit        uitext.Vector // as long as 1
}

// text is the words of one text of a candidate.
type text struct {
	list    []*word
	words   []string
	stems   []string
	spans   []span
	content []string // stems that carry a meaning
	sum     uitext.Vector
	unit    uitext.Vector
}

// textKind says how a text is taken apart.
type textKind byte

const (
	plainText textKind = iota
	nameText
	hrefText
	scopeText
)

type textKey struct {
	kind textKind
	text string
}

func newLexicon(v *vocabulary, table *uitext.Table) *lexicon {
	l := &lexicon{v: v, table: table}
	l.empty()
	return l
}

func (l *lexicon) empty() {
	l.words, l.texts = make(map[string]*word, maxLexiconWords/4), make(map[textKey]*text, maxLexiconTexts/4)
	l.wordSlab, l.textSlab, l.stringSlab, l.spanSlab, l.listSlab = nil, nil, nil, nil, nil
}

// tidy keeps the lexicon within its bounds. It is called between decisions.
func (l *lexicon) tidy() {
	if len(l.words) > maxLexiconWords || len(l.texts) > maxLexiconTexts {
		l.empty()
	}
}

func (l *lexicon) word(s, stem string) *word {
	if w := l.words[s]; w != nil {
		return w
	}
	w := &take(&l.wordSlab, 1)[0]
	*w = word{
		id: len(l.words), text: s, stem: stem, weight: wordWeight(stem), carries: carries(stem),
		action: l.v.actionWords[stem], destructive: l.v.destrWords[stem],
	}
	l.ids = uitext.AppendWord(l.ids[:0], s)
	for _, id := range l.ids {
		l.table.Add(&w.sum, id)
	}
	w.unit = w.sum
	w.unit.Normalize()
	l.words[s] = w
	return w
}

var noText = new(text)

func (l *lexicon) text(kind textKind, s string) *text {
	if s == "" {
		return noText
	}
	key := textKey{kind, uitext.Bounded(s)}
	if t := l.texts[key]; t != nil {
		return t
	}
	words := l.scratch[:0]
	switch kind {
	case nameText:
		words = appendName(words, key.text)
	case hrefText:
		words = appendHref(words, key.text)
	case scopeText:
		words = uitext.AppendWords(words, withoutKind(key.text), maxName)
	default:
		words = uitext.AppendWords(words, key.text, maxName)
	}
	if len(key.text) < len(s) {
		key.text = strings.Clone(key.text) // the rest should not be kept
	}
	t := l.of(words)
	l.scratch = words[:0]
	l.texts[key] = t
	return t
}

// of makes a text of words.
func (l *lexicon) of(words []string) *text {
	t := &take(&l.textSlab, 1)[0]
	*t = text{words: take(&l.stringSlab, len(words)), stems: take(&l.stringSlab, len(words)), list: take(&l.listSlab, len(words))}
	for i, w := range words {
		known := l.words[w]
		if known == nil {
			known = l.word(w, stem(w))
		}
		t.list[i], t.words[i], t.stems[i] = known, known.text, known.stem
	}
	l.found = l.v.appendSpans(l.found[:0], t.stems)
	t.spans = take(&l.spanSlab, len(l.found))
	copy(t.spans, l.found)
	t.content = appendContent(take(&l.stringSlab, len(words))[:0], t.stems)
	t.sum = l.sumOf(t.words, t.list)
	t.unit = t.sum
	t.unit.Normalize()
	return t
}

// sumOf adds up the rows of a text.
func (l *lexicon) sumOf(words []string, list []*word) (sum uitext.Vector) {
	for i, w := range list {
		sum.AddVector(&w.sum)
		if i > 0 {
			l.table.Add(&sum, uitext.Pair(words[i-1], words[i]))
		}
	}
	return sum
}

// meaningOf is the vector of a text, as long as 1.
func (l *lexicon) meaningOf(words []string, list []*word) uitext.Vector {
	v := l.sumOf(words, list)
	v.Normalize()
	return v
}

// both is the vector of one text followed by another.
func (l *lexicon) both(a, b *text) (v uitext.Vector) {
	v = a.sum
	v.AddVector(&b.sum)
	if len(a.words) > 0 && len(b.words) > 0 {
		l.table.Add(&v, uitext.Pair(a.words[len(a.words)-1], b.words[0]))
	}
	v.Normalize()
	return v
}
