package lang

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/jevrun/jevrun/lang/nearest"
)

// envPrefix begins the environment variables that set variables. What is secret is a secret, not a variable.
const envPrefix = "JEVRUN_VAR_"

// variable is one variable block and its value.
type variable struct {
	name     string
	block    *hcl.Block
	body     *body
	typ      cty.Type // NilType when the declaration itself is wrong
	defaults *typeexpr.Defaults
	fallback cty.Value // NilVal without a default
	value    cty.Value
	ok       bool
}

// setting is a value that somebody gave to a variable.
type setting struct {
	value cty.Value
	at    *hcl.Range // in a file of variables; nil elsewhere
	from  string     // in words
	text  bool       // the value is a text that is still to be read as the variable's type
}

func (l *loader) decodeVariables(blocks []*hcl.Block) {
	l.variables = map[string]*variable{}
	unique := l.unique("variable", checkIdentifier)
	row := table.block("variable")
	for _, b := range blocks {
		if !unique(b) {
			continue
		}
		v := &variable{name: b.Labels[0], block: b, body: l.open(b, row), fallback: cty.NilVal}
		l.variables[v.name] = v
		l.declare(v)
	}
	settings := l.settings()
	for _, name := range slices.Sorted(maps.Keys(l.variables)) {
		v := l.variables[name]
		if v.typ != cty.NilType {
			l.set(v, settings[name])
		}
	}
}

// checkIdentifier is for names that references hold.
func checkIdentifier(name string) error {
	if !hclsyntax.ValidIdentifier(name) {
		return &Misuse{Msg: "a name takes letters, digits, _ and hyphens, and begins with a letter"}
	}
	return nil
}

func (l *loader) declare(v *variable) {
	l.values(v.body) // the texts among the attributes
	v.typ = cty.NilType
	if a := v.body.attrs["type"]; a != nil {
		var ok bool
		if v.typ, v.defaults, ok = l.typeOf(a.Expr); !ok {
			return
		}
	}
	a := v.body.attrs["default"]
	if a == nil {
		if v.typ == cty.NilType {
			v.typ = cty.String
		}
		return
	}
	d, ok := l.evaluate(a.Expr, use{scope: &hcl.EvalContext{Functions: l.options.Functions}, what: "the default of a variable", only: "-", why: "It is a constant; use locals for what depends on something."})
	switch {
	case !ok:
		v.typ = cty.NilType
		return
	case v.typ == cty.NilType && d.IsNull():
		v.typ = cty.String
	case v.typ == cty.NilType:
		v.typ = d.Type()
	}
	if v.fallback, ok = l.shape(v, setting{value: d, at: a.Expr.Range().Ptr(), from: "the default"}); !ok {
		v.typ = cty.NilType
	}
}

// typeOf reads a type constraint.
func (l *loader) typeOf(e hcl.Expression) (cty.Type, *typeexpr.Defaults, bool) {
	if hcljson.IsJSONExpression(e) {
		raw, problems := e.Value(nil)
		if problems.HasErrors() || raw.Type() != cty.String || raw.IsNull() {
			l.errorf(e.Range(), "", "a type is a text, such as \"list(string)\"")
			return cty.NilType, nil, false
		}
		if ds := scanExpression(raw.AsString(), e.Range); ds != nil {
			l.report(ds[0])
			return cty.NilType, nil, false
		}
	}
	t, defaults, problems := typeexpr.TypeConstraintWithDefaults(e)
	if problems.HasErrors() {
		words := []string{"string", "number", "bool", "any", "list", "set", "map", "object", "tuple"}
		if name := hcl.ExprAsKeyword(e); name != "" {
			l.suggest(e.Range(), nearest.Word(name, words), "Types are string, number, bool, any, list(…), set(…), map(…), tuple([…]) and object({ … }).", "no type %q is known", name)
			return cty.NilType, nil, false
		}
		l.hcl(problems)
		return cty.NilType, nil, false
	}
	return t, defaults, true
}

// settings gathers what was given to variables, the strongest last: environment, files, flags.
func (l *loader) settings() map[string]setting {
	out := map[string]setting{}
	names := slices.Sorted(maps.Keys(l.variables))
	if l.options.LookupEnv != nil {
		for _, name := range names {
			if text, ok := l.options.LookupEnv(envPrefix + name); ok {
				out[name] = setting{value: cty.StringVal(text), from: "the environment variable " + envPrefix + name, text: true}
			}
		}
	}
	for _, file := range l.varFiles {
		l.varFile(file, names, out)
	}
	for _, flag := range l.options.Vars {
		name, text, ok := strings.Cut(flag, "=")
		if !ok {
			l.report(&Diagnostic{Severity: Error, Summary: fmt.Sprintf("--var %q has no value", flag), Detail: "Write --var name=value."})
			continue
		}
		name = strings.TrimSpace(name)
		if l.variables[name] == nil {
			l.report(&Diagnostic{Severity: Error, Summary: fmt.Sprintf("--var sets %q, and there is no such variable", name), Detail: declared(names), Suggestion: nearest.Word(name, names)})
			continue
		}
		out[name] = setting{value: cty.StringVal(text), from: "--var " + name, text: true}
	}
	return out
}

func declared(names []string) string {
	if len(names) == 0 {
		return "The module declares no variable."
	}
	return "Variables: " + strings.Join(names, ", ") + "."
}

