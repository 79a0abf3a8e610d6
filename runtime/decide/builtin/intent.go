package builtin

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

// intent is what a step wants, read once per decision.
type intent struct {
	action                   string // click, fill, …
	words                    []string
	stems                    []string
	weight                   []float64
	carries                  []bool // of words: they tell elements apart
	total                    float64
	quoted                   []bool // of words
	spans                    []span
	core                     []string // words without the verbs that an intent begins with and the kind of element that it ends with
	coreFrom                 int      // where it begins
	coreContent, tailContent []string // stems without empty words of core, and of core with that kind: "menu" in "open the main menu"
	grams                    trigrams
	verb                     int // index of the verb of doing, -1 for none
	nav                      bool
	search                   bool
	numbers                  []string
	proper                   []bool   // words that are written like the name of a thing
	against                  []string // stemmed phrases of one or two words that say the opposite
	roles                    []string // roles that the intent names

	inside []string // for a part of the text
	key    []byte   // for a phrase
}

// span is a concept at words[from:to].
type span struct {
	from, to int
	concept  concept
}

// appendSpans adds the concepts of a text.
func (v *vocabulary) appendSpans(out []span, stems []string) []span {
	var buf [256]byte
	for from := range stems {
		k := buf[:0]
		for n := 1; n <= v.longest && from+n <= len(stems); n++ {
			if n > 1 {
				k = append(k, ' ')
			}
			k = append(k, stems[from+n-1]...)
			if n == 1 && len(stems) > 1 && stopWords[stems[from]] {
				if !v.begins[string(k)] {
					break
				}
				continue
			}
			for _, c := range v.phrases[string(k)] {
				out = append(out, span{from, from + n, c})
			}
			if !v.begins[string(k)] {
				break
			}
		}
	}
	return out
}

// wordWeight is how much a word says about which element is meant: less when it is frequent in interfaces,
// and little when it carries no meaning of its own.
func wordWeight(stem string) float64 {
	switch {
	case stopWords[stem]:
		return 0.05
	case softVerbs[stem]:
		return float64(0.3 * rarity(stem))
	case softNouns[stem]:
		return float64(0.25 * rarity(stem))
	}
	return rarity(stem)
}

// carries reports whether a word tells elements apart.
func carries(stem string) bool { return !stopWords[stem] && !softVerbs[stem] && !softNouns[stem] }

// readIntent reads an intent for once.
func (v *vocabulary) readIntent(text, action string) *intent {
	in := new(intent)
	in.read(v, text, action)
	return in
}

// read makes in what a step wants, in the memory that in has.
func (in *intent) read(v *vocabulary, text, action string) {
	in.action, in.verb, in.total, in.nav, in.search = action, -1, 0, false, false
	in.words = uitext.AppendWords(in.words[:0], text, maxTokens)
	in.stems = appendStems(in.stems[:0], in.words)
	in.markQuoted(text)
	in.spans = v.appendSpans(in.spans[:0], in.stems)
	in.weight, in.carries = in.weight[:0], in.carries[:0]
	for i, s := range in.stems {
		w := wordWeight(s)
		if in.quoted[i] {
			w = 1.5
		}
		in.weight = append(in.weight, w)
		in.carries = append(in.carries, carries(s) || in.quoted[i])
		in.total += w
	}
	in.discount()
	in.findCore()
	in.grams.reset(in.core)
	in.numbers = in.numbers[:0]
	eachNumber(text, func(n string) bool {
		in.numbers = append(in.numbers, n)
		return true
	})
	content := 0
	for i, s := range in.stems {
		if stopWords[s] || in.quoted[i] {
			continue
		}
		if content < 2 && action == "click" && navVerbs[s] {
			in.nav = true
		}
		if content < 2 && in.verb < 0 && v.isAction(in, i) {
			in.verb = i
		}
		content++
	}
	if action == "fill" || action == "press" {
		in.search = v.says(in, "search")
	}
	in.findOpposites(v)
	in.roles = in.roles[:0]
	for _, w := range in.words {
		in.roles = append(in.roles, roleWords[w]...)
	}
	in.markProper(v, text)
}

// findOpposites lists what speaks against an element. What the intent says itself is not against it.
func (in *intent) findOpposites(v *vocabulary) {
	in.against = in.against[:0]
	for n := 1; n <= 2; n++ {
		for i := 0; i+n <= len(in.stems); i++ {
			in.key = append(in.key[:0], in.stems[i]...)
			if n == 2 {
				in.key = append(append(in.key, ' '), in.stems[i+1]...)
			}
			for _, o := range v.opposite[string(in.key)] {
				if !says(in.stems, o) {
					in.against = append(in.against, o)
				}
			}
		}
	}
}

// discount lowers the weight of a word that says what kind of thing is meant and not which one: "message" in
// "the message from Ada", "category" in "the headphones category".
func (in *intent) discount() {
	if in.action != "click" && in.action != "hover" {
		return
	}
	const kind = 0.3
	last, rest := len(in.words)-1, 0
	for i := range in.words {
		if in.carries[i] && !in.quoted[i] && i+1 < last && aboutWords[in.words[i+1]] {
			in.weight[i], in.carries[i] = float64(kind*in.weight[i]), false
		}
		if in.carries[i] {
			rest++
		}
	}
	if last > 0 && rest > 1 && in.carries[last] && !in.quoted[last] && kindNouns[in.stems[last]] {
		in.weight[last], in.carries[last] = float64(kind*in.weight[last]), false
	}
	in.total = 0
	for _, w := range in.weight {
		in.total += w
	}
}

