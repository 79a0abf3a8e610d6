package lang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/jevrun/jevrun/lang/nearest"
)

// body is the inside of one block (or of a file) as its row of the table allows it.
type body struct {
	schema *Block
	attrs  hcl.Attributes
	blocks []*hcl.Block // in source order, each of a type that the schema has
	at     hcl.Range    // the header, for what is missing
	title  string       // in words, for messages
	meant  []string     // the attributes and blocks that misspelt ones stand for
}

// readBody reads a body against the schema and reports what does not belong there.
func (l *loader) readBody(b hcl.Body, schema *Block) *body {
	content, rest, problems := b.PartialContent(bodySchema(schema))
	var mislabeled []string
	for _, p := range problems {
		d, name := labelProblem(fromHCL(p), schema)
		l.report(d)
		mislabeled = append(mislabeled, name)
	}
	out := &body{schema: schema, attrs: content.Attributes}
	first := map[string]*hcl.Block{}
	for _, c := range content.Blocks {
		if row := schema.block(c.Type); row.Single {
			if before := first[c.Type]; before != nil {
				l.second(c, before)
				continue
			}
			first[c.Type] = c
		}
		out.blocks = append(out.blocks, c)
	}
	out.meant = append(l.leftOver(rest, schema), mislabeled...)
	return out
}

// labelProblem shows how a block is written when its labels are wrong, and which block that is, "" for other problems.
func labelProblem(d *Diagnostic, schema *Block) (*Diagnostic, string) {
	_, name, ok := strings.Cut(d.Summary, " for ")
	row := schema.block(name)
	if !ok || row == nil || !strings.HasPrefix(d.Summary, "missing ") && !strings.HasPrefix(d.Summary, "extraneous label") {
		return d, ""
	}
	d.Summary = fmt.Sprintf("a %s block takes %s", name, labelCount(len(row.Labels)))
	d.Detail = "Write " + name
	for _, label := range row.Labels {
		d.Detail += fmt.Sprintf(" \"<%s>\"", label)
	}
	d.Detail += " { … }."
	return d, name
}

func labelCount(n int) string {
	switch n {
	case 0:
		return "no name"
	case 1:
		return "one name"
	}
	return fmt.Sprintf("%d names", n)
}

// open reads the body of a block.
func (l *loader) open(b *hcl.Block, schema *Block) *body {
	out := l.readBody(b.Body, schema)
	out.at, out.title = header(b), title(b)
	if len(schema.OneOf) > 0 {
		l.oneOf(out, b)
	}
	return out
}

func (l *loader) oneOf(out *body, b *hcl.Block) {
	var have []*hcl.Attribute
	for _, name := range out.schema.OneOf {
		if a := out.attrs[name]; a != nil {
			have = append(have, a)
		}
	}
	names := strings.Join(out.schema.OneOf, ", ")
	switch {
	case len(have) == 0:
		l.errorf(out.at, "", "%s needs one of %s", title(b), names)
	case len(have) > 1:
		last := slices.MaxFunc(have, func(x, y *hcl.Attribute) int { return x.NameRange.Start.Byte - y.NameRange.Start.Byte })
		l.errorf(last.NameRange, "", "%s takes only one of %s", title(b), names)
	}
}

// header is the range of a block's type and labels.
func header(b *hcl.Block) hcl.Range {
	if isJSON(b.TypeRange.Filename) {
		if n := len(b.LabelRanges); n > 0 {
			return hcl.RangeBetween(b.LabelRanges[0], b.LabelRanges[n-1])
		}
		return b.TypeRange
	}
	return b.DefRange
}

// title is a block in words: step "click" "open".
func title(b *hcl.Block) string {
	var s strings.Builder
	s.WriteString(b.Type)
	for _, label := range b.Labels {
		fmt.Fprintf(&s, " %q", label)
	}
	return s.String()
}

func bodySchema(schema *Block) *hcl.BodySchema {
	out := &hcl.BodySchema{}
	for _, a := range schema.Attrs {
		out.Attributes = append(out.Attributes, hcl.AttributeSchema{Name: a.Name})
	}
	for _, b := range schema.Blocks {
		out.Blocks = append(out.Blocks, hcl.BlockHeaderSchema{Type: b.Name, LabelNames: b.Labels})
	}
	return out
}

