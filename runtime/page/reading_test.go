package page

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A frame whose process does nothing any more costs its deadline once: it is asked again when it answers, and when it
// shows another document.
func TestAFrameThatDoesNotAnswerCostsItsDeadlineOnce(t *testing.T) {
	w := open(t, `<button>Here</button><iframe src="{other}/busy"></iframe>`)
	w.serve("/busy", `<button>There</button><script>onmessage = (e) => { const end = Date.now() + e.data; while (Date.now() < end); }</script>`)
	w.visit("/")
	if got := strings.Join(fps(w.observe()), " "); got != "button|here button|there" {
		t.Fatalf("candidates %q", got)
	}
	w.js(`frames[0].postMessage(6000, '*')`)
	look := func() *Observation { // with two seconds for all of it, a frame may take one
		t.Helper()
		obs, err := w.Observe(within(t, 2*time.Second), ObserveOptions{})
		ok(t, err)
		return obs
	}
	eventually(t, "the frame is busy", func() bool { return len(look().Unread) == 1 })
	start := time.Now()
	for range 3 {
		obs := look()
		if strings.Join(fps(obs), " ") != "button|here" || len(obs.Unread) != 1 || !strings.Contains(obs.Unread[0], "does not answer") {
			t.Fatalf("candidates %q, unread %q", fps(obs), obs.Unread)
		}
	}
	if took := time.Since(start); took > 900*time.Millisecond {
		t.Errorf("three more looks took %v: the frame was waited for again", took)
	}
	end := time.Now().Add(20 * time.Second)
	for strings.Join(fps(look()), " ") != "button|here button|there" {
		if time.Now().After(end) {
			t.Fatal("the frame answers again and is not read")
		}
	}
}

// What is in view is so in the window of the tab, whatever the frame thinks.
func TestInViewIsWhatTheWindowShows(t *testing.T) {
	inner := `<button>Top</button><div style='height:1500px'></div><button>Bottom</button>`
	w := open(t, `<button>Main</button><iframe srcdoc="`+inner+`" style="position:absolute;top:100px;width:300px;height:5000px;border:0"></iframe>
		<iframe src="{other}/far" style="position:absolute;top:6000px;width:300px;height:300px"></iframe>
		<iframe srcdoc="<iframe srcdoc='<button>Deep</button>' style='position:absolute;top:900px'></iframe>" style="position:absolute;left:400px;top:100px;height:1200px;width:350px"></iframe>`)
	w.serve("/far", `<button>Far</button>`)
	w.visit("/")
	want := map[string]bool{"button|main": true, "button|top": true, "button|bottom": false, "button|far": false, "button|deep": false}
	eventually(t, "all frames are loaded", func() bool { return w.observe().Total == len(want) })
	check := func() {
		t.Helper()
		obs := w.observe()
		for fp, in := range want {
			if c := get(t, obs, fp); c.InViewport != in {
				t.Errorf("%s is in view: %v", fp, c.InViewport)
			}
		}
	}
	check()
	w.js(`scrollTo(0, 5800)`)
	want = map[string]bool{"button|main": false, "button|top": false, "button|bottom": false, "button|far": true, "button|deep": false}
	check()
	w.js(`scrollTo(0, 900)`)
	want = map[string]bool{"button|main": false, "button|top": false, "button|bottom": true, "button|far": false, "button|deep": true}
	check()
}

func TestASelectorSeesClosedRootsWithoutAnObservation(t *testing.T) {
	w := open(t, `<div id=host></div><script>host.attachShadow({ mode: "closed" }).innerHTML = "<x-in></x-in>";
		customElements.define("x-in", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<p class=late>x</p>" } })</script>`)
	seen, err := w.Visible(testContext(t), ".late")
	ok(t, err)
	if !seen {
		t.Error("what a closed root in a closed root holds is not seen")
	}
}

// The shortlist of a page of many frames is what a look at each of them alone would make.
func TestFramesShareTheShortlist(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, `<iframe srcdoc="%s" style="height:60px"></iframe>`, strings.Repeat(fmt.Sprintf("<a href=#>Link %d</a><button>Button %d</button><input aria-label='Field %d'><button>Only %d</button>", i, i, i, i), 3))
	}
	w := open(t, b.String())
	eventually(t, "all frames are loaded", func() bool { return w.observe().Total == 144 })
	_, all, err := w.read(testContext(t), 0, "", true)
	ok(t, err)
	for _, limit := range []int{1, 7, 50, 120, 144, 200} {
		obs := w.observeWith(ObserveOptions{Max: limit})
		want := shortlist(append([]placed{}, all...), limit)
		if len(obs.Candidates) != len(want) || obs.Dropped != 144-len(want) {
			t.Fatalf("limit %d: %d candidates, %d dropped", limit, len(obs.Candidates), obs.Dropped)
		}
		for i, c := range obs.Candidates {
			if c.Node != want[i].Node || c.CID != want[i].CID || c.Same != want[i].Same || c.Same != 3 {
				t.Errorf("limit %d, place %d: %s %s same %d, want %s %s same %d", limit, i, c.CID, c.FP, c.Same, want[i].CID, want[i].FP, want[i].Same)
			}
		}
	}
}

// Frames in each other are read at any depth, and what is behind the bound is said to be unread.
func TestManyFramesAreReadUpToABound(t *testing.T) {
	w := open(t, `<button>Go</button><script>
		let at = window; for (let i = 0; i < 70; i++) { const f = at.document.createElement("iframe"); at.document.body.append(f); at = f.contentWindow } at.document.body.innerHTML = "<button>Deep</button>"
		for (let i = 0; i < 60; i++) document.body.append(Object.assign(document.createElement("iframe"), { width: 50, height: 30 }))</script>`)
	obs := w.observe()
	if got := strings.Join(fps(obs), " "); got != "button|go button|deep" {
		t.Errorf("candidates %q", got)
	}
	if len(obs.Unread) != 1 || !strings.Contains(obs.Unread[0], "31 frames behind the first 100") {
		t.Errorf("unread %q", obs.Unread)
	}
}
