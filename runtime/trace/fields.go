package trace

import (
	"fmt"
	"reflect"
	"strings"
)

// need says which records must have a field.
type need uint8

const (
	needAny  need = iota // every record
	needPage             // every step record but a play tick
	needPlay             // every play tick
	needOwn              // every record that jevrun wrote; in a step, but a play tick
	needOpt              // none
)

var needs = map[string]need{"any": needAny, "page": needPage, "play": needPlay, "own": needOwn, "opt": needOpt}

// level is how strictly a record is read.
type level uint8

const (
	anyTool level = iota // spec 0, whatever tool wrote it
	ownTool              // written by jevrun: every field is there
)

// object decodes the JSON object of one record type. The order of the fields, their names and which of them
// must be there come from the struct's tags.
type object[T any] struct {
	fields []fieldDecoder[T]
	// must holds, for each level, the fields that a record has to have; the play and page sets apply to steps.
	any, page, play, own uint64
}

type fieldDecoder[T any] struct {
	name     string
	nullable bool // the Go field is a pointer, a map or a list: null is its nil
	lenient  bool // null is read as absent
	read     func(*scanner, *T) error
}

// newObject pairs the fields of T with their readers. It panics at start-up when a field has none.
func newObject[T any](readers map[string]func(*scanner, *T) error) *object[T] {
	o := &object[T]{}
	t := reflect.TypeFor[T]()
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		rules := strings.Split(f.Tag.Get("spec"), ",")
		need, known := needs[rules[0]]
		read := readers[name]
		if read == nil || !known {
			panic(fmt.Sprintf("trace: field %s.%s has no reader or no spec tag", t.Name(), f.Name))
		}
		bit := uint64(1) << len(o.fields)
		switch need {
		case needAny:
			o.any |= bit
		case needPage:
			o.page |= bit
		case needPlay:
			o.play |= bit
		case needOwn:
			o.own |= bit
		}
		d := fieldDecoder[T]{name: name, read: read, nullable: f.Type.Kind() == reflect.Pointer}
		for _, r := range rules[1:] {
			d.lenient = d.lenient || r == "null"
		}
		d.lenient = d.lenient || need == needOwn || need == needOpt
		o.fields = append(o.fields, d)
	}
	return o
}

// read decodes one object and returns the set of fields that it has. Fields that T does not know go to
// unknown, or are passed over when it is nil.
func (o *object[T]) read(s *scanner, v *T, unknown func(s *scanner, name string) error) (seen uint64, err error) {
	if err := s.want('{', "an object"); err != nil {
		return 0, err
	}
	if err := s.enter(); err != nil {
		return 0, err
	}
	guess := 0 // fields come in the order of the contract, mostly
	for first := true; ; first = false {
		more, err := s.next(first, '}')
		if err != nil || !more {
			return seen, err
		}
		key, err := s.key()
		if err != nil {
			return seen, err
		}
		i := o.find(key, guess)
		if i < 0 {
			if unknown == nil {
				err = s.skip()
			} else {
				err = unknown(s, string(key))
			}
			if err != nil {
				return seen, err
			}
			continue
		}
		guess = i + 1
		f := &o.fields[i]
		bit := uint64(1) << i
		if seen&bit != 0 {
			return seen, within(problemf("is there twice"), f.name)
		}
		if s.peek() == 'n' {
			if err := s.literal("null"); err != nil {
				return seen, err
			}
			switch {
			case f.nullable:
				seen |= bit
			case !f.lenient:
				return seen, within(problemf("is null"), f.name)
			}
			continue
		}
		seen |= bit
		if err := f.read(s, v); err != nil {
			return seen, within(err, f.name)
		}
	}
}

func (o *object[T]) find(key []byte, guess int) int {
	if guess < len(o.fields) && o.fields[guess].name == string(key) {
		return guess
	}
	for i := range o.fields {
		if o.fields[i].name == string(key) {
			return i
		}
	}
	return -1
}

// check fails when a field of the set must is not in seen.
func (o *object[T]) check(seen, must uint64) error {
	missing := must &^ seen
	if missing == 0 {
		return nil
	}
	for i, f := range o.fields {
		if missing&(1<<i) != 0 {
			return within(problemf("is missing"), f.name)
		}
	}
	return nil
}

// must is what an object other than a step has to have at a level.
func (o *object[T]) must(l level) uint64 {
	if l == ownTool {
		return o.any | o.own
	}
	return o.any
}

// decode reads a nested object and holds it to its scanner's level.
func (o *object[T]) decode(s *scanner, v *T) error {
	seen, err := o.read(s, v, nil)
	if err != nil {
		return err
	}
	return o.check(seen, o.must(s.level))
}

// decodePtr is decode for a pointer field.
func (o *object[T]) decodePtr(s *scanner, v **T) error {
	t := new(T)
	*v = t
	return o.decode(s, t)
}
