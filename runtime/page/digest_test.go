package page

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDigest(t *testing.T) {
	mask := func(s string) string { return strings.ReplaceAll(s, "hunter2", "<secret pw>") }
	w := openWith(t, `<nav>Menu</nav><h1>Above</h1><main><h2>  Tasks
		due </h2><ul><li>Renew   TLS</li><li hidden>Unseen</li><li><br><br></li></ul><p>Token hunter2</p><script>"code"</script>
		<x-a><template shadowrootmode=open><style>i{}</style><p>In the shade</p></template></x-a></main>
		<x-b><template shadowrootmode=open><p>Beside</p></template></x-b>
		<iframe srcdoc="<main><p>In the frame</p></main><p>around it</p>"></iframe><iframe hidden srcdoc="<p>Unseen too</p>"></iframe>
		<dialog id=d><p>Really?</p><button>Yes</button></dialog>`, Options{Mask: mask})
	want := "Tasks due\nRenew TLS\nToken <secret pw>\nIn the shade\nIn the frame"
	eventually(t, "the frame is there", func() bool {
		facts, _, err := w.Facts(testContext(t), false)
		return err == nil && strings.Contains(facts.Text, "around it")
	})
	if got, err := w.Digest(testContext(t)); err != nil || got != want {
		t.Errorf("digest %q (%v), want %q", got, err, want)
	}
	w.js(`(d.showModal(), 1)`)
	if got, err := w.Digest(testContext(t)); err != nil || got != "Really?\nYes" {
		t.Errorf("behind a modal dialog: %q (%v)", got, err)
	}
	w.serve("/", `<p>`+strings.Repeat("ä long line ", 500)+`</p><p>after it</p>`)
	w.visit("/")
	got, err := w.Digest(testContext(t))
	ok(t, err)
	if n := utf8.RuneCountInString(got); n != 700 || !strings.HasPrefix(got, "ä long line ä") {
		t.Errorf("%d characters: %q", n, got)
	}
	w.serve("/", ``)
	w.visit("/")
	if got, err := w.Digest(testContext(t)); err != nil || got != "" {
		t.Errorf("an empty page says %q (%v)", got, err)
	}
}
