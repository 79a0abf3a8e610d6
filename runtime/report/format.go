package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a form of a report file.
type Format string

// The formats of report files.
const (
	Markdown Format = "md"
	JSON     Format = "json"
	JUnit    Format = "junit"
	HTML     Format = "html"
)

// Target is a report file that was asked for.
type Target struct {
	Format Format
	Path   string
}

// endings are the formats by the ending of a file, and by the word before a colon.
var endings = map[string]Format{"md": Markdown, "markdown": Markdown, "json": JSON, "xml": JUnit, "junit": JUnit, "html": HTML, "htm": HTML}

// ParseTarget reads what stands behind --report: a file whose ending tells the format, or format:file.
func ParseTarget(s string) (Target, error) {
	if word, path, ok := strings.Cut(s, ":"); ok && path != "" {
		if f, known := endings[strings.ToLower(word)]; known {
			return Target{f, path}, nil
		}
	}
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(s), "."))
	if f, known := endings[ending]; known {
		return Target{f, s}, nil
	}
	return Target{}, fmt.Errorf("%q does not tell a format: name a file that ends in .md, .json, .xml or .html, or say md:FILE, json:FILE, junit:FILE or html:FILE", s)
}

// Pictures tells whether the format shows pictures of pages.
func (f Format) Pictures() bool { return f == HTML }

// Render is the document in a format, with mask on every word of it; nil masks nothing.
func (d *Document) Render(f Format, mask func(string) string) ([]byte, error) {
	if mask == nil {
		mask = func(s string) string { return s }
	}
	switch f {
	case Markdown:
		return d.Markdown(mask), nil
	case JUnit:
		return d.JUnit(mask)
	case HTML:
		return d.HTML(mask)
	}
	return d.JSON()
}

// JSON is the document itself. Its strings come masked out of traces and replays; who writes it masks the text once
// more, string by string.
func (d *Document) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("cannot write the JSON document: %w", err)
	}
	return b.Bytes(), nil
}
