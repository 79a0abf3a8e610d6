package report

import "github.com/jevrun/jevrun/runtime/trace"

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
