package browser

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// The console is read after the fact: nothing listened when the lines were written.
func TestConsoleOfThePageThatIsOpen(t *testing.T) {
	url := site(t, map[string]string{
		"/": `<!doctype html><title>t</title><script>
console.log('plain', 42, {a: 1}); console.warn('careful'); console.error('bad');
setTimeout(() => { document.title = 'thrown'; throw new Error('nobody caught this'); });
</script><img src=/missing.png>`,
		"/next": `<!doctype html><title>next</title><script>console.log('of the next page')</script>`,
	})
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, url+"/")
	find := func(level, text string) bool {
		lines, err := tab.Console(testContext(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if l.Level == level && strings.Contains(l.Text, text) {
				return true
			}
		}
		return false
	}
	eventually(t, 5*time.Second, "the uncaught error is in the console", func() bool { return find("error", "nobody caught this") })
	eventually(t, 5*time.Second, "the missing picture is in the console", func() bool { return find("error", "404") })
	for level, text := range map[string]string{"log": "plain 42", "warning": "careful", "error": "bad"} {
		if !find(level, text) {
			t.Errorf("no %s %q in the console", level, text)
		}
	}
	if find("log", "Uncaught") {
		t.Error("the exception is there twice")
	}
	mustGoto(t, tab, url+"/next")
	if find("log", "plain") || !find("log", "of the next page") {
		t.Error("the console of the next page is not its own")
	}
}

// A page cannot tell that its console is read: nothing of it is run for that.
func TestConsoleRunsNothingOfThePage(t *testing.T) {
	url := site(t, map[string]string{"/": `<!doctype html><title>quiet</title><script>
const told = (what) => document.title = 'told by ' + what;
const trap = (o, ...names) => { for (const n of names) Object.defineProperty(o, n, { get() { told(n); return 'x'; }, enumerable: true }); return o; };
console.log(trap({}, 'id', 'toString2', 'constructor2'), trap(new Error('e'), 'stack', 'name', 'message'), trap(() => 1, 'toString3'));
console.debug(trap(document.createElement('div'), 'id'), trap([1], '5'), new Proxy({}, { get(_, n) { told('proxy ' + String(n)); }, ownKeys() { told('keys'); return []; } }));
window.quiet = document.title;
Promise.reject(trap(new Error('r'), 'stack'));
setTimeout(() => { throw trap(new Error('late'), 'stack', 'message', 'name'); });
</script>`})
	_, tab := newTabFor(t, DialogPolicy{})
	mustGoto(t, tab, url+"/")
	eventually(t, 5*time.Second, "the page has thrown", func() bool {
		lines, err := tab.Console(testContext(t))
		return err == nil && slices.ContainsFunc(lines, func(l ConsoleLine) bool { return strings.HasPrefix(l.Text, "Uncaught") })
	})
	evalString(t, tab, tab.MainFrame(), "document.title = 'quiet'") // what logging itself ran is the page's own
	if _, err := tab.Console(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if after := evalString(t, tab, tab.MainFrame(), "document.title"); after != "quiet" {
		t.Errorf("the page knows: %q", after)
	}
}
