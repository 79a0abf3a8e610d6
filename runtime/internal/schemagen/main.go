// Command schemagen writes the JSON Schemas of trace records and of reports from the Go types that they are made of:
// their fields, their struct tags and their comments. It is run by go generate and knows nothing else.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/jevrun/jevrun/runtime/trace"
)

func main() {
	root := flag.String("root", "../..", "root of the module")
	flag.Parse()
	files, err := schemas(*root)
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(*root, "schemas", name), text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

// schemas are the schema files by name.
func schemas(root string) (map[string][]byte, error) {
	docs, err := comments(filepath.Join(root, "runtime/trace/record.go"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	if files[reportFile], err = reportSchema(root); err != nil {
		return nil, fmt.Errorf("%s: %w", reportFile, err)
	}
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
