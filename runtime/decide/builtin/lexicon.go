package builtin

import (
	"strings"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// lexicon remembers words and texts that it has met: pages repeat themselves, and so do the questions about
// one page. Nothing in it depends on an intent, so a full or an empty one gives the same answers. It is for
// one decision at a time.
type lexicon struct {
	v     *vocabulary
	table *uitext.Table
	words map[string]*word
	texts map[textKey]*text
	ids   []uint32
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
	phrases []string // stems and pairs of them
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

func (l *lexicon) empty() { l.words, l.texts = map[string]*word{}, map[textKey]*text{} }

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
	w := &word{
		id: len(l.words), text: s, stem: stem, weight: wordWeight(stem),
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
	var words []string
	switch kind {
	case nameText:
		words = nameTokens(key.text)
	case hrefText:
		words = hrefTokens(key.text)
	case scopeText:
		words = tokenize(withoutKind(key.text), maxName)
	default:
		words = tokenize(key.text, maxName)
	}
	key.text = strings.Clone(key.text) // a page that is gone should not be kept for one name
	t := l.of(words)
	l.texts[key] = t
	return t
}

// of makes a text of words.
func (l *lexicon) of(words []string) *text {
	t := &text{words: words, stems: stemAll(words)}
	t.spans = l.v.spans(t.stems)
	t.content = content(t.stems)
	for i, s := range t.stems {
		t.phrases = append(t.phrases, s)
		if i > 0 {
			t.phrases = append(t.phrases, t.stems[i-1]+" "+s)
		}
		w := l.word(words[i], s)
		t.list = append(t.list, w)
		t.sum.AddVector(&w.sum)
		if i > 0 {
			l.table.Add(&t.sum, uitext.Pair(words[i-1], words[i]))
		}
	}
	t.unit = t.sum
	t.unit.Normalize()
	return t
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
