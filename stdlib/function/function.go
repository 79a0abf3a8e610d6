// Package function is the list of functions that expressions in a flow file may call: pure, without a clock
// or chance, and bounded in what they build, because a file may be hostile. Only file reads anything, and
// only inside the module's folder. What runs on a live page is no business of this package.
package function

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// The bounds of one call.
const (
	MaxText     = 1 << 20 // bytes of text in the arguments, and in a result that is larger than they are
	MaxElements = 100_000 // elements of the arguments, all levels together
	MaxWidth    = 1000    // of a value in format
)

// entry is one function of the list.
type entry struct {
	doc   string
	fn    function.Function
	guard func([]cty.Value) error // refuses calls whose result would be too large; nil where it cannot be
}

// entries are the functions that need no folder.
var entries = map[string]entry{
	"abs":        {"The number without its sign.", stdlib.AbsoluteFunc, nil},
	"can":        {"Whether the expression can be evaluated without an error.", tryfunc.CanFunc, nil},
	"ceil":       {"The number rounded up.", stdlib.CeilFunc, nil},
	"chomp":      {"The text without line ends at its end.", stdlib.ChompFunc, nil},
	"coalesce":   {"The first argument that is not null.", stdlib.CoalesceFunc, nil},
	"compact":    {"The list of texts without the empty ones.", stdlib.CompactFunc, nil},
	"concat":     {"The lists one after the other.", stdlib.ConcatFunc, nil},
	"contains":   {"Whether the list holds the value.", stdlib.ContainsFunc, nil},
	"distinct":   {"The list with each value once.", stdlib.DistinctFunc, nil},
	"element":    {"The element at an index from 0; beyond the end it begins again.", stdlib.ElementFunc, nil},
	"flatten":    {"The list with lists in it replaced by their elements.", stdlib.FlattenFunc, nil},
	"floor":      {"The number rounded down.", stdlib.FloorFunc, nil},
	"format":     {"The text with each %s, %d, %f, %v, … replaced by the next argument.", stdlib.FormatFunc, formatGuard},
	"join":       {"The texts of the lists with the separator, which comes first, between them.", stdlib.JoinFunc, joinGuard},
	"jsondecode": {"The value that a JSON text holds.", stdlib.JSONDecodeFunc, nil},
	"jsonencode": {"The value as JSON text.", stdlib.JSONEncodeFunc, nil},
	"keys":       {"The keys of a map, sorted.", stdlib.KeysFunc, nil},
	"length":     {"Elements of a list or map, or characters of a text.", lengthFunc, nil},
	"lookup":     {"The map's value for the key, or the default.", stdlib.LookupFunc, nil},
	"lower":      {"The text in lower case.", stdlib.LowerFunc, nil},
	"max":        {"The largest of the numbers.", stdlib.MaxFunc, nil},
	"merge":      {"The maps in one; of a key that is there twice the last one.", stdlib.MergeFunc, nil},
	"min":        {"The smallest of the numbers.", stdlib.MinFunc, nil},
	"parseint":   {"The whole number in a text, with the base that it is written in.", stdlib.ParseIntFunc, nil},
	"range":      {"The numbers from 0 or a start up to, but not with, a limit, by steps of 1 or a step; at most 1024.", stdlib.RangeFunc, nil},
	"regex":      {"What the regular expression (RE2), which comes first, finds in the text: the match, or its groups; an error when nothing is found.", stdlib.RegexFunc, nil},
	"regexall":   {"The list of all that the regular expression (RE2), which comes first, finds in the text.", stdlib.RegexAllFunc, nil},
	"replace":    {"The text with every occurrence of the second argument replaced by the third.", stdlib.ReplaceFunc, replaceGuard},
	"reverse":    {"The list from its end.", stdlib.ReverseListFunc, nil},
	"slice":      {"The part of a list from a start index up to, but not with, an end index.", stdlib.SliceFunc, nil},
	"sort":       {"The list of texts, sorted.", stdlib.SortFunc, nil},
	"split":      {"The parts of the text between the separators; the separator comes first.", stdlib.SplitFunc, splitGuard},
	"substr":     {"The part of the text from an offset on, that many characters long.", stdlib.SubstrFunc, nil},
	"title":      {"The text with each word's first letter in upper case.", stdlib.TitleFunc, nil},
	"tobool":     {"The value as true or false.", stdlib.MakeToFunc(cty.Bool), nil},
	"tonumber":   {"The value as a number.", stdlib.MakeToFunc(cty.Number), nil},
	"tostring":   {"The value as text.", stdlib.MakeToFunc(cty.String), nil},
	"trim":       {"The text without the characters of the second argument at its ends.", stdlib.TrimFunc, nil},
	"trimprefix": {"The text without the prefix.", stdlib.TrimPrefixFunc, nil},
	"trimspace":  {"The text without white space at its ends.", stdlib.TrimSpaceFunc, nil},
	"trimsuffix": {"The text without the suffix.", stdlib.TrimSuffixFunc, nil},
	"try":        {"The first of the expressions that can be evaluated without an error.", tryfunc.TryFunc, nil},
	"upper":      {"The text in upper case.", stdlib.UpperFunc, nil},
	"values":     {"The values of a map, in the order of its keys.", stdlib.ValuesFunc, nil},
	"zipmap":     {"The map that gives each key of the first list the value of the second at the same place.", stdlib.ZipmapFunc, nil},
}

