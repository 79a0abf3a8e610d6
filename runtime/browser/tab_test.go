package browser

import (
	"testing"
	"time"
)

func TestSmoke(t *testing.T) {
	s := time.Now()
	b := sharedBrowser(t)
	t.Logf("launch %v %s", time.Since(s), b.Version())
	s = time.Now()
	_, tab := newTabFor(t, DialogPolicy{})
	t.Logf("tab %v", time.Since(s))
	url := site(t, map[string]string{"/": `<title>Hi</title><p>hello`})
	s = time.Now()
	mustGoto(t, tab, url)
	t.Logf("goto %v", time.Since(s))
	title, err := tab.Title(testContext(t))
	if err != nil || title != "Hi" {
		t.Fatalf("title %q, %v", title, err)
	}
	t.Logf("%s %+v", tab.URL(), tab.Frames()[0])
}
