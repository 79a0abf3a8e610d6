package lang

import (
	"bytes"
	"encoding/json"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format writes a flow file as jevrun fmt does: aligned, indented by two spaces, comments kept. The name's
// ending decides the syntax. A file that cannot be parsed is not formatted; the result is then nil and the
// diagnostics say why. Formatting twice changes nothing more.
func Format(src []byte, filename string) ([]byte, Diagnostics) {
	if _, ds := parse(filename, src); ds.HasErrors() {
		return nil, ds.Sorted().capped()
	}
	if isJSON(filename) {
		var out bytes.Buffer
		if err := json.Indent(&out, bytes.TrimSpace(src), "", "  "); err != nil {
			return nil, Diagnostics{{Severity: Error, Summary: "the file is not JSON: " + err.Error(), Span: &Span{File: filename, Start: Position{1, 1, 0}, End: Position{1, 1, 0}}}}
		}
		out.WriteByte('\n')
		return out.Bytes(), nil
	}
	out := src
	// One pass can move what the next pass aligns; it comes to rest soon, and a text that does not is left
	// as it is.
	for range 4 {
		next := tidy(hclwrite.Format(out))
		if bytes.Equal(next, out) {
			return out, nil
		}
		out = next
	}
	return src, nil
}

// tidy ends the file with exactly one line end.
func tidy(src []byte) []byte {
	trimmed := bytes.TrimRight(src, "\n")
	if len(trimmed) == 0 {
		return nil
	}
	return append(bytes.Clone(trimmed), '\n')
}
