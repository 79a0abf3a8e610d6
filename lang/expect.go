package lang

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// SetExpect returns the text of a flow file with another selector as the expect of a step, and every other byte
// as it was. Only HCL's native syntax can be rewritten so, and only an expect that is there.
func SetExpect(src []byte, filename, flow, step, selector string) ([]byte, error) {
	if isJSON(filename) {
		return nil, fmt.Errorf("%s is in JSON syntax, which is not rewritten; change the expect of step %q to %q", filename, step, selector)
	}
	file, diags := hclsyntax.ParseConfig(src, filename, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%s: %w", filename, diags)
	}
	for _, block := range file.Body.(*hclsyntax.Body).Blocks {
		if block.Type != "flow" || len(block.Labels) != 1 || block.Labels[0] != flow {
			continue
		}
		for _, inner := range block.Body.Blocks {
			expect := inner.Body.Attributes["expect"]
			if inner.Type != "step" || len(inner.Labels) != 2 || inner.Labels[1] != step || expect == nil {
				continue
			}
			r := expect.Expr.Range()
			value := hclwrite.TokensForValue(cty.StringVal(selector)).Bytes()
			return slices.Concat(src[:r.Start.Byte], value, src[r.End.Byte:]), nil
		}
	}
	return nil, fmt.Errorf("%s has no step %q with an expect in flow %q", filename, step, flow)
}

// Expects reports whether a step of a flow says in a file which element it expects, and what.
func Expects(p *Program, flow, step string) (selector string, file string, ok bool) {
	f := p.Flow(flow)
	if f == nil {
		return "", "", false
	}
	for _, s := range f.Steps {
		if s.Name == step && s.Expect != "" && s.Expect != "none" {
			return s.Expect, s.Range.Filename, true
		}
	}
	return "", "", false
}
