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
	total                    float64
	quoted                   []bool // of words
	spans                    []span
	core                     []string // words without the verbs that an intent begins with and the kind of element that it ends with
	tail                     []string // the same with that kind: "menu" in "open the main menu"
	coreContent, tailContent []string // their stems without empty words
	grams                    trigrams
	verb                     int // index of the verb of doing, -1 for none
	nav                      bool
	search                   bool
	numbers                  []string
	proper                   []bool          // words that are written like the name of a thing
	against                  map[string]bool // stemmed phrases that say the opposite
	roles                    map[string]bool // roles that the intent names
}

// span is a concept at words[from:to].
type span struct {
	from, to int
	concept  concept
}

func (v *vocabulary) spans(stems []string) []span {
	var out []span
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

// wordWeight is how much a word says about which element is meant.
func wordWeight(stem string) float64 {
	switch {
	case stopWords[stem]:
		return 0.05
	case softVerbs[stem]:
		return 0.3
	case softNouns[stem]:
		return 0.25
	}
	return 1
}

func (v *vocabulary) readIntent(text, action string) *intent {
	in := &intent{action: action, words: tokenize(text, maxTokens), verb: -1}
	in.stems = stemAll(in.words)
	in.quoted = quotedWords(text, in.words)
	in.spans = v.spans(in.stems)
	for i, s := range in.stems {
		w := wordWeight(s)
		if in.quoted[i] {
			w = 1.5
		}
		in.weight = append(in.weight, w)
		in.total += w
	}
	in.discount()
	in.core, in.tail = coreOf(in.words, in.stems, in.quoted)
	in.coreContent, in.tailContent = content(stemAll(in.core)), content(stemAll(in.tail))
	in.grams = trigramsOf(in.core)
	in.numbers = numbersIn(text)
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
	in.against = map[string]bool{}
	for n := 1; n <= 2; n++ {
		for i := 0; i+n <= len(in.stems); i++ {
			for _, o := range v.opposite[strings.Join(in.stems[i:i+n], " ")] {
				in.against[o] = true
			}
		}
	}
	for n := 1; n <= 2; n++ { // what the intent says itself is not against it
		for i := 0; i+n <= len(in.stems); i++ {
			delete(in.against, strings.Join(in.stems[i:i+n], " "))
		}
	}
	in.roles = rolesNamed(in.words)
	in.proper = v.properWords(text, in)
	return in
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
		if in.weight[i] == 1 && i+1 < last && aboutWords[in.words[i+1]] {
			in.weight[i] = kind
		}
		if in.weight[i] >= 1 {
			rest++
		}
	}
	if last > 0 && rest > 1 && in.weight[last] == 1 && kindNouns[in.stems[last]] {
		in.weight[last] = kind
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

func (v *vocabulary) says(in *intent, phrase string) bool {
	want := v.phrases[key(phrase)]
	for _, s := range in.spans {
		if len(want) > 0 && s.concept == want[0] {
			return true
		}
	}
	return false
}

// coreOf drops the verbs and articles that an intent begins with, and in core the kinds of elements that it ends with.
func coreOf(words, stems []string, quoted []bool) (core, withKind []string) {
	from, to := 0, len(words)
	for from < to-1 && !quoted[from] && (stopWords[stems[from]] || softVerbs[stems[from]] && !keepVerb[stems[from]]) {
		from++
	}
	if from > 0 && from < to-1 && softNouns[stems[from]] && !stopWords[stems[from+1]] { // "the operation Find pet"
		from++
	}
	for to-1 > from && !quoted[to-1] && softNouns[stems[to-1]] {
		to--
	}
	return words[from:to], words[from:]
}

// keepVerb are soft verbs that often stand on the element itself.
var keepVerb = stems("search find write check follow mark start")

var roleWords = map[string][]string{
	"button": {"button"}, "link": {"link"}, "tab": {"tab"}, "checkbox": {"checkbox", "switch"}, "radio": {"radio"}, "switch": {"switch"}, "toggle": {"switch", "checkbox"},
	"field": {"textbox", "searchbox", "combobox", "spinbutton"}, "textbox": {"textbox", "searchbox"}, "input": {"textbox", "searchbox", "spinbutton"},
	"box": {"checkbox", "textbox"}, "dropdown": {"combobox", "listbox"}, "list": {"combobox", "listbox"}, "menu": {"menuitem", "button"}, "slider": {"slider"}, "row": {"row"},
}

func rolesNamed(words []string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		for _, r := range roleWords[w] {
			out[r] = true
		}
	}
	return out
}

// properWords marks the words that are written with a capital inside a sentence and mean nothing to the
// vocabulary: names of products, people, places.
func (v *vocabulary) properWords(text string, in *intent) []bool {
	out := make([]bool, len(in.words))
	for n, field := range strings.Fields(uitext.Bounded(text)) {
		field = strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		r, _ := utf8.DecodeRuneInString(field)
		if n == 0 || !unicode.IsUpper(r) {
			continue
		}
		for _, w := range tokenize(field, maxTokens) {
			s := stem(w)
			if len(v.phrases[s]) > 0 || wordWeight(s) < 1 || v.actionWords[s] {
				continue
			}
			if i := slices.Index(in.words, w); i >= 0 {
				out[i] = true
			}
		}
	}
	return out
}

// quotedWords marks the words that stand in quotes in text.
func quotedWords(text string, words []string) []bool {
	marks := make([]bool, len(words))
	closing := map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '‘': '’', '「': '」', '『': '』', '`': '`', '\'': '\''}
	runes := []rune(uitext.Bounded(text))
	from := 0
	for i := 0; i < len(runes); i++ {
		c, ok := closing[runes[i]]
		if !ok || runes[i] == '\'' && i > 0 && unicode.IsLetter(runes[i-1]) {
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
					marks[k+n] = true
				}
				from = k + len(inside)
				break
			}
		}
		i = j
	}
	return marks
}

func numbersIn(s string) []string {
	var out []string
	eachNumber(s, func(n string) bool {
		out = append(out, n)
		return true
	})
	return out
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
