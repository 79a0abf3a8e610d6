package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/stdlib/action"
)

// keypad is a document with one target of 20 by 20 pixels among eight neighbours at a distance of 2 pixels. Each
// tells the top document what it receives.
func keypad(dir, name, before string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html><html dir=%s><body style="margin:13px">%s<div id=pad style="display:grid;width:64px;gap:2px;grid-template-columns:20px 20px 20px">`, dir, before)
	for i := range 9 {
		label := fmt.Sprintf("Trap %s %d", name, i)
		if i == 4 {
			label = "Target " + name
		}
		fmt.Fprintf(&b, `<button aria-label="%s" style="all:unset;width:20px;height:20px;background:#8af"></button>`, label)
	}
	b.WriteString(`</div><script>for (const type of ["mousedown", "click"]) pad.addEventListener(type, (e) =>
		top.postMessage(type + " " + (e.target.ariaLabel ?? "the gap"), "*"))</script></body></html>`)
	return b.String()
}

const farDown = `<div style="width:1700px;height:1600px">far down</div>`

// landings are the ways in which the frame of a target may lie in its parent. {src} is the frame's address.
var landings = []struct{ name, before, frame string }{
	{"plain", "", `<iframe src="{src}"></iframe>`},
	{"padded", "", `<iframe src="{src}" style="padding:7px 11px 3px 5px;border:solid #000;border-width:9px 2px 4px 13px"></iframe>`},
	{"shrunk", "", `<div style="transform:scale(.8);transform-origin:0 0"><iframe src="{src}" style="border:6px solid;padding:5px"></iframe></div>`},
	{"grown", "", `<div style="padding:60px"><iframe src="{src}" style="transform:scale(1.5,1.25);border:3px solid"></iframe></div>`},
	{"moved", "", `<iframe src="{src}" style="position:relative;inset-inline-start:33.4px;transform:translate(10.3px,4.6px)"></iframe>`},
	{"zoomed", "", `<iframe src="{src}" style="zoom:1.5;border:5px solid;padding:7px"></iframe>`},
	{"within zoom", "", `<div style="zoom:.75"><iframe src="{src}" style="border:5px solid;padding:7px"></iframe></div>`},
	{"zoomed and scaled", "", `<div style="zoom:1.25"><iframe src="{src}" style="transform:scale(.8);border:5px solid"></iframe></div>`},
	{"scrolled", farDown, `<iframe src="{src}" style="border:4px solid"></iframe>`},
	{"in a scroller", farDown, `<div style="overflow:auto;width:400px;height:120px">` + farDown + `<iframe src="{src}"></iframe></div>`},
}

// Device scales come in two ways. Emulation reaches the documents in the main frame's process only, and Chrome
// loses it when a cross-site frame holds a frame of the first site again; a browser that starts with a scale has
// it everywhere.
func TestAClickLandsOnTheRightSmallButton(t *testing.T) {
	for _, emulated := range []struct {
		dir   string
		scale float64
	}{{"ltr", 1}, {"rtl", 1}, {"ltr", 1.5}, {"rtl", 2}} { // the other two are screens
		t.Run(fmt.Sprintf("%s at %v", emulated.dir, emulated.scale), func(t *testing.T) {
			landAll(t, open(t, ""), emulated.dir, emulated.scale, emulated.scale == 1)
		})
	}
	for dir, scale := range map[string]float64{"ltr": 2, "rtl": 1.5} {
		t.Run(fmt.Sprintf("%s on a screen of %v", dir, scale), func(t *testing.T) {
			shared.once.Do(start)
			ok(t, shared.err)
			b, err := browser.Launch(testContext(t), browser.Options{Args: []string{"--site-per-process", fmt.Sprintf("--force-device-scale-factor=%v", scale)}})
			ok(t, err)
			t.Cleanup(func() { ok(t, b.Close()) })
			landAll(t, openIn(t, b, "", Options{}), dir, scale, true)
		})
	}
}

// landAll clicks the target of every frame of one page, nested ones too when the scale is the screen's own.
func landAll(t *testing.T, w *world, dir string, scale float64, real bool) {
	targets := []string{"Target top"}
	var frames strings.Builder
	for _, l := range landings {
		for _, site := range []string{"{url}", "{other}"} {
			name := l.name + " in " + strings.Trim(site, "{}")
			path := "/" + strings.ReplaceAll(name, " ", "-")
			w.serve(path, keypad(dir, name, l.before))
			frames.WriteString("<div>" + strings.ReplaceAll(l.frame, "{src}", site+path) + "</div>\n")
			targets = append(targets, "Target "+name)
		}
	}
	if real { // nested: this site, in it another one, in that this site again, each in a frame of another kind.
		w.serve("/deep", keypad(dir, "deep", farDown))
		w.serve("/deep-2", `<!doctype html><html dir=`+dir+`><p style="height:900px">far</p><iframe src="{url}/deep" style="border:7px solid;transform:scale(.9)"></iframe>`)
		w.serve("/deep-1", `<!doctype html><html dir=`+dir+`><iframe src="{other}/deep-2" style="padding:9px;zoom:1.2"></iframe>`)
		frames.WriteString(`<iframe src="{url}/deep-1" width=500 height=250></iframe>`)
		targets = append(targets, "Target deep")
	}
	w.serve("/all", keypad(dir, "top", `<script>window.got = []; addEventListener("message", (e) => got.push(e.data))</script>`+frames.String()))

	emulated := scale
	if real {
		emulated = 0 // leave it to the screen
	}
	_, err := w.tab.Session().Call(testContext(t), w.tab.Session().ID(), "Emulation.setDeviceMetricsOverride",
		map[string]any{"width": 900, "height": 700, "deviceScaleFactor": emulated, "mobile": false})
	ok(t, err)
	w.visit("/all")
	nodes := map[string]action.Target{}
	eventually(t, "all frames are read", func() bool {
		for _, c := range w.observeWith(ObserveOptions{Max: 254}).Candidates {
			nodes[c.Name] = action.Target{Fingerprint: c.FP, Frame: c.Frame, Node: c.Node}
		}
		return len(nodes) == 9*len(targets)
	})
	if got := w.js("devicePixelRatio"); got != fmt.Sprint(scale) {
		t.Fatalf("the device scale is %s", got)
	}
	for _, name := range targets {
		if err := w.Click(testContext(t), nodes[name]); err != nil {
			t.Errorf("%s: %v", name, err)
			w.js("(got = [], 1)")
			continue
		}
		eventually(t, name+" is told", func() bool { return strings.Contains(w.js("got"), "click") })
		if got := w.js("got.splice(0)"); got != "mousedown "+name+",click "+name {
			t.Errorf("%s: the documents got %q", name, got)
		}
	}
}
