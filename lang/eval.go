package lang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/lang/predicate"
)

// secretMark marks the value that stands for a secret while expressions are evaluated.
type secretMark struct{ *Secret }

// standIn is what a secret evaluates to. It is never its value, which this package does not read; a result
// that is no longer equal to it has been joined to something.
func standIn(s *Secret) cty.Value {
	return cty.StringVal("\x00secret:" + s.Name + "\x00").Mark(secretMark{s})
}

// bind makes the scope that expressions are evaluated in, out of the variables, locals and secrets.
func (l *loader) bind() {
	root := map[string]cty.Value{}
	variables, types := map[string]cty.Value{}, map[string]predicate.VarType{}
	for name, v := range l.variables {
		variables[name], types[name] = cty.DynamicVal, predicate.VarType{}
		if v.ok {
			variables[name], types[name] = v.value, varType(v.value.Type())
		} else if v.typ != cty.NilType {
			types[name] = varType(v.typ)
		}
	}
	secrets := map[string]cty.Value{}
	for name, s := range l.secrets {
		secrets[name] = standIn(s)
	}
	root["var"], root["secret"] = cty.ObjectVal(variables), cty.ObjectVal(secrets)
	l.scope = &hcl.EvalContext{Variables: root, Functions: l.options.Functions}
	locals := l.evaluateLocals()
	root["local"] = cty.ObjectVal(locals)
	l.onPage = predicate.NewCompiler(predicate.OnPage, types)
	l.onGate = predicate.NewCompiler(predicate.OnGate, types)
}

// use says what an expression may refer to.
type use struct {
	scope   *hcl.EvalContext
	what    string // the attribute, for messages
	secrets bool   // may it refer to a secret
	only    string // when set, the only root that may be referred to; "-" for none
	why     string // why only that
}

// evaluate evaluates an expression. It reports what is wrong and then returns false; it also returns false,
// silently, when something that the expression refers to has been reported.
func (l *loader) evaluate(e hcl.Expression, u use) (cty.Value, bool) {
	at := e.Range()
	l.current.Store(&at)
	fine := true
	for _, t := range e.Variables() {
		fine = l.reference(t, l.exact(e, t.SourceRange()), u) && fine
	}
	if !fine {
		return cty.NilVal, false
	}
	v, problems := e.Value(u.scope)
	if problems.HasErrors() {
		for _, p := range problems {
			if p.Subject != nil {
				p.Subject = l.exact(e, *p.Subject).Ptr()
			}
		}
		l.hcl(problems)
		return cty.NilVal, false
	}
	if u.secrets {
		v = choice(e, v, u.scope)
	}
	if why := tooLarge(v); why != "" {
		l.errorf(at, "Make the lists and texts shorter.", "%s", why)
		return cty.NilVal, false
	}
	if !v.IsWhollyKnown() {
		return cty.NilVal, false
	}
	return v, true
}

// choice is the value of a conditional between secrets without the mark of the one that was not chosen. A
// condition that depends on a secret itself chooses nothing: it was evaluated without the secret's value.
func choice(e hcl.Expression, v cty.Value, scope *hcl.EvalContext) cty.Value {
	if _, marks := v.UnmarkDeep(); len(marks) < 2 {
		return v
	}
	for {
		switch x := e.(type) {
		case *hclsyntax.ParenthesesExpr:
			e = x.Expression
		case *hclsyntax.TemplateWrapExpr:
			e = x.Wrapped
		case *hclsyntax.ConditionalExpr:
			c, problems := x.Condition.Value(scope)
			if problems.HasErrors() || c.IsMarked() || !c.IsKnown() || c.IsNull() || c.Type() != cty.Bool {
				return v
			}
			e = x.FalseResult
			if c.True() {
				e = x.TrueResult
			}
			chosen, problems := e.Value(scope)
			if problems.HasErrors() {
				return v
			}
			v = chosen
		default:
			return v
		}
	}
}

