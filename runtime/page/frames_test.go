package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Frames of every kind are read, and a frame keeps its index as long as it lives.
func TestFramesOfEveryKind(t *testing.T) {
	w := open(t, "")
	w.serve("/near", `<button>Near</button><iframe src="{other}/far"></iframe>`)
	w.serve("/far", `<button>Far</button><iframe srcdoc="<button>Inmost</button>"></iframe>`)
	w.serve("/", `<iframe srcdoc="<button>Here</button>"></iframe><iframe sandbox srcdoc="<button>Boxed</button>"></iframe>
		<iframe sandbox=allow-scripts src="{other}/box"></iframe><iframe src="{url}/near"></iframe>
		<iframe style="width:0;height:0;border:0" srcdoc="<button>Nowhere</button>"></iframe><iframe hidden srcdoc="<button>Hidden</button>"></iframe>
		<iframe style="transform:scale(.5)" srcdoc="<button>Small</button>"></iframe>
		<x-a><template shadowrootmode=open><iframe hidden srcdoc="<button>Unseen</button>"></iframe>
		<iframe srcdoc="<button onclick='parent.got = 1'>Shadow</button>"></iframe><iframe src="{other}/deep"></iframe></template></x-a><p id=end></p>`)
	w.serve("/deep", `<button onclick="top.postMessage(2, '*')">Deep</button>`)
	w.serve("/box", `<button>Far box</button>`)
	w.visit("/")
	indexes := func() map[string]int {
		at := map[string]int{}
		for _, c := range w.observe().Candidates {
			at[c.Name] = c.Frame
		}
		return at
	}
	names := []string{"Here", "Boxed", "Far box", "Near", "Far", "Inmost", "Small", "Shadow", "Deep"}
	eventually(t, "all frames are read", func() bool {
		at := indexes()
		for _, name := range names {
			if at[name] == 0 {
				return false
			}
		}
		return len(at) == len(names)
	})
	w.js("(onmessage = (e) => { got = e.data }, 1)")
	for name, want := range map[string]string{"Shadow": "1", "Deep": "2"} {
		ok(t, w.Click(testContext(t), w.target(fp("button", name))))
		eventually(t, "the page got the click on "+name, func() bool { return w.js("window.got") == want })
	}
	before := indexes()
	w.js(`(end.innerHTML = '<iframe srcdoc="<button>Late</button>"></iframe>', 1)`)
	eventually(t, "a late frame is read", func() bool { return indexes()["Late"] != 0 })
	after := indexes()
	delete(after, "Late")
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("indexes (-before +after a late frame):\n%s", diff)
	}
}

// What is switched off says so, whoever switched it off.
func TestWhatIsSwitchedOff(t *testing.T) {
	w := open(t, `<button disabled>A</button><button aria-disabled=true>B</button><fieldset disabled><legend><button>C</button></legend><button>D</button></fieldset>
		<div role=toolbar aria-disabled=true><button>E</button></div><select aria-label=F disabled><option>x</select><button aria-disabled=false>G</button>
		<x-a aria-disabled=true><template shadowrootmode=open><button>H</button></template></x-a>`)
	var off, on []string
	for _, c := range w.observe().Candidates {
		if c.Disabled {
			off = append(off, c.Name)
		} else {
			on = append(on, c.Name)
		}
	}
	if got := strings.Join(off, "") + " " + strings.Join(on, ""); got != "FABDEH CG" {
		t.Errorf("off and on: %q", got)
	}
}

// A file field that cannot be seen is there for an upload, called as the label that stands for it.
func TestAFileFieldBehindItsLabel(t *testing.T) {
	w := open(t, `<label>Picture <input type=file hidden></label><label for=f>Report</label><input id=f type=file style="opacity:0;position:absolute">`)
	if got := strings.Join(fps(w.observe()), " "); got != "textbox|report textbox|picture" {
		t.Errorf("candidates %q", got)
	}
}

// A page that is known is looked at by a guess where its frames stand and what they share of the shortlist. What is said
// of it is what somebody says who sees it for the first time, whatever happened in between.
func TestALookAtAKnownPageSaysWhatAFirstLookSays(t *testing.T) {
	w := open(t, "")
	w.serve("/in", `<!doctype html>`+strings.Repeat(`<button onclick=1>In</button><a href=/x>Link</a><input aria-label=Field>`, 40))
	w.serve("/around", `<!doctype html><button>Own</button><iframe id=far src="{other}/in" width=400 height=100></iframe><p style="height:600px">`+
		`<iframe id=near src="{url}/in" width=300 height=300></iframe><iframe id=deep srcdoc="<button>Deep</button><iframe id=inner src='{url}/in' height=80></iframe>"></iframe>`)
	w.visit("/around")
	eventually(t, "all are loaded", func() bool { return w.observe().Total == 362 })
	for _, change := range []string{
		`1`,
		`scrollTo(0, 500)`,
		`far.height = 20`,
		`near.contentWindow.scrollTo(0, 200)`,
		`near.contentDocument.querySelectorAll('input').forEach((el, i) => i % 2 && el.remove())`,
		`far.style.display = "none"`,
		`scrollTo(0, 0)`,
		`far.style.display = ""`,
		`deep.contentDocument.getElementById('inner').style.width = "40px"`,
		`document.body.prepend(Object.assign(document.createElement("input"), { placeholder: "First" }))`,
		`near.style.transform = "scale(.5) translate(-200px, -900px)"`,
	} {
		w.js("(" + change + ", 1)")
		known := w.observe()
		first, err := New(w.tab, Options{}).Observe(testContext(t), ObserveOptions{})
		ok(t, err)
		if diff := cmp.Diff(first, known); diff != "" {
			t.Errorf("after %s a known page is not what it is at first sight:\n%s", change, diff)
		}
		if again := w.observe(); !cmp.Equal(first, again) {
			t.Errorf("after %s the look behind it says something else:\n%s", change, cmp.Diff(first, again))
		}
	}
}
