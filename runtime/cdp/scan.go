package cdp

import "encoding/json"

// Member returns the raw value of one top-level member of a JSON object that Chrome sent, without decoding or
// copying the rest: large results are read once, by their receiver. ok is false when there is no such member.
func Member(object []byte, name string) (value json.RawMessage, ok bool) {
	eachMember(object, func(key, v []byte) bool {
		if string(key) == name {
			value, ok = v, true
			return false
		}
		return true
	})
	return value, ok
}

// eachMember calls fn with the raw key (without quotes, escapes kept) and raw value of each member, until fn
// returns false. It checks structure only as far as it must to find the ends of values: well-formed JSON is
// split right, anything else gives false or values that their decoder refuses. It never reads out of bounds.
func eachMember(b []byte, fn func(key, value []byte) bool) bool {
	i := skipSpace(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == '}' {
		return true
	}
	for i < len(b) {
		if b[i] != '"' {
			return false
		}
		end := skipString(b, i)
		if end < 0 {
			return false
		}
		key := b[i+1 : end-1]
		i = skipSpace(b, end)
		if i >= len(b) || b[i] != ':' {
			return false
		}
		i = skipSpace(b, i+1)
		end = skipValue(b, i)
		if end < 0 || end == i {
			return false
		}
		if !fn(key, b[i:end:end]) {
			return true
		}
		i = skipSpace(b, end)
		if i >= len(b) {
			return false
		}
		if b[i] == '}' {
			return true
		}
		if b[i] != ',' {
			return false
		}
		i = skipSpace(b, i+1)
	}
	return false
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns the index after the closing quote of the string that starts at i, or -1.
func skipString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// skipValue returns the index after the value that starts at i, or -1.
func skipValue(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		depth := 0
		for i < len(b) {
			switch b[i] {
			case '"':
				if i = skipString(b, i); i < 0 {
					return -1
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
		return -1
	}
	for i < len(b) {
		switch b[i] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return i
		}
		i++
	}
	return i
}

// unquote decodes a JSON string; anything else is "".
func unquote(value []byte) string {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' {
		plain := value[1 : n-1]
		for _, c := range plain {
			if c == '\\' || c < ' ' || c >= 0x80 {
				var s string
				_ = json.Unmarshal(value, &s) // not a string: ""
				return s
			}
		}
		return string(plain)
	}
	return ""
}
