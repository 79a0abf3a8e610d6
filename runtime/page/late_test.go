package page

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// Chrome gives the window of a frame's first, empty document to the document that comes into it from the same site, and
// takes the listeners off it: what a click reaches there is seen all the same, also by one who looked too early.
func TestAFrameThatWasReadBeforeItsDocumentCame(t *testing.T) {
	w := open(t, "")
	come := make(chan struct{})
	w.handle("/late", func(rw http.ResponseWriter, _ *http.Request) {
		<-come
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, `<!doctype html><script>var seen = ''</script><button onmousedown="seen += 'pressed'" onclick="seen += ', clicked'">Late</button>`)
	})
	w.serve("/around", `<!doctype html><iframe src="{url}/late"></iframe>`)
	w.js(`(location.href = '` + w.url + w.path("/around") + `', 1)`)
	eventually(t, "the empty document of the frame is read", func() bool {
		frames := w.tab.Frames()
		if len(frames) < 2 {
			return false
		}
		_, err := w.tab.Eval(testContext(t), frames[1], `jevrunPage.node(1)`)
		return err == nil
	})
	close(come)
	w.await(1)
	late := w.target("button|late")
	ok(t, w.Click(testContext(t), late))
	w.wantWitnessed(late.Frame)
	if got := w.js(`frames[0].seen`); got != "pressed, clicked" {
		t.Errorf("the document saw %q", got)
	}
}

// A page that is opened for writing loses all listeners of its window, ours among them.
func TestADocumentThatWasWrittenAnew(t *testing.T) {
	w := open(t, `<button>Before</button>`)
	w.observe()
	w.js(`(document.open(), document.write("<!doctype html><button>After</button>"), document.close(), 1)`)
	target := w.target("button|after")
	ok(t, w.Click(testContext(t), target))
	w.wantWitnessed(target.Frame, false)
}

// A page has no script when it is read: whatever its first one does comes behind our listeners.
func TestAPageWhoseFirstScriptComesLate(t *testing.T) {
	w := open(t, `<button>Save</button>`)
	_, err := w.tab.Eval(testContext(t), w.frame(0), `jevrunPage.node(1)`)
	ok(t, err)
	target := w.target("button|save")
	w.js(`(["pointerdown", "mousedown", "click"].forEach((type) => addEventListener(type, (e) => e.stopImmediatePropagation(), true)), 1)`)
	ok(t, w.Click(testContext(t), target))
	w.wantWitnessed(target.Frame, true)
}

// wantWitnessed holds that the listeners of a frame, and not only what the browser holds for pressed, told of the last
// click there, and where that is said that they were or were not the first.
func (w *world) wantWitnessed(frame int, first ...bool) {
	w.t.Helper()
	var r []receipt
	ok(w.t, w.ask(testContext(w.t), w.frame(frame), "received", map[string]any{"kinds": []string{"clicked"}}, &r))
	raw, err := w.tab.Eval(testContext(w.t), w.frame(frame), `jevrunFirst.early`)
	ok(w.t, err)
	if len(r) != 1 || !r[0].Seen || !r[0].Meant || len(first) > 0 && string(raw) != fmt.Sprint(first[0]) {
		w.t.Errorf("the listeners told of %+v; they were the first: %s", r, raw)
	}
}

// A document that goes away between the last look and the input gets none, and the next one does not get it either.
func TestInputForADocumentThatWentAwayIsNotSent(t *testing.T) {
	for _, parted := range []bool{false, true} {
		w := open(t, `<button>Next</button>`)
		w.serve("/next", `<!doctype html><script>var seen = 0</script><button onmousedown="seen++" onclick="seen++">Other</button>`)
		a, err := w.approach(testContext(t), w.target("button|next"), point, nil)
		ok(t, err)
		a.First = !parted // the press by itself, then the rest
		w.visit("/next")
		wantError(t, w.click(testContext(t), a), action.Navigation, false, "nothing was sent")
		if got := w.js(`seen`); got != "0" {
			t.Errorf("the document that came saw %s events", got)
		}
	}
}

// An element that its press renames, between the two events of that, is not clicked, also where the button is pressed by
// itself.
func TestWhatThePressRenamesIsNotClicked(t *testing.T) {
	w := open(t, `<button>Before</button>`)
	w.observe()
	w.js(`(document.open(), document.write('<!doctype html><script>var seen = []</script><button>Save</button>'), document.close(), 1)`)
	w.js(`(document.querySelector('button').onpointerdown = (e) => { e.target.textContent = 'Delete' }, 1)`)
	w.js(`(["mousedown", "mouseup", "click"].forEach((type) => document.querySelector('button').addEventListener(type, () => seen.push(type))), 1)`)
	target := w.target("button|save")
	wantError(t, w.Click(testContext(t), target), action.Misdirected, true, "Delete")
	if got := w.js(`seen`); got != "" {
		t.Errorf("the page saw %q", got)
	}
	if raw, err := w.tab.Eval(testContext(t), w.frame(target.Frame), `jevrunFirst.early`); err != nil || string(raw) != "false" {
		t.Errorf("our listeners were the first: %s, %v", raw, err)
	}
}
