package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"

	"github.com/hashicorp/hcl/v2"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/graph"
)

// hostPort is how an address begins whose http:// was forgotten.
var hostPort = regexp.MustCompile(`^([\w-]+\.)*[\w-]+:\d+(/|$)`)

// startPage warns of a start that names a file that is not there. It is no error: something may write the
// file before the flow runs.
func startPage(p *lang.Program, f *lang.Flow) hcl.Diagnostics {
	if f.Start == "" {
		return nil
	}
	u, err := url.Parse(browser.PageURL(p.Dir, f.Start))
	if err != nil || u.Scheme != "file" {
		return nil
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
