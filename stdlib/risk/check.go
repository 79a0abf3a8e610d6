package risk

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Subject is what a step is about to do, and where. Empty fields are unknown.
type Subject struct {
	Intent string
	Name   string // accessible name of the element, as much of it as is known
	Role   string
	// Shown is what a person reads on the element, where a label calls it something else.
	Shown string
	// Scope names the group that the element stands in: a heading, a legend, a dialog's label. It says what a
	// plain "Yes" agrees to.
	Scope string
	// FormAction is the address that the step sends a form to, and Submits the name of the button that it
	// presses by that, where it is another element. Both are empty when the step sends no form.
	FormAction string
	Submits    string
	Link       string // address that the element leads to
	To         string // what it is dragged to is called; "" when it is not dragged
}

// Finding is what made a subject risky.
type Finding struct {
	Part    Part
	Text    string // of the part
	Pattern string // a user's as it was written, a built-in one by what it means: "delete (en)"
}

// Part says which part of a subject a finding is about.
type Part uint8

// The parts of a subject. Whole is intent, name and role together.
const (
	Whole Part = iota
	Intent
	Name
	Shown
	Scope
	FormAction
	Submits
	Link
	To
)

// Check looks for what is risky in a subject. A user's pattern sees intent, name and role joined by spaces, as
// they are and split into words, and each of the other parts for itself; the built-in lists judge every part by
// itself and the name in the light of the intent. All see through invisible characters and look-alike letters.
// Identifiers are split: delete_account and payNow hold the words delete and pay.
func (l *List) Check(s Subject) (Finding, bool) {
	for _, p := range []struct {
		part Part
		text string
	}{{Intent, s.Intent}, {Name, s.Name}, {Shown, s.Shown}, {Scope, s.Scope}, {FormAction, s.FormAction}, {Submits, s.Submits}, {Link, s.Link}, {To, s.To}} {
		if len(p.text) > MaxSubject {
			return Finding{p.part, p.text, fmt.Sprintf("a text of more than %d bytes", MaxSubject)}, true
		}
	}
	if f, ok := l.checkOwn(s); ok {
		return f, true
	}
	if !l.builtin {
		return Finding{}, false
	}
	return checkBuiltin(s)
}

func (l *List) checkOwn(s Subject) (Finding, bool) {
	if len(l.own) == 0 {
		return Finding{}, false
	}
	whole := strings.Join([]string{s.Intent, s.Name, s.Role}, " ")
	for _, p := range []struct {
		part Part
		text string
	}{{Whole, whole}, {Shown, s.Shown}, {Scope, s.Scope}, {Submits, s.Submits}, {FormAction, pathOf(s.FormAction)}, {Link, pathOf(s.Link)}, {To, s.To}} {
		if p.text == "" {
			continue
		}
		texts := []string{strings.Join(strings.Fields(fold(p.text)), " "), splitWords(p.text)}
		for _, r := range rewrites(p.text) {
			texts = append(texts, splitWords(r.text))
		}
		for _, e := range l.own {
			if slices.ContainsFunc(texts, e.pattern.matches) {
				return Finding{p.part, p.text, e.label}, true
			}
		}
	}
	return Finding{}, false
}

// isButton: an element of this role does something when it is clicked.
func isButton(role string) bool {
	return role == "button" || role == "menuitem" || role == "submit" || role == "image" || role == ""
}

func checkBuiltin(s Subject) (Finding, bool) {
	var natives [32]bool
	nativeIn(s.Intent, &natives)
	nativeIn(s.Name, &natives)
	as := aText
	if isButton(s.Role) {
		as = aButton
	}
	intent := readAll(s.Intent, anIntent, &natives)
	if s.Name == "" && s.Role == "" {
		intent = readAll(s.Intent, as, &natives) // a text of which nothing is known
	}
	name := readAll(s.Name, as, &natives)
	scope := readAll(s.Scope, aText, &natives)

	if f, ok := intent.risky(); ok {
		return Finding{Intent, s.Intent, f.label()}, true
	}
	scoped, danger := scope.risky()
	for _, r := range []struct {
		part Part
		text string
		reading
	}{{Name, s.Name, name}, {Shown, s.Shown, readShown(s, as, &natives)}, {To, s.To, readAll(s.To, aButton, &natives)}} {
		for _, f := range r.found {
			if !f.excused && !(f.bare && intent.about[f.act.meaning] && !danger) {
				return Finding{r.part, r.text, f.label()}, true
			}
		}
	}
	if language, ok := destroys(s.To); ok {
		return Finding{To, s.To, "delete (" + language + ")"}, true
	}
	if danger && (name.assent || len(name.found) > 0 || symbolsOnly(s.Name)) && (isButton(s.Role) || s.Role == "link") {
		return Finding{Scope, s.Scope, scoped.label()}, true
	}
	if f, ok := readAll(s.Submits, aButton, &natives).risky(); ok {
		return Finding{Submits, s.Submits, f.label()}, true
	}
	if label, ok := riskyAddress(s.FormAction); ok {
		return Finding{FormAction, s.FormAction, label}, true
	}
	if label, ok := riskyAddress(s.Link); ok {
		return Finding{Link, s.Link, label}, true
	}
	return Finding{}, false
}

