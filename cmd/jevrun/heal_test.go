package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/heal"
)

// Somebody may edit the flow file while another one thinks about a proposal: that edit is not touched.
func TestAFlowFileThatWasChangedMeanwhileIsNotEdited(t *testing.T) {
	file := filepath.Join(t.TempDir(), "app.hcl")
	write := func(expect string) {
		t.Helper()
		text := `flow "app" {
  start = "page.html"
  step "click" "save" {
    intent = "Save"
    expect = "` + expect + `"
  }
}
`
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("#save")
	var f healFlags
	program, diags, err := f.load.load(file)
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	if err := f.remember(program); err != nil {
		t.Fatal(err)
	}
	accepted := &heal.Proposal{Selector: "#keep"}
	accepted.Result.Name = "save"
	edited, err := f.edits(program, "app", []*heal.Proposal{accepted})
	if err != nil || len(edited) != 1 {
		t.Fatalf("%v, %q", err, edited)
	}
	for path, text := range edited {
		if !strings.Contains(string(text), `expect = "#keep"`) {
			t.Errorf("%s: %s", path, text)
		}
	}
	write("#store")
	if edited, err := f.edits(program, "app", []*heal.Proposal{accepted}); err == nil || !strings.Contains(err.Error(), "was changed since it was read") {
		t.Errorf("%v, %q", err, edited)
	}
}
