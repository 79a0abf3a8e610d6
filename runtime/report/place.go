package report

import (
	"os"
	"path/filepath"

	"github.com/jevrun/jevrun/runtime/trace"
)

// sourceOf is the place in a flow file that a record of the trace at path names. It is the zero Place where the record
// names none, or no such file is there.
func sourceOf(path, source string) Place {
	file, line, ok := trace.ResolveSource(filepath.Dir(path), source)
	if !ok {
		return Place{}
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return Place{}
	}
	return Place{File: file, Line: line}
}

// sourceIn is where a record says that its step stands.
func sourceIn(rec trace.Record) string {
	switch rec := rec.(type) {
	case *trace.Step:
		return rec.Source
	case *trace.Action:
		source, _ := rec.Request["source"].(string)
		return source
	}
	return ""
}

// Places are the lines of the steps in the trace at path, by their position in the flow; where a loop records a step
// several times, the first.
func Places(path string) (map[int]Place, error) {
	reader, err := trace.Open(path, trace.ReadPrefix())
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	out := map[int]Place{}
	for entry, err := range reader.All() {
		if err != nil {
			return nil, err
		}
		if step, ok := entry.Record.(*trace.Step); ok {
			if _, known := out[step.Step]; !known {
				out[step.Step] = Place{File: path, Line: entry.Line}
			}
		}
	}
	return out, nil
}
