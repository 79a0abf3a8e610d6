package main

import (
	"cmp"
	"html"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/decide/builtin/internal/uitext"
)

const britishEnglish = "en-GB"

// The languages that are learned. Main ones come up more often.
var (
	mainLanguages  = fieldSet("de fr es it pt-BR pt nl pl sv ja zh-CN")
	otherLanguages = fieldSet("en-GB da nb fi cs sk hu ro tr ru uk el bg hr ko zh-TW ar he vi id ca hi th")
)

func fieldSet(s string) map[string]bool {
	m := map[string]bool{}
	for f := range strings.FieldsSeq(s) {
		m[f] = true
	}
	return m
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// corpus is what the packages hold.
type corpus struct {
	groups      []*group
	byKey       map[string]*group
	annotations map[string]*group
	icons       [][]string // the name first
	synonyms    [][]string
	definitions [][2]string
}

// group is one text in several languages.
type group struct {
	source, key string
	texts       map[string][]string
}

func newCorpus() *corpus {
	return &corpus{byKey: map[string]*group{}, annotations: map[string]*group{}}
}

// add keeps the first text of a source, key and language.
func (c *corpus) add(source, key, language, text string) {
	id := source + "\x00" + key
	g := c.byKey[id]
	if g == nil {
		g = &group{source: source, key: key, texts: map[string][]string{}}
		c.byKey[id] = g
		c.groups = append(c.groups, g)
	}
	if language = canonical(language); language != "" && len(g.texts[language]) == 0 {
		g.texts[language] = []string{text}
	}
}

// rename gives a group that is numbered a key of words.
func (c *corpus) rename(source, number, key string) {
	if g := c.byKey[source+"\x00"+number]; g != nil {
		g.key = key
	}
}

func (c *corpus) addIcon(name string, tags []string) {
	icon := []string{strings.ReplaceAll(name, "-", " ")}
	for _, t := range tags {
		if len(t) >= 2 && len(t) <= 30 && strings.Trim(t, "0123456789") != "" {
			icon = append(icon, strings.ReplaceAll(t, "-", " "))
		}
	}
	if len(icon) > 1 {
		c.icons = append(c.icons, icon)
	}
}

func (c *corpus) addAnnotation(sign, language string, names []string) {
	g := c.annotations[sign]
	if g == nil {
		g = &group{source: "cldr", key: sign, texts: map[string][]string{}}
		c.annotations[sign] = g
	}
	if language = canonical(language); language == "" || len(g.texts[language]) > 0 {
		return
	}
	limit := 3
	if language == "en" {
		limit = len(names)
	} else if mainLanguages[language] {
		limit = 4
	}
	for _, n := range names {
		if len(n) >= 2 && len(n) <= 30 && len(g.texts[language]) < limit && !slices.Contains(g.texts[language], n) {
			g.texts[language] = append(g.texts[language], n)
		}
	}
}

func (c *corpus) addSynonyms(words []string) { c.synonyms = append(c.synonyms, words) }

func (c *corpus) addDefinition(word, text string) {
	c.definitions = append(c.definitions, [2]string{word, text})
}

var languageNames = map[string]string{
	"ua": "uk", "kr": "ko", "no": "nb", "nn": "nb", "iw": "he", "in": "id", "cz": "cs", "jp": "ja", "rsLatin": "", "sh": "", "zhTw": "zh-TW", "zhtw": "zh-TW", "rs": "sr",
}

// canonical is the name of a language as the sets above have it, "" for English of other countries.
func canonical(l string) string {
	l = strings.ReplaceAll(l, "_", "-")
	if c, ok := languageNames[l]; ok {
		return c
	}
	first, _, _ := strings.Cut(l, "-")
	switch first {
	case "zh":
		if strings.Contains(l, "TW") || strings.Contains(l, "HK") || strings.Contains(l, "Hant") {
			return "zh-TW"
		}
		return "zh-CN"
	case "pt":
		if strings.Contains(l, "BR") {
			return "pt-BR"
		}
		return "pt"
	case "en":
		switch l {
		case "en", "en-US":
			return "en"
		case britishEnglish:
			return britishEnglish
		}
		return ""
	}
	if c, ok := languageNames[first]; ok {
		return c
	}
	return first
}

var languageShape = regexp.MustCompile(`^[a-z]{2}([-_][A-Za-z]{2,4})?$|^zhTw$`)

func isLanguage(s string) bool { return languageShape.MatchString(s) }

var (
	tags         = regexp.MustCompile(`<[^>]+>`)
	accelerators = regexp.MustCompile(`\(&\w\)`)
	places       = regexp.MustCompile(`\$\d|\{\{?[^}]*\}?\}|%\(?\w*\)?[sd]|%\d\$[sd]|%\{[^}]*\}`)
	quotes       = regexp.MustCompile(`[“”"„«»]`)
	latin        = regexp.MustCompile(`[A-Za-z]{2}`)
)

// clean drops markup, accelerators and places for values. A text with forms for plurals becomes empty.
func clean(s string) string {
	s = html.UnescapeString(s)
	s = tags.ReplaceAllString(s, " ")
	if strings.Contains(s, "plural") && strings.Contains(s, "{") || strings.Contains(s, "select,") {
		return ""
	}
	s = accelerators.ReplaceAllString(s, "")
	s = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, "&&", "\x00"), "&", ""), "\x00", "&")
	s = places.ReplaceAllString(s, " ")
	s = quotes.ReplaceAllString(s, " ")
	return strings.Trim(strings.Join(strings.Fields(s), " "), " .:…!?*·-–—,;()")
}

