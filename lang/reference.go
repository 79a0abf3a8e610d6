package lang

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty/function"

	"github.com/jevrun/jevrun/lang/predicate"
)

// typeDocs is what the manual says about each type, and its name there.
var typeDocs = map[Type]struct{ name, doc string }{
	String:     {"text", "A text in quotes or a heredoc; `${ }` in it is evaluated when the file is loaded."},
	Number:     {"number", "A number."},
	Bool:       {"true/false", "true or false."},
	Duration:   {"duration", "A text with a unit: \"250ms\", \"10s\", \"2m\"; more than 0, at most an hour."},
	Text:       {"text or secret", "A text, or `secret.<name>` alone."},
	Condition:  {"condition", "One text without `${ }`, evaluated on the live page; see Conditions."},
	Enum:       {"word", "One word of a fixed set, in quotes."},
	StringList: {"list of texts", "Texts in brackets."},
	Regexp:     {"pattern", "A regular expression in RE2 syntax."},
	RegexpList: {"list of patterns", "Regular expressions in RE2 syntax, in brackets."},
	Named:      {"reference", "The name of something in the module without quotes: `step.<name>` for a step of the same flow, `decider.<name>`."},
	TextMap:    {"map of texts", "Names with a text or a secret each: `{ email = \"…\", password = secret.password }`."},
	TypeExpr:   {"type", "string, number, bool, any, list(…), set(…), map(…), tuple([…]) or object({ … }); optional(…) inside object."},
	Any:        {"any value", "Any expression."},
}

// Reference writes the manual of the language in Markdown: every block and attribute of the table, every step
// type and function of o, and what conditions see.
func Reference(w io.Writer, o Options) error {
	var b strings.Builder
	b.WriteString("# The jevrun language\n\n")
	b.WriteString("A module is a `*.hcl` file, or all `*.hcl` and `*.hcl.json` files of a folder. Expressions are evaluated when the\nmodule is loaded; conditions are evaluated on the live page.\n")
	b.WriteString("\n## Blocks\n")
	for _, c := range table.Blocks {
		writeBlock(&b, c, "###", nil)
	}
	fmt.Fprintf(&b, "\n## Steps\n\n%s\n\nEvery step takes these; those marked with * only where a decision picks the element.\n\n", stepBlock.Doc)
	writeAttrs(&b, stepBlock.Attrs)
	for _, c := range stepBlock.Blocks {
		writeBlock(&b, c, "###", []string{"step"})
	}
	for _, t := range o.Steps {
		fmt.Fprintf(&b, "\n### step \"%s\"\n\n%s", t.Name, t.Doc)
		switch {
		case t.Intent:
			b.WriteString(" A decision picks the element; `intent` is required.")
		default:
			b.WriteString(" It takes no decision.")
		}
		if t.Opens {
			b.WriteString(" A flow may begin with it and have no `start`.")
		}
		writeOneOf(&b, t.OneOf)
		writeSince(&b, t.Since)
		b.WriteString("\n")
		if len(t.Attrs) > 0 {
			b.WriteString("\n")
			writeAttrs(&b, t.Attrs)
		}
	}
	writeTypes(&b)
	writeConditions(&b)
	writeFunctions(&b, o.Functions)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the reference: %w", err)
	}
	return nil
}

func writeBlock(b *strings.Builder, block *Block, heading string, inside []string) {
	fmt.Fprintf(b, "\n%s %s", heading, block.Name)
	for _, label := range block.Labels {
		fmt.Fprintf(b, " \"<%s>\"", label)
	}
	b.WriteString("\n\n")
	if len(inside) > 0 {
		fmt.Fprintf(b, "In %s. ", strings.Join(inside, ", in "))
	}
	b.WriteString(block.Doc)
	if block.Single {
		b.WriteString(" At most one.")
	}
	if len(block.Words) > 0 {
		fmt.Fprintf(b, " The %s is one of %s.", block.Labels[0], strings.Join(block.Words, ", "))
	}
	writeOneOf(b, block.OneOf)
	writeSince(b, block.Since)
	b.WriteString("\n")
	if len(block.Attrs) > 0 {
		b.WriteString("\n")
		writeAttrs(b, block.Attrs)
	}
	for _, c := range block.Blocks {
		switch {
		case c == stepBlock:
			b.WriteString("\nIts steps run in the order of the file; see Steps.\n")
		case block.Name != "" && table.block(c.Name) == c:
			fmt.Fprintf(b, "\nIt may hold a `%s` block of its own.\n", c.Name)
		default:
			writeBlock(b, c, heading+"#", append([]string{block.Name}, inside...))
		}
	}
}

func writeOneOf(b *strings.Builder, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(b, " It takes exactly one of %s.", strings.Join(names, ", "))
	}
}

func writeSince(b *strings.Builder, version string) {
	if version != "" && version != since {
		fmt.Fprintf(b, " Since %s.", version)
	}
}

func writeAttrs(b *strings.Builder, attrs []Attr) {
	b.WriteString("| attribute | type | default | meaning |\n|---|---|---|---|\n")
	for _, a := range attrs {
		name := "`" + a.Name + "`"
		if a.Decides {
			name += " *"
		}
		fallback := cell(a.Default)
		if a.Required {
			fallback = "required"
		}
		doc := cell(a.Doc)
		if a.Type == Number && a.Max > a.Min {
			doc += fmt.Sprintf(" From %v to %v.", a.Min, a.Max)
		}
		if len(a.Enum) > 0 {
			doc += " One of " + strings.Join(a.Enum, ", ") + "."
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, typeDocs[a.Type].name, fallback, doc)
	}
}

func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func writeTypes(b *strings.Builder) {
	b.WriteString("\n## Types\n\n| type | what it holds |\n|---|---|\n")
	for _, t := range slices.Sorted(maps.Keys(typeDocs)) {
		fmt.Fprintf(b, "| %s | %s |\n", typeDocs[t].name, cell(typeDocs[t].doc))
	}
}

func writeConditions(b *strings.Builder) {
	b.WriteString("\n## Conditions\n\nA condition is called `when` where it guards and `that` where it claims. It is one text without `${ }`; the module's\nvariables come in as `var.<name>`.\n\n")
	b.WriteString("| name | type | meaning |\n|---|---|---|\n")
	for _, n := range predicate.Names() {
		where := ""
		if n.Gate {
			where = " In gate rules only."
		}
		fmt.Fprintf(b, "| `%s` | %s | %s%s |\n", n.Name, n.Type, cell(n.Doc), where)
	}
	b.WriteString("\n| function | meaning |\n|---|---|\n")
	for _, n := range predicate.Functions() {
		fmt.Fprintf(b, "| `%s` | %s |\n", n.Name, cell(n.Doc))
	}
	b.WriteString("\n| operator | meaning |\n|---|---|\n")
	for _, n := range predicate.Operators() {
		fmt.Fprintf(b, "| `%s` | %s |\n", cell(n.Name), cell(n.Doc))
	}
}

func writeFunctions(b *strings.Builder, functions map[string]function.Function) {
	b.WriteString("\n## Functions of expressions\n\n| function | meaning |\n|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := functions[name]
		fmt.Fprintf(b, "| `%s(%s)` | %s |\n", name, parameters(f), cell(f.Description()))
	}
}

func parameters(f function.Function) string {
	var out []string
	for _, p := range f.Params() {
		out = append(out, p.Name)
	}
	if p := f.VarParam(); p != nil {
		out = append(out, p.Name+"…")
	}
	return strings.Join(out, ", ")
}
