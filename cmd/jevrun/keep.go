package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/jevrun/jevrun/runtime/outfile"
	"github.com/jevrun/jevrun/runtime/trace"
)

// keptTrace is where the trace of the last run that passed stays while a later one did not: beside it, as
// NAME.passed.trace.jsonl.
func keptTrace(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path, ".jsonl"), ".trace") + ".passed.trace.jsonl"
}

// keepPassed keeps the trace at path beside it when its run passed, before another run replaces it. It reports
// whether it did.
func keepPassed(path string) (bool, error) {
	if !passedTrace(path) {
		return false, nil
	}
	kept := keptTrace(path)
	if err := os.Remove(kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("cannot keep the trace of the last run that passed: %w", err)
	}
	if os.Link(path, kept) == nil { // the new trace is moved over the name, so the old one stays whole
		return true, nil
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = outfile.Write(kept, text)
	}
	if err != nil {
		return false, fmt.Errorf("cannot keep the trace of the last run that passed: %w", err)
	}
	return true, nil
}

// passedTrace reports whether a file is the complete trace of a run that passed.
func passedTrace(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	reader, err := trace.Open(path)
	if err != nil {
		return false
	}
	defer reader.Close()
	for {
		_, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return reader.End() != nil && reader.End().Status == trace.StatusPassed
		}
		if err != nil {
			return false
		}
	}
}
