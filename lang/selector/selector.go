// Package selector checks the syntax of CSS selectors (Selectors Level 4) before a browser meets them, and says where one
// is wrong. It knows no page and matches nothing: a name of a pseudo-class that a browser may not know passes, unless
// it is one that only other tools understand.
package selector

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Problem is what is wrong with a selector, and where: the bytes from From up to To, at least one character where there
// is one.
type Problem struct {
	Msg      string // a sentence without the place
	From, To int
}

// maxDepth is how deep brackets may lie in one another.
const maxDepth = 32

// Check returns the first problem of a list of selectors, nil for none.
func Check(text string) *Problem {
	if p := foreign(text); p != nil {
		return p
	}
	c := &checker{src: text}
	c.list(true, false, 0)
	if c.problem == nil && c.at < len(c.src) {
		c.fail(c.at, "%s does not belong here", c.show())
	}
	return c.problem
}

// foreign finds selectors of other kinds, which people bring along from other tools.
func foreign(text string) *Problem {
	whole := func(msg string) *Problem { return &Problem{msg, 0, len(text)} }
	switch trimmed := strings.TrimSpace(text); {
	case strings.HasPrefix(trimmed, "/"), strings.HasPrefix(trimmed, "(/"), strings.HasPrefix(trimmed, "./"), strings.HasPrefix(trimmed, "xpath="):
		return whole("this is XPath; a CSS selector is needed here, such as #save or form button[type=submit]")
	case strings.Contains(trimmed, ">>"):
		at := strings.Index(text, ">>")
		return &Problem{">> is not CSS; a descendant is written with a space", at, at + 2}
	}
	for _, engine := range []string{"text=", "role=", "css=", "id=", "data-testid=", "internal:"} {
		if strings.HasPrefix(strings.TrimSpace(text), engine) {
			return whole(fmt.Sprintf("%s is not CSS; a CSS selector is needed here, such as #save, [name=email] or form button", strings.TrimSuffix(engine, ":")))
		}
	}
	return nil
}

type checker struct {
	src     string
	at      int
	problem *Problem
}

func (c *checker) fail(from int, format string, args ...any) {
	if c.problem != nil {
		return
	}
	_, n := utf8.DecodeRuneInString(c.src[min(from, len(c.src)):])
	to := max(c.at, from+n)
	if n == 0 { // at the end: underline the last character
		_, back := utf8.DecodeLastRuneInString(c.src)
		from = max(0, len(c.src)-back)
		to = len(c.src)
	}
	c.problem = &Problem{fmt.Sprintf(format, args...), from, to}
}

// show is the character at the place, for a message.
func (c *checker) show() string {
	if c.at >= len(c.src) {
		return "the end"
	}
	r, _ := utf8.DecodeRuneInString(c.src[c.at:])
	return fmt.Sprintf("%q", string(r))
}

func (c *checker) peek() byte {
	if c.at < len(c.src) {
		return c.src[c.at]
	}
	return 0
}

// space passes over white space and comments, and reports whether there was any.
func (c *checker) space() bool {
	from := c.at
	for c.at < len(c.src) {
		switch {
		case strings.IndexByte(" \t\r\n\f", c.src[c.at]) >= 0:
			c.at++
		case strings.HasPrefix(c.src[c.at:], "/*"):
			end := strings.Index(c.src[c.at+2:], "*/")
			if end < 0 {
				at := c.at
				c.at = len(c.src)
				c.fail(at, "the comment has no end")
				return true
			}
			c.at += end + 4
		default:
			return c.at > from
		}
	}
	return c.at > from
}

// list reads selectors that commas separate, up to a closing bracket or the end. A relative one may begin with a
// combinator.
func (c *checker) list(required, relative bool, depth int) {
	c.space()
	if !required && (c.at == len(c.src) || c.peek() == ')') {
		return
	}
	for c.problem == nil {
		c.complex(relative, depth)
		if c.problem != nil || c.peek() != ',' {
			return
		}
		c.at++
	}
}

// complex reads compounds and what stands between them.
func (c *checker) complex(relative bool, depth int) {
	c.space()
	if relative && strings.IndexByte(">+~", c.peek()) >= 0 && c.at < len(c.src) {
		c.at++
		c.space()
	}
	for {
		c.compound(depth)
		if c.problem != nil {
			return
		}
		spaced := c.space()
		switch b := c.peek(); {
		case c.at == len(c.src), b == ',', b == ')':
			return
		case b == '>' || b == '+' || b == '~':
			c.at++
			c.space()
		case !spaced:
			return
		}
	}
}

