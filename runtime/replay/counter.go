package replay

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// counterPatterns are what numbers in names look like, the plainest first: what --normalize overlooks should say
// what it is for.
var counterPatterns = []string{
	` ?\(\d+\)`, ` ?\[\d+\]`, `\d+`, ` ?\d+`, ` ?\(?\d[\d.,]*\+?\)?`,
}

// badgePattern is what a badge without a number looks like: a dot, a star, a picture.
const badgePattern = ` ?[•*\p{So}]+`

var (
	badge  = regexp.MustCompile(badgePattern)
	digits = regexp.MustCompile(`\d+`)
)

// excuse is a pattern for --normalize under which the recorded element and the one that is now, and no other
// element of now, are the same; "" when they differ in more than a number or a badge. relaxed are the patterns that are in
// force already.
func excuse(was, is *trace.Candidate, now []trace.Candidate, relaxed []*regexp.Regexp) string {
	either := func(p *regexp.Regexp) bool { return p.MatchString(was.Name) || p.MatchString(is.Name) }
	if was.Role != is.Role {
		return ""
	}
	var patterns []string
	if either(digits) {
		patterns = append(slices.Clone(counterPatterns), between(was.Name, is.Name)...)
	}
	if either(badge) {
		patterns = append(patterns, badgePattern)
	}
	both := digits.MatchString(was.Name) && digits.MatchString(is.Name)
	for _, text := range patterns {
		if !both && text == `\d+` {
			continue // the white space goes with the number
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			continue
		}
		if excuses(normalized(append(relaxed[:len(relaxed):len(relaxed)], pattern)), was, is, now) {
			return text
		}
	}
	return ""
}

// excuses reports whether an identity makes the two elements one, and no other element of now, and leaves
// something of the name.
func excuses(id identity, was, is *trace.Candidate, now []trace.Candidate) bool {
	want := id(was)
	if id(is) != want || strings.HasSuffix(want, "|") {
		return false
	}
	for i := range now {
		if c := &now[i]; id(c) == want && c.Frame == is.Frame && c.FP != is.FP {
			return false
		}
	}
	return true
}

// between are patterns for names that are the same at both ends and differ in a part that holds a number:
// "updated 5 minutes ago", "updated 2 hours ago". The second holds the whole names, for the case that the part is
// elsewhere on the page too.
func between(was, is string) []string {
	a, b := words(was), words(is)
	head := 0
	for head < min(len(a), len(b)) && a[head].text == b[head].text {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail].text == b[len(b)-1-tail].text {
		tail++
	}
	if head+tail == 0 || head+tail == max(len(a), len(b)) {
		return nil
	}
	ma, mb := span(was, a[head:len(a)-tail]), span(is, b[head:len(b)-tail])
	for _, part := range []string{ma, mb} {
		if part != "" && !digits.MatchString(part) {
			return nil
		}
	}
	quote := func(s string) string { return digits.ReplaceAllLiteralString(regexp.QuoteMeta(s), `\d+`) }
	var parts []string
	for _, part := range []string{ma, mb} {
		if part != "" && (len(parts) == 0 || quote(part) != parts[0]) {
			parts = append(parts, quote(part))
		}
	}
	pattern := strings.Join(parts, "|")
	if len(parts) > 1 {
		pattern = "(?:" + pattern + ")"
	}
	return []string{"(?i) ?" + pattern}
}

// word is a word of a name, or the marks behind one that set off what comes next.
type word struct {
	text string
	at   int // in bytes of the name
}

// words takes a name apart: "Inbox, 4 unread" is "Inbox", ",", "4" and "unread".
func words(name string) []word {
	var out []word
	at := 0
	for _, field := range strings.Fields(name) {
		at += strings.Index(name[at:], field)
		text := strings.TrimRight(field, ",;:·|–—")
		if text != "" {
			out = append(out, word{text, at})
		}
		if text != field {
			out = append(out, word{field[len(text):], at + len(text)})
		}
		at += len(field)
	}
	return out
}

// span is the part of a name that some of its words, one behind the other, take up.
func span(name string, part []word) string {
	if len(part) == 0 {
		return ""
	}
	last := part[len(part)-1]
	return name[part[0].at : last.at+len(last.text)]
}
