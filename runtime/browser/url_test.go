package browser_test

import (
	"testing"

	"github.com/jevrun/jevrun/runtime/browser"
)

func TestPageURL(t *testing.T) {
	for page, want := range map[string]string{
		"http://127.0.0.1:8080/a?b=c": "http://127.0.0.1:8080/a?b=c",
		"file:///srv/a.html":          "file:///srv/a.html",
		"about:blank":                 "about:blank",
		"data:text/html,hi":           "data:text/html,hi",
		"app.html":                    "file:///flows/app.html",
		"sub/my page.html?seed=7#top": "file:///flows/sub/my%20page.html?seed=7#top",
		"../up.html":                  "file:///up.html",
		"/abs/x.html":                 "file:///abs/x.html",
	} {
		if got := browser.PageURL("/flows", page); got != want {
			t.Errorf("PageURL(%q) = %q, want %q", page, got, want)
		}
	}
}
