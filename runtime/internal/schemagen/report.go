package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// reportFile is the schema of the JSON document of reports.
const reportFile = "report.schema.json"

// reportSchema describes the JSON document of reports: its own types field by field, trace records by their schemas.
func reportSchema(root string) ([]byte, error) {
	docs := map[string]string{}
	for _, dir := range []string{"trace", "evidence", "replay", "report"} {
		found, err := comments(filepath.Join(root, "runtime", dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for name, text := range found { // several packages have a Step: each type by its package
			docs[dir+"."+name] = text
		}
	}
	g := &reports{docs: docs, done: map[string]bool{}}
	s := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", "https://github.com/jevrun/jevrun/schemas/" + reportFile},
		{"$comment", "Generated from runtime/report/document.go by go generate; do not edit. Fields may be added without a new version."},
		{"title", fmt.Sprintf("Report of runs and replays, version %d", report.Version)},
	}
	s = append(s, g.structure(reflect.TypeFor[report.Document](), "")...)
	return render(append(s, member{"$defs", g.defs}))
}

// reports builds the definitions of the report's schema.
type reports struct {
	docs map[string]string
	defs object
	done map[string]bool
}

// records are described by schemas of their own.
var records = map[reflect.Type]string{
	reflect.TypeFor[trace.Step](): "trace-step.schema.json", reflect.TypeFor[trace.Action](): "trace-action.schema.json",
}

// qualified is a type as docs name it: package.Type.
func qualified(t reflect.Type) string {
	return t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:] + "." + t.Name()
}

// structure is the schema of a struct. at is where an anonymous one stands.
func (g *reports) structure(t reflect.Type, at string) object {
	name := at
	if name == "" {
		name = qualified(t)
	}
	var properties object
	required := []string{}
	g.members(t, name, &properties, &required)
	s := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		s = append(s, member{"required", required})
	}
	if text := g.docs[name]; text != "" {
		s = append(object{{"description", text}}, s...)
	}
	return s
}

func (g *reports) members(t reflect.Type, name string, properties *object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			g.members(f.Type, qualified(f.Type), properties, required)
			continue
		}
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || key == "-" {
			continue
		}
		value := g.value(f.Type, name+"."+f.Name)
		if text := g.docs[name+"."+f.Name]; text != "" && value[0].name != "description" {
			value = append(object{{"description", text}}, value...)
		}
		if t == reflect.TypeFor[report.Document]() && key == "version" {
			value = append(value, member{"const", report.Version})
		}
		*properties = append(*properties, member{key, value})
		if !strings.Contains(options, "omitempty") {
			*required = append(*required, key)
		}
	}
}

// value is the schema of a field's value.
func (g *reports) value(t reflect.Type, at string) object {
	switch t.Kind() {
	case reflect.Pointer:
		inner := g.value(t.Elem(), at)
		if inner[0].name == "type" {
			inner[0].value = []any{inner[0].value, "null"}
			return inner
		}
		return object{{"anyOf", []object{inner, {{"type", "null"}}}}}
	case reflect.Struct:
		if file, ok := records[t]; ok {
			return object{{"$ref", file}}
		}
		if t.Name() == "" {
			return g.structure(t, at)
		}
		def := qualified(t)
		if !g.done[def] {
			g.done[def] = true
			g.defs = append(g.defs, member{def, g.structure(t, "")})
		}
		return object{{"$ref", "#/$defs/" + def}}
	case reflect.Slice:
		elem := t.Elem()
		if elem.Kind() == reflect.Pointer {
			elem = elem.Elem() // lists hold no null
		}
		return object{{"type", "array"}, {"items", g.value(elem, at)}}
	case reflect.Map:
		out := object{{"type", "object"}}
		if t.Elem().Kind() != reflect.Interface {
			out = append(out, member{"additionalProperties", g.value(t.Elem(), at)})
		}
		return out
	case reflect.String:
		if t == reflect.TypeFor[replay.Verdict]() {
			return object{{"type", "string"}, {"enum", []replay.Verdict{replay.OK, replay.Moved, replay.Changed, replay.Ambiguous, replay.Error}}}
		}
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		return object{{"type", "integer"}}
	case reflect.Float64:
		return object{{"type", "number"}}
	}
	panic(fmt.Sprintf("schemagen: no JSON type for %s at %s", t, at))
}
