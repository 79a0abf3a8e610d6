// Command schemagen writes the JSON Schemas of the trace records from the Go types of package trace: their
// fields, their struct tags and their comments. It is run by go generate and knows nothing else.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

func main() {
	src := flag.String("src", ".", "folder of package trace")
	out := flag.String("out", "../../schemas", "folder to write to")
	flag.Parse()
	files, err := schemas(*src)
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(*out, name), text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

// schemas are the schema files by name.
func schemas(src string) (map[string][]byte, error) {
	docs, err := comments(filepath.Join(src, "record.go"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, k := range []struct {
		kind  string
		typ   reflect.Type
		title string
	}{
		{trace.KindRun, reflect.TypeFor[trace.Run](), "Trace record: run header"},
		{trace.KindStep, reflect.TypeFor[trace.Step](), "Trace record: step"},
		{trace.KindAction, reflect.TypeFor[trace.Action](), "Trace record: action"},
	} {
		name := "trace-" + k.kind + ".schema.json"
		text, err := render(schema(name, k.kind, k.typ, k.title, docs))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = text
	}
	return files, nil
}

// schema is one file: what any tool writes at its top, what jevrun writes in $defs/jevrun.
func schema(name, kind string, t reflect.Type, title string, docs map[string]string) object {
	g := &generator{docs: docs, done: map[string]bool{}}
	s := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"$id", "https://github.com/jevrun/jevrun/schemas/" + name},
		{"$comment", "Generated from runtime/trace/record.go by go generate; do not edit. The top holds for spec 0 whatever tool wrote it, $defs/jevrun for records that jevrun wrote."},
		{"title", title},
	}
	s = append(s, g.structure(t, false, false)...)
	own := g.structure(t, true, kind != trace.KindRun) // a header may have fields of other loops
	switch kind {
	case trace.KindRun:
		s = append(s,
			member{"if", object{{"required", []string{"tool"}}, {"properties", object{{"tool", object{{"pattern", "^jevrun/"}}}}}}},
			member{"then", object{{"$ref", "#/$defs/jevrun"}}})
	case trace.KindAction:
		own = append(own, member{"allOf", actionRules()})
	}
	g.defs = append(g.defs, member{"jevrun", own})
	return append(s, member{"$defs", g.defs})
}

// actionRules hold what jevrun promises of the open objects of an action.
func actionRules() []object {
	count := object{{"type", "integer"}, {"minimum", 0}}
	return []object{
		{
			{"$comment", "a result is either good or an error"},
			{"properties", object{{"result", object{{"oneOf", []object{
				{{"required", []string{"ok"}}, {"properties", object{{"ok", object{{"const", true}}}, {"error", false}}}},
				{{"required", []string{"error"}}, {"properties", object{{"error", object{{"type", "string"}}}, {"ok", false}}}},
			}}}}}},
		},
		{
			{"$comment", "the last record counts those before it"},
			{"if", object{{"required", []string{"tool"}}, {"properties", object{{"tool", object{{"const", trace.ToolRunEnd}}}}}}},
			{"then", object{{"properties", object{
				{"request", object{{"maxProperties", 0}}},
				{"result", object{
					{"required", []string{"ok", "steps", "actions", "status"}},
					{"properties", object{
						{"steps", count},
						{"actions", count},
						{"status", object{{"enum", []string{trace.StatusPassed, trace.StatusFailed, trace.StatusReview, trace.StatusInterrupted}}}},
					}},
				}},
			}}}},
		},
		{
			{"$comment", "a dialog names what it was and how it was answered"},
			{"if", object{{"required", []string{"tool"}}, {"properties", object{{"tool", object{{"const", trace.ToolDialog}}}}}}},
			{"then", object{{"properties", object{
				{"request", object{{"required", []string{"type", "message"}}}},
				{"result", object{{"required", []string{"ok", "action", "rule"}}, {"properties", object{
					{"action", object{{"enum", []string{"accept", "dismiss"}}}},
				}}}},
			}}}},
		},
	}
}

func render(s object) ([]byte, error) {
	raw, err := s.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// comments are the texts behind types and their fields.
func comments(file string) (map[string]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	docs := map[string]string{}
	for _, decl := range parsed.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			docs[typ.Name.Name] = clean(gen.Doc)
			st, ok := typ.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range st.Fields.List {
				text := clean(f.Doc)
				if text == "" {
					text = clean(f.Comment)
				}
				for _, n := range f.Names {
					docs[typ.Name.Name+"."+n.Name] = text
				}
			}
		}
	}
	return docs, nil
}

func clean(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
