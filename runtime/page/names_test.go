package page

import (
	"strconv"
	"strings"
	"testing"
)

// Each row is one control; want is its fingerprint, "" for what is no candidate.
var nameCases = []struct{ about, html, want string }{
	{"text of a button", `<button>Sign in</button>`, "button|sign in"},
	{"white space collapses", "<button>  Sign \n\t in\u00a0 </button>", "button|sign in"},
	{"aria-labelledby before aria-label", `<span id=x>Billing</span><button aria-labelledby=x aria-label=Other>t</button>`, "button|billing"},
	{"aria-labelledby joins in its order", `<span id=x>One</span><span id=y>Two</span><button aria-labelledby="y x">t</button>`, "button|two one"},
	{"aria-labelledby of itself", `<span id=x>account</span><button id=me aria-label="Delete" aria-labelledby="me x">t</button>`, "button|delete account"},
	{"a hidden labelledby target counts", `<span id=x hidden>Secret <b>name</b></span><button aria-labelledby=x>t</button>`, "button|secret name"},
	{"a labelledby target around the control does not speak of it", `<div id=x>Effort <div role=slider tabindex=0 style="width:9px;height:9px" aria-valuenow=20 aria-labelledby=x></div></div>`, "slider|effort"},
	{"a missing labelledby target falls through", `<button aria-labelledby=nowhere>Text</button>`, "button|text"},
	{"aria-label before text", `<button aria-label="Close dialog">×</button>`, "button|close dialog"},
	{"empty aria-label does not count", `<button aria-label=" ">Text</button>`, "button|text"},
	{"all labels", `<label for=i>First</label><label for=i>Second</label><input id=i>`, "textbox|first second"},
	{"a wrapping label without its control", `<label>Amount <select><option>1</select></label>`, "combobox|amount"},
	{"a hidden label gives nothing", `<label for=i hidden>Nope</label><input id=i placeholder=Email>`, "textbox|email"},
	{"title before placeholder", `<input title="Your mail" placeholder="x@y">`, "textbox|your mail"},
	{"placeholder", `<input placeholder="Search here" type=search>`, "searchbox|search here"},
	{"text and alt of an image inside", `<a href=#><img alt="Logo" src=data:,> Acme</a>`, "link|logo acme"},
	{"an icon by its alt", `<button><img alt="Settings" src=data:,></button>`, "button|settings"},
	{"svg title", `<button><svg width=9 height=9><title>Trash</title><path d=""/></svg></button>`, "button|trash"},
	{"title of an icon button", `<button title="More"><svg width=9 height=9></svg></button>`, "button|more"},
	{"visible text before the tooltip", `<button title="Tooltip">Text</button>`, "button|text"},
	{"aria-hidden children do not speak", `<button><span aria-hidden=true>★</span>Rate</button>`, "button|rate"},
	{"hidden children do not speak", `<button>Rate<span hidden>5</span><span style="visibility:hidden">6</span></button>`, "button|rate"},
	{"blocks are words apart", `<button><div>Open</div><div>file</div></button>`, "button|open file"},
	{"inline parts are not", `<button>S<b>ig</b>n</button>`, "button|sign"},
	{"submit without a value", `<input type=submit>`, "button|submit"},
	{"reset without a value", `<input type=reset>`, "button|reset"},
	{"button input by value", `<input type=button value="Go on">`, "button|go on"},
	{"image input by alt", `<input type=image alt="Find" src=data:, style="width:20px;height:20px">`, "button|find"},
	{"a value inside a label speaks", `<label for=c>After <input value=5 aria-label=n> minutes</label><input type=checkbox id=c>`, "textbox|n checkbox|after 5 minutes"},
	{"a password does not", `<label for=c>Keep <input type=password value=hunter2> safe</label><input type=checkbox id=c>`, "textbox|keep checkbox|keep safe"},
	{"aria-label of a child speaks", `<a href=#><span aria-label="Inbox">I</span> 3</a>`, "link|inbox 3"},
	{"what has no name is there all the same", `<button></button><a href=#></a><input>`, "textbox|unnamed button|unnamed"},
	{"the text beside it is the name of a field without one", `<div>Amount: <input></div>`, "textbox|amount"},
	{"the text after it is the name of a box without one", `<div><input type=checkbox> Remember me</div>`, "checkbox|remember me"},
	{"an icon without a name is called as its class", `<button><i class="fa fa-trash-alt"></i></button>`, "button|trash alt"},
	{"an icon without a name is called as its symbol", `<button><svg width=9 height=9><use href="#icon-close"/></svg></button>`, "button|icon close"},
	{"a link without a name is called as its address", `<a href="/user-settings.html?x=1"><img src=data:,></a>`, "link|user settings"},
	{"a field without a name is called as its component", `<x-a label=Total><template shadowrootmode=open><input></template></x-a>`, "textbox|total"},
	{"or as what its component says", `<p>Before</p><x-a>Comment<template shadowrootmode=open><p><slot></slot></p><textarea></textarea></template></x-a>`, "textbox|comment"},
	{"text that is slotted into a control", `<x-a>Save<template shadowrootmode=open><button><slot></slot> now</button></template></x-a>`, "button|save now"},
	{"what a slot says where nothing is slotted", `<x-a><template shadowrootmode=open><button><slot>Open</slot></button></template></x-a>`, "button|open"},
	{"what a style sheet writes", `<style>.n::before{content:"No "}.n::after{content:" of 9"}</style><button class=n>7</button>`, "button|no 7 of 9"},
	{"what a style sheet says in words", `<style>.s::before{content:"★" / "star"}</style><button class=s></button>`, "button|star"},
	{"the caption of a table in a control", `<a href=#><table><caption>Plan</caption><tr><th>x</th></tr></table></a>`, "link|plan"},
	{"a picture that is a link", `<svg width=60 height=30><a href="#"><text y=20>Go on</text></a></svg>`, "link|go on"},
	{"references of references count once", `<span id=x aria-labelledby=y>One</span><span id=y>Two</span><button aria-labelledby=x>t</button>`, "button|one"},
	{"case folds in the fingerprint", `<button>STRASSE Straße</button>`, "button|strasse strasse"},

	{"contenteditable", `<div contenteditable aria-label=Body>x</div>`, "textbox|body"},
	{"contenteditable true", `<div contenteditable=TRUE aria-label=Body>x</div>`, "textbox|body"},
	{"contenteditable plaintext-only", `<div contenteditable=plaintext-only aria-label=Body>x</div>`, "textbox|body"},
	{"contenteditable false", `<div contenteditable=false aria-label=Body>x</div>`, ""},
	{"only the editing host", `<div contenteditable aria-label=Body><p contenteditable aria-label=Part>x</p></div>`, "textbox|body"},
	{"summary", `<details><summary>More facts</summary>x</details>`, "button|more facts"},
	{"spinbutton", `<input type=number aria-label=Count>`, "spinbutton|count"},
	{"aria spinbutton", `<div role=spinbutton tabindex=0 aria-label=Hours>3</div>`, "spinbutton|hours"},
	{"treeitem", `<div role=tree><div role=treeitem tabindex=0>src</div></div>`, "treeitem|src"},
	{"date is a textbox", `<input type=date aria-label=Due>`, "textbox|due"},
	{"color is a textbox", `<input type=color aria-label=Ink>`, "textbox|ink"},
	{"options that lie elsewhere", `<div role=combobox tabindex=0 aria-expanded=true aria-controls=pop aria-label=City>Bonn</div><div style="position:absolute;top:60px"><div role=listbox aria-label=Cities id=pop><div role=option>Ulm</div></div></div>`, "combobox|city listbox|cities option|ulm"},
	{"menu items", `<div role=menu style="position:fixed;top:60px"><div role=menuitem>Cut</div><div role=menuitemcheckbox aria-checked=true>Wrap</div></div>`, "menuitem|cut menuitemcheckbox|wrap"},
	{"a tree item outside of a tree", `<div role=treeitem tabindex=0>src</div>`, "button|src"},
	{"text with a list is a combobox", `<input list=l aria-label=City><datalist id=l><option>Bonn</datalist>`, "combobox|city"},
	{"multiple select", `<select multiple aria-label=Tags><option>a</select>`, "listbox|tags"},
	{"widget role", `<div role=switch aria-label=Wifi tabindex=0>on</div>`, "switch|wifi"},
	{"first known role", `<div role="fancy BUTTON" tabindex=0>Go</div>`, "button|go"},
	{"presentation does not hold on a link", `<a href=# role=presentation>Go</a>`, "link|go"},
	{"onclick attribute", `<div onclick="1">Open card</div>`, "button|open card"},
	{"a control that is not there does not make a net", `<div onclick="1">Menu<ul hidden><li><a href=#>In</a></ul></div>`, "button|menu"},
	{"a combobox in a name says what it shows", `<div role=button tabindex=0>Sort by <span role=combobox tabindex=0 aria-label=Key>date</span></div>`, "combobox|key button|sort by date"},
	{"a break is a text to the browser, and the tip none by the standards", `<button title=Delete><br></button>`, "button|delete"},
	{"a link that says it is a list item is called as its text", `<div role=list><a href=# role=listitem>One</a></div>`, "listitem|one"},
	{"onclick net over controls", `<div onclick="1"><button>In</button></div>`, "button|in"},
	{"what takes the focus", `<div tabindex=0>text</div>`, "button|text"},
	{"a panel that takes the focus", `<div tabindex=0 role=tabpanel>text</div>`, ""},
	{"a scroller that takes the focus", `<div tabindex=0 style="height:20px;overflow:auto">text<p style="height:90px"></p></div>`, ""},
	{"what shows the hand, once", `<div style="cursor:pointer"><span>Card <b>one</b></span></div>`, "button|card one"},
	{"what clears a field shows the hand in it", `<div role=combobox tabindex=0 aria-label=Tags style="cursor:text;width:200px"><span style="cursor:pointer">×</span> ink</div>`, "combobox|tags button|×"},
	{"what is most of a tab is the tab", `<div role=tablist><x-t role=tab tabindex=0><template shadowrootmode=open><div style="cursor:pointer">General</div></template></x-t></div>`, "tab|general"},
	{"what takes the focus is the control, not what shows the hand in it", `<div tabindex=0><div style="cursor:pointer">Inbox</div></div>`, "button|inbox"},
	{"but for a small part of it", `<div tabindex=0 style="width:300px">Inbox <i style="cursor:pointer">x</i></div>`, "button|inbox x button|x"},
	{"the hand of a control is the control's", `<button><span style="cursor:pointer">Go</span></button>`, "button|go"},
	{"an option outside of a list is none", `<div role=option tabindex=0>stray</div><button role=option>b</button>`, "button|stray button|b"},
	{"a first token of none ends the search", `<div role="none button">x</div>`, ""},
	{"what hands a click on and is switched off itself", `<div tabindex=0>Read<a inert href=#>.</a></div>`, "button|read."},
	{"link without href", `<a>not a link</a>`, ""},
	{"link without href that is clicked", `<a onclick="1">Next page</a>`, "link|next page"},
	{"a cell that reacts", `<table role=grid><tr><td role=gridcell tabindex=0>14</td></tr></table>`, "gridcell|14"},
	{"a label is its control's", `<label for=i>Mail</label><input id=i>`, "textbox|mail"},
	{"a drawing that is clicked", `<canvas onclick="1" aria-label=Board width=50 height=50></canvas>`, "button|board"},
	{"a tip that names the keys of one system does not count beside the text", `<a href=#x title="Discuss the page [ctrl-option-t]" accesskey=t>Talk</a>`, "link|talk"},

	{"display none", `<button style="display:none">x</button>`, ""},
	{"visibility hidden", `<button style="visibility:hidden">x</button>`, ""},
	{"visible inside hidden", `<div style="visibility:hidden"><button style="visibility:visible">x</button></div>`, "button|x"},
	{"opacity 0", `<div style="opacity:0"><button>x</button></div>`, ""},
	{"zero size", `<button style="width:0;height:0;padding:0;border:0;overflow:hidden">x</button>`, ""},
	{"hidden from the eye the usual way", `<a href=# style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">skip</a>`, ""},
	{"cut off by a box of no size", `<div style="width:0;height:0;overflow:hidden"><button>x</button></div>`, ""},
	{"cut off below", `<div style="height:20px;overflow:hidden;position:relative"><button style="position:absolute;top:60px">x</button></div>`, ""},
	{"not cut off by what it is not laid out in", `<div style="height:5px;overflow:hidden"><button style="position:absolute;top:60px">x</button></div>`, "button|x"},
	{"scrolled out of a list", `<div style="height:20px;overflow:auto"><p style="height:90px"></p><button>x</button></div>`, "button|x"},
	{"far to the left", `<button style="position:absolute;left:-9999px">x</button>`, ""},
	{"a transparent field over what is drawn for it", `<div style="position:relative">Pick<select aria-label=Pick style="opacity:0;position:absolute;inset:0;width:60px;height:20px"><option>a</select></div>`, "combobox|pick"},
	{"covered for now", `<div style="position:relative"><button>x</button><div style="position:absolute;inset:0;background:#fff"></div></div>`, "button|x"},
	{"aria-hidden ancestor", `<div aria-hidden=true><button>x</button></div>`, ""},
	{"inert ancestor", `<div inert><button>x</button></div>`, ""},
	{"closed details", `<details><summary>S</summary><button>x</button></details>`, "button|s"},
	{"open details", `<details open><summary>S</summary></details><a href=#>y</a>`, "button|s link|y"},
	{"hidden input", `<input type=hidden aria-label=x>`, ""},
	{"styled checkbox behind a label", `<label><input type=checkbox style="opacity:0;position:absolute;width:0;height:0"> Agree</label>`, "checkbox|agree"},
	{"image link whose box is in the image", `<a href=# style="display:inline;font-size:0"><img alt=Home src=data:, style="float:left;width:20px;height:20px"></a>`, "link|home"},
}

