package builtin

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// plain makes cases of plain wording out of the pages: an element is called by its name, with and without the
// element on the page. What people write first must be certain, and certain only when it is there.
func plain(cases []testCase, weight float64) []testCase {
	words := map[string][]string{
		"click": {"Click %s", "Open the %s", "Press the %s button", "%s", "Go to %s", "Click \"%s\"", "Click the \"%s\" link"},
		"fill":  {"Type the %s", "Enter the %s", "Fill in the %s", "Type into the %s field", "%s", "Fill \"%s\""},
		"check": {"Tick %s", "Check %s", "Check the %s box", "Turn on \"%s\""}, "select": {"Choose the %s", "Select a %s", "Pick the %s from the list", "Set the \"%s\""},
	}
	places := []string{"%s the task %s", "%s %s", "%s \"%s\"", "%s in %s", "%s the entry %s", "%s of %s"}
	tails := []string{"to the existing account", "for this page", "in the list", "of the current project", "the request", "with the new data", "to the team", "from the menu"}
	v := sharedVocabulary()
	var out []testCase
	done := map[string]bool{}
	for _, c := range cases {
		if done[c.Page] || strings.HasSuffix(c.ID, "r") {
			continue
		}
		done[c.Page] = true
		for i, e := range c.Candidates {
			h := fnv.New32a()
			fmt.Fprintf(h, "%s %d", c.Page, i)
			draw := int(h.Sum32() >> 8)
			if draw%3 == 1 || len(e.Name) < 2 || len(strings.Fields(e.Name)) > 6 {
				continue
			}
			verb := verbFor(e.Role)
			ws := words[verb]
			n := testCase{ID: fmt.Sprintf("%s-plain-%d", c.Page, i), Page: c.Page, Split: c.Split, real: c.real, Verb: verb, Candidates: c.Candidates, weight: weight}
			name := e.Name
			if draw/4%3 > 0 {
				name = strings.ToLower(name)
			}
			n.Intent = fmt.Sprintf(ws[draw/16%len(ws)], name)
			if first := stem(strings.Join(tokenize(e.Name, 1), "")); verb == "click" && draw%4 == 0 && (v.actionWords[first] || len(v.phrases[first]) > 0) {
				n.Intent = e.Name + " " + tails[draw/16%len(tails)]
			}
			for j, o := range c.Candidates {
				if o.Role == e.Role && strings.EqualFold(o.Name, e.Name) {
					n.Expect = append(n.Expect, j)
				}
			}
			if len(n.Expect) > 1 { // twins are told apart by where they stand
				region := withoutKind(optional(e.Scope))
				if region == "" || len(strings.Fields(region)) > 6 || slices.ContainsFunc(n.Expect, func(j int) bool { return j != i && optional(c.Candidates[j].Scope) == optional(e.Scope) }) {
					continue
				}
				n.Intent = fmt.Sprintf(places[draw/16%len(places)], name, region)
				n.Expect = []int{i}
				out = append(out, n)
				continue
			}
			out = append(out, n)
			if draw/64%2 == 0 {
				continue
			}
			gone := n
			gone.ID += "-gone"
			gone.Expect = nil
			gone.Candidates = slices.Delete(slices.Clone(c.Candidates), i, i+1)
			if slices.ContainsFunc(gone.Candidates, func(o element) bool { return strings.EqualFold(o.Name, e.Name) }) {
				continue
			}
			out = append(out, gone)
		}
	}
	return out
}

// hinted makes cases that call an element with a long name by one word of it that no other element has, with
// and without the element on the page.
func hinted(cases []testCase, weight float64) []testCase {
	ways := []string{"Open the message about %s", "Open the %s", "Show the entry about %s", "Open the article about the %s", "Click the %s link", "Go to the %s page", "Open the %s card"}
	var out []testCase
	done := map[string]bool{}
	for _, c := range cases {
		if done[c.Page] || strings.HasSuffix(c.ID, "r") {
			continue
		}
		done[c.Page] = true
		on := map[string]int{} // elements that have a word
		for _, e := range c.Candidates {
			mine := map[string]bool{}
			for _, w := range stemAll(append(tokenize(e.Name, maxName), tokenize(optional(e.Scope), maxName)...)) {
				mine[w] = true
			}
			for w := range mine {
				on[w]++
			}
		}
		for i, e := range c.Candidates {
			words := tokenize(e.Name, maxName)
			if len(words) < 3 || roleFit("click", e.Role) < 0.7 {
				continue
			}
			h := fnv.New32a()
			fmt.Fprintf(h, "%s hint %d", c.Page, i)
			draw := int(h.Sum32() >> 8)
			word := ""
			for k := range words {
				if w := words[(k+draw)%len(words)]; len(w) >= 4 && on[stem(w)] == 1 && carries(stem(w)) {
					word = w
					break
				}
			}
			if word == "" {
				continue
			}
			n := testCase{ID: fmt.Sprintf("%s-hint-%d", c.Page, i), Page: c.Page, Split: c.Split, real: c.real, Verb: "click", Candidates: c.Candidates, weight: weight,
				Intent: fmt.Sprintf(ways[draw%len(ways)], word), Expect: []int{i}}
			out = append(out, n)
			if draw/16%2 == 0 {
				n.ID += "-gone"
				n.Expect = nil
				n.Candidates = slices.Delete(slices.Clone(c.Candidates), i, i+1)
				out = append(out, n)
			}
		}
	}
	return out
}

