package trace

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Source is a place in a flow file as a trace in the folder dir records it: the path from that folder, with slashes,
// a colon and the line, from 1. Where no path leads there (another drive), it is the file's own path.
func Source(dir, file string, line int) string {
	if base, err := filepath.Abs(dir); err == nil {
		if abs, err := filepath.Abs(file); err == nil {
			if rel, err := filepath.Rel(base, abs); err == nil {
				file = rel
			}
		}
	}
	return filepath.ToSlash(file) + ":" + strconv.Itoa(line)
}

// ResolveSource is the file and the line of a place that a trace in the folder dir recorded: the inverse of Source. ok
// is false for a text that names no line of a flow file (*.hcl, *.hcl.json).
func ResolveSource(dir, source string) (file string, line int, ok bool) {
	colon := strings.LastIndexByte(source, ':')
	if colon < 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(source[colon+1:])
	file = filepath.FromSlash(source[:colon])
	if err != nil || line < 1 || !strings.HasSuffix(file, ".hcl") && !strings.HasSuffix(file, ".hcl.json") {
		return "", 0, false
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return file, line, true
}
