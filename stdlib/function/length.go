package function

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// lengthFunc is the length of a list, map or text.
var lengthFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowUnknown: true, AllowDynamicType: true}},
	Type: func(args []cty.Value) (cty.Type, error) {
		t := args[0].Type()
		if t == cty.DynamicPseudoType || t == cty.String || t.IsTupleType() || t.IsObjectType() || t.IsCollectionType() {
			return cty.Number, nil
		}
		return cty.NilType, fmt.Errorf("length takes a list, a map or a text, not %s", t.FriendlyName())
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		v := args[0]
		switch {
		case v.Type() == cty.DynamicPseudoType || !v.IsKnown():
			return cty.UnknownVal(cty.Number), nil
		case v.Type() == cty.String:
			return stdlib.Strlen(v)
		}
		return cty.NumberIntVal(int64(v.LengthInt())), nil
	},
})
