package predicate

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"github.com/jevrun/jevrun/lang/nearest"
)

// walk goes through a parsed condition before its types are checked: every name must be one of ours, and
// nothing may stay in that has no bound.
type walk struct {
	*Compiler
	src      string
	uses     map[string]bool
	patterns map[string]*regexp.Regexp
	locals   map[string]bool // names that let has bound
	loops    bool
	adds     bool
	err      *Error
}

func (w *walk) fail(at file.Location, message, suggestion string) {
	if w.err == nil {
		w.err = place(w.src, at, message)
		w.err.Suggestion = suggestion
	}
}

func (w *walk) node(node ast.Node) {
	if node == nil || w.err != nil {
		return
	}
	switch n := node.(type) {
	case *ast.IdentifierNode:
		w.identifier(n)
	case *ast.BytesNode:
		w.fail(n.Location(), "texts are written in plain quotes here", "")
	case *ast.UnaryNode:
		w.node(n.Node)
	case *ast.BinaryNode:
		w.binary(n)
	case *ast.ChainNode:
		w.node(n.Node)
	case *ast.MemberNode:
		w.member(n)
	case *ast.SliceNode:
		w.node(n.Node)
		w.node(n.From)
		w.node(n.To)
	case *ast.CallNode:
		w.call(n)
	case *ast.BuiltinNode:
		w.builtin(n)
	case *ast.PredicateNode:
		w.loops = true
		w.node(n.Node)
	case *ast.ConditionalNode:
		w.node(n.Cond)
		w.node(n.Exp1)
		w.node(n.Exp2)
	case *ast.VariableDeclaratorNode:
		w.node(n.Value)
		if w.locals == nil {
			w.locals = map[string]bool{}
		}
		w.locals[n.Name] = true
		w.node(n.Expr)
	case *ast.SequenceNode:
		w.nodes(n.Nodes)
	case *ast.ArrayNode:
		w.nodes(n.Nodes)
	case *ast.MapNode:
		w.nodes(n.Pairs)
	case *ast.PairNode:
		w.node(n.Key)
		w.node(n.Value)
	}
}

func (w *walk) nodes(list []ast.Node) {
	for _, n := range list {
		w.node(n)
	}
}

func (w *walk) identifier(n *ast.IdentifierNode) {
	name := n.Value
	switch {
	case w.locals[name]:
	case w.single[name]:
		w.uses[name] = true
	case w.groups[name] != nil:
		w.fail(n.Location(), fmt.Sprintf("%s is a group of values; name one of them: %s", name, w.members(name)), "")
	case functionWords[name] || builtinWords[name]:
		w.fail(n.Location(), fmt.Sprintf("%s is a function; call it with its arguments in parentheses", name), "")
	default:
		w.unknown(n.Location(), name, false)
	}
}

// members lists what follows group, for a message.
func (w *walk) members(group string) string {
	list := w.groups[group]
	if len(list) == 0 {
		return "there is none, because the module declares no variable"
	}
	full := make([]string, len(list))
	for i, m := range list {
		full[i] = group + "." + m
	}
	return strings.Join(full, ", ")
}

// unknown reports a name that nothing here has.
func (w *walk) unknown(at file.Location, name string, called bool) {
	switch name {
	case "local", "secret", "step":
		why := map[string]string{
			"local":  "locals are not visible in a condition; pass the value as a variable and write var.<name>",
			"secret": "a secret is not visible in a condition, because a condition may show up in a trace",
			"step":   "steps are not visible in a condition",
		}[name]
		w.fail(at, why, "")
		return
	case "candidate", "intent", "action", "confidence":
		w.fail(at, fmt.Sprintf("%s is known only in a gate rule, where an element has been chosen", name), "")
		return
	}
	known := slices.Collect(maps.Keys(w.locals))
	kind := "name"
	if called {
		kind = "function"
		known = append(known, slices.Collect(maps.Keys(functionWords))...)
		known = append(known, slices.Collect(maps.Keys(builtinWords))...)
	} else {
		known = append(known, slices.Collect(maps.Keys(w.single))...)
		known = append(known, slices.Collect(maps.Keys(w.groups))...)
		for _, group := range slices.Sorted(maps.Keys(w.groups)) {
			if slices.Contains(w.groups[group], name) {
				w.fail(at, fmt.Sprintf("no name %q is known here", name), group+"."+name)
				return
			}
		}
	}
	slices.Sort(known)
	w.fail(at, fmt.Sprintf("no %s %q is known here", kind, name), nearest.Word(name, known))
}

