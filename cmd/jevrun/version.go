package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/trace"
)

// version and commit are set when a release is linked: -ldflags "-X main.version=1.2.3 -X main.commit=abc".
var (
	version = "0.1.0-dev"
	commit  = ""
)

// tool is how traces name this build.
func tool() string { return "jevrun/" + version }

// build is what `jevrun version` says.
type build struct {
	Version   string `json:"version"`
	Commit    string `json:"commit,omitempty"`
	Go        string `json:"go"`
	Platform  string `json:"platform"`
	TraceSpec int    `json:"trace_spec"`
	OrderSpec int    `json:"order_spec"`
}

func thisBuild() build {
	b := build{
		Version: version, Commit: commit, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		TraceSpec: trace.Spec, OrderSpec: trace.OrderSpec,
	}
	if info, ok := debug.ReadBuildInfo(); ok && b.Commit == "" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Commit = s.Value
			}
		}
	}
	return b
}

func newVersion(u *ui) *cobra.Command {
	return u.jsonFlag(&cobra.Command{
		Use:   "version",
		Short: "Show the version, the build and the trace versions it writes",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild()
			if u.asJSON {
				return u.JSON(b)
			}
			u.Printf("jevrun %s\n", b.Version)
			if b.Commit != "" {
				u.Printf("commit      %s\n", b.Commit)
			}
			u.Printf("go          %s %s\ntrace spec  %d\norder spec  %d\n", b.Go, b.Platform, b.TraceSpec, b.OrderSpec)
			return nil
		},
	})
}
