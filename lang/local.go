package lang

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// local is one named expression.
type local struct {
	name  string
	attr  *hcl.Attribute
	needs []string // the locals that it refers to
	state int      // not begun, begun, done
	value cty.Value
}

func (l *loader) decodeLocals(blocks []*hcl.Block) {
	l.locals = map[string]*local{}
	for _, b := range blocks {
		attrs, problems := b.Body.JustAttributes()
		l.hcl(problems)
		for name, a := range attrs {
			if before := l.locals[name]; before != nil {
				// The order of a map is random; the later one in the files is the second.
				first, second := before.attr, a
				if first.Range.Filename == second.Range.Filename && first.Range.Start.Byte > second.Range.Start.Byte {
					first, second = second, first
				}
				l.errorf(second.NameRange, fmt.Sprintf("The first one is at %s:%d; rename or merge them.", first.Range.Filename, first.Range.Start.Line), "the local %q is there already", name)
				continue
			}
			l.locals[name] = &local{name: name, attr: a, value: cty.DynamicVal}
		}
	}
	for _, one := range l.locals {
		for _, t := range one.attr.Expr.Variables() {
			if t.RootName() != "local" || len(t) < 2 {
				continue
			}
			if a, ok := t[1].(hcl.TraverseAttr); ok && !slices.Contains(one.needs, a.Name) {
				one.needs = append(one.needs, a.Name)
			}
		}
	}
}

// evaluateLocals evaluates the locals, each after those that it refers to.
func (l *loader) evaluateLocals() map[string]cty.Value {
	for _, name := range slices.Sorted(maps.Keys(l.locals)) {
		l.evaluateLocal(l.locals[name], nil)
	}
	out := map[string]cty.Value{}
	for name, one := range l.locals {
		out[name] = one.value
	}
	return out
}

func (l *loader) evaluateLocal(one *local, path []string) {
	const begun, done = 1, 2
	switch one.state {
	case done:
		return
	case begun:
		from := slices.Index(path, one.name)
		cycle := append(slices.Clone(path[from:]), one.name)
		for i, name := range cycle {
			cycle[i] = "local." + name
		}
		l.errorf(one.attr.NameRange, "Break the circle: one of them must not refer to the next.", "the locals refer to each other in a circle: %s", strings.Join(cycle, " → "))
		return
	}
	one.state = begun
	defer func() { one.state = done }()
	if len(path) > MaxDepth {
		l.errorf(one.attr.NameRange, "", "more than %d locals refer to each other in a row", MaxDepth)
		return
	}
	for _, need := range one.needs {
		if other := l.locals[need]; other != nil {
			l.evaluateLocal(other, append(path, one.name))
		}
	}
	values := map[string]cty.Value{}
	for _, need := range one.needs {
		if other := l.locals[need]; other != nil {
			values[need] = other.value
		}
	}
	scope := &hcl.EvalContext{Functions: l.options.Functions, Variables: map[string]cty.Value{
		"var": l.scope.Variables["var"], "secret": l.scope.Variables["secret"], "local": cty.ObjectVal(values),
	}}
	if v, ok := l.evaluate(one.attr.Expr, use{scope: scope, what: "a local", secrets: true}); ok {
		one.value = v
	}
}
