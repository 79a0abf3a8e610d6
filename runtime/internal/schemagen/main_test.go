package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSchemasAreFresh(t *testing.T) {
	files, err := schemas("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 4 {
		t.Errorf("%d schemas, want 4", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../../../schemas", name))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("schemas/%s is stale; run go generate ./schemas (-fresh +checked in):\n%s", name, diff)
		}
	}
}

func TestEveryFieldIsDescribed(t *testing.T) {
	docs, err := comments("../../trace/record.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range docs {
		if text == "" {
			t.Errorf("%s has no comment in record.go", name)
		}
	}
	if docs["Candidate.FP"] == "" || docs["Run.MaxCandidates"] == "" {
		t.Error("the comments of fields are not found")
	}
}
