package lang

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/jevrun/jevrun/lang/nearest"
)

// MaxDuration is the longest timeout or settle.
const MaxDuration = time.Hour

// reference is a Named before what it names is looked up.
type reference struct {
	name string
	at   hcl.Range
}

// values decodes the attributes of a body by their types; TypeExpr and Any are left to the block's own code.
// It reports what is missing or wrong; an attribute that is wrong is left out.
func (l *loader) values(b *body) map[string]any {
	out := map[string]any{}
	for i := range b.schema.Attrs {
		row := &b.schema.Attrs[i]
		a := b.attrs[row.Name]
		if a == nil {
			if row.Required && !slices.Contains(b.meant, row.Name) {
				l.errorf(b.at, row.Doc, "%s needs %s", b.title, row.Name)
			}
			continue
		}
		if v, ok := l.attribute(row, a); ok {
			out[row.Name] = v
		}
	}
	return out
}

// attribute decodes one attribute by its type.
func (l *loader) attribute(row *Attr, a *hcl.Attribute) (any, bool) {
	u := use{scope: l.scope, what: row.Name}
	switch row.Type {
	case String:
		return l.text(row, a, u)
	case Number:
		return l.number(row, a, u)
	case Bool:
		v, ok := l.value(a.Expr, cty.Bool, u)
		if !ok {
			return nil, false
		}
		return v.True(), true
	case Duration:
		return l.duration(row, a, u)
	case Text:
		u.secrets = true
		v, ok := l.evaluate(a.Expr, u)
		if !ok {
			return nil, false
		}
		return l.secretOrText(a.Expr, a.Expr.Range(), v, u)
	case Condition:
		return l.condition(row, a)
	case Enum:
		return l.word(row, a, u)
	case StringList, RegexpList:
		return l.texts(row, a, u)
	case Regexp:
		v, ok := l.value(a.Expr, cty.String, u)
		if !ok {
			return nil, false
		}
		return v.AsString(), l.pattern(a.Expr.Range(), row.Name, v.AsString())
	case Named:
		return l.named(row, a)
	case TextMap:
		return l.textMap(a, u)
	}
	return nil, false
}

func (l *loader) text(row *Attr, a *hcl.Attribute, u use) (any, bool) {
	v, ok := l.value(a.Expr, cty.String, u)
	if !ok {
		return nil, false
	}
	s := v.AsString()
	if strings.ContainsRune(s, 0) {
		l.errorf(a.Expr.Range(), "", "%s holds a NUL character", row.Name)
		return nil, false
	}
	if row.Check != nil {
		if err := row.Check(s); err != nil {
			var m *Misuse
			suggestion, at := "", a.Expr.Range()
			if errors.As(err, &m) {
				suggestion, at = m.Suggestion, l.within(a, s, m.From, m.To)
			}
			l.suggest(at, suggestion, row.Doc, "%s: %v", row.Name, err)
			return nil, false
		}
	}
	if strings.TrimSpace(s) == "" {
		l.errorf(a.Expr.Range(), "Leave it out if it is not needed.", "%s is empty", row.Name)
		return nil, false
	}
	return s, true
}

func (l *loader) number(row *Attr, a *hcl.Attribute, u use) (any, bool) {
	v, ok := l.value(a.Expr, cty.Number, u)
	if !ok {
		return nil, false
	}
	n := number(v)
	switch {
	case row.Max > row.Min && (n < row.Min || n > row.Max):
		l.errorf(a.Expr.Range(), "", "%s must be from %v to %v, and this is %v", row.Name, row.Min, row.Max, n)
		return nil, false
	case row.Integer && !isInteger(v):
		l.errorf(a.Expr.Range(), "", "%s must be a whole number, and this is %v", row.Name, n)
		return nil, false
	}
	return n, true
}

func (l *loader) duration(row *Attr, a *hcl.Attribute, u use) (any, bool) {
	const form = `Write a text with a unit, such as "250ms", "10s" or "2m".`
	v, ok := l.evaluate(a.Expr, u)
	if !ok {
		return nil, false
	}
	if !v.IsMarked() && !v.IsNull() && v.Type() == cty.Number {
		l.suggest(a.Expr.Range(), fmt.Sprintf(`"%vs"`, number(v)), form, "%s has no unit", row.Name)
		return nil, false
	}
	if v, ok = l.value(a.Expr, cty.String, u); !ok {
		return nil, false
	}
	d, err := time.ParseDuration(v.AsString())
	switch {
	case err != nil:
		l.errorf(a.Expr.Range(), form, "%s is not a duration: %q", row.Name, v.AsString())
		return nil, false
	case d <= 0 || d > MaxDuration:
		l.errorf(a.Expr.Range(), "", "%s must be more than 0 and at most an hour, and this is %q", row.Name, v.AsString())
		return nil, false
	}
	return d, true
}

