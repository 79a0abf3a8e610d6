package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/launcher/flags"
)

// The command line that jevrun gives to its browser, but for the pipe: rod connects to a port.
var same = []string{
	"window-size=1280,900", "no-startup-window", "no-first-run", "no-default-browser-check",
	"disable-background-networking", "disable-client-side-phishing-detection",
	"disable-component-extensions-with-background-pages", "disable-component-update", "disable-default-apps",
	"disable-domain-reliability", "disable-extensions", "disable-search-engine-choice-screen", "disable-sync",
	"metrics-recording-only", "no-pings", "disable-breakpad", "password-store=basic", "use-mock-keychain",
	"disable-background-timer-throttling", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding",
	"disable-hang-monitor", "disable-infobars", "disable-prompt-on-repost", "force-color-profile=srgb", "mute-audio",
	"disable-features=BackForwardCache,MediaRouter,OptimizationHints,PaintHolding,Prerender2,Translate",
	"hide-scrollbars",
}

// steps is the program on rod: it starts the browser at path, does the twenty steps and ends the browser. There is
// no watchdog process beside it, which rod has by default and which takes it time.
func steps(path, site, password string, sandbox bool) error {
	l := launcher.New()
	l.Flags = map[flags.Flag][]string{
		flags.Bin: {path}, flags.UserDataDir: l.Flags[flags.UserDataDir], flags.RemoteDebuggingPort: l.Flags[flags.RemoteDebuggingPort],
	}
	for _, f := range same {
		name, value, has := strings.Cut(f, "=")
		if has {
			l.Set(flags.Flag(name), value)
		} else {
			l.Set(flags.Flag(name))
		}
	}
	l.NoSandbox(!sandbox)
	address, err := l.Launch()
	if err != nil {
		return err
	}
	defer l.Cleanup()
	browser := rod.New().ControlURL(address).NoDefaultDevice()
	if err := browser.Connect(); err != nil {
		return err
	}
	defer browser.Close()
	return rod.Try(func() {
		page := browser.MustPage().Timeout(30 * time.Second)
		page.MustNavigate(site + "/")                           // 1 goto
		page.MustElement("#user").MustInput("ada")              // 2
		page.MustElement("#password").MustInput(password)       // 3
		page.MustElement("#login").MustClick()                  // 4 log in
		page.MustElement("#welcome").MustWaitVisible()          // 5 wait for the heading
		page.MustElement("#tab-order").MustClick()              // 6
		page.MustElement("#item").MustInput("Tea")              // 7
		page.MustElement("#add").MustClick()                    // 8
		page.MustElement("#items li").MustWaitVisible()         // 9 wait for one item
		page.MustElement("#item").MustInput("Cups")             // 10
		page.MustElement("#add").MustClick()                    // 11
		page.MustElement("#items li:nth-child(2)")              // 12 wait for two
		choose(page.MustElement("#size"), "Large")              // 13
		page.MustElement("#gift").MustClick()                   // 14
		page.MustElement("#courier").MustClick()                // 15
		page.MustElement("#edit").MustClick()                   // 16 open the dialog
		page.MustElement("#note").MustInput("Ring twice")       // 17
		page.MustElement("#save").MustClick()                   // 18
		page.MustElement("#submit").MustClick()                 // 19 enabled late: a click waits for that
		got := page.MustElementR("#done", "Ordered").MustText() // 20
		if want := "Ordered 2 items, Large, gift true, by courier: Ring twice"; got != want {
			panic(fmt.Errorf("the page says %q, not %q", got, want))
		}
	})
}

func choose(list *rod.Element, label string) {
	if err := list.Select([]string{label}, true, rod.SelectorTypeText); err != nil {
		panic(errors.Join(errors.New("select"), err))
	}
}
