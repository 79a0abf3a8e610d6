package main

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// literal is a text of a script and where it stands.
type literal struct {
	root  string // the variable that the object is assigned to
	path  string // keys joined by points
	value string
}

// literals finds the texts in the objects that a JavaScript or JSON file writes down. It is no parser: what
// is computed is passed over. Texts of a list have the key of the list.
func literals(s string) []literal {
	var out []literal
	var keys []string // of the braces that are open; "" for braces without a key
	root, key, last := "", "", ""
	afterColon := false // a value may follow
	emit := func(v string) {
		var parts []string
		for _, k := range append(keys[:len(keys):len(keys)], key) {
			if k != "" {
				parts = append(parts, k)
			}
		}
		out = append(out, literal{root, strings.Join(parts, "."), v})
	}
	lists := 0
	for i := 0; i < len(s); {
		ch := s[i]
		switch {
		case strings.HasPrefix(s[i:], "//"):
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return out
			}
			i += n
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i:], "*/")
			if n < 0 {
				return out
			}
			i += n + 2
		case ch == '"' || ch == '\'' || ch == '`':
			end := i + 1
			for end < len(s) && s[end] != ch {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(s) {
				return out
			}
			text := unescape(s[i+1 : end])
			i = end + 1
			switch next := firstSign(s[i:]); {
			case afterColon && (next == ',' || next == '}' || next == ']'):
				emit(text)
				if lists == 0 {
					afterColon = false
				}
			case next == ':':
				last = text
			default:
				afterColon = lists > 0 && afterColon
			}
		case isNameByte(ch):
			end := i
			for end < len(s) && isNameByte(s[end]) {
				end++
			}
			last = s[i:end]
			i = end
		default:
			switch ch {
			case ':':
				key, afterColon = last, true
			case '=':
				if firstSign(s[i+1:]) != '>' && len(keys) == 0 {
					root, key = last, ""
				}
			case '{':
				if !afterColon {
					key = ""
				}
				keys, key, afterColon = append(keys, key), "", false
			case '}':
				if len(keys) > 0 {
					keys = keys[:len(keys)-1]
				}
				key, afterColon = "", false
			case '[':
				lists++
			case ']':
				lists = max(0, lists-1)
				afterColon = false
			case ',':
				if lists == 0 {
					afterColon = false
				}
			}
			i++
		}
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func firstSign(s string) byte {
	for i := range len(s) {
		if s[i] > ' ' {
			return s[i]
		}
	}
	return 0
}

// unescape reads the escapes of scripts and property files.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'r', 't', '\n':
			b = append(b, ' ')
		case 'u', 'x':
			digits := 4
			if s[i] == 'x' {
				digits = 2
			}
			if i+1+digits <= len(s) {
				if n, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 16); err == nil {
					b = utf8.AppendRune(b, rune(n))
					i += digits
				}
			}
		default:
			b = append(b, s[i])
		}
	}
	return string(b)
}