func TestNamesRolesAndVisibility(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!doctype html><body>")
	for _, c := range nameCases {
		// A shadow root each keeps ids and labels of the cases apart.
		b.WriteString("<div class=case><template shadowrootmode=open>" + c.html + "</template></div>\n")
	}
	w := open(t, b.String())
	for i, c := range nameCases {
		t.Run(strings.ReplaceAll(c.about, " ", "_"), func(t *testing.T) {
			obs := w.observeCase(t, i)
			if got := strings.Join(fps(obs), " "); got != c.want {
				t.Errorf("%s\n got %q\nwant %q", c.html, got, c.want)
			}
		})
	}
}

// observeCase shows one case only and observes.
func (w *world) observeCase(t *testing.T, i int) *Observation {
	t.Helper()
	w.js(`document.querySelectorAll('.case').forEach((el, n) => { el.style.display = n === ` + strconv.Itoa(i) + ` ? '' : 'none' })`)
	obs, err := w.Observe(testContext(t), ObserveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if obs.Total != len(obs.Candidates) {
		t.Errorf("total %d, listed %d", obs.Total, len(obs.Candidates))
	}
	return obs
}

// TestNameCasesAgreeWithChrome holds the cases against Chrome's own tree.
func TestNameCasesAgreeWithChrome(t *testing.T) {
	var b strings.Builder
	b.WriteString("<!doctype html><body>")
	for _, c := range nameCases {
		b.WriteString("<div style='position:relative'><template shadowrootmode=open>" + c.html + "</template></div>\n")
	}
	tally := newTally("cases")
	tally.compare(open(t, b.String()), "cases")
	tally.report(t, 0.98)
}
