package decide

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzWireText: a text goes over the wire as Go's encoder writes it.
func FuzzWireText(f *testing.F) {
	for _, s := range []string{"", "Sign in — button → /a?b=<c>&d", "a\"b\\c", "\x00\n\x7f", "\u2028\u2029", "\xff\xfe", "é\U0001f600\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got, want bytes.Buffer
		w := wire{b: &got}
		w.text("text", s)
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil || w.err != nil {
			t.Fatal(err, w.err)
		}
		if got.String()+"\n" != want.String() {
			t.Errorf("%q goes as %s, not as %s", s, got.String(), want.String())
		}
	})
}