// secretOrText makes a Value: a text, or a secret that stands alone.
func (l *loader) secretOrText(e hcl.Expression, at hcl.Range, v cty.Value, u use) (any, bool) {
	plain, marks := v.UnmarkDeep()
	var held []*Secret
	for mark := range marks {
		if m, ok := mark.(secretMark); ok {
			held = append(held, m.Secret)
		}
	}
	if len(held) == 1 {
		if alone, _ := standIn(held[0]).Unmark(); plain.Type() == cty.String && plain.RawEquals(alone) {
			return Value{Secret: held[0]}, true
		}
	}
	if len(held) > 0 {
		s := slices.MinFunc(held, func(a, b *Secret) int { return strings.Compare(a.Name, b.Name) })
		for _, t := range e.Variables() {
			if t.RootName() == "secret" {
				at = l.exact(e, t.SourceRange())
				break
			}
		}
		l.errorf(at, fmt.Sprintf("The trace keeps the name of a secret in place of its value; what is made of it would have no name. Write %s alone, and put the whole text into the environment variable %s.", written(e, u.what, "secret."+s.Name), s.Env),
			"a secret cannot be joined to other text or changed")
		return nil, false
	}
	text, ok := l.converted(e, plain, cty.String, u)
	if !ok {
		return nil, false
	}
	s := text.AsString()
	if strings.ContainsRune(s, 0) {
		l.errorf(at, "", "%s holds a NUL character", u.what)
		return nil, false
	}
	l.bareReference(e, at, s)
	return Value{Text: s}, true
}

// written is how an attribute that holds a reference is written in the syntax of e.
func written(e hcl.Expression, name, reference string) string {
	if !hcljson.IsJSONExpression(e) {
		return name + " = " + reference
	}
	if strings.HasPrefix(reference, "secret.") {
		reference = "${" + reference + "}"
	}
	return fmt.Sprintf("%q: %q", name, reference)
}

// bareReference warns of a JSON text that looks like the reference it was meant to be.
func (l *loader) bareReference(e hcl.Expression, at hcl.Range, s string) {
	if !hcljson.IsJSONExpression(e) {
		return
	}
	root, name, ok := strings.Cut(s, ".")
	if !ok || !(root == "secret" && l.secrets[name] != nil || root == "var" && l.variables[name] != nil || root == "local" && l.locals[name] != nil) {
		return
	}
	l.report(&Diagnostic{Severity: Warning, Summary: fmt.Sprintf("%q is a plain text here", s), Detail: "In JSON syntax a reference is written in a template.", Suggestion: "${" + s + "}", Span: span(at)})
}

func (l *loader) word(row *Attr, a *hcl.Attribute, u use) (any, bool) {
	words := strings.Join(row.Enum, ", ")
	if name := hcl.ExprAsKeyword(a.Expr); name != "" && !hcljson.IsJSONExpression(a.Expr) {
		if !slices.Contains(row.Enum, name) {
			name = nearest.Word(name, row.Enum)
		}
		if name != "" {
			name = `"` + name + `"`
		}
		l.suggest(a.Expr.Range(), name, "The words are: "+words+".", "%s takes a word in quotes", row.Name)
		return nil, false
	}
	v, ok := l.value(a.Expr, cty.String, u)
	if !ok {
		return nil, false
	}
	s := v.AsString()
	if !slices.Contains(row.Enum, s) {
		l.suggest(a.Expr.Range(), nearest.Word(s, row.Enum), "The words are: "+words+".", "%s cannot be %q", row.Name, s)
		return nil, false
	}
	return s, true
}

