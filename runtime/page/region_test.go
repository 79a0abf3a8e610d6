package page

import (
	"errors"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

const regions = log + `
<header aria-label="Top bar"><button>Save</button></header>
<table><tr><th>Task</th></tr><tr><td>Renew TLS certificate</td><td><button id=r1>Archive</button></td></tr>
<tr><td>Renew TLS</td><td><button id=r2>Archive</button></td></tr><tr><td>Pay rent</td><td><button id=r3>Archive</button></td></tr></table>
<ul><li>Milk <button>Remove</button><ul><li>Oat milk <button>Remove</button></li></ul></li></ul>
<fieldset><legend>Billing address</legend><button>Save</button></fieldset>
<div class=card><div class=head><h2>Profile</h2></div><div><button id=p>Save</button></div></div>
<div class=card><div class=head><h2>Security</h2></div><div><button id=s>Save</button></div></div>
<h2>Danger zone</h2><p>careful</p><button id=d>Save</button><h3>Sub</h3><a href=#>Deeper</a><h2>Next</h2><a href=#>Other</a>
<div role=dialog aria-label="Edit task"><button>Save</button></div>
<section><h2>Log</h2><button>Clear</button></section>
<details open><summary>Advanced</summary><button>Reset</button></details>
<form name=search><input aria-label=Query></form>`

func TestWithinNarrowsToTheInnermostRegion(t *testing.T) {
	w := open(t, regions)
	for within, want := range map[string]string{
		"Renew TLS certificate": "button|archive",
		"renew   tls":           "button|archive", // exactly, so not the certificate's row
		"pay":                   "button|archive",
		"Oat milk":              "button|remove",
		"rent Archive":          "button|archive", // the cells of a row stand apart
		"Billing address":       "button|save",
		"billing":               "button|save",
		"Profile":               "button|save",
		"Security":              "button|save",
		"Danger zone":           "button|save link|deeper",
		"Edit task":             "button|save",
		"Log":                   "button|clear",
		"Advanced":              "button|advanced button|reset",
		"search":                "textbox|query",
		"Top bar":               "button|save",
	} {
		obs, err := w.Observe(testContext(t), ObserveOptions{Within: within})
		if err != nil {
			t.Errorf("%s: %v", within, err)
			continue
		}
		if got := strings.Join(fps(obs), " "); got != want {
			t.Errorf("within %q: %q, want %q", within, got, want)
		}
		if obs.Total != len(obs.Candidates) {
			t.Errorf("within %q: total %d", within, obs.Total)
		}
		for _, c := range obs.Candidates {
			if c.Same != 1 {
				t.Errorf("within %q: %s has same %d", within, c.FP, c.Same)
			}
		}
	}
	if obs := w.observeWith(ObserveOptions{Within: "Renew"}); obs.Total != 2 || obs.Candidates[0].Same != 2 {
		t.Errorf("two rows: total %d, %+v", obs.Total, obs.Candidates)
	}
}

func TestActWithin(t *testing.T) {
	w := open(t, regions)
	for within, id := range map[string]string{"Renew TLS certificate": "r1", "Renew TLS": "r2", "Pay rent": "r3", "Profile": "p", "Danger zone": "d"} {
		obs := w.observeWith(ObserveOptions{Within: within})
		c := obs.Candidates[0]
		ok(t, w.Click(testContext(t), action.Target{Fingerprint: c.FP, Frame: c.Frame, Within: within, Node: c.Node}))
		if got := w.js(`seen.at(-1)`); got != "click:"+id {
			t.Errorf("within %q: %q", within, got)
		}
	}
	wantError(t, w.Click(testContext(t), action.Target{Fingerprint: "button|archive", Within: "Renew"}), action.Ambiguous, false)
	wantError(t, w.Click(testContext(t), action.Target{Fingerprint: "button|archive", Within: "Renew TSL"}), action.Detached, false, `"Renew TLS`)
}

func TestNoRegionNamesTheNearest(t *testing.T) {
	w := open(t, regions)
	_, err := w.Observe(testContext(t), ObserveOptions{Within: "Dangerous zone"})
	var region *RegionError
	if !errors.As(err, &region) || region.Nearest[0] != "Danger zone" || len(region.Nearest) != 3 {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(err.Error(), `"Danger zone"`) {
		t.Errorf("error %v", err)
	}
	w.serve("/", `<button>Alone</button>`)
	w.visit("/")
	if _, err := w.Observe(testContext(t), ObserveOptions{Within: "x"}); !errors.As(err, &region) {
		t.Errorf("error %v", err)
	}
}

func TestWithinFindsTheRegionInAFrame(t *testing.T) {
	w := open(t, `<button>Pay</button><iframe srcdoc="<fieldset><legend>Card</legend><button>Pay</button></fieldset>"></iframe>`)
	obs := w.observeWith(ObserveOptions{Within: "Card"})
	if obs.Total != 1 || obs.Candidates[0].Frame != 1 {
		t.Errorf("observed %+v", obs.Candidates)
	}
}
