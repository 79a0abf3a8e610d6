package replay

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
)

// A trace may come from anybody, and an executing replay types values of the environment that the trace names
// into pages that the trace names. So it does that by itself only on pages of a server of this machine, which
// somebody started here, and on the page that the caller swaps in. A file is none of these: it may have come with
// the trace, and send on what is typed into it. Everywhere else the caller allows the variable.

// Check reads the whole trace at path and returns what makes it unusable, nil for nothing: a
// *trace.FormatError, or variables of the environment that it would type and that o does not allow. approvable
// are the names and numbers by which Options.Approve may call the steps that the recorded run executed, and whether
// they had needed a person then; another one may need one today.
func Check(path string, o Options) (approvable map[string]bool, err error) {
	rec, err := survey(path)
	if err != nil {
		return nil, err
	}
	if !o.Execute {
		return rec.executed, nil
	}
	return rec.executed, environment(path, o)
}

// environment names the variables that an executing replay would type and that o does not allow.
func environment(path string, o Options) error {
	reader, err := trace.Open(path)
	if err != nil {
		return err
	}
	defer reader.Close()
	var asked []string
	for {
		rec, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		step, ok := rec.(*trace.Step)
		if !ok || step.Action.ValueFromEnv == "" || !step.Result.Executed {
			continue
		}
		target := step.URL
		if o.Swap != "" {
			target = browser.PageURL(o.Dir, o.Swap)
		}
		if name := step.Action.ValueFromEnv; !o.allows(name) && !o.trusts(target) && !slices.Contains(asked, name) {
			asked = append(asked, name)
		}
	}
	if len(asked) > 0 {
		return fmt.Errorf("%s types what the environment holds in %s into pages that no server of this machine serves; if you trust the trace and its pages, allow it with --allow-env %[2]s", path, strings.Join(asked, ","))
	}
	return nil
}

// allows reports whether the caller lets a trace type a variable of the environment into any page.
func (o *Options) allows(name string) bool { return slices.Contains(o.AllowEnv, name) }

// typeable fails for a variable of the environment that may not be typed into the frame.
func (r *replayer) typeable(name string, frame int) error {
	if r.allows(name) {
		return nil
	}
	frames := r.tab.Frames()
	for range len(frames) {
		i := slices.IndexFunc(frames, func(f *browser.Frame) bool { return f.Index == frame })
		switch {
		case i >= 0 && r.trusts(frames[i].URL):
			return nil
		case i >= 0 && strings.HasPrefix(frames[i].URL, "about:"): // what is in it came from the frame around it
			frame = frames[i].ParentIndex
			continue
		}
		break
	}
	return &valueError{fmt.Sprintf("the page is of no server of this machine, and the trace wants to type what the environment holds in %s there; if you trust both, allow it with --allow-env %[1]s", name)}
}

// trusts reports whether a trace may type into the page at an address, as recorded or as open, without asking.
func (o *Options) trusts(address string) bool {
	if o.Swap != "" {
		page, _, _ := strings.Cut(browser.PageURL(o.Dir, o.Swap), "#")
		if open, _, _ := strings.Cut(address, "#"); open == page {
			return true // the caller named it
		}
	}
	return local(address)
}

// local reports whether an address is a page of a server of this machine.
func local(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true // browsers never ask a name server about these
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