func (w *walk) binary(n *ast.BinaryNode) {
	switch n.Operator {
	case "+":
		w.adds = true
	case "matches":
		w.pattern(n.Right)
	}
	w.node(n.Left)
	w.node(n.Right)
}

// pattern holds that the text of a page is never run as a regular expression.
func (w *walk) pattern(n ast.Node) {
	if s, ok := n.(*ast.StringNode); ok {
		re, err := regexp.Compile(s.Value)
		if err != nil {
			w.fail(n.Location(), fmt.Sprintf("this is not a regular expression (RE2): %s", regexpMessage(err)), "")
			return
		}
		if w.patterns == nil {
			w.patterns = map[string]*regexp.Regexp{}
		}
		w.patterns[s.Value] = re
		return
	}
	if m, ok := n.(*ast.MemberNode); ok {
		if id, ok := m.Node.(*ast.IdentifierNode); ok && id.Value == "var" && !w.locals["var"] {
			return
		}
	}
	w.fail(n.Location(), "a pattern is written as a text, or is a variable (var.x); what a page says is never run as one", "")
}

func (w *walk) member(n *ast.MemberNode) {
	id, ok := n.Node.(*ast.IdentifierNode)
	if !ok || w.locals[id.Value] {
		w.node(n.Node)
		w.node(n.Property)
		return
	}
	if id.Value == "$env" {
		w.fail(id.Location(), "$env is not part of the language; name the value, for example page.url", "")
		return
	}
	members := w.groups[id.Value]
	if members == nil && id.Value != "var" {
		w.node(id)
		w.node(n.Property)
		return
	}
	name, ok := n.Property.(*ast.StringNode)
	if !ok {
		w.fail(n.Property.Location(), fmt.Sprintf("name the member of %s itself: %s", id.Value, w.members(id.Value)), "")
		return
	}
	if !slices.Contains(members, name.Value) {
		message := fmt.Sprintf("%s has no %q; it has %s", id.Value, name.Value, strings.Join(members, ", "))
		switch {
		case id.Value == "var" && len(members) == 0:
			message = fmt.Sprintf("there is no variable %q; the module declares none", name.Value)
		case id.Value == "var":
			message = fmt.Sprintf("there is no variable %q", name.Value)
		}
		suggestion := nearest.Word(name.Value, members)
		w.fail(name.Location(), message, suggestion)
		return
	}
	w.uses[id.Value+"."+name.Value] = true
}

func (w *walk) call(n *ast.CallNode) {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		w.fail(n.Callee.Location(), "values have no methods here; call a function with the value as its argument", "")
		return
	}
	if !functionWords[id.Value] {
		w.noFunction(id.Location(), id.Value)
		return
	}
	switch id.Value {
	case "visible", "count":
		w.uses["elements"] = true
	case "find":
		if len(n.Arguments) == 2 {
			w.pattern(n.Arguments[1])
		}
	}
	w.nodes(n.Arguments)
}

func (w *walk) builtin(n *ast.BuiltinNode) {
	if !builtinWords[n.Name] {
		w.noFunction(n.Location(), n.Name)
		return
	}
	w.nodes(n.Arguments)
}

func (w *walk) noFunction(at file.Location, name string) {
	switch {
	case name == "reduce":
		w.fail(at, "reduce is not part of the language, because what it builds has no bound; use sum, all, any, filter or map", "")
	case w.groups[name] != nil || w.single[name] || w.locals[name]:
		w.fail(at, fmt.Sprintf("%s is a value, not a function", name), "")
	default:
		w.unknown(at, name, true)
	}
}
