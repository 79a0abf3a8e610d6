package browser

import (
	"net/url"
	"path/filepath"
	"strings"
)

// PageURL resolves what a person calls a page: a URL stays as it is, anything else is a file, relative to the
// folder dir (absolute). The query and the fragment of a file survive.
func PageURL(dir, page string) string {
	if strings.Contains(page, "://") || strings.HasPrefix(page, "about:") || strings.HasPrefix(page, "data:") {
		return page
	}
	path, tail := page, ""
	if i := strings.IndexAny(page, "?#"); i >= 0 {
		path, tail = page[:i], page[i:]
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String() + tail
}