// wordings are how people ask for what a text names.
var wordings = strings.Split("click %|click on %|open %|open the %|open the % page|press %|type the %|enter the %|enter %|go to %|go to the %|select %|choose %|choose the %|"+
	"show %|show the %|tick %|click the % button|fill in %|fill in the %|the %|my %|% please|read the %|add %|write %|put in the %|use the %|% page|press the % button|"+
	"click on the % link|% field|% link|i want to %|please %|see %|view %|look at the %|set the %|navigate to %|tap %|pick %|find %|find the %|% now|start %|take me to %|change the %", "|")

// keyNoise are words of keys that say what kind of text it is.
var keyNoise = fieldSet(`ids settings label title text description desc msg message tooltip name header heading placeholder button btn primary form field common
	general app string chrome ui menu item action actions page view dialog accname aria a11y accessible accessibility body subtitle sub default txt lbl short long
	do start component components`)

// keyWords are the words of a key that say what the text is about, "" for too few or too many.
func keyWords(g *group) string {
	if g.source == "django" || g.source == "@aws-amplify/ui" || g.source == "cldr" {
		return ""
	}
	parts := strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(g.key, "IDS_", ""), "__", "."), func(r rune) bool { return r == '.' })
	var out []string
	for _, p := range parts[max(0, len(parts)-2):] {
		for _, w := range uitext.Words(p, 8) {
			if !keyNoise[w] && strings.Trim(w, "0123456789") != "" && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	if len(out) == 0 || len(out) > 5 {
		return ""
	}
	return strings.Join(out, " ")
}

// typo is s with two letters swapped, one missing or one twice.
func typo(s string, r *random) string {
	words := strings.Split(s, " ")
	var long []int
	for i, w := range words {
		if len(w) >= 5 && isASCII(w) {
			long = append(long, i)
		}
	}
	if len(long) == 0 {
		return s
	}
	i := long[r.below(len(long))]
	w := words[i]
	k := 1 + r.below(len(w)-3)
	switch d := r.below(10); {
	case d < 4:
		w = w[:k] + w[k+1:k+2] + w[k:k+1] + w[k+2:]
	case d < 7:
		w = w[:k] + w[k+1:]
	default:
		w = w[:k] + w[k:k+1] + w[k:]
	}
	words[i] = w
	return strings.Join(words, " ")
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// trainingSet is the corpus as numbers. Texts are numbered from 0.
type trainingSet struct {
	offsets      []int // of the pieces of a text
	pieces       []uint32
	translations []translation
	icons        [][]int // the name first
	synonyms     [][]int
	definitions  [][2]int
}

// translation is what one text is in English and elsewhere.
type translation struct {
	english, main, other []int
	upTo                 float64 // the share of draws that fall on this and earlier ones
}

func (c *corpus) trainingSet() *trainingSet {
	t := &trainingSet{offsets: []int{0}}
	r := newRandom(1)
	ids := map[string]int{}
	id := func(s string) int {
		n, ok := ids[s]
		if !ok {
			n = len(ids)
			ids[s] = n
			from := len(t.pieces)
			t.pieces = uitext.Bag(t.pieces, uitext.Words(s, 16))
			if len(t.pieces) == from {
				t.pieces = append(t.pieces, 0)
			}
			t.offsets = append(t.offsets, len(t.pieces))
		}
		return n
	}
	total := 0.0
	push := func(x translation, length int) {
		if len(x.main) == 0 {
			x.main = x.other
		}
		if len(x.other) == 0 {
			x.other = x.main
		}
		if len(x.main) == 0 || len(x.english) == 0 {
			return
		}
		total += 1 / math.Sqrt(float64(length))
		x.upTo = total
		t.translations = append(t.translations, x)
	}
	for _, g := range c.groups {
		if len(g.texts["en"]) == 0 {
			continue
		}
		en := clean(g.texts["en"][0])
		if en == "" || len(en) > 60 || !latin.MatchString(en) {
			continue
		}
		x := translation{}
		for _, l := range sortedKeys(g.texts) {
			s := clean(g.texts[l][0])
			if s == "" || len(s) > 120 || l == "en" || l != britishEnglish && strings.EqualFold(s, en) {
				continue
			}
			if mainLanguages[l] {
				x.main = append(x.main, id(s))
			} else if otherLanguages[l] {
				x.other = append(x.other, id(s))
			}
		}
		key := keyWords(g)
		named := key != "" && strings.Join(uitext.Words(en, 16), " ") != key
		if len(x.main)+len(x.other) == 0 && !named {
			continue
		}
		x.english = append(x.english, id(en))
		if len(x.main)+len(x.other) == 0 {
			x.main = []int{id(en), id(key)}
		}
		for range 3 {
			x.english = append(x.english, id(strings.Replace(wordings[r.below(len(wordings))], "%", strings.ToLower(en[:1])+en[1:], 1)))
		}
		x.english = append(x.english, id(typo(en, r)))
		if named {
			x.english = append(x.english, id(key))
		}
		push(x, len(en))
	}
	for _, sign := range sortedKeys(c.annotations) {
		g := c.annotations[sign]
		x := translation{}
		for _, l := range sortedKeys(g.texts) {
			for _, s := range g.texts[l] {
				switch {
				case l == "en":
					x.english = append(x.english, id(s))
				case mainLanguages[l]:
					x.main = append(x.main, id(s))
				case otherLanguages[l]:
					x.other = append(x.other, id(s))
				}
			}
		}
		push(x, 18)
	}
	for i := range t.translations {
		t.translations[i].upTo /= total
	}
	numbers := func(texts []string) []int {
		out := make([]int, len(texts))
		for i, s := range texts {
			out[i] = id(s)
		}
		return out
	}
	for _, x := range c.icons {
		t.icons = append(t.icons, numbers(x))
	}
	for _, x := range c.synonyms {
		t.synonyms = append(t.synonyms, numbers(x))
	}
	for _, x := range c.definitions {
		t.definitions = append(t.definitions, [2]int{id(x[0]), id(x[1])})
	}
	return t
}

// drawTranslation is the first translation whose share reaches u.
func (t *trainingSet) drawTranslation(u float64) int {
	i, _ := slices.BinarySearchFunc(t.translations, u, func(x translation, u float64) int { return cmp.Compare(x.upTo, u) })
	return min(i, len(t.translations)-1)
}
