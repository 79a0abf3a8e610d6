package trace

import "fmt"

// skip passes over one value.
func (s *scanner) skip() error {
	switch s.peek() {
	case '{':
		if err := s.enter(); err != nil {
			return err
		}
		for first := true; ; first = false {
			more, err := s.next(first, '}')
			if err != nil || !more {
				return err
			}
			if _, err := s.key(); err != nil {
				return err
			}
			if err := s.skip(); err != nil {
				return err
			}
		}
	case '[':
		if err := s.enter(); err != nil {
			return err
		}
		for first := true; ; first = false {
			more, err := s.next(first, ']')
			if err != nil || !more {
				return err
			}
			if err := s.skip(); err != nil {
				return err
			}
		}
	case '"':
		_, err := s.raw()
		return err
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	_, _, err := s.number()
	return err
}

// value reads any value as encoding/json does: map, list, string, float64, bool or nil.
func (s *scanner) value() (any, error) {
	switch s.peek() {
	case '{':
		return s.object()
	case '[':
		list := []any{}
		if err := s.enter(); err != nil {
			return nil, err
		}
		for first := true; ; first = false {
			more, err := s.next(first, ']')
			if err != nil {
				return nil, err
			}
			if !more {
				return list, nil
			}
			v, err := s.value()
			if err != nil {
				return nil, within(err, fmt.Sprintf("[%d]", len(list)))
			}
			list = append(list, v)
		}
	case '"':
		var t string
		err := s.text(&t)
		return t, err
	case 't', 'f':
		var b bool
		err := s.boolean(&b)
		return b, err
	case 'n':
		return nil, s.literal("null")
	}
	var f float64
	err := s.float(&f)
	return f, err
}

func (s *scanner) object() (map[string]any, error) {
	if err := s.want('{', "an object"); err != nil {
		return nil, err
	}
	if err := s.enter(); err != nil {
		return nil, err
	}
	m := map[string]any{}
	for first := true; ; first = false {
		more, err := s.next(first, '}')
		if err != nil {
			return nil, err
		}
		if !more {
			return m, nil
		}
		k, err := s.key()
		if err != nil {
			return nil, err
		}
		name := s.texts.get(k)
		if _, twice := m[name]; twice {
			return nil, within(problemf("is there twice"), name)
		}
		v, err := s.value()
		if err != nil {
			return nil, within(err, name)
		}
		m[name] = v
	}
}

// each calls read for every element of a list.
func (s *scanner) each(read func(i int) error) error {
	if err := s.want('[', "a list"); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		more, err := s.next(i == 0, ']')
		if err != nil || !more {
			return err
		}
		if err := read(i); err != nil {
			return within(err, fmt.Sprintf("[%d]", i))
		}
	}
}
