package browser

import (
	"runtime"
	"testing"
	"time"
)

// Contexts that come and go leave no goroutine and no memory of themselves.
func TestContextsLeaveNothing(t *testing.T) {
	b := sharedBrowser(t)
	url := site(t, framePages)
	one := func() {
		c, err := b.NewContext(testContext(t), ContextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := c.NewTab(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		tab.SetScript(`globalThis.x = 1`)
		mustGoto(t, tab, url)
		w, err := tab.Network(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tab.Frames() {
			_, _ = tab.Eval(testContext(t), f, `x`) // a frame may be on its way
		}
		if err := c.Close(testContext(t)); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	one()
	before := runtime.NumGoroutine()
	for range 8 {
		one()
	}
	eventually(t, 5*time.Second, "as many goroutines as before", func() bool { return runtime.NumGoroutine() <= before+2 })
	b.mu.Lock()
	n := len(b.contexts)
	b.mu.Unlock()
	if n != 0 {
		t.Errorf("%d contexts are remembered", n)
	}
}
