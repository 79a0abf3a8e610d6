package browser

import (
	"testing"
	"time"
)

// Workers of all kinds run: nobody holds them up, and nobody hears of them.
func TestWorkersRun(t *testing.T) {
	_, tab := newTabFor(t, DialogPolicy{})
	const script = "data:text/javascript,"
	mustGoto(t, tab, site(t, map[string]string{
		"/": `<iframe srcdoc="<script>new Worker('` + script + `postMessage(1)').onmessage = () => parent.said('frame')</script>"></iframe><script>
			var all = [];
			var said = (who) => { all.push(who); document.title = all.sort().join(); };
			new Worker("` + script + `postMessage(1)").onmessage = () => said("worker");
			new SharedWorker("` + script + `onconnect = (e) => e.ports[0].postMessage(1)").port.onmessage = () => said("shared");
			const nested = "new Worker('` + script + `postMessage(1)').onmessage = () => postMessage(1)";
			new Worker("` + script + `" + encodeURIComponent(nested)).onmessage = () => said("nested");
		</script>`,
	}))
	eventually(t, 10*time.Second, "all workers answer", func() bool {
		return evalString(t, tab, tab.MainFrame(), `document.title`) == "frame,nested,shared,worker"
	})
	if n := len(tab.Frames()); n != 2 {
		t.Errorf("the tab has %d frames, want 2", n)
	}
}
