package function

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// text is a known text argument.
func text(v cty.Value) (string, bool) {
	v, _ = v.Unmark()
	if v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// formatGuard bounds the widths and precisions in a format.
func formatGuard(args []cty.Value) error {
	s, ok := text(args[0])
	if !ok {
		return nil
	}
	inVerb, number := false, 0
	for _, r := range s {
		switch {
		case !inVerb:
			inVerb, number = r == '%', 0
		case r >= '0' && r <= '9':
			number = min(number*10+int(r-'0'), MaxWidth+1)
			if number > MaxWidth {
				return fmt.Errorf("a width in the format is larger than %d", MaxWidth)
			}
		case strings.ContainsRune("+-# .[]", r):
			number = 0
		default:
			inVerb = false
		}
	}
	return room(len(s) + MaxWidth*strings.Count(s, "%"))
}

func joinGuard(args []cty.Value) error {
	separator, ok := text(args[0])
	if !ok {
		return nil
	}
	n := 0
	for _, list := range args[1:] {
		plain, _ := list.Unmark()
		if plain.IsKnown() && !plain.IsNull() {
			n += plain.LengthInt()
		}
	}
	return room(len(separator) * n)
}

func replaceGuard(args []cty.Value) error {
	s, ok1 := text(args[0])
	old, ok2 := text(args[1])
	with, ok3 := text(args[2])
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	return room(len(s) + strings.Count(s, old)*len(with))
}

func splitGuard(args []cty.Value) error {
	separator, ok1 := text(args[0])
	s, ok2 := text(args[1])
	if ok1 && ok2 && strings.Count(s, separator) >= MaxElements {
		return fmt.Errorf("split gives more than %d parts", MaxElements)
	}
	return nil
}