// compound reads what speaks of one element.
func (c *checker) compound(depth int) {
	from := c.at
	if c.peek() == '*' {
		c.at++
	} else if c.identStarts() {
		c.ident("name")
	}
	for c.problem == nil {
		switch c.peek() {
		case '#':
			c.at++
			if !c.nameChar() {
				c.fail(c.at-1, "# needs an id behind it")
				return
			}
			start := c.at
			c.name()
			if d := c.src[start]; d >= '0' && d <= '9' {
				c.fail(start-1, "an id that begins with a digit is written [id=\"%s\"]", c.src[start:c.at])
			}
		case '.':
			c.at++
			if !c.identStarts() {
				c.fail(c.at-1, ". needs the name of a class behind it")
				return
			}
			c.ident("class")
		case '[':
			c.attribute()
		case ':':
			c.pseudo(depth)
		case '|':
			c.fail(c.at, "name spaces cannot be used here")
		default:
			if c.at == from {
				switch {
				case c.at == len(c.src):
					c.fail(c.at, "a selector is missing at the end")
				case c.peek() == ',' || c.peek() == ')':
					c.fail(c.at, "a selector is missing before %s", c.show())
				default:
					c.fail(c.at, "%s does not begin a selector", c.show())
				}
			}
			return
		}
	}
}

// identStarts reports whether an identifier begins here (CSS Syntax Level 3, 4.3.9).
func (c *checker) identStarts() bool {
	rest := c.src[c.at:]
	if strings.HasPrefix(rest, "--") {
		return true
	}
	rest = strings.TrimPrefix(rest, "-")
	if rest == "" {
		return false
	}
	return nameStart(rest[0]) || rest[0] == '\\' && len(rest) > 1 && rest[1] != '\n'
}

