package predicate

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/expr-lang/expr/types"
)

// Kind is what a variable holds.
type Kind int

// The kinds.
const (
	Any    Kind = iota // known only when the condition runs
	String             // string
	Number             // float64
	Bool               // bool
	List               // []any
	Map                // map[string]any with any keys
	Object             // map[string]any with the keys of Fields
)

// VarType is the type of a variable, so that a condition that uses it is checked when it is compiled.
type VarType struct {
	Kind   Kind
	Elem   *VarType           // of List and Map; nil is Any
	Fields map[string]VarType // of Object
}

func (t VarType) expr() types.Type {
	elem := types.Type(types.Any)
	if t.Elem != nil {
		elem = t.Elem.expr()
	}
	switch t.Kind {
	case String:
		return types.String
	case Number:
		return types.Float64
	case Bool:
		return types.Bool
	case List:
		return types.Array(elem)
	case Map:
		return types.Map{types.Extra: elem}
	case Object:
		m := types.Map{}
		for name, f := range t.Fields {
			m[name] = f.expr()
		}
		return m
	}
	return types.Any
}

// typeWord says a Go type in words of the condition language.
func typeWord(goType string) string {
	switch {
	case goType == "string":
		return "text"
	case goType == "bool":
		return "true/false"
	case goType == "int", goType == "float64", strings.HasPrefix(goType, "int"), strings.HasPrefix(goType, "uint"), strings.HasPrefix(goType, "float"):
		return "number"
	case strings.HasPrefix(goType, "[]"), strings.HasPrefix(goType, "Array"):
		return "list"
	case strings.HasPrefix(goType, "map["), strings.HasPrefix(goType, "Map"):
		return "map"
	case strings.HasPrefix(goType, "func"):
		return "function"
	case goType == "nil", goType == "<nil>":
		return "nothing"
	}
	return "value of unknown type"
}

// describe says what a value is, with its article.
func describe(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case string:
		return "a text"
	case bool:
		return "true/false"
	case int, float64:
		return "a number"
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map:
		return "a map"
	}
	return fmt.Sprintf("a %s", typeWord(fmt.Sprintf("%T", v)))
}
