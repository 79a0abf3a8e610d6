// Package reporttest checks in tests that the JSON document of a report is what its schema says. It is for tests only.
package reporttest

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/schemas"
)

// Check says what the schema refuses in a document; nil is nothing.
func Check(document []byte) error {
	schema, err := compile()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return fmt.Errorf("the report is no JSON document: %w", err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s refuses the report: %w", schemas.ReportFile, err)
	}
	return nil
}

// compile reads the schema with those of the records that it refers to.
var compile = sync.OnceValues(func() (*jsonschema.Schema, error) {
	const base = "https://github.com/jevrun/jevrun/schemas/"
	c := jsonschema.NewCompiler()
	for _, name := range []string{schemas.ReportFile, schemas.TraceRecordFile(trace.KindStep), schemas.TraceRecordFile(trace.KindAction)} {
		text, err := schemas.Read(name)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(base+name, doc)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c.Compile(base + schemas.ReportFile)
})
