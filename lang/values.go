package lang

import (
	"fmt"
	"math/big"

	"github.com/zclconf/go-cty/cty"

	"github.com/jevrun/jevrun/lang/predicate"
)

// The bounds of a value.
const (
	MaxText     = 1 << 20 // bytes of text in one value, all parts of it together
	MaxElements = 100_000 // elements of lists, maps and objects in one value, all levels together
)

// textType is the type of a text.
var textType = cty.String

// goValue is v as a condition reads it: string, float64, bool, []any, map[string]any or nil. What is secret
// has no place in a condition and becomes nil.
func goValue(v cty.Value) any {
	if v.IsMarked() || !v.IsKnown() || v.IsNull() {
		return nil
	}
	t := v.Type()
	switch {
	case t == cty.String:
		return v.AsString()
	case t == cty.Bool:
		return v.True()
	case t == cty.Number:
		f, _ := v.AsBigFloat().Float64()
		return f
	case t.IsListType(), t.IsSetType(), t.IsTupleType():
		out := []any{}
		for _, e := range v.Elements() {
			out = append(out, goValue(e))
		}
		return out
	case t.IsMapType(), t.IsObjectType():
		out := map[string]any{}
		for k, e := range v.Elements() {
			out[k.AsString()] = goValue(e)
		}
		return out
	}
	return nil
}

// varType is t as the type of a variable in a condition.
func varType(t cty.Type) predicate.VarType {
	switch {
	case t == cty.String:
		return predicate.VarType{Kind: predicate.String}
	case t == cty.Number:
		return predicate.VarType{Kind: predicate.Number}
	case t == cty.Bool:
		return predicate.VarType{Kind: predicate.Bool}
	case t.IsListType(), t.IsSetType():
		e := varType(t.ElementType())
		return predicate.VarType{Kind: predicate.List, Elem: &e}
	case t.IsTupleType():
		return predicate.VarType{Kind: predicate.List}
	case t.IsMapType():
		e := varType(t.ElementType())
		return predicate.VarType{Kind: predicate.Map, Elem: &e}
	case t.IsObjectType():
		fields := map[string]predicate.VarType{}
		for name, ft := range t.AttributeTypes() {
			fields[name] = varType(ft)
		}
		return predicate.VarType{Kind: predicate.Object, Fields: fields}
	}
	return predicate.VarType{}
}

// tooLarge says which bound v breaks, or "".
func tooLarge(v cty.Value) string {
	m := measure{}
	m.add(v)
	switch {
	case m.text > MaxText:
		return fmt.Sprintf("the value holds more than %d bytes of text", MaxText)
	case m.elements > MaxElements:
		return fmt.Sprintf("the value holds more than %d elements", MaxElements)
	}
	return ""
}

// measure counts what a value holds, up to the bounds.
type measure struct{ text, elements int }

func (m *measure) add(v cty.Value) {
	m.elements++
	v, _ = v.Unmark()
	if m.text > MaxText || m.elements > MaxElements || !v.IsKnown() || v.IsNull() {
		return
	}
	switch t := v.Type(); {
	case t == cty.String:
		m.text += len(v.AsString())
	case t.IsPrimitiveType():
	case v.CanIterateElements():
		for it := v.ElementIterator(); it.Next() && m.text <= MaxText && m.elements <= MaxElements; {
			key, e := it.Element()
			if key.Type() == cty.String {
				key, _ = key.Unmark()
				m.text += len(key.AsString())
			}
			m.add(e)
		}
	}
}

// number is v as a float64.
func number(v cty.Value) float64 {
	f, _ := v.AsBigFloat().Float64()
	return f
}

// isInteger tells whether v has no fraction.
func isInteger(v cty.Value) bool {
	_, accuracy := v.AsBigFloat().Int(nil)
	return accuracy == big.Exact
}