// All is every function by name, for a module whose folder is dir. Each has its documentation as its
// Description.
func All(dir string) map[string]function.Function {
	out := map[string]function.Function{"file": documented("file", fileFunc(dir))}
	for name, e := range entries {
		out[name] = documented(name, bounded(e))
	}
	return out
}

// Doc is the documentation of one function, a sentence; "" for one that is not there.
func Doc(name string) string {
	if name == "file" {
		return fileDoc
	}
	return entries[name].doc
}

// Names lists the functions, sorted.
func Names() []string {
	return slices.Sorted(func(yield func(string) bool) {
		if !yield("file") {
			return
		}
		maps.Keys(entries)(yield)
	})
}

func documented(name string, fn function.Function) function.Function {
	params := make([]string, len(fn.Params()))
	for i, p := range fn.Params() {
		params[i] = p.Description
	}
	return fn.WithNewDescriptions(Doc(name), params)
}

// bounded is the function of an entry with its bounds in front of it. The functions that take an expression
// in place of a value stay as they are.
func bounded(e entry) function.Function {
	if e.fn.VarParam() != nil && e.fn.VarParam().Type.IsCapsuleType() || len(e.fn.Params()) > 0 && e.fn.Params()[0].Type.IsCapsuleType() {
		return e.fn
	}
	check := func(args []cty.Value) error {
		if err := sizes(args); err != nil {
			return err
		}
		if e.guard != nil {
			return e.guard(args)
		}
		return nil
	}
	return function.New(&function.Spec{
		Params:   e.fn.Params(),
		VarParam: e.fn.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := check(args); err != nil {
				return cty.NilType, err
			}
			return e.fn.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return e.fn.Call(args) },
	})
}

// sizes holds that the arguments are within the bounds; the result of most functions then is, too.
func sizes(args []cty.Value) error {
	text, elements := 0, 0
	for _, a := range args {
		if a.Type() == cty.String {
			plain, _ := a.Unmark()
			if plain.IsKnown() && !plain.IsNull() {
				text += len(plain.AsString())
			}
			continue
		}
		if a.Type().IsPrimitiveType() {
			continue
		}
		plain, _ := a.UnmarkDeep()
		err := cty.Walk(plain, func(_ cty.Path, v cty.Value) (bool, error) {
			elements++
			if v.Type() == cty.String && v.IsKnown() && !v.IsNull() {
				text += len(v.AsString())
			}
			if elements > MaxElements {
				return false, fmt.Errorf("the arguments hold more than %d elements", MaxElements)
			}
			return true, nil
		})
		if err != nil {
			return err
		}
	}
	return room(text)
}

// room holds that a text of that many bytes is within the bound.
func room(bytes int) error {
	if bytes > MaxText {
		return fmt.Errorf("the text is longer than %d bytes", MaxText)
	}
	return nil
}
