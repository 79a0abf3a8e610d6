package trace

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// A page that lies under the trace's folder is recorded relative to it, so that the folder can be moved and
// checked in: file:///home/ada/site/app.html?tab=2#top becomes file:app.html?tab=2#top. The path keeps the
// percent-encoding that the browser gave it. Every other URL is recorded as it is.

const (
	fileScheme   = "file:"
	fileAbsolute = "file:///"
)

// PortableURL is url as a trace in the folder dir records it.
func PortableURL(dir, url string) string {
	base, err := filepath.Abs(dir)
	if err != nil || !strings.HasPrefix(url, fileAbsolute) {
		return url
	}
	path, tail := splitTail(url[len(fileAbsolute):])
	parts := strings.Split(path, "/")
	for _, p := range parts {
		if d, ok := decodeSegment(p); !ok || d == "." || d == ".." {
			return url
		}
	}
	var folders []string
	if base = strings.Trim(filepath.ToSlash(base), "/"); base != "" {
		folders = strings.Split(base, "/")
	}
	if len(parts) <= len(folders) {
		return url
	}
	for i, folder := range folders {
		if d, _ := decodeSegment(parts[i]); d != folder {
			return url
		}
	}
	rel := strings.Join(parts[len(folders):], "/")
	if rel == "" || rel[0] == '/' {
		rel = "./" + rel // so that it is not taken for an absolute URL
	}
	return fileScheme + rel + tail
}

// ResolveURL is the URL to open for one that a trace in the folder dir recorded: the inverse of PortableURL. It
// also takes relative paths that are not percent-encoded, as other tools write them.
func ResolveURL(dir, url string) string {
	rel, isFile := strings.CutPrefix(url, fileScheme)
	if !isFile || strings.HasPrefix(rel, "/") {
		return url
	}
	base, err := filepath.Abs(dir)
	if err != nil {
		return url
	}
	rel, tail := splitTail(rel)
	rel = strings.TrimPrefix(rel, "./")
	var path []string
	if b := strings.Trim(filepath.ToSlash(base), "/"); b != "" {
		path = strings.Split(b, "/")
	}
	for i, p := range path {
		path[i] = encodeSegment(p, true)
	}
	parts := strings.Split(rel, "/")
	for i, p := range parts {
		switch {
		case p == ".":
			if i == len(parts)-1 {
				path = append(path, "")
			}
		case p == "..":
			path = path[:max(0, len(path)-1)]
			if i == len(parts)-1 {
				path = append(path, "")
			}
		default:
			_, valid := decodeSegment(p)
			path = append(path, encodeSegment(p, !valid))
		}
	}
	return fileAbsolute + strings.Join(path, "/") + tail
}

// splitTail cuts the query and the fragment off a path.
func splitTail(s string) (path, tail string) {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// decodeSegment undoes percent-encoding. It is false for a broken escape, and for one that hides a separator
// or a NUL byte: such a path names no file.
func decodeSegment(s string) (string, bool) {
	if strings.IndexByte(s, '%') < 0 {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			if i+2 >= len(s) {
				return "", false
			}
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi < 0 || lo < 0 {
				return "", false
			}
			c = byte(hi<<4 | lo)
			if c == '/' || c == 0 {
				return "", false
			}
			i += 2
		}
		b = append(b, c)
	}
	return string(b), true
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// encodeSegment percent-encodes what browsers encode in a path. A percent sign is encoded when literal is
// true, and otherwise taken for the start of an escape.
func encodeSegment(s string, literal bool) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= utf8.RuneSelf-1 || strings.IndexByte("\"#<>?`{}^\\", c) >= 0 || c == '%' && literal {
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
