package lang_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jevrun/jevrun/lang"
)

func TestReference(t *testing.T) {
	o := options(t, ".")
	var first, second bytes.Buffer
	if err := lang.Reference(&first, o); err != nil {
		t.Fatal(err)
	}
	if err := lang.Reference(&second, o); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the reference is not the same twice")
	}
	// Every row of the table, every action and every function is in it.
	text := first.String()
	eachBlock(lang.Table(), func(b *lang.Block) {
		if b.Name != "" && !strings.Contains(text, b.Doc) {
			t.Errorf("the block %s is missing", b.Name)
		}
		for _, a := range b.Attrs {
			if !strings.Contains(text, "`"+a.Name+"`") {
				t.Errorf("the attribute %s.%s is missing", b.Name, a.Name)
			}
		}
	})
	for _, s := range o.Steps {
		if !strings.Contains(text, s.Doc) {
			t.Errorf("the step type %s is missing", s.Name)
		}
	}
	for name := range o.Functions {
		if !strings.Contains(text, "`"+name+"(") {
			t.Errorf("the function %s is missing", name)
		}
	}
}

func eachBlock(b *lang.Block, visit func(*lang.Block)) {
	visit(b)
	for _, c := range b.Blocks {
		eachBlock(c, visit)
	}
}

func TestTable(t *testing.T) {
	eachBlock(lang.Table(), func(b *lang.Block) {
		if b.Name != "" && (b.Doc == "" || b.Since == "") {
			t.Errorf("the block %s has no documentation or version", b.Name)
		}
		for _, a := range b.Attrs {
			if a.Doc == "" || a.Since == "" || !strings.HasSuffix(a.Doc, ".") {
				t.Errorf("%s.%s has no documentation or version", b.Name, a.Name)
			}
			if (a.Type == lang.Enum) != (len(a.Enum) > 0) {
				t.Errorf("%s.%s: its type and its words do not fit", b.Name, a.Name)
			}
		}
	})
}

func TestJSONSchema(t *testing.T) {
	src, err := lang.JSONSchema(options(t, "."))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(lang.SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(lang.SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	check := func(src []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
	// What the language takes, the schema takes.
	good, err := filepath.Glob("testdata/modules/*/*.hcl.json")
	if err != nil || len(good) < 2 {
		t.Fatalf("%d files, %v", len(good), err)
	}
	for _, name := range good {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(src); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What breaks a rule that JSON Schema can say, it refuses.
	for name, src := range map[string]string{
		"unknown block":     `{"flwo": {}}`,
		"unknown attribute": `{"flow": {"f": {"strat": "x"}}}`,
		"object of steps":   `{"flow": {"f": {"step": {"click": {"a": {"intent": "x"}}}}}}`,
		"two in one":        `{"flow": {"f": {"step": [{"click": {"a": {"intent": "x"}}, "hover": {"b": {"intent": "x"}}}]}}}`,
		"two names":         `{"flow": {"f": {"step": [{"click": {"a": {"intent": "x"}, "b": {"intent": "x"}}}]}}}`,
		"unknown step":      `{"flow": {"f": {"step": [{"clik": {"a": {"intent": "x"}}}]}}}`,
		"no intent":         `{"flow": {"f": {"step": [{"click": {"a": {}}}]}}}`,
		"other step's":      `{"flow": {"f": {"step": [{"click": {"a": {"intent": "x", "value": "y"}}}]}}}`,
		"one of":            `{"flow": {"f": {"step": [{"assert": {"a": {"that": "true", "selector": "#x"}}}]}}}`,
		"none of":           `{"flow": {"f": {"step": [{"assert": {"a": {}}}]}}}`,
		"number":            `{"flow": {"f": {"max_candidates": 255}}}`,
		"fraction":          `{"flow": {"f": {"max_candidates": 2.5}}}`,
		"duration":          `{"flow": {"f": {"timeout": 10}}}`,
		"word":              `{"gates": {"truncated": "maybe"}}`,
		"goto":              `{"flow": {"f": {"step": [{"click": {"a": {"intent": "x", "on": {"failed": {"goto": "b"}}}}}]}}}`,
		"event":             `{"flow": {"f": {"step": [{"click": {"a": {"intent": "x", "on": {"exploded": {"then": "stop"}}}}}]}}}`,
		"list":              `{"gates": {"risky": "x"}}`,
	} {
		if !json.Valid([]byte(src)) {
			t.Fatalf("%s is not JSON", name)
		}
		if check([]byte(src)) == nil {
			t.Errorf("the schema takes %s: %s", name, src)
		}
		if _, ds := lang.LoadSource("a.hcl.json", []byte(src), options(t, ".")); !ds.HasErrors() {
			t.Errorf("the language takes %s: %s", name, src)
		}
	}
}
