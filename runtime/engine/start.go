package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/nearest"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/graph"
)

// hostPort is how an address begins whose http:// was forgotten.
var hostPort = regexp.MustCompile(`^([\w-]+\.)*[\w-]+:\d+(/|$)`)

// schemes are those of pages, as addresses begin.
var schemes = []string{"http", "https", "file", "data", "about"}

// unknownScheme warns of a start that no browser opens by itself, mostly a slip of the finger.
func unknownScheme(f *lang.Flow, scheme string) hcl.Diagnostics {
	if slices.Contains(schemes, scheme) {
		return nil
	}
	d := &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: fmt.Sprintf("the flow %q starts on %q, and %s:// is no scheme of pages", f.Name, f.Start, scheme),
		Detail: "Write http://, https:// or a file.", Subject: f.Range.Ptr(),
	}
	if near := nearest.Word(scheme, schemes); near != "" {
		d.Extra = graph.Suggestion(near + strings.TrimPrefix(f.Start, scheme))
	}
	return hcl.Diagnostics{d}
}

// startPage warns of a start that names a file that is not there, or something that is no page. It is no error: something may write the
// file before the flow runs.
func startPage(p *lang.Program, f *lang.Flow) hcl.Diagnostics {
	if f.Start == "" {
		return nil
	}
	u, err := url.Parse(browser.PageURL(p.Dir, f.Start))
	if err != nil {
		return nil
	}
	if u.Scheme != "file" {
		return unknownScheme(f, u.Scheme)
	}
	if _, err := os.Stat(filepath.FromSlash(u.Path)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	d := &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: fmt.Sprintf("the flow %q starts on %q, and there is no such file", f.Name, f.Start),
		Detail: fmt.Sprintf("A start without http:// or https:// is a file; a relative one is looked for in %s.", p.Dir), Subject: f.Range.Ptr(),
	}
	if hostPort.MatchString(f.Start) {
		d.Extra = graph.Suggestion("http://" + f.Start)
	}
	return hcl.Diagnostics{d}
}
