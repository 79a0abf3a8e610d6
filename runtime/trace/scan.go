package trace

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads JSON values from one line. It is stricter than encoding/json where a trace must be
// unambiguous: names match exactly, and a name twice in one object is an error. The line must be valid UTF-8.
type scanner struct {
	data    []byte
	pos     int
	depth   int
	scratch []byte
	texts   *textCache
	level   level // how strictly nested objects are held to their fields
	expect  int   // how many candidates the last step had
}

// maxDepth bounds the nesting of values. Records need six levels.
const maxDepth = 128

// badValue is a problem with a value; path is where, from the record's top.
type badValue struct {
	path    string
	problem string
}

func (e *badValue) Error() string {
	if e.path == "" {
		return e.problem
	}
	return e.path + " " + e.problem
}

// within puts name in front of the error's path.
func within(err error, name string) error {
	bad, ok := err.(*badValue)
	if !ok {
		return err
	}
	switch {
	case bad.path == "":
		bad.path = name
	case bad.path[0] == '[':
		bad.path = name + bad.path
	default:
		bad.path = name + "." + bad.path
	}
	return bad
}

func problemf(format string, args ...any) error {
	return &badValue{problem: fmt.Sprintf(format, args...)}
}

// broken is a syntax error; it names the column, and a line that simply stops.
func (s *scanner) broken() error {
	if s.pos >= len(s.data) {
		return &cutError{}
	}
	c, _ := utf8.DecodeRune(s.data[s.pos:])
	return &syntaxError{column: s.pos + 1, found: c}
}

type syntaxError struct {
	column int // 1-based, in bytes
	found  rune
}

func (e *syntaxError) Error() string {
	return fmt.Sprintf("is not JSON: unexpected %s in column %d", strconv.QuoteRune(e.found), e.column)
}

type cutError struct{}

func (*cutError) Error() string { return "is cut off" }

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// peek is the first byte of the next value, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.data) && s.data[s.pos] > ' ' {
		return s.data[s.pos]
	}
	s.space()
	if s.pos >= len(s.data) {
		return 0
	}
	return s.data[s.pos]
}

// typeName names what comes next, for messages.
func (s *scanner) typeName() string {
	switch c := s.peek(); {
	case c == '{':
		return "an object"
	case c == '[':
		return "a list"
	case c == '"':
		return "a text"
	case s.startsWith("true"), s.startsWith("false"):
		return "true or false"
	case s.startsWith("null"):
		return "null"
	case c == '-' || c >= '0' && c <= '9':
		return "a number"
	}
	return ""
}

func (s *scanner) startsWith(word string) bool {
	return len(s.data)-s.pos >= len(word) && string(s.data[s.pos:s.pos+len(word)]) == word
}

// want fails unless the next value starts with c.
func (s *scanner) want(c byte, name string) error {
	if s.peek() == c {
		return nil
	}
	return s.mismatch(name)
}

func (s *scanner) mismatch(name string) error {
	if found := s.typeName(); found != "" {
		return problemf("is %s and must be %s", found, name)
	}
	return s.broken()
}

func (s *scanner) enter() error {
	s.pos++
	s.depth++
	if s.depth > maxDepth {
		return problemf("is nested deeper than %d levels", maxDepth)
	}
	return nil
}

// next moves past a comma or the closing byte of a container; first is true before its first element.
func (s *scanner) next(first bool, end byte) (more bool, err error) {
	switch c := s.peek(); {
	case c == end:
		s.pos++
		s.depth--
		return false, nil
	case first:
		return true, nil
	case c == ',':
		s.pos++
		if s.peek() == end { // a comma before the end
			return false, s.broken()
		}
		return true, nil
	}
	return false, s.broken()
}

// key reads a name and the colon behind it. The bytes are valid until the next read.
func (s *scanner) key() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.broken()
	}
	k, err := s.raw()
	if err != nil {
		return nil, err
	}
	if s.peek() != ':' {
		return nil, s.broken()
	}
	s.pos++
	return k, nil
}

// raw reads a string and returns its unescaped bytes, which are valid until the next read.
func (s *scanner) raw() ([]byte, error) {
	s.pos++ // the quote
	start := s.pos
	for i := start; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.pos = i + 1
			return s.data[start:i], nil
		case c == '\\':
			s.pos = i
			return s.unescape(start)
		case c < ' ':
			s.pos = i
			return nil, s.broken()
		}
	}
	s.pos = len(s.data)
	return nil, s.broken()
}

// unescape goes on with a string that holds an escape at s.pos.
func (s *scanner) unescape(start int) ([]byte, error) {
	out := append(s.scratch[:0], s.data[start:s.pos]...)
	defer func() { s.scratch = out[:0] }()
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		switch {
		case c == '"':
			s.pos++
			return out, nil
		case c < ' ':
			return nil, s.broken()
		case c != '\\':
			out = append(out, c)
			s.pos++
			continue
		}
		s.pos++
		if s.pos >= len(s.data) {
			break
		}
		switch c := s.data[s.pos]; c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, err := s.hex4()
			if err != nil {
				return nil, err
			}
			if utf16.IsSurrogate(r) {
				r = s.pair(r)
			}
			out = utf8.AppendRune(out, r)
			continue
		default:
			return nil, s.broken()
		}
		s.pos++
	}
	return nil, s.broken()
}

