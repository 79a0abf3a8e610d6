package tracetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestValidateTakesSoundTraces(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.trace.jsonl")
	if err != nil || len(files) < 6 {
		t.Fatal("traces are missing", files, err)
	}
	for _, f := range files {
		Validate(t, f)
	}
}

// TestCheckFindsBreaks changes a trace of ours, or one of another tool, in one place.
func TestCheckFindsBreaks(t *testing.T) {
	for _, c := range []struct{ file, from, to, want string }{
		{"jevrun-0.1.0", `"value":"••••"`, `"value":"•••"`, "dom_hash is"},
		{"jevrun-0.1.0", `"name":"Help","fp":"link|help"`, `"name":"HELP!","fp":"link|help"`, "the fingerprint of f1:c1"},
		{"jevrun-0.1.0", `"executed":true`, `"executed":true,"extra":1`, "additional properties 'extra' not allowed"},
		{"jevrun-0.1.0", `"received":`, `"recieved":`, "additional properties 'recieved' not allowed"},
		{"jevrun-0.1.0", `"none":0.02`, `"none":1.02`, "maximum"},
		{"jevrun-0.1.0", `"url":"http://127.0.0.1:8080/"}`, `"url":"http://127.0.0.1:8080/"},"more":1`, "additional properties 'more' not allowed"},
		{"jevrun-0.1.0", `"tool":"goto"`, `"tool":"dialog"`, "missing properties 'type', 'message'"},
		{"jevrun-0.1.0", `"latency_ms":1.5`, `"latency_ms":-1.5`, "minimum"},
		{"jevrun-0.1.0", `"settled":{"by":"condition","ms":17.2}`, `"settled":{"by":"condition","ms":-17.2}`, "minimum"},
		{"jevrun-0.1.0", `"max_candidates":120`, `"max_candidates":-3`, "max_candidates"},
		{"jevrun-0.1.0", `"max_candidates":120`, `"max_candidates":0`, "minimum"},
		{"jevrun-0.1.0", `"kind":"run"`, `"kind":"ran"`, "unknown kind"},
		{"flow-0.1.0", `"dom_hash": "sha256:`, `"dom_hash": "sha257:`, "dom_hash"},
		{"play-0.1.8", `"state": "catcher 40`, `"state": "catcher 41`, "state_hash is"},
		{"goal-0.1.0", `"status_confidence": 0.99`, `"status_confidence": 9.99`, "maximum"},
		{"goal-0.1.0", `"value_source": "model"`, `"value_source": "guess"`, "value_source"},
	} {
		src, err := os.ReadFile(filepath.Join("../testdata", c.file+".trace.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), c.from) {
			t.Fatalf("%s does not hold %s", c.file, c.from)
		}
		path := filepath.Join(t.TempDir(), "changed.jsonl")
		if err := os.WriteFile(path, []byte(strings.Replace(string(src), c.from, c.to, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		problems, _, err := check(path)
		found := strings.Join(problems, "\n")
		if err != nil {
			found += err.Error()
		}
		if !strings.Contains(found, c.want) {
			t.Errorf("%s with %s:\n\t%s\nshould contain\n\t%s", c.file, c.to, found, c.want)
		}
	}
}
