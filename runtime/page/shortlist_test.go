package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/stdlib/action"
)

// What a trace of spec 0 relies on, on one page of the kind that its tool was made for.
const account = `<!doctype html><title>Account</title><nav><a href="/pricing">Pricing</a><a href="/empty"><img alt="" src="data:," width=16 height=16></a><img usemap="#m" src="data:," width=20 height=20><map name=m><area href="#n" alt=North shape=default></map></nav>
	<form><fieldset><legend>Sign in</legend><label>Email <input type=email></label><label>Password <input type=password value=hunter2></label><button>Sign in</button></fieldset></form>
	<form><fieldset><legend>New to Acme?</legend><label>Work email <input placeholder="you@work" value="ada@acme.test"></label><button>Create account</button></fieldset></form>
	<form><fieldset><legend>Notification settings</legend><label>Alert email <input type=email></label><button style="display:none">Save</button></fieldset></form>
	<section><h2>Today</h2><ul><li>Renew <button aria-label="Archive Renew">Done</button></li></ul></section>
	<iframe srcdoc="<button>Pay</button>"></iframe><x-a><template shadowrootmode=open><button>Pay later</button></template></x-a>`

func TestAPageOfSeveralFormsIsReadWhole(t *testing.T) {
	w := open(t, account)
	w.await(11)
	obs := w.observe()
	if obs.Dropped != 0 || obs.Total != len(obs.Candidates) {
		t.Errorf("listed %d of %d, dropped %d", len(obs.Candidates), obs.Total, obs.Dropped)
	}
	var got []string
	for _, c := range obs.Candidates {
		got = append(got, fmt.Sprintf("%s %s|%s|%s|%s|%s", c.CID, c.Role, c.Name, value(c.Scope), value(c.Value), value(c.Placeholder)))
	}
	want := []string{
		"f0:c1 textbox|Email|Sign in||",
		"f0:c2 textbox|Password|Sign in|••••|",
		"f0:c3 textbox|Work email|New to Acme?|ada@acme.test|you@work",
		"f0:c4 textbox|Alert email|Notification settings||",
		"f0:c5 button|Sign in|Sign in||",
		"f0:c6 button|Create account|New to Acme?||",
		"f0:c7 button|Archive Renew|Today||",
		"f0:c8 button|Pay later|||",
		"f1:c1 button|Pay|||",
		"f0:c9 link|Pricing|||",
		"f0:c10 link|empty|||", // a link without a name is called as its address; it was left out before
		"f0:c11 link|North|||",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}

// What is in view goes first, and of that what takes input.
func TestAShortlistOfFiveHoldsTheFieldAndNothingFarAway(t *testing.T) {
	var links strings.Builder
	for i := range 60 {
		fmt.Fprintf(&links, "<a href='#%d'>Link %d</a> ", i, i)
	}
	w := open(t, links.String()+`<label>Find <input type=search></label><div style="height:3000px"></div><button>Far</button>`)
	obs := w.observeWith(ObserveOptions{Max: 5})
	if got, want := strings.Join(fps(obs), " "), "searchbox|find link|link 0 link|link 1 link|link 2 link|link 3"; got != want {
		t.Errorf("listed %q, want %q", got, want)
	}
	if obs.Total != 62 || obs.Dropped != 57 {
		t.Errorf("total %d, dropped %d", obs.Total, obs.Dropped)
	}
}

// One order for one frame and for all of them, in the page and on our side: a shorter list is the beginning of a
// longer one.
func TestAShorterListIsTheBeginningOfALongerOne(t *testing.T) {
	var all strings.Builder
	for _, role := range []string{"menuitemradio", "link", "slider", "button", "switch", "tab", "menuitemcheckbox", "treeitem", "checkbox", "menuitem", "radio", "spinbutton", "searchbox", "option"} {
		fmt.Fprintf(&all, "<div role=%s tabindex=0 aria-label=%s>x</div>", role, role)
	}
	one := all.String() + `<div style="height:3000px"></div>` + strings.ReplaceAll(all.String(), "aria-label=", "aria-label=far-")
	w := open(t, one)
	w.serve("/frame", all.String())
	cids := func(n int) []string {
		var list []string
		for _, c := range w.observeWith(ObserveOptions{Max: n}).Candidates {
			list = append(list, c.CID+" "+c.FP)
		}
		return list
	}
	for least, html := range map[int]string{28: one, 56: `<iframe srcdoc="` + all.String() + `"></iframe><iframe src="{other}/frame"></iframe>` + one} {
		w.serve("/", html)
		w.visit("/")
		w.await(least)
		long := cids(254)
		for n := 1; n < len(long); n += least/14 - 1 {
			if short := cids(n); !slices.Equal(short, long[:n]) {
				t.Errorf("the first %d: %q\nof all: %q", n, short, long[:n])
			}
		}
	}
}

// A target stays the element that it was, whatever is listed afterwards.
func TestATargetOutlivesOtherLists(t *testing.T) {
	w := open(t, log+`<button id=a>First</button><button id=b>Second</button><div style="height:3000px"></div><button id=c>Third</button><button id=d>Fourth</button>`)
	top := w.observeWith(ObserveOptions{Max: 2})
	first := get(t, top, "button|first")
	w.js(`(scrollTo(0, 1e6), 1)`)
	bottom := w.observeWith(ObserveOptions{Max: 2})
	if got := strings.Join(fps(bottom), " "); got != "button|third button|fourth" || bottom.Candidates[0].CID != first.CID {
		t.Fatalf("listed %q", got)
	}
	ok(t, w.Click(testContext(t), action.Target{Fingerprint: first.FP, Node: first.Node}))
	fourth := get(t, bottom, "button|fourth")
	ok(t, w.Click(testContext(t), action.Target{Fingerprint: fourth.FP, Node: fourth.Node}))
	if got := w.js(`seen.filter(s => s.startsWith('click'))`); got != "click:a,click:d" {
		t.Errorf("clicked %q", got)
	}
}

// A fingerprint is made of the name as it is recorded. What differs only behind that is not told apart, and so is
// not acted on.
func TestNamesThatDifferBehindTheCutAreRefused(t *testing.T) {
	long := strings.Repeat("a long name ", 10)
	w := open(t, log+`<button>`+long+`one</button><button>`+long+`two</button>`)
	obs := w.observe()
	c := obs.Candidates[0]
	if c.FP != obs.Candidates[1].FP || c.Same != 2 || len(c.Name) > 120 || !strings.HasSuffix(c.Whole, "one") {
		t.Errorf("candidates %+v", obs.Candidates)
	}
	wantError(t, w.Click(testContext(t), action.Target{Fingerprint: c.FP, Node: c.Node}), action.Ambiguous, false)
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
}

// Groups, references and what shuts off hold through shadow roots.
func TestWhatStandsAroundAShadowRootHoldsInIt(t *testing.T) {
	const own = `<template shadowrootmode=open><button>Save</button></template>`
	w := open(t, `<fieldset><legend>Billing</legend><x-a>`+own+`</x-a></fieldset>
		<section><h2>Profile</h2><x-b>`+own+`</x-b></section>
		<form name=search><x-c>`+own+`</x-c></form>
		<div aria-hidden=true><x-d><template shadowrootmode=open><button>Hidden</button></template></x-d></div>
		<div inert><x-e><template shadowrootmode=open><button>Inert</button></template></x-e></div>
		<div aria-disabled=true><x-f><template shadowrootmode=open><button>Off</button></template></x-f></div>
		<x-g><template shadowrootmode=open><span id=n>In the root</span><button aria-labelledby=n>t</button></template></x-g>
		<span id=n>Outside</span>`)
	var got []string
	for _, c := range w.observe().Candidates {
		got = append(got, fmt.Sprintf("%s in %s, off %v", c.FP, value(c.Scope), c.Disabled))
	}
	want := []string{"button|save in Billing, off false", "button|save in Profile, off false", "button|save in search, off false",
		"button|off in , off true", "button|in the root in , off false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	for _, within := range []string{"Billing", "Profile", "search"} {
		if obs := w.observeWith(ObserveOptions{Within: within}); obs.Total != 1 || obs.Candidates[0].FP != "button|save" {
			t.Errorf("within %s: %q", within, fps(obs))
		}
	}
}