// reference checks one reference before the evaluation, so that a wrong one is reported with what was meant.
func (l *loader) reference(t hcl.Traversal, at hcl.Range, u use) bool {
	root := t.RootName()
	known := map[string][]string{
		"var":    slices.Sorted(maps.Keys(l.variables)),
		"local":  slices.Sorted(maps.Keys(l.locals)),
		"secret": slices.Sorted(maps.Keys(l.secrets)),
	}
	if u.only != "" && root != u.only {
		l.errorf(at, u.why, "%s cannot refer to %s", u.what, dotted(t))
		return false
	}
	switch root {
	case "var", "local", "secret":
	case "step":
		l.errorf(at, "A step is only ever the target of goto; what it found is not known when the file is loaded.", "%s cannot be read here", dotted(t))
		return false
	default:
		suggestion, detail := nearest.Word(root, []string{"var", "local", "secret"}), ""
		if len(t) > 1 && suggestion != "" {
			suggestion = suggestion + dotted(t)[len(root):]
		}
		if len(t) == 1 {
			detail = fmt.Sprintf("Expressions read var.<name>, local.<name> and secret.<name>; a text is written in quotes: \"%s\".", root)
			for kind, names := range known {
				if slices.Contains(names, root) {
					suggestion = kind + "." + root
				}
			}
		}
		l.suggest(at, suggestion, detail, "no name %q is known here", root)
		return false
	}
	if len(t) < 2 {
		l.errorf(at, "", "name one %s: %s.<name>", map[string]string{"var": "variable", "local": "local", "secret": "secret"}[root], root)
		return false
	}
	member, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		if index, isIndex := t[1].(hcl.TraverseIndex); isIndex && index.Key.Type() == cty.String {
			member, ok = hcl.TraverseAttr{Name: index.Key.AsString(), SrcRange: index.SrcRange}, true
		}
	}
	if !ok || !slices.Contains(known[root], member.Name) {
		kind := map[string]string{"var": "variable", "local": "local", "secret": "secret"}[root]
		suggestion := nearest.Word(member.Name, known[root])
		if suggestion != "" {
			suggestion = root + "." + suggestion
		}
		l.suggest(at, suggestion, "", "there is no %s %q", kind, member.Name)
		return false
	}
	if root == "secret" && !u.secrets {
		l.errorf(at, "A secret may only be, alone, what a step types or picks, an entry of a goal's context, or a decider's key: everything else is shown in traces and reports.", "%s cannot be used in %s", dotted(t), u.what)
		return false
	}
	return true
}

// dotted is a traversal as it is written, as far as names go.
func dotted(t hcl.Traversal) string {
	out := t.RootName()
	for _, step := range t[1:] {
		a, ok := step.(hcl.TraverseAttr)
		if !ok {
			break
		}
		out += "." + a.Name
	}
	return out
}

// value evaluates an expression to a type, without secrets.
func (l *loader) value(e hcl.Expression, want cty.Type, u use) (cty.Value, bool) {
	v, ok := l.evaluate(e, u)
	if !ok {
		return cty.NilVal, false
	}
	if plain, marks := v.UnmarkDeep(); len(marks) > 0 {
		l.errorf(e.Range(), "A secret may only be, alone, what a step types or picks, an entry of a goal's context, or a decider's key: everything else is shown in traces and reports.", "%s holds a secret", u.what)
		return plain, false
	}
	return l.converted(e, v, want, u)
}

func (l *loader) converted(e hcl.Expression, v cty.Value, want cty.Type, u use) (cty.Value, bool) {
	if v.IsNull() {
		l.errorf(e.Range(), "Leave it out to have the default.", "%s is null", u.what)
		return cty.NilVal, false
	}
	out, err := convert.Convert(v, want)
	if err != nil {
		l.errorf(e.Range(), "", "%s must be %s, and this is %s", u.what, typeName(want), typeName(v.Type()))
		return cty.NilVal, false
	}
	return out, true
}

// typeName is a type in words.
func typeName(t cty.Type) string {
	switch {
	case t == cty.String:
		return "a text"
	case t == cty.Number:
		return "a number"
	case t == cty.Bool:
		return "true or false"
	case t.IsListType() && t.ElementType() == cty.String:
		return "a list of texts"
	case t.IsListType(), t.IsSetType(), t.IsTupleType():
		return "a list"
	case t.IsMapType(), t.IsObjectType():
		return "a map"
	}
	return t.FriendlyName()
}
