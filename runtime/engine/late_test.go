package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/engine"
)

// What comes late is waited for, and what was sent is never sent again: smallest pages on which other tools gave up
// early, lost a click or clicked twice. The public reports that they come from are named beside them.

// browserbase/stagehand#2324: a frame of another site that is served after seconds.
func TestALateFrameIsWaitedFor(t *testing.T) {
	out := setup{
		pages: map[string]string{
			"/":     `<p>Checkout</p><script>document.write('<iframe src="' + location.href.replace('127.0.0.1', 'localhost') + 'card"></iframe>')</script>`,
			"/card": `<button onclick="fetch('/gone')">Go on</button>`,
			"/gone": "",
		},
		handle: func(path string) {
			if path == "/card" {
				<-time.After(2300 * time.Millisecond)
			}
		},
		flow: `flow "f" {
			start = "${var.site}/"
			step "click" "go_on" { intent = "Go on" }
		}`,
		decider: picks("Go on", "button|go on"),
	}.run(t)
	out.want(t, engine.Passed, "")
	if n := out.hits("GET /gone"); n != 1 {
		t.Errorf("went on %d times", n)
	}
}

// What the last input set off gets its time, though steps that send none come after it.
func TestTheLastInputTakesEffect(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": `<button onclick="setTimeout(() => fetch('/kept'), 30)">Keep</button>`, "/kept": ""},
		flow: `flow "f" {
			start = "${var.site}/"
			step "click" "keep" { intent = "Keep" }
			step "wait_for" "end" { selector = "body" }
		}`,
		decider: picks("Keep", "button|keep"),
	}.run(t)
	out.want(t, engine.Passed, "")
	if n := out.hits("GET /kept"); n != 1 {
		t.Errorf("kept %d times", n)
	}
}

// microsoft/playwright#27759: a page from a server is seen before its scripts listen.
const hydrated = `<label>Name <input id=name></label><button id=b>Save</button><script>setTimeout(() => {
	const fresh = document.createElement('input'); fresh.id = 'name'; document.querySelector('label input').replaceWith(fresh);
	b.onclick = () => fetch('/saved?' + fresh.value); document.documentElement.dataset.ready = 'yes' }, 800)</script>`

func TestAPageThatListensLateIsWaitedForByItsMark(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": hydrated, "/saved": ""},
		flow: `flow "f" {
			start = "${var.site}/"
			step "wait_for" "ready" { selector = "[data-ready]" }
			step "fill" "name" {
				intent = "Name"
				value  = "Ada"
			}
			step "click" "save" { intent = "Save" }
		}`,
		decider: picks("Name", "textbox|name", "Save", "button|save"),
	}.run(t)
	out.want(t, engine.Passed, "")
	if n := out.hits("GET /saved?Ada"); n != 1 {
		t.Errorf("saved %d times: %s", n, out.text)
	}
}

// microsoft/playwright#4856: the element goes away under the click, and a retry would find another one.
func TestAClickIsNeverSentTwice(t *testing.T) {
	out := setup{
		pages: map[string]string{
			"/":         `<ul><li><button onclick="this.parentNode.remove(); fetch('/archived'); list.insertAdjacentHTML('beforeend', '<li><button onclick=fetch(\'/archived\')>Archive</button>')">Archive</button></ul><ul id=list></ul>`,
			"/archived": "",
		},
		flow: `flow "f" {
			start = "${var.site}/"
			step "click" "archive" {
				intent = "Archive"
				retry { attempts = 3 }
			}
		}`,
		decider: picks("Archive", "button|archive"),
	}.run(t)
	out.want(t, engine.Passed, "")
	if n := out.hits("GET /archived"); n != 1 || len(out.steps) != 1 {
		t.Errorf("archived %d times in %d attempts", n, len(out.steps))
	}
}

// A text that the page did not keep was sent all the same: it is not typed again.
func TestATextThatDoesNotHoldIsNotTypedAgain(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": `<label>Amount <input oninput="fetch('/typed'); setTimeout(() => this.value = '')"></label>`, "/typed": ""},
		flow: `flow "f" {
			start = "${var.site}/"
			step "fill" "amount" {
				intent = "Amount"
				value  = "12"
				retry { attempts = 3 }
			}
		}`,
		decider: picks("Amount", "textbox|amount"),
	}.run(t)
	out.want(t, engine.Failed, "the page changed or refused it")
	if n := out.hits("GET /typed"); n != 1 || len(out.steps) != 1 || out.steps[0].Result.Executed {
		t.Errorf("typed %d times in %d attempts", n, len(out.steps))
	}
}

// product-os/jellyfish#4242: the button is switched on a moment after the last input. The record says that it was off
// when it was chosen.
func TestAButtonThatIsOffWhenItIsChosenIsWaitedFor(t *testing.T) {
	out := setup{
		pages: map[string]string{
			"/":     `<label>Name <input oninput="setTimeout(() => b.disabled = false, 600)"></label><button id=b disabled onclick="fetch('/sent')">Continue</button>`,
			"/sent": "",
		},
		flow: `flow "f" {
			start = "${var.site}/"
			step "fill" "name" {
				intent = "Name"
				value  = "Ada"
			}
			step "click" "continue" { intent = "Continue" }
		}`,
		decider: picks("Name", "textbox|name", "Continue", "button|continue"),
	}.run(t)
	out.want(t, engine.Passed, "")
	if n := out.hits("GET /sent"); n != 1 {
		t.Errorf("sent %d times", n)
	}
	for _, c := range out.steps[1].Candidates {
		if strings.HasPrefix(c.FP, "button") && !c.Disabled {
			t.Errorf("%s is recorded as on", c.FP)
		}
	}
}
