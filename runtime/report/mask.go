package report

import "reflect"

// masked replaces every string that v leads to by what mask makes of it. Texts are masked as they are, before a
// format escapes them: a secret with a quote in it would not be found in HTML. Pictures are not texts.
func masked(v any, mask func(string) string) { maskValue(reflect.ValueOf(v), mask) }

func maskValue(v reflect.Value, mask func(string) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			maskValue(v.Elem(), mask)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				maskValue(v.Field(i), mask)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			maskValue(v.Index(i), mask)
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(mask(v.String()))
		}
	}
}
