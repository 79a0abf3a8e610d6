package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
)

// checkup is what `jevrun doctor` found out.
type checkup struct {
	OK       bool           `json:"ok"`
	Build    build          `json:"build"`
	Decider  string         `json:"decider"`                  // the embedded one's own name
	Wanted   string         `json:"jevrun_browser,omitempty"` // $JEVRUN_BROWSER
	Browsers []foundBrowser `json:"browsers"`                 // all on this machine
	Browser  *foundBrowser  `json:"browser"`                  // the one that a run would start; null when there is none
	Launch   *launchCheck   `json:"launch"`                   // null when there was nothing to launch
	Call     *deciderCall   `json:"decider_call,omitempty"`   // only with --decider
	Error    string         `json:"error,omitempty"`
}

type foundBrowser struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Version string `json:"version,omitempty"`
}

type launchCheck struct {
	OK      bool    `json:"ok"`
	Version string  `json:"version,omitempty"` // as the running browser says
	MS      float64 `json:"ms"`                // to start it, open a tab and end it
}

func newDoctor(u *ui) *cobra.Command {
	var flags browserFlags
	var decider deciderFlags
	var ask bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Show what this machine has for jevrun, and whether a browser starts",
		Long: `Show what this machine has for jevrun, and whether a browser starts.

With --decider, also ask the decision model that a run with --decider systemone would ask one small question,
and show where the request went, whose key went with it, which model answered and what it cost.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c := examine(cmd.Context(), flags)
			if ask || decider.model != "" {
				c.ask(cmd.Context(), u, &decider)
			}
			if u.asJSON {
				if err := u.JSON(c); err != nil {
					return err
				}
			} else {
				u.checkup(c)
			}
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if !c.OK {
				return failed(exitWrong, "%s", c.Error)
			}
			return nil
		},
	}
	flags.add(cmd)
	cmd.Flags().BoolVar(&ask, "decider", false, "also make one small call to the decision model that is configured")
	decider.addModel(cmd)
	return u.jsonFlag(cmd)
}

// examine looks for browsers and starts the one that a run would start.
func examine(ctx context.Context, flags browserFlags) checkup {
	c := checkup{Build: thisBuild(), Decider: builtin.New().ID(), Wanted: os.Getenv(browser.PathEnv), Browsers: []foundBrowser{}}
	for _, f := range browser.All(flags.headed) {
		c.Browsers = append(c.Browsers, foundBrowser{Path: f.Path, Kind: string(f.Kind), Version: f.Version})
	}
	found, err := browser.Find(flags.path, flags.headed)
	if err != nil {
		c.Error = err.Error()
		return c
	}
	c.Browser = &foundBrowser{Path: found.Path, Kind: string(found.Kind), Version: found.Version}
	for _, f := range c.Browsers {
		if f.Path == found.Path {
			c.Browser.Version = f.Version
		}
	}
	began := time.Now()
	running, err := openTab(ctx, flags)
	c.Launch = &launchCheck{OK: err == nil, Version: running, MS: float64(time.Since(began).Microseconds()) / 1000}
	if err != nil {
		c.Error = err.Error()
		return c
	}
	c.OK = true
	return c
}

// ask adds a call to the decision model to a checkup.
func (c *checkup) ask(ctx context.Context, u *ui, f *deciderFlags) {
	c.Call = f.tryDecider(ctx, u)
	if c.Call.OK {
		return
	}
	c.OK = false
	if c.Error != "" {
		c.Error += "; "
	}
	c.Error += c.Call.Error
}

// openTab starts a browser, opens a tab in it and ends it again.
func openTab(ctx context.Context, flags browserFlags) (version string, err error) {
	b, err := flags.launch(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	bctx, err := b.NewContext(ctx, browser.ContextOptions{})
	if err != nil {
		return b.Version(), err
	}
	_, err = bctx.NewTab(ctx)
	return b.Version(), err
}

// checkup shows a checkup to a person.
func (u *ui) checkup(c checkup) {
	u.Printf("jevrun    %s, %s %s\n", c.Build.Version, c.Build.Go, c.Build.Platform)
	u.Printf("decider   %s, embedded\n", c.Decider)
	if c.Wanted != "" {
		u.Printf("asked for %s, by %s\n", c.Wanted, browser.PathEnv)
	}
	for _, f := range c.Browsers {
		mark := " "
		if c.Browser != nil && f.Path == c.Browser.Path {
			mark = "*"
		}
		u.Printf("browser %s %s (%s) %s\n", mark, f.Path, f.Kind, f.Version)
	}
	switch {
	case c.Launch == nil:
		u.Printf("launch    not tried\n")
	case c.Launch.OK:
		u.Printf("launch    ok, %s: started, opened a tab and ended in %.0f ms\n", c.Launch.Version, c.Launch.MS)
	default:
		u.Printf("launch    failed after %.0f ms\n", c.Launch.MS)
	}
	if c.Call != nil {
		u.deciderCall(c.Call)
	}
}