// leftOver reports the attributes and blocks that the schema does not have, and returns what they stand for.
func (l *loader) leftOver(rest hcl.Body, schema *Block) (meant []string) {
	if native, ok := rest.(*hclsyntax.Body); ok {
		for _, a := range sortedAttributes(native.Attributes) {
			if schema.attr(a.Name) == nil {
				meant = append(meant, l.stray(a.NameRange, a.Name, schema, "attribute"))
			}
		}
		for _, b := range native.Blocks {
			if schema.block(b.Type) == nil {
				meant = append(meant, l.stray(b.TypeRange, b.Type, schema, "block"))
			}
		}
		return meant
	}
	attrs, problems := rest.JustAttributes()
	if len(problems) > 0 && len(attrs) == 0 {
		// A list of objects, which PartialContent has read already: no leftovers can be told from it, and
		// Content says what is unknown.
		_, problems = rest.Content(&hcl.BodySchema{})
	}
	l.hcl(problems)
	for _, a := range attrs {
		meant = append(meant, l.stray(a.NameRange, a.Name, schema, "attribute or block"))
	}
	return meant
}

func sortedAttributes(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	var out []*hclsyntax.Attribute
	for _, a := range attrs {
		out = append(out, a)
	}
	slices.SortFunc(out, func(x, y *hclsyntax.Attribute) int { return x.NameRange.Start.Byte - y.NameRange.Start.Byte })
	return out
}

// stray reports one name that does not belong where it is, and returns the name that was most likely meant.
func (l *loader) stray(at hcl.Range, name string, schema *Block, kind string) string {
	where := "here"
	switch {
	case schema == table:
		where = "at the top of a file"
	case schema.kind != nil:
		where = fmt.Sprintf("in a %s step", schema.kind.Name)
	case schema.Name != "":
		where = "in a " + schema.Name + " block"
	}
	if schema.block(name) != nil && kind == "attribute" {
		l.errorf(at, fmt.Sprintf("Write %s { … }, without an equals sign.", name), "%s is a block, not an attribute", name)
		return name
	}
	if schema.attr(name) != nil && kind == "block" {
		l.errorf(at, fmt.Sprintf("Write %s = …", name), "%s is an attribute, not a block", name)
		return name
	}
	if what := planned[name]; what != "" {
		l.errorf(at, "A later version brings it; take it out for now.", "the %s %q is not part of this version", what, name)
		return ""
	}
	if row := stepBlock.attr(name); schema.kind != nil && row != nil {
		l.errorf(at, "Take it out.", "a %s step takes no decision, so %s has no meaning", schema.kind.Name, name)
		return ""
	}
	if hint := schema.foreign(name); hint != "" {
		l.errorf(at, hint, "no %s %q %s", kind, name, where)
		return ""
	}
	suggestion := nearest.Word(name, schema.names())
	detail := ""
	if suggestion == "" {
		detail = known(schema)
	}
	l.suggest(at, suggestion, detail, "no %s %q %s", kind, name, where)
	return suggestion
}

// known says what a block may hold.
func known(schema *Block) string {
	var parts []string
	var attrs, blocks []string
	for _, a := range schema.Attrs {
		attrs = append(attrs, a.Name)
	}
	for _, b := range schema.Blocks {
		blocks = append(blocks, b.Name)
	}
	if len(attrs) > 0 {
		parts = append(parts, "Attributes: "+strings.Join(attrs, ", ")+".")
	}
	if len(blocks) > 0 {
		parts = append(parts, "Blocks: "+strings.Join(blocks, ", ")+".")
	}
	if len(parts) == 0 {
		return "It takes nothing."
	}
	return strings.Join(parts, " ")
}

// around names the blocks that hold a byte of the file, the innermost first.
func (s *source) around(offset int) string {
	if s.file == nil {
		return ""
	}
	native, ok := s.file.Body.(*hclsyntax.Body)
	if !ok {
		if nav, ok := s.file.Nav.(interface{ ContextString(int) string }); ok {
			return nav.ContextString(offset)
		}
		return ""
	}
	var names []string
	for {
		i := slices.IndexFunc(native.Blocks, func(b *hclsyntax.Block) bool { return b.Range().ContainsOffset(offset) })
		if i < 0 {
			break
		}
		b := native.Blocks[i]
		names = append([]string{title(b.AsHCLBlock())}, names...)
		native = b.Body
	}
	slices.Reverse(names)
	return strings.Join(names, ", in ")
}
