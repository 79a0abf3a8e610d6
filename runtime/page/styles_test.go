package page

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const styled = `<!doctype html><title>Styled</title><style>body{margin:0;font-family:serif} button{display:flex;gap:3px;width:100.4px;height:30px;box-sizing:border-box;margin:0;padding:1.6px 2px;color:rgb(1,2,3);background:#fff;border-radius:8px;font-size:13.3333px;--token:hunter2;background-image:url("/x?t=hunter2")}</style>
	<h1 style="font-size:32px;margin:0;line-height:40px">One</h1><button>Save</button><button style="display:none">Unseen</button>
	<x-a><template shadowrootmode=open><style>button{color:rgb(9,9,9)}</style><button>Deep</button></template></x-a>
	<iframe srcdoc="<style>button{color:rgb(7,7,7)}</style><button>Framed</button>"></iframe><p>text</p>`

func TestStyles(t *testing.T) {
	w := openWith(t, styled, Options{Mask: func(s string) string { return strings.ReplaceAll(s, "hunter2", "<secret pw>") }})
	w.await(3)
	s, err := w.Styles(testContext(t), StylesOptions{})
	ok(t, err)
	var names []string
	for _, e := range s.Elements {
		names = append(names, fmt.Sprintf("%d %s %s %s", e.Frame, e.Role, e.Name, e.Values["color"]))
		if len(e.Values) != len(StyleProperties) {
			t.Errorf("%s has %d values", e.Name, len(e.Values))
		}
	}
	if diff := cmp.Diff([]string{"0 button Save rgb(1, 2, 3)", "0 button Deep rgb(9, 9, 9)", "1 button Framed rgb(7, 7, 7)"}, names); diff != "" {
		t.Errorf("styled candidates (-want +got):\n%s", diff)
	}
	save := s.Elements[0]
	if save.Box != [4]int{0, 40, 100, 30} || s.Title != "Styled" || s.URL != w.url+w.path("/") || s.Dropped != 0 {
		t.Errorf("got %+v", s)
	}
	for name, want := range map[string]string{"display": "flex", "width": "100px", "padding": "2px 2px", "border-radius": "8px", "font-size": "13px", "gap": "3px", "background-color": "rgb(255, 255, 255)", "font-weight": "400"} {
		if got := save.Values[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	s, err = w.Styles(testContext(t), StylesOptions{Selector: "h1, button, p", Properties: []string{"font-size", "--token", "background-image"}, Max: 3})
	ok(t, err)
	var got []string
	for _, e := range s.Elements {
		got = append(got, strings.TrimSpace(e.Tag+" "+e.Role+" "+e.Name)+" "+e.Values["font-size"])
	}
	if diff := cmp.Diff([]string{"h1 heading One 32px", "button button Save 13px", "button button Deep 13px"}, got); diff != "" || s.Dropped != 2 {
		t.Errorf("dropped %d, elements (-want +got):\n%s", s.Dropped, diff)
	}
	if all := fmt.Sprintf("%+v", s); strings.Contains(all, "hunter2") || !strings.Contains(all, "<secret pw>") {
		t.Errorf("the secret is in %s", all)
	}
	if s, err := w.Styles(testContext(t), StylesOptions{Selector: "#nothing"}); err != nil || len(s.Elements) != 0 {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, o := range []StylesOptions{{Selector: "a["}, {Properties: []string{"color;x"}}} {
		if _, err := w.Styles(testContext(t), o); err == nil || !strings.Contains(err.Error(), o.Selector) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestSavedOutlineAndStyles(t *testing.T) {
	w := open(t, styled)
	dir := t.TempDir()
	ok(t, w.SaveOutline(testContext(t), filepath.Join(dir, "o.txt"), "h1, p"))
	text, err := os.ReadFile(filepath.Join(dir, "o.txt"))
	ok(t, err)
	if want := "page \"Styled\"\n  heading 1 \"One\"\n  text \"text\"\n"; string(text) != want {
		t.Errorf("saved %q, want %q", text, want)
	}
	ok(t, w.SaveStyles(testContext(t), filepath.Join(dir, "s.json"), "h1"))
	text, err = os.ReadFile(filepath.Join(dir, "s.json"))
	ok(t, err)
	var s Styles
	ok(t, json.Unmarshal(text, &s))
	if len(s.Elements) != 1 || s.Elements[0].Values["line-height"] != "40px" || s.Elements[0].Box != [4]int{0, 0, 1280, 40} {
		t.Errorf("saved %s", text)
	}
	if err := w.SaveOutline(testContext(t), filepath.Join(dir, "none.txt"), "#nothing"); err == nil {
		t.Error("no error for a selector that matches nothing")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
		t.Errorf("left: %q", left)
	}
}
