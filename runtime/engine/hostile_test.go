package engine_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/engine"
)

// A page that opens dialogs without end, and one that is called by millions of letters, do not fill the trace.
func TestAPageDoesNotFillTheTrace(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": `<button onclick="document.title = 't'.repeat(3e6); for (let i = 0; i < 300; i++) alert('m'.repeat(2e4) + i)">Go</button>`},
		flow: `flow "f" {
			start = "${var.site}/"
			step "click" "go" { intent = "Go" }
			step "click" "again" { intent = "Go" }
			step "assert" "never" {
				that    = "page.title == ''"
				timeout = "300ms"
			}
		}`,
		decider: picks("Go", "button|go"),
	}.run(t)
	out.want(t, engine.Failed, "")
	dialogs, more := 0, 0.0
	for _, a := range out.actions {
		if a.Tool == "dialog" {
			dialogs++
			n, _ := a.Result["more"].(float64)
			more += n
			if len(a.Request["message"].(string)) > 5000 {
				t.Errorf("a message of %d letters", len(a.Request["message"].(string)))
			}
		}
	}
	if dialogs > 200 || dialogs+int(more) != 600 {
		t.Errorf("%d dialogs are recorded and %v counted, of 600", dialogs, more)
	}
	if len(out.text) > 2e6 {
		t.Errorf("the trace has %d bytes", len(out.text))
	}
	if title := out.steps[1].Title; !strings.HasPrefix(title, "ttt") || len(title) > 5000 {
		t.Errorf("a title of %d letters", len(title))
	}
}

// slow lets the page change, and answers when the page has told its server that it did.
type slow struct {
	scripted
	asked, changed chan struct{}
}

func (s slow) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	close(s.asked)
	select {
	case <-s.changed:
	case <-ctx.Done():
		return decide.Response{}, ctx.Err()
	}
	return s.scripted.Decide(ctx, req)
}

// While the decider thinks, the page makes something else of what it was asked about. Nothing may be clicked.
func TestThePageChangesDuringTheDecision(t *testing.T) {
	for name, change := range map[string]string{
		"another name":      `a.textContent = 'Put everything away'`,
		"another role":      `a.setAttribute('role', 'link')`,
		"its twin":          `a.replaceWith(a.cloneNode(true))`,
		"a second one":      `document.body.append(a.cloneNode(true))`,
		"names swapped":     `a.textContent = 'Keep'; b.textContent = 'Archive'`,
		"covered":           `document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0"></div>')`,
		"switched off":      `a.disabled = true`,
		"hidden":            `a.hidden = true`,
		"no pointer events": `a.style.pointerEvents = 'none'`,
		"a modal dialog":    `document.body.insertAdjacentHTML('beforeend', '<dialog id=d><button>Yes</button></dialog>'); d.showModal()`,
		"another document":  `document.open(); document.write('<button onclick="fetch(\'/clicked\')">Archive</button>'); document.close()`,
	} {
		t.Run(name, func(t *testing.T) {
			d := slow{picks("Archive", "button|archive"), make(chan struct{}), make(chan struct{})}
			out := setup{
				pages: map[string]string{"/": `<button id=a>Archive</button><button id=b>Other</button>
					<script>document.addEventListener('click', () => fetch('/clicked'), true);
					window.change = () => { ` + change + `; }; fetch('/wait').then(() => { change(); fetch('/changed') })</script>`},
				handle: func(path string) {
					switch path {
					case "/wait":
						select {
						case <-d.asked:
						case <-time.After(20 * time.Second): // it never is: the test fails by itself
						}
					case "/changed":
						close(d.changed)
					}
				},
				flow: `flow "f" {
					start   = "${var.site}/"
					timeout = "1s"
					step "click" "archive" { intent = "Archive" }
				}`,
				decider: d,
			}.run(t)
			out.want(t, engine.Failed, "")
			if out.steps[0].Result.Executed || out.hits("GET /clicked") != 0 {
				t.Errorf("something was clicked: %s", out.text)
			}
		})
	}
}
