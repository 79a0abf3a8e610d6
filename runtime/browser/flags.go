package browser

import (
	"fmt"
	"os"
	"strings"
)

// flags are the command line of a browser that we launch. Nothing here changes what a page can see beyond
// what headless mode itself does; site isolation stays on.
func flags(o Options, kind Kind, profile string) []string {
	args := []string{
		"--remote-debugging-pipe",
		"--user-data-dir=" + profile,
		fmt.Sprintf("--window-size=%d,%d", o.Width, o.Height),
		"--no-startup-window", // tabs are opened by us, in contexts of their own
		"--no-first-run",
		"--no-default-browser-check",

		// No traffic and no services of its own.
		"--disable-background-networking",
		"--disable-client-side-phishing-detection",
		"--disable-component-extensions-with-background-pages",
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-extensions",
		"--disable-search-engine-choice-screen",
		"--disable-sync",
		"--metrics-recording-only",
		"--no-pings",
		"--disable-breakpad",
		"--password-store=basic",
		"--use-mock-keychain",

		// A tab that nobody looks at runs at full speed, and nothing asks a person.
		"--disable-background-timer-throttling",
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-hang-monitor",
		"--disable-infobars",
		"--disable-prompt-on-repost",
		"--force-color-profile=srgb",
		"--mute-audio",

		// A document that is left is gone: no page comes back to life from a cache with its old nodes. The next one is
		// built in the frame that is there, which is less work than a frame of its own and changes no page.
		"--disable-features=" + strings.Join([]string{
			"BackForwardCache", "MediaRouter", "OptimizationHints", "PaintHolding", "Prerender2", "RenderDocument", "Translate",
		}, ","),
		"--enable-features=NetworkServiceInProcess2", // one process less to start and to talk through
	}
	if !o.Headed {
		if kind != HeadlessShell {
			args = append(args, "--headless=new")
		}
		args = append(args, "--hide-scrollbars")
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium refuses to start as root with its sandbox
	}
	if smallSharedMemory() {
		args = append(args, "--disable-dev-shm-usage") // containers give /dev/shm 64 MB, and tabs crash
	}
	return append(args, o.Args...)
}
