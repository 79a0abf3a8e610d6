package page

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

const outlined = `<!doctype html><html lang=en><title>Acme  console</title><style>.sr{position:absolute;width:1px;height:1px;overflow:hidden} .q::before{content:"No. "}</style>
	<a href="#main" class=sr>Skip</a>
	<header><h1>Acme <small>console</small></h1><nav aria-label=Main><ul><li><a href="/">Home</a></li><li><a href="/tasks">Tasks</a> <b>3</b></li></ul></nav></header>
	<main id=main><h2 class=q>7</h2><p>Two   tasks are
		due, one is <em>late</em>.</p><p hidden>Not seen</p><p></p>
		<section aria-label=Today><div role=heading aria-level=3>Today</div><article><p>Renew <button>Archive</button></p></article></section>
		<form name=login><fieldset><legend>Sign in</legend><label>Email <input type=email value="ada@acme.test"></label><label>Password <input type=password value=hunter2></label>
			<label><input type=checkbox checked> Stay</label><button disabled>Sign in</button></fieldset></form>
		<x-card><template shadowrootmode=open><section><h3>Card <slot name=title></slot></h3><slot></slot></section></template><span slot=title>one</span><button>Buy</button></x-card>
		<div id=doors></div><script>doors.attachShadow({mode: "closed"}).innerHTML = "<p>Behind closed doors</p><button>Open them</button>"</script>
		<img alt="A map" src="data:," width=20 height=20><img alt="" src="data:," width=20 height=20>
		<iframe srcdoc="<h4>Payment</h4><label>Card <input></label><iframe srcdoc='<button>Deep</button>'></iframe>"></iframe><iframe hidden srcdoc="<p>Unseen</p>"></iframe>
		<p>After the frame</p></main>
	<div role=complementary aria-label=Notes><p>note</p></div><footer><p>token hunter2</p></footer>`

