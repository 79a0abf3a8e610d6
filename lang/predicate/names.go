package predicate

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/types"
)

// Name is one name that a condition may use, for the reference manual and for completion.
type Name struct {
	Name string // page.url, or visible(role, name)
	Type string // in words of the language: text, number, true/false
	Doc  string // one sentence
	Gate bool   // only in a gate rule
}

// facts are the values; functions follow below. Order is the order of the manual.
var facts = []struct {
	Name
	typ types.Type
	get func(*Env) any
}{
	{Name{Name: "page.url", Doc: "The address of the page."}, types.String, func(e *Env) any { return e.Page.URL }},
	{Name{Name: "page.title", Doc: "The title of the page."}, types.String, func(e *Env) any { return e.Page.Title }},
	{Name{Name: "page.text", Doc: "The visible text of the page, white space collapsed."}, types.String, func(e *Env) any { return e.Page.Text }},
	{Name{Name: "page.origin", Doc: "Scheme, host and port of the page's address."}, types.String, func(e *Env) any { return e.Page.Origin }},
	{Name{Name: "candidate.role", Doc: "Role of the chosen element.", Gate: true}, types.String, func(e *Env) any { return e.Candidate.Role }},
	{Name{Name: "candidate.name", Doc: "Accessible name of the chosen element.", Gate: true}, types.String, func(e *Env) any { return e.Candidate.Name }},
	{Name{Name: "candidate.href", Doc: "Absolute address that the chosen link leads to, or empty.", Gate: true}, types.String, func(e *Env) any { return e.Candidate.Href }},
	{Name{Name: "candidate.value", Doc: "Current value of the chosen field, or empty.", Gate: true}, types.String, func(e *Env) any { return e.Candidate.Value }},
	{Name{Name: "candidate.scope", Doc: "Nearest legend, form name or heading of the chosen element.", Gate: true}, types.String, func(e *Env) any { return e.Candidate.Scope }},
	{Name{Name: "candidate.disabled", Doc: "Whether the chosen element is disabled.", Gate: true}, types.Bool, func(e *Env) any { return e.Candidate.Disabled }},
	{Name{Name: "candidate.frame", Doc: "Frame of the chosen element; 0 is the page itself.", Gate: true}, types.Int, func(e *Env) any { return e.Candidate.Frame }},
	{Name{Name: "intent", Doc: "The step's intent.", Gate: true}, types.String, func(e *Env) any { return e.Intent }},
	{Name{Name: "action", Doc: "The step's action: click, fill, ….", Gate: true}, types.String, func(e *Env) any { return e.Action }},
	{Name{Name: "confidence", Doc: "Probability of the choice, 0 to 1.", Gate: true}, types.Float64, func(e *Env) any { return e.Confidence }},
}

// functions are ours, in every scope. They are part of the environment, so that each run counts its own cost.
var functions = []struct {
	Name
	hidden bool // put in by the compiler, not to be written
	typ    any
	make   func(*run) any
}{
	{Name{Name: "visible(role, name)", Type: "true/false", Doc: "Whether the page shows an element with that role and name; case does not count, and an empty name stands for any."},
		false, func(string, string) (bool, error) { return false, nil }, func(r *run) any { return r.visible }},
	{Name{Name: "count(role, name)", Type: "number", Doc: "How many elements with that role and name the page shows; an empty name stands for any."},
		false, func(string, string) (int, error) { return 0, nil }, func(r *run) any { return r.count }},
	{Name{Name: "find(text, pattern)", Type: "text", Doc: "The first part of the text that the regular expression (RE2) matches, or empty."},
		false, func(string, string) (string, error) { return "", nil }, func(r *run) any { return r.find }},
	{Name{Name: "upper(text)", Type: "text", Doc: "The text in upper case."},
		false, func(string) (string, error) { return "", nil }, func(r *run) any { return r.upper }},
	{Name{Name: "lower(text)", Type: "text", Doc: "The text in lower case."},
		false, func(string) (string, error) { return "", nil }, func(r *run) any { return r.lower }},
	{Name{Name: "replace(text, old, new)", Type: "text", Doc: "The text with every old replaced by new."},
		false, func(string, string, string) (string, error) { return "", nil }, func(r *run) any { return r.replace }},
	{Name{Name: "repeat(text, times)", Type: "text", Doc: "The text that many times over."},
		false, func(string, int) (string, error) { return "", nil }, func(r *run) any { return r.repeat }},
	{Name{Name: "split(text, separator)", Type: "list", Doc: "The pieces of the text between the separators."},
		false, func(string, string) ([]string, error) { return nil, nil }, func(r *run) any { return r.split }},
	{Name{Name: "join(list, separator)", Type: "text", Doc: "The texts of the list with the separator between them."},
		false, func(any, string) (string, error) { return "", nil }, func(r *run) any { return r.join }},
	{Name{Name: "string(value)", Type: "text", Doc: "A number or true/false as text."},
		false, func(any) (string, error) { return "", nil }, func(r *run) any { return r.text }},
	{Name{Name: addText}, true, func(string, string) (string, error) { return "", nil }, func(r *run) any { return r.addText }},
	{Name{Name: addAny}, true, func(any, any) (any, error) { return nil, nil }, func(r *run) any { return r.addAny }},
	{Name{Name: tick}, true, func() (bool, error) { return false, nil }, func(r *run) any { return r.tick }},
}