// hex4 reads the u and four digits of an escape.
func (s *scanner) hex4() (rune, error) {
	s.pos++
	var r rune
	for range 4 {
		if s.pos >= len(s.data) {
			return 0, s.broken()
		}
		c := s.data[s.pos]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, s.broken()
		}
		r = r<<4 | rune(c)
		s.pos++
	}
	return r, nil
}

// pair completes a surrogate pair; half a pair is read as U+FFFD.
func (s *scanner) pair(high rune) rune {
	if s.pos+6 > len(s.data) || s.data[s.pos] != '\\' || s.data[s.pos+1] != 'u' {
		return utf8.RuneError
	}
	back := s.pos
	s.pos++
	low, err := s.hex4()
	if err == nil {
		if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r
		}
	}
	s.pos = back
	return utf8.RuneError
}

func (s *scanner) text(v *string) error {
	if err := s.want('"', "a text"); err != nil {
		return err
	}
	b, err := s.raw()
	if err != nil {
		return err
	}
	*v = s.texts.get(b)
	return nil
}

func (s *scanner) textPtr(v **string) error {
	t := new(string)
	*v = t
	return s.text(t)
}

// literal reads one of the words true, false and null.
func (s *scanner) literal(word string) error {
	for i := range len(word) {
		if s.pos >= len(s.data) || s.data[s.pos] != word[i] {
			return s.broken()
		}
		s.pos++
	}
	return nil
}

func (s *scanner) boolean(v *bool) error {
	switch s.peek() {
	case 't':
		*v = true
		return s.literal("true")
	case 'f':
		*v = false
		return s.literal("false")
	}
	return s.mismatch("true or false")
}

func (s *scanner) boolPtr(v **bool) error {
	b := new(bool)
	*v = b
	return s.boolean(b)
}

// number reads a number's bytes; whole is true when it has neither fraction nor exponent.
func (s *scanner) number() (b []byte, whole bool, err error) {
	if c := s.peek(); c != '-' && (c < '0' || c > '9') {
		if c == 'N' || c == 'I' {
			return nil, false, problemf("is NaN or Infinity, which JSON does not have")
		}
		return nil, false, s.mismatch("a number")
	}
	start := s.pos
	if s.data[s.pos] == '-' {
		s.pos++
		if s.pos < len(s.data) && s.data[s.pos] == 'I' {
			return nil, false, problemf("is -Infinity, which JSON does not have")
		}
	}
	digits := func() bool {
		from := s.pos
		for s.pos < len(s.data) && s.data[s.pos] >= '0' && s.data[s.pos] <= '9' {
			s.pos++
		}
		return s.pos > from
	}
	if s.pos < len(s.data) && s.data[s.pos] == '0' {
		s.pos++
	} else if !digits() {
		return nil, false, s.broken()
	}
	whole = true
	if s.pos < len(s.data) && s.data[s.pos] == '.' {
		whole = false
		s.pos++
		if !digits() {
			return nil, false, s.broken()
		}
	}
	if s.pos < len(s.data) && s.data[s.pos]|0x20 == 'e' {
		whole = false
		s.pos++
		if s.pos < len(s.data) && (s.data[s.pos] == '+' || s.data[s.pos] == '-') {
			s.pos++
		}
		if !digits() {
			return nil, false, s.broken()
		}
	}
	return s.data[start:s.pos], whole, nil
}

func (s *scanner) integer(v *int) error {
	b, whole, err := s.number()
	if err != nil {
		return err
	}
	if whole {
		n, err := strconv.ParseInt(string(b), 10, 64)
		if err != nil {
			return problemf("is %s, too large for a count", clip(b))
		}
		*v = int(n)
		return nil
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 { // 3.0 is a whole number too
		return problemf("is %s and must be a whole number", clip(b))
	}
	*v = int(f)
	return nil
}

func (s *scanner) intPtr(v **int) error {
	n := new(int)
	*v = n
	return s.integer(n)
}

// maxNumber bounds numbers with a fraction, so that no sum over a trace is infinite.
const maxNumber = 1e15

func (s *scanner) float(v *float64) error {
	b, _, err := s.number()
	if err != nil {
		return err
	}
	if f, ok := exactFloat(b); ok {
		*v = f
		return nil
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || math.Abs(f) > maxNumber {
		return problemf("is %s, too large for a number", clip(b))
	}
	*v = f
	return nil
}

func (s *scanner) floatPtr(v **float64) error {
	f := new(float64)
	*v = f
	return s.float(f)
}

// exactFloat reads a short decimal without exponent: both digits and power of ten are exact in a float64, so
// one division rounds rightly.
func exactFloat(b []byte) (float64, bool) {
	if len(b) > 16 || b[0] == '-' {
		return 0, false
	}
	digits, point := 0, -1
	for i, c := range b {
		switch {
		case c == '.':
			point = i
		case c >= '0' && c <= '9':
			digits = digits*10 + int(c-'0')
		default:
			return 0, false
		}
	}
	if point < 0 {
		if len(b) > 15 {
			return 0, false
		}
		return float64(digits), true
	}
	return float64(digits) / tens[len(b)-1-point], true
}

var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16}

// clip shortens b for a message.
func clip(b []byte) string {
	const most = 40
	if len(b) <= most {
		return string(b)
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(b[cut]) {
		cut--
	}
	return string(b[:cut]) + "…"
}