func TestOutline(t *testing.T) {
	w := openWith(t, outlined, Options{Mask: func(s string) string { return strings.ReplaceAll(s, "hunter2", "<secret pw>") }})
	w.await(11)
	o, err := w.Outline(testContext(t), OutlineOptions{})
	ok(t, err)
	golden := filepath.Join("testdata", "outline.golden")
	if *update {
		ok(t, os.WriteFile(golden, []byte(o.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	ok(t, err)
	if diff := cmp.Diff(string(want), o.String()); diff != "" {
		t.Errorf("outline (-want +got):\n%s", diff)
	}
	if all := fmt.Sprintf("%+v", o); strings.Contains(all, "hunter2") {
		t.Errorf("the secret is in %s", all)
	}
	h1 := o.Lines[0].find(t, o, KindHeading, "Acme console")
	if h1.Level != 1 || h1.Own != "Acme" || h1.Tag != "h1" || h1.Box[2] <= 0 || h1.Box[3] <= 0 {
		t.Errorf("the first heading is %+v", h1)
	}
	if m := h1.find(t, o, KindLandmark, "Today"); m.Leaf || m.Role != "region" || o.Lines[m.Parent].Role != "main" {
		t.Errorf("the section is %+v", m)
	}
	// Where the page is scrolled to makes no difference.
	w.js(`(document.body.style.height = '5000px', scrollTo(0, 900), 1)`)
	again, err := w.Outline(testContext(t), OutlineOptions{})
	ok(t, err)
	if diff := cmp.Diff(o, again); diff != "" {
		t.Errorf("scrolled (-before +after):\n%s", diff)
	}
}

// find is the line of a kind with that name.
func (Line) find(t *testing.T, o *Outline, kind Kind, name string) Line {
	t.Helper()
	for _, l := range o.Lines {
		if l.Kind == kind && l.Name == name {
			return l
		}
	}
	t.Fatalf("no %s %q in\n%s", kind, name, o)
	return Line{}
}

// The controls of an outline are the candidates: the same nodes, roles and names, whatever the page.
func TestTheControlsOfAnOutlineAreTheCandidates(t *testing.T) {
	w := open(t, "")
	pages := map[string]string{"outlined": outlined, "account": account, "closed": cards}
	files, err := filepath.Glob("testdata/html/*.html")
	ok(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		ok(t, err)
		pages[file] = string(text)
	}
	for seed := range uint64(8) {
		pages[fmt.Sprint("seed ", seed)] = randomPage(seed)
	}
	controls := 0
	for name, html := range pages {
		w.serve("/", html)
		w.visit("/")
		if strings.Contains(html, "<iframe") {
			w.await(11)
		}
		_, rows, err := w.read(testContext(t), 0, "", true)
		ok(t, err)
		o, err := w.Outline(testContext(t), OutlineOptions{})
		ok(t, err)
		controls += len(rows)
		if o.Dropped > 0 {
			t.Errorf("%s: %d lines dropped", name, o.Dropped)
		}
		want, got := map[string]string{}, map[string]string{}
		for _, c := range rows {
			want[fmt.Sprint(c.Frame, " ", c.Node)] = fmt.Sprintf("%s|%s|%s|%v", c.Role, c.Name, value(c.Value), c.Disabled)
		}
		for _, l := range o.Lines {
			if l.Kind == KindControl {
				got[fmt.Sprint(l.Frame, " ", l.Node)] = fmt.Sprintf("%s|%s|%s|%v", l.Role, l.Name, value(l.Value), l.Disabled)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: candidates and controls (-candidates +controls):\n%s", name, diff)
		}
		for i, l := range o.Lines {
			if l.Parent >= i || l.Leaf && i+1 < len(o.Lines) && o.Lines[i+1].Parent == i && l.Kind != KindFrame {
				t.Errorf("%s: line %d lies in %d, leaf %v", name, i, l.Parent, l.Leaf)
			}
		}
	}
	if controls < 400 {
		t.Errorf("the pages have %d controls", controls)
	}
}

func TestAnOutlineIsBounded(t *testing.T) {
	w := open(t, strings.Repeat("<p>"+strings.Repeat("long ", 100)+"</p>", 1100)+`<iframe srcdoc="`+strings.Repeat("<p>in</p>", 60)+`"></iframe><button>`+strings.Repeat("x", 5000)+`</button>`)
	eventually(t, "the frame is there", func() bool {
		o, err := w.Outline(testContext(t), OutlineOptions{})
		return err == nil && o.Dropped+len(o.Lines) == 1100+1+60+1
	})
	for asked, want := range map[int]int{0: 1000, 10: 10, 5000: 1000} {
		o, err := w.Outline(testContext(t), OutlineOptions{Max: asked})
		ok(t, err)
		if len(o.Lines) != want || o.Dropped+len(o.Lines) != 1100+1+60+1 {
			t.Errorf("asked for %d: %d lines, %d dropped", asked, len(o.Lines), o.Dropped)
		}
		for _, l := range o.Lines {
			if len(l.Text) > 200 || len(l.Own) > 200 || len(l.Name) > 120 {
				t.Fatalf("a text of %d, a name of %d", len(l.Text), len(l.Name))
			}
		}
		if !strings.Contains(o.String(), fmt.Sprintf("and %d more", o.Dropped)) {
			t.Error("the text does not say how much is left out")
		}
	}
}

func TestAnOutlineOfAPart(t *testing.T) {
	w := open(t, outlined)
	w.await(11)
	for selector, want := range map[string]string{
		"nav":               "navigation Main\n link Home\n link Tasks",
		"#nothing, article": "article\n button Archive",
		"iframe":            "frame\n heading Payment\n text\n textbox Card\n frame\n button Deep",
		"h4":                "heading Payment",
		"section:has(slot)": "region\n heading Card one\n button Buy",
	} {
		o, err := w.Outline(testContext(t), OutlineOptions{Selector: selector})
		ok(t, err)
		var got []string
		for i, l := range o.Lines {
			if l.Kind == KindText && l.Tag != "label" {
				continue
			}
			words := strings.TrimSpace(l.Role + " " + l.Name)
			if words == "" {
				words = string(l.Kind)
			}
			if i > 0 {
				words = " " + words
			}
			got = append(got, words)
		}
		if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", selector, diff)
		}
	}
	for _, selector := range []string{"#nothing", "a["} {
		if _, err := w.Outline(testContext(t), OutlineOptions{Selector: selector}); err == nil || !strings.Contains(err.Error(), selector) {
			t.Errorf("%s: %v", selector, err)
		}
	}
}
