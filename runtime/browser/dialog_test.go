package browser

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Dialogs that two processes open at the same moment: either both are answered, or the page is called crashed
// and works again after Goto. It never hangs.
func TestSimultaneousDialogs(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	const alarm = `<script>const at = Number(new URL(location).searchParams.get("at"))
		const spin = () => { while (Date.now() < at); alert(location.host) }
		setTimeout(spin, Math.max(0, at - Date.now() - 20))</script>`
	url := site(t, map[string]string{
		"/":      `<p>x`,
		"/both":  `<script>const at = Date.now() + 250; document.write('<iframe src="/alarm?at=' + at + '"></iframe><iframe src="{other}/alarm?at=' + at + '"></iframe>')</script>`,
		"/alarm": alarm,
	})
	fine, crashes := 0, 0
	for range 12 {
		before := len(tab.Dialogs())
		mustGoto(t, tab, url+"/both")
		crashed := tab.Crashed()
		eventually(t, 5*time.Second, "both dialogs, or a crash", func() bool {
			return len(tab.Dialogs()) == before+2 || isClosed(crashed)
		})
		// Whatever happened, calls come back.
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		_, err := tab.Eval(ctx, tab.MainFrame(), `new Promise(f => setTimeout(f, 30))`)
		cancel()
		switch {
		case err == nil:
			fine++
		case errors.Is(err, ErrCrashed):
			crashes++
		default:
			t.Fatalf("a page with two dialogs: %v", err)
		}
		mustGoto(t, tab, url+"/")
		if raw, err := tab.Eval(testContext(t), tab.MainFrame(), `1+1`); err != nil || string(raw) != "2" {
			t.Fatalf("after it: %s, %v", raw, err)
		}
	}
	t.Logf("%d pairs answered, %d crashed", fine, crashes)
}
