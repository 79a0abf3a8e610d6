// Package tracetest checks in tests that a trace is what SPEC.md says: every line against the schemas, the
// whole file with the strict reader. It is for tests only.
package tracetest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/schemas"
)

// Validate fails t where the trace at path breaks its contract: a line that its schema refuses (the strict one
// where jevrun wrote the trace), anything that the reader refuses, a dom_hash or a fingerprint that does not
// follow from its candidates.
func Validate(t testing.TB, path string) {
	t.Helper()
	Read(t, path)
}

// Check is Validate for tests that have no testing.TB: all that is wrong, nil for nothing.
func Check(path string) error {
	problems, _, err := check(path)
	for _, p := range problems {
		err = errors.Join(err, errors.New(p))
	}
	return err
}

// Read is Validate, and returns the records. It stops t when the trace cannot be read.
func Read(t testing.TB, path string) []trace.Record {
	t.Helper()
	problems, records, err := check(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	return records
}

// check returns what the schemas and the identities refuse, and the error of the strict reader.
func check(path string) (problems []string, records []trace.Record, err error) {
	compiled, err := compile()
	if err != nil {
		return nil, nil, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	lines := bytes.Split(raw, []byte("\n"))
	r, err := trace.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	own := false
	for {
		rec, line, err := r.Next()
		if err == io.EOF {
			return problems, records, nil
		}
		if err != nil {
			return problems, records, err
		}
		records = append(records, rec)
		kind, wrong := "", ""
		switch v := rec.(type) {
		case *trace.Run:
			kind, own = trace.KindRun, strings.HasPrefix(v.Tool, trace.OwnTool)
		case *trace.Step:
			kind, wrong = trace.KindStep, identities(v, own)
		case *trace.Action:
			kind = trace.KindAction
		}
		if wrong != "" {
			problems = append(problems, fmt.Sprintf("%s:%d: %s", path, line, wrong))
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(lines[line-1]))
		if err == nil {
			err = compiled[key{kind, own}].Validate(value)
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s:%d: the schema of %s refuses the record: %v", path, line, kind, err))
		}
	}
}

// identities says what is wrong with the hashes and fingerprints of a step.
func identities(v *trace.Step, own bool) string {
	if !v.HashOK() {
		return fmt.Sprintf("dom_hash is %s, and the candidates' hash is %s", v.DOMHash, trace.DOMHash(v.Candidates))
	}
	if v.Play && v.StateHash != trace.StateHash(v.State) {
		return fmt.Sprintf("state_hash is %s, and the state's hash is %s", v.StateHash, trace.StateHash(v.State))
	}
	for _, c := range v.Candidates {
		if fp := trace.Fingerprint(c.Role, c.Name); own && c.FP != fp {
			return fmt.Sprintf("the fingerprint of %s is %q, and that of its role and name is %q", c.CID, c.FP, fp)
		}
	}
	return ""
}

// key picks a schema.
type key struct {
	kind string
	own  bool
}

// compile builds the schemas once for all tests of a package.
var compile = sync.OnceValues(func() (map[key]*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	compiled := map[key]*jsonschema.Schema{}
	for _, kind := range []string{trace.KindRun, trace.KindStep, trace.KindAction} {
		text, err := schemas.TraceRecord(kind)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("schema of %s: %w", kind, err)
		}
		if err := c.AddResource(schemas.TraceRecordFile(kind), doc); err != nil {
			return nil, err
		}
		for own, at := range map[bool]string{false: "", true: "#/$defs/jevrun"} {
			s, err := c.Compile(schemas.TraceRecordFile(kind) + at)
			if err != nil {
				return nil, err
			}
			compiled[key{kind, own}] = s
		}
	}
	return compiled, nil
})
