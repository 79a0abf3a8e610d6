package builtin

import "strings"

// concept is the number of a line of conceptTable.
type concept int

// vocabulary is the tables, stemmed and indexed. It is built once and never changed.
type vocabulary struct {
	phrases     map[string][]concept // stemmed words joined by spaces
	begins      map[string]bool      // what a longer phrase begins with
	longest     int                  // words in the longest phrase
	action      map[concept]bool
	destructive map[concept]bool
	actionWords map[string]bool // stems
	destrWords  map[string]bool
	opposite    map[string][]string // stemmed phrases
	conceptOpp  map[concept][]concept
}

func newVocabulary() *vocabulary { return vocabularyOf(func(concept) bool { return true }) }

// vocabularyOf is the vocabulary with some of the concepts.
func vocabularyOf(keep func(concept) bool) *vocabulary {
	v := &vocabulary{
		phrases: map[string][]concept{}, begins: map[string]bool{}, action: map[concept]bool{}, destructive: map[concept]bool{},
		actionWords: stems(moreActions), destrWords: stems(destructiveWords),
		opposite: map[string][]string{}, conceptOpp: map[concept][]concept{},
	}
	for n, line := range strings.Split(strings.TrimSpace(conceptTable), "\n") {
		c := concept(n)
		if !keep(c) { // what it does is still known, and nothing else that means the same
			v.keepVerbs(line)
			continue
		}
		switch line[0] {
		case '!':
			v.destructive[c] = true
			v.action[c] = true
		case '*':
			v.action[c] = true
		}
		for phrase := range strings.SplitSeq(strings.TrimLeft(line, "*! "), ", ") {
			words := stemAll(tokenize(phrase, maxName))
			key := strings.Join(words, " ")
			if key == "" || containsConcept(v.phrases[key], c) {
				continue
			}
			v.phrases[key] = append(v.phrases[key], c)
			v.longest = max(v.longest, len(words))
			for n := 1; n < len(words); n++ {
				v.begins[strings.Join(words[:n], " ")] = true
			}
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(oppositeTable), "\n") {
		a, b, _ := strings.Cut(line, ", ")
		ka, kb := key(a), key(b)
		v.opposite[ka] = append(v.opposite[ka], kb)
		v.opposite[kb] = append(v.opposite[kb], ka)
	}
	return v
}

// keepVerbs notes the single words of a line of things that are done.
func (v *vocabulary) keepVerbs(line string) {
	if line[0] != '*' && line[0] != '!' {
		return
	}
	for phrase := range strings.SplitSeq(strings.TrimLeft(line, "*! "), ", ") {
		if words := stemAll(tokenize(phrase, maxName)); len(words) == 1 {
			v.actionWords[words[0]] = true
			if line[0] == '!' {
				v.destrWords[words[0]] = true
			}
		}
	}
}

func key(phrase string) string { return strings.Join(stemAll(tokenize(phrase, maxName)), " ") }

func containsConcept(cs []concept, c concept) bool {
	for _, x := range cs {
		if x == c {
			return true
		}
	}
	return false
}

func stemAll(words []string) []string { return appendStems(nil, words) }

func appendStems(out, words []string) []string {
	for _, w := range words {
		out = append(out, stem(w))
	}
	return out
}

func stems(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		for _, t := range tokenize(w, maxName) {
			m[stem(t)] = true
		}
	}
	return m
}
