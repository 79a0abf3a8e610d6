package predicate

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
)

// Compile checks src and makes it ready to run: its syntax, the names that scope offers together with the
// variables of vars, its types, its result (true or false) and its cost. The error has the place in src.
func Compile(src string, scope Scope, vars map[string]VarType) (*Program, *Error) {
	return NewCompiler(scope, vars).Compile(src)
}

// Compiler compiles many conditions against one environment, faster than Compile does one by one. It is for
// one goroutine at a time.
type Compiler struct {
	scope  Scope
	vars   map[string]VarType
	config *conf.Config
	groups map[string][]string
	single map[string]bool
}

// NewCompiler prepares the environment of scope with the variables vars.
func NewCompiler(scope Scope, vars map[string]VarType) *Compiler {
	env := types.Map{}
	variables := types.Map{}
	for name, t := range vars {
		variables[name] = t.expr()
	}
	env["var"] = variables
	for _, f := range facts {
		if f.Gate && scope != OnGate {
			continue
		}
		group, member, ok := strings.Cut(f.Name.Name, ".")
		if !ok {
			env[group] = f.typ
			continue
		}
		members, ok := env[group].(types.Map)
		if !ok {
			members = types.Map{}
			env[group] = members
		}
		members[member] = f.typ
	}
	for _, f := range functions {
		env[word(f.Name.Name)] = types.TypeOf(f.typ)
	}
	config := conf.CreateNew()
	config.WithEnv(env)
	config.Expect, config.ExpectAny = reflect.Bool, true
	config.MaxNodes = MaxNodes
	config.Optimize = false // it would build constant ranges and lists while compiling
	return &Compiler{scope: scope, vars: vars, config: config, groups: groups(scope, vars), single: single(scope)}
}

// Compile is Compile against the prepared environment.
func (c *Compiler) Compile(src string) (program *Program, failure *Error) {
	defer func() {
		if r := recover(); r != nil {
			program, failure = nil, whole(src, "this condition cannot be compiled; write it in a simpler way")
		}
	}()
	if len(src) > MaxSource {
		return nil, whole(src, fmt.Sprintf("a condition may have %d bytes, and this one has %d; split it, or move a part into another step", MaxSource, len(src)))
	}
	if !utf8.ValidString(src) {
		return nil, whole(src, "a condition must be valid UTF-8")
	}
	if strings.TrimSpace(src) == "" {
		return nil, whole(src, "the condition is empty; write what must hold, for example page.text contains 'Saved'")
	}
	tree, err := parser.ParseWithConfig(src, c.config)
	if err != nil {
		return nil, syntaxError(src, err)
	}
	w := &walk{Compiler: c, src: src, uses: map[string]bool{}, patterns: nil}
	w.node(tree.Node)
	if w.err != nil {
		return nil, w.err
	}
	if _, err = checker.Check(tree, c.config); err != nil {
		return nil, typeError(src, err)
	}
	if w.loops || w.adds {
		// A text can only double through +, and a list can only be gone through by a predicate: both are
		// replaced by functions of ours that count. The check before gave + its types and the messages;
		// the check after types the new nodes.
		ast.Walk(&tree.Node, &meter{})
		if _, err = checker.Check(tree, c.config); err != nil {
			return nil, typeError(src, err)
		}
	}
	code, err := compiler.Compile(tree, c.config)
	if err != nil {
		return nil, typeError(src, err)
	}
	return &Program{Source: src, code: code, scope: c.scope, uses: w.uses, patterns: w.patterns}, nil
}

// meter puts our counting functions into the tree.
type meter struct{}

func (meter) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		if n.Operator != "+" {
			return
		}
		l, r := n.Left.Type().Kind(), n.Right.Type().Kind()
		switch {
		case l == reflect.String && r == reflect.String:
			patch(node, call(addText, reflect.TypeFor[string](), n.Left, n.Right))
		case l == reflect.Interface || r == reflect.Interface:
			patch(node, call(addAny, nil, n.Left, n.Right))
		}
	case *ast.PredicateNode:
		count := call(tick, nil)
		count.SetLocation(n.Node.Location())
		body := &ast.SequenceNode{Nodes: []ast.Node{count, n.Node}}
		body.SetLocation(n.Node.Location())
		n.Node = body
	}
}

func patch(node *ast.Node, with ast.Node) { ast.Patch(node, with) }

func call(function string, result reflect.Type, arguments ...ast.Node) *ast.CallNode {
	n := &ast.CallNode{Callee: &ast.IdentifierNode{Value: function}, Arguments: arguments}
	if result != nil {
		n.SetType(result)
	}
	return n
}

func syntaxError(src string, err error) *Error {
	var at *file.Error
	if !errors.As(err, &at) {
		return whole(src, "this is not a condition")
	}
	return place(src, at.Location, syntaxMessage(at.Message))
}

func typeError(src string, err error) *Error {
	var at *file.Error
	if errors.As(err, &at) {
		return place(src, at.Location, typeMessage(at.Message))
	}
	return whole(src, typeMessage(err.Error()))
}
