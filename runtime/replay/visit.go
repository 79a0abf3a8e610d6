package replay

import (
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jevrun/jevrun/runtime/browser"
)

// A trace may come from anybody, and the report of its replay, with pictures, may go to anybody. So a replay opens no
// page that only this machine can read and that the trace did not bring along: no files but those under the folder of
// the trace, the working directory and the folder of the page that the caller swaps in, and no link-local address,
// where machines of a cloud find what they are called and their credentials.

// visitable fails for a recorded address that is not to be opened, and for a page that it has led to.
func (r *replayer) visitable(address string) error {
	if err := openable(address); err != nil {
		return err
	}
	return r.foreign(address)
}

// openable fails for an address that no run can have been on: scripts, pages of the browser itself.
func openable(address string) error {
	scheme, rest, ok := strings.Cut(address, ":")
	switch scheme = strings.ToLower(scheme); scheme {
	case "http", "https", "file", "data":
		if ok {
			return nil
		}
	case "about": // all others are commands to the browser
		if page, _, _ := strings.Cut(rest, "#"); page == "blank" || page == "srcdoc" {
			return nil
		}
	}
	return fmt.Errorf("%.200q is no page that a flow can be on; it is not opened", address)
}

// foreign fails for a page that only this machine can read and that neither the trace nor the caller brought along.
func (r *replayer) foreign(address string) error {
	scheme, rest, _ := strings.Cut(address, ":")
	rest, isURL := strings.CutPrefix(rest, "//")
	authority, path, _ := strings.Cut(rest, "/")
	switch scheme = strings.ToLower(scheme); {
	case !isURL:
		return nil
	case scheme == "http" || scheme == "https":
		u, err := url.Parse("http://" + authority)
		if err != nil {
			return nil // the browser says what is wrong with it
		}
		ip, err := netip.ParseAddr(u.Hostname())
		if err == nil && ip.Unmap().IsLinkLocalUnicast() {
			return fmt.Errorf("%.200q is an address of this machine's own services, the metadata of a cloud perhaps; it is not opened", address)
		}
	case scheme == "file":
		if i := strings.IndexAny(path, "?#"); i >= 0 {
			path = path[:i]
		}
		path, err := url.PathUnescape(path)
		if err == nil && (authority == "" || strings.EqualFold(authority, "localhost")) && r.brings(filepath.FromSlash("/"+path)) {
			return nil
		}
		return fmt.Errorf("the file %.200q lies neither under the trace's folder nor under the working directory; it is not opened: replay from a folder that holds both, if you trust the trace", address)
	}
	return nil
}

// brings reports whether a file, wherever a link leads, lies under a folder whose pages a replay may open.
func (r *replayer) brings(file string) bool {
	dir := r.Dir
	if dir == "" {
		dir, _ = os.Getwd() // without one, the trace's folder alone counts
	}
	folders := []string{r.dir, dir}
	if swapped, ok := strings.CutPrefix(browser.PageURL(dir, r.Swap), "file://"); ok && r.Swap != "" {
		if i := strings.IndexAny(swapped, "?#"); i >= 0 {
			swapped = swapped[:i]
		}
		if path, err := url.PathUnescape(swapped); err == nil {
			folders = append(folders, filepath.Dir(filepath.FromSlash(path)))
		}
	}
	file = real(file)
	for _, folder := range folders {
		if rel, err := filepath.Rel(real(folder), file); folder != "" && err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// real is a path without links, as far as it exists.
func real(path string) string {
	path = filepath.Clean(path)
	if at, err := filepath.EvalSymlinks(path); err == nil {
		return at
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(real(up), filepath.Base(path))
	}
	return path
}

// showable reports whether what the tab shows now, frames included, may be in a report.
func (r *replayer) showable() bool {
	for _, f := range r.tab.Frames() {
		if r.foreign(f.URL) != nil {
			return false
		}
	}
	return true
}