// The functions that the compiler puts in. A condition cannot write them: a word may not begin so.
const (
	addText = "+text"
	addAny  = "+any"
	tick    = "#tick"
)

// builtins are expr's own functions that stay: pure, and no more than linear in what they are given.
var builtins = []struct{ name, doc string }{
	{"all(list, condition)", "Whether the condition holds for every element; # is the element."},
	{"any(list, condition)", "Whether it holds for at least one element."},
	{"none(list, condition)", "Whether it holds for no element."},
	{"one(list, condition)", "Whether it holds for exactly one element."},
	{"filter(list, condition)", "The elements for which it holds."},
	{"map(list, expression)", "The list of what the expression gives for each element."},
	{"len(value)", "Characters of a text, elements of a list."},
	{"sum(list)", "The sum of a list of numbers."},
	{"min(a, b, …)", "The smallest number."},
	{"max(a, b, …)", "The largest number."},
	{"abs(number)", "The number without its sign."},
	{"ceil(number)", "Rounded up."},
	{"floor(number)", "Rounded down."},
	{"round(number)", "Rounded to the nearest whole number."},
	{"int(value)", "The whole number in a text or number."},
	{"float(value)", "The number in a text."},
	{"trim(text)", "The text without white space at its ends."},
	{"trimPrefix(text, prefix)", "The text without the prefix."},
	{"trimSuffix(text, suffix)", "The text without the suffix."},
	{"hasPrefix(text, prefix)", "Whether the text begins so."},
	{"hasSuffix(text, suffix)", "Whether the text ends so."},
	{"indexOf(text, part)", "Where the part first occurs, from 0, or -1."},
	{"lastIndexOf(text, part)", "Where the part last occurs, or -1."},
	{"first(list)", "The first element."},
	{"last(list)", "The last element."},
	{"keys(map)", "The keys of a map."},
	{"values(map)", "The values of a map."},
}

// operators are documentation; expr's parser knows them.
var operators = []struct{ name, doc string }{
	{"== != < <= > >=", "Compare."},
	{"and or not", "Combine; also && || !."},
	{"contains startsWith endsWith", "Look into a text; also with not."},
	{"matches", "Test a text against a regular expression (RE2); the pattern is a literal or var.x."},
	{"in", "Test membership of a list or a map's keys."},
	{"+ - * / %", "Calculate; + also joins texts."},
	{"condition ? a : b", "Choose."},
	{"a ?? b", "b where a is missing."},
}

// Names lists what a condition in a gate rule sees; those with Gate set are missing in when and that. The
// variables of the module come on top, as var.<name>.
func Names() []Name {
	var out []Name
	for _, f := range facts {
		n := f.Name
		n.Type = typeWord(f.typ.String())
		out = append(out, n)
	}
	return out
}

// Functions lists the functions that a condition may call.
func Functions() []Name {
	var out []Name
	for _, f := range functions {
		if !f.hidden {
			out = append(out, f.Name)
		}
	}
	for _, b := range builtins {
		out = append(out, Name{Name: b.name, Doc: b.doc})
	}
	return out
}

// Operators lists the operators.
func Operators() []Name {
	var out []Name
	for _, o := range operators {
		out = append(out, Name{Name: o.name, Doc: o.doc})
	}
	return out
}

// word is the name of a function without its parameters.
func word(signature string) string {
	w, _, _ := strings.Cut(signature, "(")
	return w
}

var (
	builtinWords  = words(builtins, func(b struct{ name, doc string }) string { return b.name })
	functionWords = functionNames()
)

func words[T any](list []T, name func(T) string) map[string]bool {
	out := map[string]bool{}
	for _, e := range list {
		out[word(name(e))] = true
	}
	return out
}

func functionNames() map[string]bool {
	out := map[string]bool{}
	for _, f := range functions {
		if !f.hidden {
			out[word(f.Name.Name)] = true
		}
	}
	return out
}

// groups are the names with members: page, candidate, var.
func groups(scope Scope, vars map[string]VarType) map[string][]string {
	out := map[string][]string{"var": slices.AppendSeq([]string{}, maps.Keys(vars))}
	slices.Sort(out["var"])
	for _, f := range facts {
		if f.Gate && scope != OnGate {
			continue
		}
		if group, member, ok := strings.Cut(f.Name.Name, "."); ok {
			out[group] = append(out[group], member)
		}
	}
	return out
}

// single are the names without members.
func single(scope Scope) map[string]bool {
	out := map[string]bool{}
	for _, f := range facts {
		if !strings.Contains(f.Name.Name, ".") && (!f.Gate || scope == OnGate) {
			out[f.Name.Name] = true
		}
	}
	return out
}