// readVarFiles reads the files of assignments, in native or JSON syntax, before anything is evaluated.
func (l *loader) readVarFiles() {
	for _, name := range l.options.VarFiles {
		src, problem := read(name)
		if problem != nil {
			l.report(problem)
			continue
		}
		file, problems := parse(name, src)
		s := &source{name: name, src: src, json: isJSON(name), file: file}
		l.sources[name] = s
		l.varFiles = append(l.varFiles, s)
		l.found = append(l.found, problems...)
	}
}

// varFile takes the values of one file of assignments.
func (l *loader) varFile(file *source, known []string, into map[string]setting) {
	attrs, more := file.file.Body.JustAttributes()
	l.hcl(more)
	for attr, a := range attrs {
		if l.variables[attr] == nil {
			l.suggest(a.NameRange, nearest.Word(attr, known), declared(known), "there is no variable %q", attr)
			continue
		}
		v, ok := l.evaluate(a.Expr, use{scope: &hcl.EvalContext{}, what: "a file of variables", only: "-", why: "It holds plain values."})
		if ok {
			into[attr] = setting{value: v, at: a.Expr.Range().Ptr(), from: file.name}
		}
	}
}

// set gives a variable its value: what was given, or the default.
func (l *loader) set(v *variable, s setting) {
	switch {
	case s.value != cty.NilVal:
		if v.value, v.ok = l.shape(v, s); !v.ok {
			return
		}
	case v.fallback != cty.NilVal:
		v.value, v.ok = v.fallback, true
		s.from = "the default"
	default:
		l.errorf(v.body.at, fmt.Sprintf("Set it with --var %s=…, with a line in a --var-file, or with the environment variable %s%s; or give it a default.", v.name, envPrefix, v.name), "the variable %q has no value", v.name)
		return
	}
	l.validate(v, s)
}

// shape makes a value of the variable's type out of what was given.
func (l *loader) shape(v *variable, s setting) (cty.Value, bool) {
	fail := func(why string) (cty.Value, bool) {
		d := &Diagnostic{Severity: Error, Summary: fmt.Sprintf("%s does not fit the variable %q: %s", s.from, v.name, why)}
		if s.at != nil {
			d.Span = span(*s.at)
		} else {
			d.Span = span(v.body.at)
		}
		l.report(d)
		return cty.NilVal, false
	}
	value := s.value
	if s.text && v.typ != cty.String && v.typ != cty.DynamicPseudoType {
		var why string
		if value, why = literal(value.AsString()); why != "" {
			return fail(fmt.Sprintf("it must be %s, and %s", typeexpr.TypeString(v.typ), why))
		}
	}
	if v.defaults != nil && !value.IsNull() {
		value = v.defaults.Apply(value)
	}
	out, err := convert.Convert(value, v.typ)
	if err != nil {
		return fail(fmt.Sprintf("it must be %s: %v", typeexpr.TypeString(v.typ), err))
	}
	if why := tooLarge(out); why != "" {
		return fail(why)
	}
	return out, true
}

// literal reads a text from a flag or the environment as an expression without references.
func literal(text string) (cty.Value, string) {
	if ds := scanExpression(text, func() hcl.Range { return hcl.Range{} }); ds != nil {
		return cty.NilVal, ds[0].Summary
	}
	e, problems := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if problems.HasErrors() {
		return cty.NilVal, fmt.Sprintf("%q is not a value (%s)", text, lowerFirst(problems[0].Summary))
	}
	v, problems := e.Value(nil)
	if problems.HasErrors() {
		return cty.NilVal, fmt.Sprintf("%q is not a value; texts in it are written in quotes", text)
	}
	return v, ""
}

// validate runs the validation blocks of a variable.
func (l *loader) validate(v *variable, s setting) {
	scope := &hcl.EvalContext{Functions: l.options.Functions, Variables: map[string]cty.Value{"var": cty.ObjectVal(map[string]cty.Value{v.name: v.value})}}
	row := table.block("variable").block("validation")
	for _, b := range v.body.blocks {
		c := l.open(b, row)
		vals := l.values(c)
		condition := c.attrs["condition"]
		if condition == nil {
			continue
		}
		u := use{scope: scope, what: "the condition of a validation", only: "var", why: fmt.Sprintf("It is about var.%s alone.", v.name)}
		if !l.ownVariable(condition.Expr, v.name, u) {
			continue
		}
		holds, ok := l.value(condition.Expr, cty.Bool, u)
		if !ok {
			v.ok = false
			continue
		}
		if holds.True() {
			continue
		}
		v.ok = false
		message, _ := vals["error_message"].(string)
		d := &Diagnostic{Severity: Error, Summary: fmt.Sprintf("the value of the variable %q is not valid: %s", v.name, message), Span: span(v.body.at)}
		if s.at != nil {
			d.Span = span(*s.at)
		}
		if s.from != "" {
			d.Detail = fmt.Sprintf("The value comes from %s; the condition is at %s:%d.", s.from, condition.Range.Filename, condition.Range.Start.Line)
		}
		l.report(d)
	}
}

// ownVariable holds that a validation is about its variable only.
func (l *loader) ownVariable(e hcl.Expression, name string, u use) bool {
	fine := true
	for _, t := range e.Variables() {
		if t.RootName() != "var" || len(t) < 2 {
			continue // reported by the evaluation
		}
		if a, ok := t[1].(hcl.TraverseAttr); ok && a.Name != name && l.variables[a.Name] != nil {
			l.errorf(l.exact(e, t.SourceRange()), u.why, "%s cannot refer to %s", u.what, dotted(t))
			fine = false
		}
	}
	return fine
}