// maxShown is how long the text of an element may be to say what a click on it does, in runes. A longer one is a
// piece of the page, such as the card that a link is laid over.
const maxShown = 80

// readShown reads what is written on an element, where that is another text than its name.
func readShown(s Subject, as kind, natives *[32]bool) reading {
	if utf8.RuneCountInString(s.Shown) > maxShown && as != aButton || plain(fold(s.Shown)) == plain(fold(s.Name)) {
		return reading{}
	}
	return readAll(s.Shown, as, natives)
}

func (r reading) risky() (found, bool) {
	for _, f := range r.found {
		if !f.excused {
			return f, true
		}
	}
	return found{}, false
}

// readAll reads a text and the other ways in which it can be read.
func readAll(text string, as kind, natives *[32]bool) reading {
	if text == "" {
		return reading{}
	}
	r := read(text, as, natives)
	for _, other := range rewrites(text) {
		more := read(other.text, as, natives)
		for _, f := range more.found {
			if other.accents && f.lang != &english {
				continue
			}
			if !slices.ContainsFunc(r.found, func(have found) bool { return have.act == f.act }) {
				r.found = append(r.found, f)
			}
		}
		r.assent = r.assent || more.assent
	}
	return r
}

// pathOf is the path and the query of an address, or all of it when it is a script.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" {
		if decoded, err := url.PathUnescape(address); err == nil {
			return decoded
		}
		return address
	}
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return strings.TrimSuffix(u.Path+"?"+query, "?")
}

// documents are first segments and hosts below which pages only speak of things.
var documents = []string{"docs", "doc", "help", "wiki", "blog", "support", "article", "articles", "kb", "faq", "guide", "guides", "reference", "questions", "news", "library",
	"tutorial", "tutorials", "learn", "manual", "search", "w", "category", "tags", "tag", "static", "topics", "forum", "issues"}

// doing are the parameters of a query that name an action.
var doing = []string{"action", "do", "op", "cmd", "command", "act", "method", "_method", "task", "mode", "operation"}

// riskyAddress: the address itself is an action, such as /items/7/delete or ?action=delete. An address that
// only speaks of one (/help/delete-account, /wiki/Payment) is not.
func riskyAddress(address string) (label string, ok bool) {
	if address == "" {
		return "", false
	}
	if scheme, script, ok := strings.Cut(address, ":"); ok && strings.EqualFold(strings.TrimSpace(scheme), "javascript") {
		if decoded, err := url.PathUnescape(script); err == nil {
			script = decoded
		}
		return riskyWords(script, true)
	}
	u, err := url.Parse(address)
	if err != nil {
		return riskyWords(address, true)
	}
	for key, values := range u.Query() {
		for _, v := range values {
			if slices.Contains(doing, strings.ToLower(key)) {
				if label, ok := riskyWords(v, true); ok {
					return label, true
				}
			}
			if v == "" || v == "1" || v == "true" {
				if label, ok := riskyWords(key, true); ok {
					return label, true
				}
			}
		}
	}
	segments := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	for _, s := range segments {
		if slices.Contains(documents, strings.ToLower(s)) {
			return "", false
		}
	}
	if len(segments) == 0 {
		return "", false
	}
	last := segments[len(segments)-1]
	before, ext, dotted := strings.Cut(last, ".")
	if dotted && slices.Contains([]string{"html", "htm", "md", "pdf", "txt", "png", "jpg", "svg", "css", "js"}, strings.ToLower(ext)) {
		return "", false
	}
	if label, ok := riskyWords(before, false); ok {
		return label, true
	}
	if len(segments) > 1 && isID(last) { // /delete/7
		return riskyWords(segments[len(segments)-2], false)
	}
	return "", false
}

func isID(s string) bool { return strings.ContainsAny(s, "0123456789") }

// riskyWords looks for an action in an identifier. With any unset it must begin with it: the segment of an
// address that is no action but a title holds many words.
func riskyWords(s string, anywhere bool) (string, bool) {
	var natives [32]bool
	if !anywhere && len(tokens(s)) > 3 {
		return "", false
	}
	r := read(s, aButton, &natives)
	for _, f := range r.found {
		if !f.excused && (anywhere || f.start == 0 || f.lang == &english && f.act.meaning != publish) {
			return f.label(), true
		}
	}
	return "", false
}
