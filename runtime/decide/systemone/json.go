package systemone

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep arrays and objects of a response may nest.
const maxDepth = 64

// scanner reads JSON by the letter: names are compared by case, numbers stay numbers, text is UTF-8. It never
// reads past data and allocates only for the texts that it hands out.
type scanner struct {
	data  []byte
	pos   int
	depth int
}

func (s *scanner) errorf(format string, args ...any) error {
	return fmt.Errorf("%s at byte %d", fmt.Sprintf(format, args...), s.pos)
}

func (s *scanner) unexpected(want string) error {
	if s.pos >= len(s.data) {
		return s.errorf("it ends where %s should be", want)
	}
	return s.errorf("%q stands where %s should be", rune(s.data[s.pos]), want)
}

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// end reports what stands behind the document.
func (s *scanner) end() error {
	if s.peek(); s.pos < len(s.data) {
		return s.errorf("more follows the document")
	}
	return nil
}

// object calls field for each member; field must read the value. The name is valid only until field reads on.
func (s *scanner) object(field func(name []byte) error) error {
	if s.peek() != '{' {
		return s.unexpected("an object")
	}
	return s.list('}', func() error {
		name, err := s.text()
		if err != nil {
			return err
		}
		if s.peek() != ':' {
			return s.unexpected("a colon")
		}
		s.pos++
		return field(name)
	})
}

// array calls element for each one; element must read it.
func (s *scanner) array(element func() error) error {
	if s.peek() != '[' {
		return s.unexpected("an array")
	}
	return s.list(']', element)
}

func (s *scanner) list(closing byte, member func() error) error {
	if s.depth++; s.depth > maxDepth {
		return s.errorf("it nests deeper than %d levels", maxDepth)
	}
	s.pos++
	if s.peek() == closing {
		s.pos++
		s.depth--
		return nil
	}
	for {
		if err := member(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case closing:
			s.pos++
			s.depth--
			return nil
		default:
			return s.unexpected("a comma or " + strconv.QuoteRune(rune(closing)))
		}
	}
}

// text reads a string. What it returns is part of data where nothing was escaped.
func (s *scanner) text() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.unexpected("a text")
	}
	s.pos++
	start := s.pos
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == '"':
			b := s.data[start:s.pos]
			s.pos++
			if !utf8.Valid(b) {
				return nil, s.errorf("a text is not UTF-8")
			}
			return b, nil
		case c == '\\':
			return s.escaped(start)
		case c < ' ':
			return nil, s.errorf("a text holds a control character")
		}
		s.pos++
	}
	return nil, s.errorf("a text does not end")
}

// escaped reads the rest of a string that began at start and holds an escape at pos.
func (s *scanner) escaped(start int) ([]byte, error) {
	b := append([]byte(nil), s.data[start:s.pos]...)
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		s.pos++
		switch {
		case c == '"':
			if !utf8.Valid(b) {
				return nil, s.errorf("a text is not UTF-8")
			}
			return b, nil
		case c < ' ':
			return nil, s.errorf("a text holds a control character")
		case c != '\\':
			b = append(b, c)
		default:
			var err error
			if b, err = s.escape(b); err != nil {
				return nil, err
			}
		}
	}
	return nil, s.errorf("a text does not end")
}

func (s *scanner) escape(b []byte) ([]byte, error) {
	if s.pos >= len(s.data) {
		return nil, s.errorf("a text does not end")
	}
	c := s.data[s.pos]
	s.pos++
	switch c {
	case '"', '\\', '/':
		return append(b, c), nil
	case 'b':
		return append(b, '\b'), nil
	case 'f':
		return append(b, '\f'), nil
	case 'n':
		return append(b, '\n'), nil
	case 'r':
		return append(b, '\r'), nil
	case 't':
		return append(b, '\t'), nil
	case 'u':
		r, err := s.unit()
		if err != nil {
			return nil, err
		}
		if utf16.IsSurrogate(r) {
			if s.pos+1 >= len(s.data) || s.data[s.pos] != '\\' || s.data[s.pos+1] != 'u' {
				return nil, s.errorf("half of a surrogate pair")
			}
			s.pos += 2
			low, err := s.unit()
			if err != nil {
				return nil, err
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return nil, s.errorf("half of a surrogate pair")
			}
		}
		return utf8.AppendRune(b, r), nil
	}
	return nil, s.errorf("an unknown escape")
}

// unit reads the four digits of \u.
func (s *scanner) unit() (rune, error) {
	if s.pos+4 > len(s.data) {
		return 0, s.errorf("a text does not end")
	}
	var r rune
	for _, c := range s.data[s.pos : s.pos+4] {
		r <<= 4
		switch {
		case '0' <= c && c <= '9':
			r |= rune(c - '0')
		case 'a' <= c && c <= 'f':
			r |= rune(c-'a') + 10
		case 'A' <= c && c <= 'F':
			r |= rune(c-'A') + 10
		default:
			return 0, s.errorf("an unknown escape")
		}
	}
	s.pos += 4
	return r, nil
}

// digits is the text of a number, checked by JSON's grammar.
func (s *scanner) digits() ([]byte, error) {
	c := s.peek()
	if c != '-' && (c < '0' || c > '9') {
		return nil, s.unexpected("a number")
	}
	start := s.pos
	at := func() byte {
		if s.pos < len(s.data) {
			return s.data[s.pos]
		}
		return 0
	}
	run := func() bool {
		from := s.pos
		for c := at(); '0' <= c && c <= '9'; c = at() {
			s.pos++
		}
		return s.pos > from
	}
	if c == '-' {
		s.pos++
	}
	leading := at() == '0'
	from := s.pos
	if !run() || leading && s.pos > from+1 {
		return nil, s.errorf("a number is not written as JSON writes it")
	}
	if at() == '.' {
		s.pos++
		if !run() {
			return nil, s.errorf("a number is not written as JSON writes it")
		}
	}
	if c := at(); c == 'e' || c == 'E' {
		s.pos++
		if c := at(); c == '+' || c == '-' {
			s.pos++
		}
		if !run() {
			return nil, s.errorf("a number is not written as JSON writes it")
		}
	}
	return s.data[start:s.pos], nil
}

// number reads a finite number.
func (s *scanner) number() (float64, error) {
	b, err := s.digits()
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return 0, s.errorf("a number is too large")
	}
	return f, nil
}

// count reads a whole number from 0 to most.
func (s *scanner) count(most int) (int, error) {
	f, err := s.number()
	if err != nil {
		return 0, err
	}
	n := int(f)
	if f < 0 || f > float64(most) || float64(n) != f {
		return 0, s.errorf("a count is no whole number from 0 to %d", most)
	}
	return n, nil
}

// null reads null if that is what comes.
func (s *scanner) null() bool {
	if s.peek() != 'n' {
		return false
	}
	return s.word("null") == nil
}

func (s *scanner) word(w string) error {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return s.errorf("a word that JSON does not have")
	}
	s.pos += len(w)
	return nil
}

// skip reads any value.
func (s *scanner) skip() error {
	switch c := s.peek(); c {
	case '{':
		return s.object(func([]byte) error { return s.skip() })
	case '[':
		return s.array(s.skip)
	case '"':
		_, err := s.text()
		return err
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	case 0:
		if s.pos >= len(s.data) {
			return errors.New("it ends too early")
		}
	}
	_, err := s.digits()
	return err
}