func (l *loader) texts(row *Attr, a *hcl.Attribute, u use) (any, bool) {
	v, ok := l.evaluate(a.Expr, u)
	if !ok {
		return nil, false
	}
	if plain, _ := v.UnmarkDeep(); !plain.IsNull() && plain.Type() == cty.String {
		l.errorf(a.Expr.Range(), "Put it in brackets: [\"…\"].", "%s must be a list of texts, and this is a text", row.Name)
		return nil, false
	}
	if v, ok = l.value(a.Expr, cty.List(cty.String), u); !ok {
		return nil, false
	}
	at := []hcl.Range{}
	if parts, problems := hcl.ExprList(a.Expr); !problems.HasErrors() {
		for _, p := range parts {
			at = append(at, p.Range())
		}
	}
	out := []string{}
	for i, e := range v.AsValueSlice() {
		where := a.Expr.Range()
		if i < len(at) {
			where = at[i]
		}
		if e.IsNull() {
			l.errorf(where, "", "an element of %s is null", row.Name)
			return nil, false
		}
		if row.Type == RegexpList && !l.pattern(where, row.Name, e.AsString()) {
			ok = false
		}
		out = append(out, e.AsString())
	}
	return out, ok
}

// pattern checks a regular expression.
func (l *loader) pattern(at hcl.Range, what, s string) bool {
	_, err := regexp.Compile(s)
	if err == nil {
		return true
	}
	why := err.Error()
	var bad *syntax.Error
	if errors.As(err, &bad) {
		why = fmt.Sprintf("%s: %s", bad.Code, bad.Expr)
	}
	l.errorf(at, "Write it in RE2 syntax; a backslash is doubled in a quoted text.", "%s is not a regular expression (%s)", what, why)
	return false
}

func (l *loader) named(row *Attr, a *hcl.Attribute) (any, bool) {
	at, prefix := a.Expr.Range(), row.Refers+"."
	t, problems := hcl.AbsTraversalForExpr(a.Expr)
	if !problems.HasErrors() && t.RootName() == row.Refers && len(t) == 2 {
		if name, ok := t[1].(hcl.TraverseAttr); ok {
			return reference{name: name.Name, at: at}, true
		}
	}
	if problems.HasErrors() || len(t) == 1 {
		name := ""
		if len(t) == 1 {
			name = t.RootName()
		}
		if v, bad := a.Expr.Value(nil); name == "" && !bad.HasErrors() && v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
			name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(v.AsString(), "${"), prefix), "}")
			if hcljson.IsJSONExpression(a.Expr) && strings.HasPrefix(v.AsString(), "${") {
				name = strings.TrimPrefix(name, prefix)
				if checkIdentifier(name) == nil && v.AsString() == "${"+prefix+name+"}" {
					return reference{name: name, at: at}, true
				}
			}
		}
		if checkIdentifier(name) != nil {
			name = "<name>"
		}
		l.errorf(at, fmt.Sprintf("Write %s.", written(a.Expr, row.Name, prefix+name)), "%s takes a reference to a %s, not a text", row.Name, row.Refers)
		return nil, false
	}
	what := row.Refers
	if what == refStep {
		what += " of the same flow"
	}
	l.errorf(at, fmt.Sprintf("Write %s.", written(a.Expr, row.Name, prefix+"<name>")), "%s takes a reference to a %s", row.Name, what)
	return nil, false
}

func (l *loader) textMap(a *hcl.Attribute, u use) (any, bool) {
	u.secrets = true
	v, ok := l.evaluate(a.Expr, u)
	if !ok {
		return nil, false
	}
	// Marks of a whole map (a conditional over secrets, say) belong to no entry.
	v, marks := v.Unmark()
	if v.IsNull() || !(v.Type().IsObjectType() || v.Type().IsMapType()) || len(marks) > 0 {
		l.errorf(a.Expr.Range(), "Write { name = \"…\", other = secret.<name> }.", "%s must be a map of texts", u.what)
		return nil, false
	}
	entries := map[string]hcl.Expression{}
	if pairs, problems := hcl.ExprMap(a.Expr); !problems.HasErrors() {
		for _, p := range pairs {
			key, bad := p.Key.Value(l.scope)
			if !bad.HasErrors() {
				if key, err := convert.Convert(key, cty.String); err == nil && !key.IsMarked() && key.IsKnown() && !key.IsNull() {
					entries[key.AsString()] = p.Value
				}
			}
		}
	}
	out := map[string]Value{}
	fine := true
	for key, e := range v.Elements() {
		name := key.AsString()
		expr, at := a.Expr, a.Expr.Range()
		if entry := entries[name]; entry != nil {
			expr, at = entry, entry.Range()
		}
		entryUse := u
		entryUse.what = name
		one, ok := l.secretOrText(expr, at, e, entryUse)
		if !ok {
			fine = false
			continue
		}
		out[name] = one.(Value)
	}
	return out, fine
}