func nameStart(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

func (c *checker) nameChar() bool {
	b := c.peek()
	return c.at < len(c.src) && (nameStart(b) || b == '-' || b >= '0' && b <= '9' || b == '\\' && c.at+1 < len(c.src) && c.src[c.at+1] != '\n')
}

// name reads characters of a name, escapes among them.
func (c *checker) name() {
	for c.nameChar() {
		if c.peek() == '\\' {
			c.at++
		}
		_, n := utf8.DecodeRuneInString(c.src[c.at:])
		c.at += n
	}
}

func (c *checker) ident(what string) {
	if !c.identStarts() {
		c.fail(c.at, "the %s is missing", what)
		return
	}
	c.name()
}

// attribute reads [name], [name=value] and the like.
func (c *checker) attribute() {
	open := c.at
	c.at++
	c.space()
	if strings.HasPrefix(c.src[c.at:], "*|") {
		c.at += 2
	}
	if !c.identStarts() {
		c.fail(c.at, "[ needs the name of an attribute behind it")
		return
	}
	c.name()
	c.space()
	if c.peek() == ']' {
		c.at++
		return
	}
	if c.at < len(c.src) && strings.IndexByte("~|^$*", c.peek()) >= 0 {
		c.at++
	}
	if c.at == len(c.src) {
		c.at = open + 1
		c.fail(open, "this [ is not closed")
		return
	}
	if c.peek() != '=' {
		c.fail(c.at, "%s does not belong behind the name of an attribute; = and a value may stand there, or ]", c.show())
		return
	}
	c.at++
	c.space()
	switch {
	case c.peek() == '"' || c.peek() == '\'':
		c.quoted()
	case c.identStarts():
		c.name()
	default:
		from := c.at
		for c.at < len(c.src) && strings.IndexByte("] \t\n", c.src[c.at]) < 0 {
			c.at++
		}
		if c.at > from {
			c.fail(from, "the value %s needs quotes", c.src[from:c.at])
		} else {
			c.fail(from, "the value is missing")
		}
		return
	}
	if c.problem != nil {
		return
	}
	if c.space(); c.at < len(c.src) && strings.IndexByte("iIsS", c.peek()) >= 0 {
		c.at++
		c.space()
	}
	c.end(open, ']')
}

// quoted reads a text in quotes.
func (c *checker) quoted() {
	open, quote := c.at, c.src[c.at]
	for c.at++; c.at < len(c.src); c.at++ {
		switch c.src[c.at] {
		case quote:
			c.at++
			return
		case '\\':
			c.at++
		case '\n':
			c.fail(open, "the quoted text goes over the end of its line")
			return
		}
	}
	c.at = open + 1
	c.fail(open, "this quote is not closed")
}

// Pseudo-classes that only other tools understand, with what is written in CSS.
var elsewhere = map[string]string{
	"contains": "CSS does not look at texts; claim it with that = \"page.text contains '…'\"", "has-text": "CSS does not look at texts; claim it with that = \"page.text contains '…'\"",
	"text": "CSS does not look at texts; claim it with that = \"page.text contains '…'\"", "text-is": "CSS does not look at texts; claim it with that = \"page.text contains '…'\"",
	"text-matches": "CSS does not look at texts; claim it with that = \"page.text matches '…'\"",
	"visible":      "leave it out, only what is visible counts", "hidden": "only what is visible counts",
	"eq": "write :nth-child(…) or name the element", "first": "write :first-child or :first-of-type", "last": "write :last-child or :last-of-type",
	"nth-match": "write :nth-child(… of …)", "button": "write button, [type=button], [type=submit]", "submit": "write [type=submit]", "input": "write input, select, textarea, button",
	"near": "name the element itself", "left-of": "name the element itself", "right-of": "name the element itself", "above": "name the element itself", "below": "name the element itself",
}

// What stands in the brackets of pseudo-classes: selectors that are required, may be missing, or may begin with a
// combinator; a formula; a word.
var functions = map[string]string{
	"not": "list", "is": "any", "where": "any", "matches": "any", "-webkit-any": "any", "has": "relative", "host": "list", "host-context": "list", "slotted": "list", "cue": "list",
	"nth-child": "nth", "nth-last-child": "nth", "nth-of-type": "nth", "nth-last-of-type": "nth", "lang": "words", "dir": "words", "part": "words", "state": "words",
}

// pseudo reads a pseudo-class or pseudo-element.
func (c *checker) pseudo(depth int) {
	from := c.at
	c.at++
	if c.peek() == ':' {
		c.at++
	}
	if !c.identStarts() {
		c.fail(from, "%s needs the name of a pseudo-class behind it", c.src[from:c.at])
		return
	}
	start := c.at
	c.name()
	name := strings.ToLower(c.src[start:c.at])
	if advice, ok := elsewhere[name]; ok && start == from+1 {
		c.fail(from, ":%s is not CSS; %s", name, advice)
		return
	}
	kind := functions[name]
	if c.peek() != '(' {
		if kind != "" && kind != "words" && name != "host" && name != "cue" {
			c.fail(from, ":%s needs brackets and what is in them", name)
		}
		return
	}
	open := c.at
	c.at++
	if depth >= maxDepth {
		c.fail(open, "brackets lie deeper than %d in one another", maxDepth)
		return
	}
	switch kind {
	case "list", "relative", "any":
		c.list(kind != "any", kind == "relative", depth+1)
	case "nth":
		c.nth(depth + 1)
	default:
		c.anything()
	}
	if c.problem != nil {
		return
	}
	c.space()
	c.end(open, ')')
}

// end takes the bracket that closes the one at open.
func (c *checker) end(open int, bracket byte) {
	switch {
	case c.at == len(c.src):
		c.at = open + 1
		c.fail(open, "this %c is not closed", c.src[open])
	case c.peek() != bracket:
		c.fail(c.at, "%c is expected here, and this is %s", bracket, c.show())
	default:
		c.at++
	}
}

// nth reads even, odd, 3, 2n+1, -n + 3, and "of" with selectors.
func (c *checker) nth(depth int) {
	c.space()
	from := c.at
	for c.at < len(c.src) && c.peek() != ')' {
		if rest := c.src[c.at:]; strings.HasPrefix(rest, "of") && c.at > from && !c.alone(c.at) {
			break
		}
		c.at++
	}
	formula := strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\n' {
			return -1
		}
		return r
	}, c.src[from:c.at]))
	if !slices.Contains([]string{"even", "odd"}, formula) && !isFormula(formula) {
		c.fail(from, "%q is no place; write a number, even, odd or a formula such as 2n+1", strings.TrimSpace(c.src[from:c.at]))
		return
	}
	if strings.HasPrefix(c.src[c.at:], "of") {
		c.at += 2
		c.list(true, false, depth)
	}
}

// alone reports whether the letters at a place are part of a longer word.
func (c *checker) alone(at int) bool { return at > 0 && nameStart(c.src[at-1]) }

// isFormula reports whether a text without spaces is An+B.
func isFormula(s string) bool {
	digits := func(s string, signed bool) bool {
		if signed {
			s = strings.TrimLeft(s, "+-")
		}
		return s != "" && strings.Trim(s, "0123456789") == ""
	}
	a, b, ok := strings.Cut(s, "n")
	if !ok {
		return digits(s, true)
	}
	if a != "" && a != "+" && a != "-" && !digits(a, true) {
		return false
	}
	return b == "" || (b[0] == '+' || b[0] == '-') && digits(b[1:], false)
}

// anything passes over what stands in brackets that this package does not know.
func (c *checker) anything() {
	for depth := 0; c.at < len(c.src) && c.problem == nil; {
		switch c.peek() {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return
			}
			depth--
		case '"', '\'':
			c.quoted()
			continue
		case '\\':
			c.at++
		}
		c.at = min(c.at+1, len(c.src))
	}
}
