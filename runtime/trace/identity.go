package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// Fingerprint is the identity of an element: role and name, each with white space collapsed and case folded,
// joined by "|". It is semantic: position, ids and styles do not enter it. The folding is Unicode's full case
// folding, so that "Straße" and "STRASSE" are one name, and equals Python's str.casefold.
func Fingerprint(role, name string) string {
	return fold(CollapseSpace(role)) + "|" + fold(CollapseSpace(name))
}

// CollapseSpace turns each run of white space into one space and drops it at both ends. White space is what
// Python's str.split splits at: Unicode white space and the four separators U+001C to U+001F. Zero-width
// characters are not white space.
func CollapseSpace(s string) string {
	if collapsed(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		if isSpace(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// collapsed says whether s is plain ASCII with single inner spaces only, so that CollapseSpace keeps it.
func collapsed(s string) bool {
	prev := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && prev == ' ' {
			return false
		}
		prev = c
	}
	return prev != ' ' || s == ""
}

func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1c && r <= ' ', r == 0x85, r == 0xa0, r == 0x1680:
		return true
	case r >= 0x2000 && r <= 0x200a, r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}

// folder is stateless and safe for concurrent use.
var folder = cases.Fold()

// fold is Unicode's full case folding.
func fold(s string) string {
	ascii := true
	upper := false
	for i := range len(s) {
		c := s[i]
		ascii = ascii && c < utf8.RuneSelf
		upper = upper || 'A' <= c && c <= 'Z'
	}
	if ascii {
		if !upper {
			return s
		}
		return strings.ToLower(s)
	}
	if strings.IndexFunc(s, cherokee) < 0 {
		return folder.String(s)
	}
	// Cherokee folds to its upper case, the other way round than every other script. x/text folds the small
	// letters up, as it should, but the capitals down.
	var b strings.Builder
	for len(s) > 0 {
		i := strings.IndexFunc(s, cherokee)
		if i < 0 {
			b.WriteString(folder.String(s))
			break
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(folder.String(s[:i]))
		b.WriteString(s[i : i+n])
		s = s[i+n:]
	}
	return b.String()
}

// cherokee reports the Cherokee capitals, which fold to themselves.
func cherokee(r rune) bool { return r >= 0x13a0 && r <= 0x13f5 }

// DOMHash is the hash of a candidate set as the model sees it: fingerprints and current values. Order, frame,
// position, scope and the disabled flag do not enter it. It is "sha256:" and the first 16 hex digits of
// SHA-256 over the JSON text of the sorted list of "fp=value", written as Python's json.dumps writes it.
func DOMHash(candidates []Candidate) string {
	parts := make([]string, len(candidates))
	for i, c := range candidates {
		value := ""
		if c.Value != nil {
			value = *c.Value
		}
		parts[i] = c.FP + "=" + value
	}
	return hashTexts(parts)
}

// DOMHashBare is the dom_hash of traces that jevnav 0.1.0 wrote for flows: over fingerprints without values.
func DOMHashBare(candidates []Candidate) string {
	parts := make([]string, len(candidates))
	for i, c := range candidates {
		parts[i] = c.FP
	}
	return hashTexts(parts)
}

// StateHash is the hash of a play state: DOMHash of one candidate that has the text as its fingerprint.
func StateHash(state string) string { return hashTexts([]string{state + "="}) }

// HashOK says whether the step's dom_hash is the hash of its candidates. Steps without one are right; where no
// candidate has a value, the bare form of 0.1.0 is right too.
func (s *Step) HashOK() bool {
	if s.DOMHash == "" || s.DOMHash == DOMHash(s.Candidates) {
		return true
	}
	for _, c := range s.Candidates {
		if c.Value != nil {
			return false
		}
	}
	return s.DOMHash == DOMHashBare(s.Candidates)
}

func hashTexts(texts []string) string {
	slices.Sort(texts) // bytes of UTF-8 sort as their code points do
	size := 2
	for _, t := range texts {
		size += len(t) + 4
	}
	b := make([]byte, 0, size)
	b = append(b, '[')
	for i, t := range texts {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendPythonString(b, t)
	}
	b = append(b, ']')
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:8])
}

// appendPythonString appends s as Python's json.dumps writes it by default: everything outside printable
// ASCII is escaped, beyond the basic plane as a surrogate pair.
func appendPythonString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	unit := func(u rune) {
		b = append(b, '\\', 'u', digits[u>>12&15], digits[u>>8&15], digits[u>>4&15], digits[u&15])
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r >= ' ' && r <= '~':
			b = append(b, byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r > 0xffff:
			unit(0xd800 + (r-0x10000)>>10)
			unit(0xdc00 + (r-0x10000)&0x3ff)
		default:
			unit(r)
		}
	}
	return append(b, '"')
}
