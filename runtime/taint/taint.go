// Package taint is the one registry of secret values. Whatever leaves the process as text (trace, log,
// report, prompt, terminal, error, file name) passes through Mask first. It knows no sink by name.
package taint

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"sync"
)

// Registry holds the secret values of a process and masks them in text. The zero value is ready, a nil
// Registry masks nothing, and all methods are safe for concurrent use.
type Registry struct {
	mu      sync.RWMutex
	names   map[string]string // spelling of a value, lower case -> name of the secret
	pattern *regexp.Regexp    // all spellings, longest first; nil when there are none
}

// Add registers the value of the secret called name, in every spelling that a sink is likely to give it:
// as it is, with white space collapsed, and escaped for JSON, URLs, HTML and base64. Letter case is ignored,
// because a page may change it by style. An empty value is nobody's secret and is left alone.
func (r *Registry) Add(name, value string) {
	if strings.TrimSpace(value) == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names == nil {
		r.names = map[string]string{}
	}
	for _, s := range spellings(value) {
		if _, ok := r.names[strings.ToLower(s)]; !ok {
			r.names[strings.ToLower(s)] = name
		}
	}
	all := make([]string, 0, len(r.names))
	for s := range r.names {
		all = append(all, s)
	}
	sort.Slice(all, func(i, j int) bool {
		if len(all[i]) != len(all[j]) {
			return len(all[i]) > len(all[j])
		}
		return all[i] < all[j]
	})
	for i, s := range all {
		all[i] = regexp.QuoteMeta(s)
	}
	r.pattern = regexp.MustCompile("(?i)(?:" + strings.Join(all, "|") + ")")
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
	return r.pattern.ReplaceAllStringFunc(s, func(hit string) string {
		if name, ok := r.names[strings.ToLower(hit)]; ok {
			return "<secret " + name + ">"
		}
		return "<secret>" // a hit whose case folds in another way than ToLower
	})
}

// Writer masks each write to w on its own; callers write whole lines.
func (r *Registry) Writer(w io.Writer) io.Writer { return &writer{r, w} }

type writer struct {
	registry *Registry
	w        io.Writer
}

// Write reports the length of p, not of the masked text, so that callers see a complete write.
func (w *writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.w, w.registry.Mask(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// spellings lists the forms of v, each once, empty ones left out.
func spellings(v string) []string {
	quoted, _ := json.Marshal(v)
	std := base64.StdEncoding.EncodeToString([]byte(v))
	forms := []string{
		v, strings.TrimSpace(v), strings.Join(strings.Fields(v), " "),
		strings.Trim(string(quoted), `"`), url.QueryEscape(v), url.PathEscape(v), html.EscapeString(v),
	}
	if len(v) >= 6 { // shorter values encode to text that is everywhere
		forms = append(forms, strings.TrimRight(std, "="), strings.TrimRight(base64.URLEncoding.EncodeToString([]byte(v)), "="))
	}
	var out []string
	seen := map[string]bool{}
	for _, f := range forms {
		if f != "" && !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}
