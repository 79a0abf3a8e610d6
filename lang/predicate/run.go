package predicate

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// run is one evaluation: what it may read, and what it has spent. One goroutine uses it.
type run struct {
	ctx     context.Context
	program *Program
	env     Env
	rounds  int
	built   int
}

// names is the environment of the VM.
func (r *run) names() map[string]any {
	out := map[string]any{"var": r.env.Var}
	if r.env.Var == nil {
		out["var"] = map[string]any{}
	}
	for _, f := range facts {
		if f.Gate && r.program.scope != OnGate {
			continue
		}
		group, member, ok := strings.Cut(f.Name.Name, ".")
		if !ok {
			out[group] = f.get(&r.env)
			continue
		}
		members, ok := out[group].(map[string]any)
		if !ok {
			members = map[string]any{}
			out[group] = members
		}
		members[member] = f.get(&r.env)
	}
	for _, f := range functions {
		out[word(f.Name.Name)] = f.make(r)
	}
	return out
}

// tick is called at the start of every round of a loop.
func (r *run) tick() (bool, error) {
	r.rounds++
	if r.rounds > MaxLoops {
		return false, fmt.Errorf("it goes through more than %d list elements", MaxLoops)
	}
	return true, r.ctx.Err()
}

// spend counts text that is about to be built.
func (r *run) spend(bytes int) error {
	if bytes < 0 || bytes > MaxBuilt-r.built {
		return fmt.Errorf("it builds more than %d bytes of text", MaxBuilt)
	}
	r.built += bytes
	return r.ctx.Err()
}

func (r *run) matching(role, name string) (int, error) {
	role, name = fold(role), fold(name)
	n := 0
	for _, e := range r.env.Elements {
		if fold(e.Role) == role && (name == "" || fold(e.Name) == name) {
			n++
		}
	}
	// One look costs as much as a round for every element.
	r.rounds += len(r.env.Elements)
	_, err := r.tick()
	return n, err
}

func (r *run) visible(role, name string) (bool, error) {
	n, err := r.matching(role, name)
	return n > 0, err
}

func (r *run) count(role, name string) (int, error) { return r.matching(role, name) }

// fold is how names are compared: case does not count, white space is collapsed.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

func (r *run) find(text, pattern string) (string, error) {
	if err := r.ctx.Err(); err != nil {
		return "", err
	}
	re := r.program.patterns[pattern]
	if re == nil {
		var err error
		if re, err = regexp.Compile(pattern); err != nil {
			return "", fmt.Errorf("%q is not a regular expression (RE2): %s", pattern, regexpMessage(err))
		}
	}
	return re.FindString(text), nil
}

func (r *run) upper(text string) (string, error) {
	return strings.ToUpper(text), r.spend(len(text))
}

func (r *run) lower(text string) (string, error) {
	return strings.ToLower(text), r.spend(len(text))
}

func (r *run) replace(text, from, to string) (string, error) {
	grown := strings.Count(text, from) * max(0, len(to)-len(from))
	if err := r.spend(len(text) + grown); err != nil {
		return "", err
	}
	return strings.ReplaceAll(text, from, to), nil
}

func (r *run) repeat(text string, times int) (string, error) {
	if times < 0 {
		return "", fmt.Errorf("repeat needs a number of 0 or more, not %d", times)
	}
	if times > MaxBuilt {
		return "", r.spend(-1)
	}
	if err := r.spend(len(text) * times); err != nil {
		return "", err
	}
	return strings.Repeat(text, times), nil
}

func (r *run) split(text, separator string) ([]string, error) {
	// A piece costs a string header on top of its text.
	pieces := strings.Count(text, separator) + 1
	if pieces > MaxPieces {
		return nil, fmt.Errorf("split gives more than %d pieces", MaxPieces)
	}
	if err := r.spend(pieces * 16); err != nil {
		return nil, err
	}
	return strings.Split(text, separator), nil
}

func (r *run) join(list any, separator string) (string, error) {
	var parts []string
	switch l := list.(type) {
	case []string:
		parts = l
	case []any:
		for _, e := range l {
			s, ok := e.(string)
			if !ok {
				return "", fmt.Errorf("join needs a list of texts, and one element is %s; use map(list, string(#))", describe(e))
			}
			parts = append(parts, s)
		}
	default:
		return "", fmt.Errorf("join needs a list of texts, not %s", describe(list))
	}
	size := len(separator) * max(0, len(parts)-1)
	for _, p := range parts {
		size += len(p)
	}
	if err := r.spend(size); err != nil {
		return "", err
	}
	return strings.Join(parts, separator), nil
}

func (r *run) text(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), r.spend(5)
	case int:
		return strconv.Itoa(v), r.spend(20)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.FormatInt(int64(v), 10), r.spend(20)
		}
		return strconv.FormatFloat(v, 'g', -1, 64), r.spend(24)
	}
	return "", fmt.Errorf("string needs a number, a text or true/false, not %s", describe(value))
}

func (r *run) addText(a, b string) (string, error) {
	if err := r.spend(len(a) + len(b)); err != nil {
		return "", err
	}
	return a + b, nil
}

// addAny is + where the types were not known when the condition was compiled.
func (r *run) addAny(a, b any) (any, error) {
	s, aText := a.(string)
	t, bText := b.(string)
	if aText && bText {
		return r.addText(s, t)
	}
	x, aInt := a.(int)
	y, bInt := b.(int)
	if aInt && bInt {
		return x + y, nil
	}
	f, aNumber := number(a)
	g, bNumber := number(b)
	if aNumber && bNumber {
		return f + g, nil
	}
	return nil, fmt.Errorf("+ adds two numbers or joins two texts, not %s and %s", describe(a), describe(b))
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
