package predicate

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
)

// Error is what is wrong with a condition, and where.
type Error struct {
	From, To   int    // rune offsets into the source, To exclusive
	Msg        string // a sentence without the place
	Suggestion string // the name that was most likely meant, or ""
}

// Error is the sentence with its suggestion.
func (e *Error) Error() string {
	if e.Suggestion == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s; did you mean %q?", e.Msg, e.Suggestion)
}

// whole is an error about all of the condition.
func whole(src, message string) *Error {
	return &Error{From: 0, To: utf8.RuneCountInString(src), Msg: message}
}

// place is an error about a part of it. A part that has no width, or lies outside, is widened and moved so
// that something can be underlined.
func place(src string, at file.Location, message string) *Error {
	n := utf8.RuneCountInString(src)
	from := min(max(at.From, 0), max(n-1, 0))
	to := min(max(at.To, from+1), max(n, from+1))
	return &Error{From: from, To: to, Msg: message}
}

var token = regexp.MustCompile(`^unexpected token (\w+)(?:\("(.*)"\))?$`)

// syntaxMessage says an error of expr's parser in our words.
func syntaxMessage(m string) string {
	if t := token.FindStringSubmatch(m); t != nil {
		switch {
		case t[1] == "EOF":
			return "the condition ends too early"
		case t[2] == "=":
			return "to compare, write =="
		case t[2] == "|" || t[2] == "&":
			return fmt.Sprintf("to combine conditions, write %q", t[2]+t[2])
		}
		return fmt.Sprintf("%q does not fit here", t[2])
	}
	switch {
	case strings.Contains(m, "exceeds maximum allowed nodes"):
		return fmt.Sprintf("the condition has more than %d operators, names and values; split it", MaxNodes)
	case strings.Contains(m, "literal not terminated"):
		return "the text is not closed; a quote is missing"
	case strings.Contains(m, "unexpected end of expression"):
		return "the condition ends too early"
	case strings.Contains(m, "unescape"), strings.Contains(m, "invalid char escape"):
		return "the text has an escape that is not known; between backticks (`) a backslash is just a backslash"
	case strings.Contains(m, "cannot be mixed"):
		return "?? and another operator need parentheses around one of them"
	}
	return goTypes(m)
}

var (
	mismatch = regexp.MustCompile(`^invalid operation: (.+) \(mismatched types? (.+?)(?: and (.+))?\)$`)
	argument = regexp.MustCompile(`^cannot use (.+) as argument \(type (.+)\) to call (.+?) *$`)
	expected = regexp.MustCompile(`^expected bool, but got (.+)$`)
	arity    = regexp.MustCompile(`^(not enough|too many) arguments to call (\S+)`)
	inside   = regexp.MustCompile(`^cannot use (.+) as type (.+) in (array|map key)$`)
	field    = regexp.MustCompile(`^type (.+) has no field (.+)$`)
	truth    = regexp.MustCompile(`^invalid operation: bool\((.+)\)$`)
	missing  = regexp.MustCompile(`^unknown field (.+)$`)
)

// typeMessage says an error of expr's type checker in our words.
func typeMessage(m string) string {
	if t := mismatch.FindStringSubmatch(m); t != nil {
		if t[3] == "" {
			return fmt.Sprintf("%s does not work on a %s", t[1], typeWord(t[2]))
		}
		return fmt.Sprintf("%s does not work between a %s and a %s", t[1], typeWord(t[2]), typeWord(t[3]))
	}
	if t := argument.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("%s takes a %s here, not a %s", t[3], typeWord(t[2]), typeWord(t[1]))
	}
	if t := expected.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("a condition must be true or false, and this is a %s; compare it with something", typeWord(t[1]))
	}
	if t := arity.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("%s has %s arguments; it is called %s", t[2], map[string]string{"not enough": "too few", "too many": "too many"}[t[1]], signature(t[2]))
	}
	if t := inside.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("a %s cannot be in a list of %s", typeWord(t[1]), typeWord(t[2]))
	}
	if t := field.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("a %s has no member %q", typeWord(t[1]), t[2])
	}
	if t := missing.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("there is no member %q", t[1])
	}
	return goTypes(m)
}

// runtimeMessage says an error of the VM in our words.
func runtimeMessage(m string) string {
	if t := truth.FindStringSubmatch(m); t != nil {
		return fmt.Sprintf("it needs true or false where it gets a %s; compare it with something", typeWord(t[1]))
	}
	switch {
	case strings.Contains(m, "divide by zero"):
		return "it divides by zero"
	case strings.Contains(m, "interface conversion"), strings.Contains(m, "reflect"), strings.Contains(m, "runtime error"):
		return "a value is missing or of another type than the condition needs"
	case strings.Contains(m, "memory budget exceeded"):
		return fmt.Sprintf("it builds lists of more than %d elements", MaxPieces)
	case strings.HasPrefix(m, "error parsing regexp"):
		return "a variable that serves as a pattern is not a regular expression (RE2): " + strings.TrimPrefix(m, "error parsing regexp: ")
	}
	return goTypes(m)
}

var goType = regexp.MustCompile(`(?:\[\])+(?:interface ?\{\}|[\w.]+)|\b(?:map\[string\](?:interface ?\{\}|any)|interface ?\{\}|float64|int64|int|bool|string|predicate\.\w+|func\([^)]*\)(?: \([^)]*\)| \w+)?)|<nil>`)

// goTypes replaces what is left of Go's type names.
func goTypes(m string) string {
	return goType.ReplaceAllStringFunc(m, typeWord)
}

func signature(name string) string {
	for _, f := range Functions() {
		if word(f.Name) == name {
			return f.Name
		}
	}
	return name + "(…)"
}

func regexpMessage(err error) string {
	var s *syntax.Error
	if errors.As(err, &s) {
		return fmt.Sprintf("%s: `%s`", s.Code, s.Expr)
	}
	return err.Error()
}