var aboutWords = set("about from called named titled regarding uber sobre")

var kindNouns = stems("article card category chapter channel chat comment conversation discussion document email entry event file folder issue job listing mail message note order post product project question record repository story task thread ticket topic video")

func (v *vocabulary) isAction(in *intent, i int) bool {
	if v.actionWords[in.stems[i]] {
		return true
	}
	for _, s := range in.spans {
		if s.from == i && v.action[s.concept] {
			return true
		}
	}
	return false
}

// says reports whether the intent means what a phrase of stems does.
func (v *vocabulary) says(in *intent, phrase string) bool {
	want := v.phrases[phrase]
	for _, s := range in.spans {
		if len(want) > 0 && s.concept == want[0] {
			return true
		}
	}
	return false
}

// findCore drops the verbs and articles that an intent begins with, and in core the kinds of elements that it ends with.
func (in *intent) findCore() {
	stems := in.stems
	from, to := 0, len(stems)
	for from < to-1 && !in.quoted[from] && (stopWords[stems[from]] || softVerbs[stems[from]] && !keepVerb[stems[from]]) {
		from++
	}
	if from > 0 && from < to-1 && softNouns[stems[from]] && !stopWords[stems[from+1]] { // "the operation Find pet"
		from++
	}
	for to-1 > from && !in.quoted[to-1] && softNouns[stems[to-1]] {
		to--
	}
	in.core, in.coreFrom = in.words[from:to], from
	in.coreContent = appendContent(in.coreContent[:0], stems[from:to])
	in.tailContent = appendContent(in.tailContent[:0], stems[from:])
}

// keepVerb are soft verbs that often stand on the element itself.
var keepVerb = stems("search find write check follow mark start")

var roleWords = map[string][]string{
	"button": {"button"}, "link": {"link"}, "tab": {"tab"}, "checkbox": {"checkbox", "switch"}, "radio": {"radio"}, "switch": {"switch"}, "toggle": {"switch", "checkbox"},
	"field": {"textbox", "searchbox", "combobox", "spinbutton"}, "textbox": {"textbox", "searchbox"}, "input": {"textbox", "searchbox", "spinbutton"},
	"box": {"checkbox", "textbox"}, "dropdown": {"combobox", "listbox"}, "list": {"combobox", "listbox"}, "menu": {"menuitem", "button"}, "slider": {"slider"}, "row": {"row"},
}

// markProper marks the words that are written with a capital inside a sentence and mean nothing to the
// vocabulary: names of products, people, places.
func (in *intent) markProper(v *vocabulary, text string) {
	in.proper = append(in.proper[:0], make([]bool, len(in.words))...)
	n := 0
	for field := range strings.FieldsSeq(uitext.Bounded(text)) {
		field = strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		r, _ := utf8.DecodeRuneInString(field)
		if n++; n == 1 || !unicode.IsUpper(r) {
			continue
		}
		in.inside = uitext.AppendWords(in.inside[:0], field, maxTokens)
		for _, w := range in.inside {
			s := stem(w)
			if len(v.phrases[s]) > 0 || !carries(s) || v.actionWords[s] {
				continue
			}
			if i := slices.Index(in.words, w); i >= 0 {
				in.proper[i] = true
			}
		}
	}
}

// closing is the sign that ends what r begins, 0 when r begins no quotation.
func closing(r rune) rune {
	switch r {
	case '"', '`', '\'':
		return r
	case '“':
		return '”'
	case '„':
		return '“'
	case '«':
		return '»'
	case '‘':
		return '’'
	case '「':
		return '」'
	case '『':
		return '』'
	}
	return 0
}

// markQuoted marks the words that stand in quotes in text.
func (in *intent) markQuoted(text string) {
	words := in.words
	in.quoted = append(in.quoted[:0], make([]bool, len(words))...)
	if strings.IndexFunc(uitext.Bounded(text), func(r rune) bool { return closing(r) != 0 }) < 0 {
		return
	}
	runes := []rune(uitext.Bounded(text))
	from := 0
	for i := 0; i < len(runes); i++ {
		c := closing(runes[i])
		if c == 0 || runes[i] == '\'' && i > 0 && unicode.IsLetter(runes[i-1]) {
			continue
		}
		j := i + 1
		for j < len(runes) && !(runes[j] == c && (c != '\'' || j+1 == len(runes) || !unicode.IsLetter(runes[j+1]))) {
			j++
		}
		if j >= len(runes) {
			continue
		}
		inside := tokenize(string(runes[i+1:j]), maxTokens)
		for k := from; len(inside) > 0 && k+len(inside) <= len(words); k++ {
			if slices.Equal(words[k:k+len(inside)], inside) {
				for n := range inside {
					in.quoted[k+n] = true
				}
				from = k + len(inside)
				break
			}
		}
		i = j
	}
}

func holdsNumber(s, number string) bool {
	found := false
	eachNumber(s, func(n string) bool {
		found = n == number
		return !found
	})
	return found
}

func eachNumber(s string, yield func(string) bool) {
	s = uitext.Bounded(s)
	for i := 0; i < len(s); i++ {
		j := i
		for j < len(s) && '0' <= s[j] && s[j] <= '9' {
			j++
		}
		if j > i {
			if !yield(s[i:j]) {
				return
			}
			i = j
		}
	}
}
