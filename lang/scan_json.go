package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// place is one open object or array of a JSON file.
type place struct {
	object bool
	keys   int
	path   []string // the keys on the way here; arrays add none
	onKey  bool     // the next string is a key
	key    string
}

// scanJSON checks the bounds of a file in JSON syntax, and that the steps of a flow are an array, so that
// their order holds. What is not JSON at all is left to the parser, which says it with its place.
func scanJSON(src []byte, name string) Diagnostics {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var stack []*place
	count := 0
	at := func(length int) hcl.Range {
		end := int(dec.InputOffset())
		return rangeAt(src, name, max(0, end-length), end)
	}
	fail := func(r hcl.Range, summary, detail string) Diagnostics {
		return Diagnostics{{Severity: Error, Summary: summary, Detail: detail, Span: span(r)}}
	}
	for {
		token, err := dec.Token()
		if err != nil {
			return nil
		}
		count++
		if count > MaxTokens {
			return fail(at(1), fmt.Sprintf("the file has more than %d words and signs", MaxTokens), "Split it; all files of a folder are one module.")
		}
		var top *place
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:len(stack)-1]
			continue
		}
		if top != nil && top.object && top.onKey {
			top.key, top.onKey = token.(string), false
			top.keys++
			key := func() hcl.Range { return at(len(top.key) + 2) }
			if stepLevel(top.path) && top.keys > 1 {
				return fail(key(), "each step is an object of its own", `Write the steps as an array of objects with one step each, [{"click": {"open": {…}}}, {"fill": {"name": {…}}}], so that their order holds.`)
			}
			if ds := scanTemplate(top.key, key); ds != nil {
				return ds
			}
			continue
		}
		path := pathOf(top)
		if top != nil && top.object {
			top.onKey = true
		}
		switch v := token.(type) {
		case json.Delim:
			if len(stack) >= MaxDepth {
				return fail(at(1), fmt.Sprintf("nested deeper than %d levels", MaxDepth), "Split the file or the value.")
			}
			if v == '{' && top != nil && top.object && isSteps(path) {
				return fail(at(1), "the steps of a flow are an array", `Write [{"click": {"open": {…}}}, {"fill": {"name": {…}}}], so that their order holds.`)
			}
			stack = append(stack, &place{object: v == '{', onKey: v == '{', path: path})
		case string:
			if ds := scanTemplate(v, func() hcl.Range { return at(len(v) + 2) }); ds != nil {
				return ds
			}
		}
	}
}

// pathOf is the path of a value inside top.
func pathOf(top *place) []string {
	switch {
	case top == nil:
		return nil
	case top.object:
		return append(top.path[:len(top.path):len(top.path)], top.key)
	}
	return top.path
}

// isSteps tells whether path is the steps of a flow.
func isSteps(path []string) bool { return len(path) == 3 && path[0] == "flow" && path[2] == "step" }

// stepLevel tells whether the keys below path are the type or the name of a step.
func stepLevel(path []string) bool {
	return isSteps(path) || len(path) == 4 && isSteps(path[:3])
}

// scanTemplate checks the bounds of a text that is a template.
func scanTemplate(text string, at func() hcl.Range) Diagnostics {
	if !strings.Contains(text, "${") && !strings.Contains(text, "%{") {
		return nil
	}
	tokens, _ := hclsyntax.LexTemplate([]byte(text), "", hcl.InitialPos)
	return moved(scanTokens(tokens), at)
}

// scanExpression checks the bounds of a text that HCL reads as an expression: a type, the value of a flag.
func scanExpression(text string, at func() hcl.Range) Diagnostics {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	return moved(scanTokens(tokens), at)
}

// moved puts problems of a text at the text's place: offsets into the text are not offsets into the file
// where it has escapes.
func moved(ds Diagnostics, at func() hcl.Range) Diagnostics {
	for _, d := range ds {
		d.Span = span(at())
	}
	return ds
}
