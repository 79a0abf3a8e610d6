package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/launcher/flags"
	"github.com/go-rod/rod/lib/proto"
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
	"disable-features=BackForwardCache,MediaRouter,OptimizationHints,PaintHolding,Prerender2,RenderDocument,Translate",
	"enable-features=NetworkServiceInProcess2",
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
	page, err := browser.Page(proto.TargetCreateTarget{})
	if err != nil {
		return err
	}
	page = page.Timeout(30 * time.Second)
	if err := page.Navigate(site + "/"); err != nil { // 1 goto
		return err
	}
	for i, step := range []struct {
		selector string
		do       func(*rod.Element) error
	}{
		{"#user", input("ada")},
		{"#password", input(password)},
		{"#login", click},
		{"#welcome", (*rod.Element).WaitVisible}, // 5: the heading
		{"#tab-order", click},
		{"#item", input("Tea")},
		{"#add", click},
		{"#items li", (*rod.Element).WaitVisible},
		{"#item", input("Cups")}, // 10
		{"#add", click},
		{"#items li:nth-child(2)", func(*rod.Element) error { return nil }},
		{"#size", func(list *rod.Element) error {
			return list.Select([]string{"Large"}, true, rod.SelectorTypeText)
		}},
		{"#gift", click},
		{"#courier", click}, // 15
		{"#edit", click},    // a dialog opens
		{"#note", input("Ring twice")},
		{"#save", click},
		{"#submit", click}, // enabled late: a click waits for that
	} {
		el, err := page.Element(step.selector)
		if err == nil {
			err = step.do(el)
		}
		if err != nil {
			return fmt.Errorf("step %d, %s: %w", i+2, step.selector, err)
		}
	}
	done, err := page.ElementR("#done", "Ordered") // 20
	if err != nil {
		return err
	}
	got, err := done.Text()
	if err != nil {
		return err
	}
	if want := "Ordered 2 items, Large, gift true, by courier: Ring twice"; got != want {
		return fmt.Errorf("the page says %q, not %q", got, want)
	}
	return nil
}

func click(el *rod.Element) error { return el.Click(proto.InputMouseButtonLeft, 1) }

func input(text string) func(*rod.Element) error {
	return func(el *rod.Element) error { return el.Input(text) }
}
