// Package engine walks the graph of a flow in one browser tab: observe, decide, gate, act, settle, record.
// It has no order of its own (runtime/graph has), decides nothing (runtime/decide does), judges nothing
// (runtime/gate does) and touches the page only through runtime/page and the action registry.
package engine

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/graph"
)

// Plan is a flow that can run: its graph checked, its gates merged and compiled, its dialogs answered.
type Plan struct {
	Program *lang.Program
	Flow    *lang.Flow
	Graph   *graph.Graph

	policy  gate.Policy
	dialogs browser.DialogPolicy
	vars    map[string]any
}

// Compile checks everything about a flow that needs no browser. All problems are reported at once. review is
// what a review leads to where the flow says nothing: ask, stop or continue.
func Compile(p *lang.Program, f *lang.Flow, review string) (*Plan, hcl.Diagnostics) {
	g, diags := graph.Compile(f, graph.ReviewThen(review))
	policy, err := gate.NewPolicy(p.Gates, f.Gates)
	if err != nil {
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Invalid gates", Detail: sentence(err), Subject: f.Range.Ptr(),
		})
	}
	dialogs, more := dialogPolicy(p.Dialogs, f.Dialogs)
	diags = append(diags, more...)
	diags = append(diags, startPage(p, f)...)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Plan{Program: p, Flow: f, Graph: g, policy: policy, dialogs: dialogs, vars: p.Vars()}, diags
}

// dialogPolicy merges the module's dialogs with the flow's: the flow's rules are asked first, and its default wins.
func dialogPolicy(layers ...*lang.Dialogs) (browser.DialogPolicy, hcl.Diagnostics) {
	policy := browser.DialogPolicy{Default: "dismiss"}
	var diags hcl.Diagnostics
	for _, layer := range layers {
		if layer == nil {
			continue
		}
		if layer.Default != "" {
			policy.Default = layer.Default
		}
		var rules []browser.DialogRule
		for _, r := range layer.Rules {
			match, err := regexp.Compile(r.Match)
			if err != nil {
				diags = append(diags, &hcl.Diagnostic{
					Severity: hcl.DiagError, Summary: "Invalid dialog rule",
					Detail: fmt.Sprintf("The match of rule %q is no regular expression: %s.", r.Name, err), Subject: r.Range.Ptr(),
				})
				continue
			}
			rules = append(rules, browser.DialogRule{Name: r.Name, Match: match, Accept: r.Action == "accept", Text: r.Text})
		}
		policy.Rules = append(rules, policy.Rules...)
	}
	return policy, diags
}

// StartURL is the absolute URL of the flow's start page, "" when the flow has none.
func (p *Plan) StartURL() string {
	if p.Flow.Start == "" {
		return ""
	}
	return browser.PageURL(p.Program.Dir, p.Flow.Start)
}

// sentence is err as HCL diagnostics spell details: with a capital and a full stop.
func sentence(err error) string {
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
