// Package taint is the one registry of secret values. Whatever leaves the process as text (trace, log,
// report, prompt, terminal, error, file name) passes through Mask first. It knows no sink by name.
package taint

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Registry holds the secret values of a process and masks them in text. The zero value is ready, a nil
// Registry masks nothing, and all methods are safe for concurrent use.
type Registry struct {
	mu      sync.RWMutex
	values  []value        // longest first
	pattern *regexp.Regexp // matches at the beginning of a text, one group for each of values; nil when there are none
	starts  *starts        // where a match of it can begin
}

type value struct {
	name string
	text string
	cut  [][]rune // the spellings that are looked for where a text was cut, in lower case
}

// Add registers the value of the secret called name, in every spelling that a page or a sink is likely to give
// it; see expression. An empty value is nobody's secret and is left alone.
func (r *Registry) Add(name, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range r.values {
		if v.text == text {
			return
		}
	}
	v := value{name: name, text: text}
	plain := strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	for _, s := range append([]string{plain, url.QueryEscape(plain), url.PathEscape(plain)}, base64Forms(text)...) {
		v.cut = append(v.cut, lower(s))
	}
	r.values = append(r.values, v)
	sort.SliceStable(r.values, func(i, j int) bool { return len(r.values[i].text) > len(r.values[j].text) })
	all := make([]string, len(r.values))
	for i, v := range r.values {
		all[i] = "(" + expression(v.text) + ")"
	}
	expr := `(?i)\A(?:` + strings.Join(all, "|") + ")"
	r.pattern = regexp.MustCompile(expr)
	r.starts = startsOf(expr)
}

func lower(s string) []rune {
	runes := []rune(s)
	for i, c := range runes {
		runes[i] = unicode.ToLower(c)
	}
	return runes
}

// Mask replaces every known value in s by the name of its secret: <secret password>.
func (r *Registry) Mask(s string) string {
	if r == nil || s == "" {
		return s
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.pattern == nil {
		return s
	}
	var b strings.Builder
	done := 0
	for at := r.starts.next(s, 0); at < len(s); {
		hit := r.pattern.FindStringSubmatchIndex(s[at:])
		if hit == nil {
			at = r.starts.next(s, at+1)
			continue
		}
		b.WriteString(s[done:at])
		for i, v := range r.values {
			if hit[2+2*i] >= 0 {
				b.WriteString("<secret " + v.name + ">")
			}
		}
		done = at + hit[1]
		at = r.starts.next(s, done)
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// MaskCut is Mask for a text whose end was cut off somewhere: what it ends with is masked too when a value
// begins with it, however little of it is left.
func (r *Registry) MaskCut(s string) string {
	s = r.Mask(s)
	if r == nil || s == "" {
		return s
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	longest, name, folded := 0, "", lower(s)
	for _, v := range r.values {
		for _, spelling := range v.cut {
			if n := overlap(folded, spelling); n > longest {
				longest, name = n, v.name
			}
		}
	}
	if longest == 0 {
		return s
	}
	runes := []rune(s)
	return string(runes[:len(runes)-longest]) + "<secret " + name + ">"
}

// overlap is the length of the longest end of text that head begins with, by the failure function of Knuth,
// Morris and Pratt.
func overlap(text, head []rune) int {
	if len(text) > len(head) {
		text = text[len(text)-len(head):]
	}
	fail := make([]int, len(head)+1)
	next := func(k int, c rune) int {
		for k > 0 && (k == len(head) || head[k] != c) {
			k = fail[k]
		}
		if head[k] == c {
			k++
		}
		return k
	}
	for i := 1; i < len(head); i++ {
		fail[i+1] = next(fail[i], head[i])
	}
	k := 0
	for _, c := range text {
		k = next(k, c)
	}
	return k
}

// MaskJSON masks the strings of a JSON text, each as the text that it stands for; member names and numbers
// stay, so that the result is JSON of the same shape whatever the values are.
func (r *Registry) MaskJSON(text []byte) []byte {
	if r == nil {
		return text
	}
	var out []byte
	for len(text) > 0 {
		start := bytes.IndexByte(text, '"')
		if start < 0 {
			break
		}
		end := start + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(text))
		out = append(out, text[:start]...)
		literal, rest := text[start:end], text[end:]
		text = rest
		var s string
		isName := bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
		if isName || json.Unmarshal(literal, &s) != nil || r.Mask(s) == s {
			out = append(out, literal...)
			continue
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(r.Mask(s)) // a string and a buffer: neither fails
		out = append(out, bytes.TrimRight(b.Bytes(), "\n")...)
	}
	return append(out, text...)
}

// JSONWriter masks each write to w, which must be a whole JSON text, with MaskJSON.
func (r *Registry) JSONWriter(w io.Writer) io.Writer { return &writer{r.MaskJSON, w} }

// Writer masks each write to w on its own; callers write whole lines.
func (r *Registry) Writer(w io.Writer) io.Writer {
	return &writer{func(p []byte) []byte { return []byte(r.Mask(string(p))) }, w}
}

type writer struct {
	mask func([]byte) []byte
	w    io.Writer
}

// Write reports the length of p, not of the masked text, so that callers see a complete write.
func (w *writer) Write(p []byte) (int, error) {
	if _, err := w.w.Write(w.mask(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}