// swapped makes cases that ask for something near to an element of the page and not for it: one word of its name
// is another, the thing or the verb. None is right.
func swapped(cases []testCase, weight float64) []testCase {
	ways := map[string][]string{"click": {"%s", "Open the %s", "Click \"%s\""}, "fill": {"Type the %s", "Enter the %s", "Fill in the %s"}, "check": {"Tick %s", "Turn on %s"}, "select": {"Choose the %s", "Pick the %s"}}
	var pool, verbs []string // words of all names
	v := sharedVocabulary()
	for _, c := range cases {
		for _, e := range c.Candidates {
			for _, w := range tokenize(e.Name, maxName) {
				if s := stem(w); len(w) >= 4 && ascii(w) && carries(s) && !slices.Contains(pool, w) {
					pool = append(pool, w)
					if v.actionWords[s] || len(v.phrases[s]) > 0 && v.action[v.phrases[s][0]] {
						verbs = append(verbs, w)
					}
				}
			}
		}
	}
	var out []testCase
	done := map[string]bool{}
	for _, c := range cases {
		if done[c.Page] || strings.HasSuffix(c.ID, "r") {
			continue
		}
		done[c.Page] = true
		for i, e := range c.Candidates {
			words := tokenize(e.Name, maxName)
			h := fnv.New32a()
			fmt.Fprintf(h, "%s swap %d", c.Page, i)
			draw := int(h.Sum32() >> 8)
			if draw%3 == 0 || len(words) < 2 || len(words) > 5 || !ascii(e.Name) {
				continue
			}
			at := draw / 4 % len(words)
			if !carries(stem(words[at])) {
				continue
			}
			word := pool[draw/16%len(pool)]
			if first := stem(words[at]); at == 0 && (v.actionWords[first] || len(v.phrases[first]) > 0 && v.action[v.phrases[first][0]]) {
				word = verbs[draw/16%len(verbs)]
			}
			if near := v.sharesMeaning(stem(word), stem(words[at])); near || slices.ContainsFunc(c.Candidates, func(o element) bool {
				return strings.Contains(strings.ToLower(o.Name+" "+optional(o.Scope)), word[:4])
			}) {
				continue
			}
			words[at] = word
			verb := verbFor(e.Role)
			out = append(out, testCase{ID: fmt.Sprintf("%s-swap-%d", c.Page, i), Page: c.Page, Split: c.Split, real: c.real, Verb: verb, Candidates: c.Candidates, weight: weight,
				Intent: fmt.Sprintf(ways[verb][draw/64%len(ways[verb])], strings.Join(words, " "))})
		}
	}
	return out
}

// sharesMeaning reports whether two stems belong to one concept.
func (v *vocabulary) sharesMeaning(a, b string) bool {
	return slices.ContainsFunc(v.phrases[a], func(c concept) bool { return slices.Contains(v.phrases[b], c) })
}

// verbFor is what is usually done to a role.
func verbFor(role string) string {
	switch role {
	case "textbox", "searchbox", "spinbutton":
		return "fill"
	case "checkbox", "switch", "radio":
		return "check"
	case "combobox":
		return "select"
	}
	return "click"
}

// small makes pages of few candidates out of the cases: real dialogs and forms are smaller than the pages of
// the cases. The right candidate stays on two of three.
func small(cases []testCase, weight float64) []testCase {
	var out []testCase
	for n, c := range cases {
		keep := 1 + n%6
		s := testCase{ID: c.ID + "-small", Page: c.Page, Split: c.Split, real: c.real, Verb: c.Verb, Intent: c.Intent, weight: weight}
		for i, e := range c.Candidates {
			right := slices.Contains(c.Expect, i)
			h := fnv.New32a()
			fmt.Fprintf(h, "%s %d", c.ID, i)
			switch {
			case right && n%3 > 0:
				s.Expect = append(s.Expect, len(s.Candidates))
			case right || int(h.Sum32()>>8)%len(c.Candidates) >= keep:
				continue
			}
			s.Candidates = append(s.Candidates, e)
		}
		if len(s.Candidates) > 0 {
			out = append(out, s)
		}
	}
	return out
}
