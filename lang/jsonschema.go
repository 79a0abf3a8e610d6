package lang

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jevrun/jevrun/lang/predicate"
)

// SchemaID is the identity of the schema that JSONSchema makes.
const SchemaID = "https://github.com/jevrun/jevrun/schemas/flow.schema.json"

// JSONSchema is the language in HCL's JSON syntax (*.hcl.json) as a JSON Schema, draft 2020-12.
func JSONSchema(o Options) ([]byte, error) {
	g := &schemas{defs: map[string]any{}, options: o}
	root := g.body(table, table)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["$id"] = SchemaID
	root["title"] = "jevrun flow file in JSON syntax"
	root["$defs"] = g.defs
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("making the JSON Schema of the language: %w", err)
	}
	return append(out, '\n'), nil
}

type schemas struct {
	defs    map[string]any
	options Options
}

func ref(name string) map[string]any { return map[string]any{"$ref": "#/$defs/" + name} }

// body is the object of a block: its attributes and the blocks in it.
func (g *schemas) body(b, parent *Block) map[string]any {
	properties := map[string]any{"//": map[string]any{"description": "A comment."}}
	var required []string
	for _, a := range b.Attrs {
		s := jsonType(a)
		s["description"] = a.Doc
		properties[a.Name] = s
		if a.Required {
			required = append(required, a.Name)
		}
	}
	for _, c := range b.Blocks {
		properties[c.Name] = g.block(c, b)
	}
	out := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if b.Doc != "" {
		out["description"] = b.Doc
	}
	if len(required) > 0 {
		out["required"] = required
	}
	if len(b.OneOf) > 0 {
		var one []any
		for _, name := range b.OneOf {
			one = append(one, map[string]any{"required": []string{name}})
		}
		out["oneOf"] = one
	}
	return out
}

// block is the value of a block's property: its body below one object for each label. What is not Single may
// also be an array.
func (g *schemas) block(b, parent *Block) map[string]any {
	name := b.Name
	if parent != table && parent.Name != "" && table.block(b.Name) != b {
		name = parent.Name + "_" + b.Name
	}
	if _, ok := g.defs[name]; ok {
		return g.labels(b, name)
	}
	g.defs[name] = true // a block may hold itself
	switch {
	case b == stepBlock:
		return g.steps()
	case b.Name == "locals":
		g.defs[name] = map[string]any{"type": "object", "description": b.Doc}
	default:
		g.defs[name] = g.body(b, parent)
	}
	return g.labels(b, name)
}

func (g *schemas) labels(b *Block, name string) map[string]any {
	out := ref(name)
	if !b.Single {
		out = anyOf(out, map[string]any{"type": "array", "items": ref(name)})
	}
	for i := len(b.Labels) - 1; i >= 0; i-- {
		object := map[string]any{"type": "object", "additionalProperties": out, "minProperties": 1}
		if i == 0 && len(b.Words) > 0 {
			object["propertyNames"] = map[string]any{"enum": b.Words}
		}
		out = anyOf(object, map[string]any{"type": "array", "items": object})
	}
	return out
}

func anyOf(options ...any) map[string]any { return map[string]any{"anyOf": options} }

// steps is the array of a flow's steps: objects with one type and one name each, so that their order holds.
func (g *schemas) steps() map[string]any {
	types := map[string]any{}
	for _, t := range g.options.Steps {
		def := "step_" + t.Name
		g.defs[def] = g.body(forStep(t), stepBlock)
		types[t.Name] = map[string]any{"type": "object", "additionalProperties": ref(def), "minProperties": 1, "maxProperties": 1}
	}
	g.defs["step"] = map[string]any{
		"type": "object", "description": stepBlock.Doc, "properties": types,
		"additionalProperties": false, "minProperties": 1, "maxProperties": 1,
	}
	return map[string]any{"type": "array", "items": ref("step")}
}

// jsonType is an attribute as JSON Schema. Where it is no text anyway, a template may give the value.
func jsonType(a Attr) map[string]any {
	text := map[string]any{"type": "string"}
	or := func(s map[string]any) map[string]any {
		return anyOf(s, map[string]any{"type": "string", "pattern": `[$%]\{`})
	}
	switch a.Type {
	case Number:
		s := map[string]any{"type": "number"}
		if a.Integer {
			s["type"] = "integer"
		}
		if a.Max > a.Min {
			s["minimum"], s["maximum"] = a.Min, a.Max
		}
		return or(s)
	case Bool:
		return or(map[string]any{"type": "boolean"})
	case Duration:
		return or(map[string]any{"type": "string", "pattern": `^([0-9.]+(ns|us|µs|ms|s|m|h))+$`})
	case Enum:
		return or(map[string]any{"enum": slices.Clone(a.Enum)})
	case StringList, RegexpList:
		return or(map[string]any{"type": "array", "items": text})
	case Named:
		return map[string]any{"type": "string", "pattern": `^(\$\{)?` + a.Refers + `\.`}
	case TextMap:
		return or(map[string]any{"type": "object", "additionalProperties": text})
	case Any:
		return map[string]any{}
	case Condition:
		text["maxLength"] = predicate.MaxSource
		return text
	}
	if a.Pattern != "" {
		text["pattern"] = a.Pattern
		return or(text)
	}
	return text
}
