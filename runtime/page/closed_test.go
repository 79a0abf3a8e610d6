package page

import (
	"fmt"
	"testing"

	"github.com/jevrun/jevrun/stdlib/action"
)

// cards puts 100 cards on a page, each with a closed root that holds another closed root with a button and a field.
const cards = `<div id=list></div><script>
	window.got = [];
	customElements.define("x-inner", class extends HTMLElement {
		connectedCallback() {
			const n = this.dataset.n;
			const root = this.attachShadow({ mode: "closed" });
			root.innerHTML = "<button>Buy " + n + "</button><input aria-label='Count " + n + "'>";
			root.querySelector("button").onclick = () => got.push("bought " + n);
			root.querySelector("input").oninput = (e) => got.push(n + ":" + e.target.value);
		}
	});
	for (let i = 1; i <= 100; i++) {
		const card = document.createElement(i % 2 ? "x-card" : "div");
		if (i % 3 === 0 && i % 2) card.innerHTML = "<span>in the slot</span>";
		list.append(card);
		card.attachShadow({ mode: "closed" }).innerHTML = "<p>Card <slot></slot></p><x-inner data-n=" + i + "></x-inner>";
	}
	</script>`

func TestClosedShadowRootsAreReadAndActedIn(t *testing.T) {
	w := open(t, cards)
	obs := w.observeWith(ObserveOptions{Max: 254})
	for i := 1; i <= 100; i++ {
		for _, key := range []string{fp("button", fmt.Sprint("Buy ", i)), fp("textbox", fmt.Sprint("Count ", i))} {
			if c := get(t, obs, key); c.Same != 1 {
				t.Errorf("%s: %d are the same", key, c.Same)
			}
		}
	}
	if obs.Total != 200 {
		t.Errorf("%d candidates, want 200", obs.Total)
	}
	target := func(fp string) action.Target {
		return action.Target{Fingerprint: fp, Frame: 0, Node: get(t, obs, fp).Node}
	}
	for _, n := range []string{"1", "50", "99"} {
		ok(t, w.Click(testContext(t), target("button|buy "+n)))
		if got := w.js("got.splice(0)"); got != "bought "+n {
			t.Errorf("clicking %s: the page got %q", n, got)
		}
		if got := w.Received(); got != `button "Buy `+n+`"` {
			t.Errorf("received by %s", got)
		}
		ok(t, w.Fill(testContext(t), target("textbox|count "+n), "7"))
		if got := w.js("got.splice(0)"); got != n+":7" {
			t.Errorf("filling %s: the page got %q", n, got)
		}
		ok(t, w.Press(testContext(t), target("textbox|count "+n), "2"))
		if got := w.js("got.splice(0)"); got != n+":72" {
			t.Errorf("a key for %s: the page got %q", n, got)
		}
	}
}

func TestALateClosedRootIsFound(t *testing.T) {
	w := open(t, `<div id=host></div><x-late></x-late><div style="height:20px"></div>`)
	if n := w.observe().Total; n != 0 {
		t.Fatalf("%d candidates", n)
	}
	w.js(`(host.attachShadow({mode: "closed"}).innerHTML = "<button>One</button>", customElements.define("x-late", class extends HTMLElement {
		constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<button>Two</button>" } }), 1)`)
	if n := w.observe().Total; n != 2 {
		t.Errorf("%d candidates, want 2", n)
	}
}

// What might be a host and is none is asked about once, and not again at each look.
func TestAHostWithoutAClosedRootIsAskedOnce(t *testing.T) {
	w := open(t, `<button>Go</button><p id=empty style="height:20px"></p><x-none style="display:block;height:20px"></x-none>`)
	w.observe()
	raw, err := w.tab.Eval(testContext(t), w.frame(0), `String(jevrunPage.suspects().length)`)
	if err != nil || string(raw) != `"0"` {
		t.Errorf("after a look %s hosts would be asked again, %v", raw, err)
	}
}

// A root that is attached between the decision and the act changes nothing that tells; an equal in it is seen all the same.
func TestAnEqualInAClosedRootThatCameLateIsSeen(t *testing.T) {
	w := open(t, `<button onclick="window.hit = true">Delete</button><div id=late></div>`)
	target := w.target("button|delete")
	w.js(`(late.attachShadow({ mode: "closed" }).innerHTML = "<button>Delete</button>", 1)`)
	wantError(t, w.Click(testContext(t), target), action.Ambiguous, false, "2 elements")
	w.serve("/", `<button onclick="window.hit = true">Delete</button><div id=late></div>`)
	w.visit("/")
	target = w.target("button|delete")
	w.js(`(late.attachShadow({ mode: "closed" }).innerHTML = "<button>Keep</button>", 1)`)
	ok(t, w.Click(testContext(t), target))
	if got := w.js(`window.hit`); got != "true" {
		t.Error("it was not clicked")
	}
}
