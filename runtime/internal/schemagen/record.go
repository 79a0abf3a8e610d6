package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// rules is the `spec` tag of a field; record.go of package trace says what it may hold.
type rules struct {
	need     string
	ext      bool
	nullable bool
	min, max string
	maxlen   string
	enum     []string
	format   string
}

func parseRules(tag string) rules {
	words := strings.Split(tag, ",")
	r := rules{need: words[0]}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "ext":
			r.ext = true
		case "null":
			r.nullable = true
		case "min":
			r.min = value
		case "max":
			r.max = value
		case "maxlen":
			r.maxlen = value
		case "enum":
			r.enum = strings.Split(value, "|")
		case "format":
			r.format = value
		default:
			panic("schemagen: unknown word " + w + " in a spec tag")
		}
	}
	return r
}

// formats are the patterns behind format; the strict ones hold for jevrun only.
var formats = map[string]struct {
	pattern string
	strict  bool
}{
	"utc":    {`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$`, true},
	"hash":   {`^sha256:[0-9a-f]{16}$`, false},
	"cid":    {`^f[0-9]+:c[0-9]+$`, true},
	"choice": {`^(none|f[0-9]+:c[0-9]+)$`, true},
}

// generator builds the definitions of one schema file.
type generator struct {
	docs map[string]string // Type.Field or Type -> text
	defs object
	done map[string]bool
}

// ownSuffix marks the definitions that hold for records of jevrun.
const ownSuffix = "-jevrun"

func defName(t reflect.Type, own bool) string {
	name := strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	if own {
		name += ownSuffix
	}
	return name
}

// ref is a reference to the definition of a struct, which is made where it is not there yet.
func (g *generator) ref(t reflect.Type, own bool) object {
	name := defName(t, own)
	if !g.done[name] {
		g.done[name] = true
		g.defs = append(g.defs, member{name, g.structure(t, own, own)})
	}
	return object{{"$ref", "#/$defs/" + name}}
}

// structure is the schema of a struct. closed refuses fields that it does not know.
func (g *generator) structure(t reflect.Type, own, closed bool) object {
	var properties object
	var required, page, play []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		r := parseRules(f.Tag.Get("spec"))
		doc := g.docs[t.Name()+"."+f.Name]
		if r.ext {
			doc = strings.TrimSuffix(doc, ".") + " (extension of jevrun)"
		}
		properties = append(properties, member{name, append(object{{"description", doc}}, g.field(f.Type, r, own)...)})
		switch {
		case r.need == "any":
			required = append(required, name)
		case r.need == "page", r.need == "own" && own && t.Name() == "Step":
			page = append(page, name)
		case r.need == "play":
			play = append(play, name)
		case r.need == "own" && own:
			required = append(required, name)
		}
	}
	s := object{{"description", g.docs[t.Name()]}, {"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		s = append(s, member{"required", required})
	}
	if len(play) > 0 {
		s = append(s,
			member{"if", object{{"anyOf", []object{
				{{"required", []string{"action"}}, {"properties", object{{"action", object{{"required", []string{"type"}}, {"properties", object{{"type", object{{"const", "hold"}}}}}}}}}},
				{{"required", []string{"state_hash"}}},
			}}}},
			member{"then", object{{"$comment", "a play tick"}, {"required", play}}},
			member{"else", object{{"required", page}}})
	}
	if closed {
		s = append(s, member{"additionalProperties", false})
	}
	return s
}

// field is the schema of a field's value.
func (g *generator) field(t reflect.Type, r rules, own bool) object {
	nullable := t.Kind() == reflect.Pointer || r.nullable
	if !own && (r.need == "own" || r.need == "opt") {
		nullable = true // other tools write null where they have nothing
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		ref := g.ref(t, own)
		if nullable {
			return object{{"anyOf", []object{ref, {{"type", "null"}}}}}
		}
		return ref
	}
	name := map[reflect.Kind]string{
		reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Float64: "number",
		reflect.Slice: "array", reflect.Map: "object",
	}[t.Kind()]
	if name == "" {
		panic(fmt.Sprintf("schemagen: no JSON type for %s", t))
	}
	s := object{{"type", name}}
	if nullable {
		s = object{{"type", []string{name, "null"}}}
	}
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Struct {
			s = append(s, member{"items", g.ref(t.Elem(), own)})
		} else {
			s = append(s, member{"items", g.field(t.Elem(), rules{need: "any"}, own)})
		}
		if r.max != "" && own {
			s = append(s, member{"maxItems", json.Number(r.max)})
		}
	case reflect.Map:
		if t.Elem().Kind() == reflect.Float64 {
			s = append(s, member{"additionalProperties", g.field(t.Elem(), rules{need: "any", min: r.min, max: r.max}, own)})
		}
	case reflect.Int, reflect.Float64:
		if r.min != "" {
			s = append(s, member{"minimum", json.Number(r.min)})
		}
		if r.max != "" {
			s = append(s, member{"maximum", json.Number(r.max)})
		}
	case reflect.String:
		s = append(s, g.text(r, own, nullable)...)
	}
	return s
}

// text holds the bounds of a string. They do not forbid the null of a nullable field.
func (g *generator) text(r rules, own, nullable bool) object {
	var s object
	if len(r.enum) > 0 {
		var list []any
		for _, e := range r.enum {
			list = append(list, e)
		}
		if nullable {
			list = append(list, nil)
		}
		s = append(s, member{"enum", list})
	}
	if r.maxlen != "" && own {
		n, err := strconv.Atoi(r.maxlen)
		if err != nil {
			panic("schemagen: maxlen " + r.maxlen)
		}
		s = append(s, member{"maxLength", n})
	}
	if f, ok := formats[r.format]; ok && (own || !f.strict) {
		s = append(s, member{"pattern", f.pattern})
	}
	return s
}
