package trace

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPortableURL(t *testing.T) {
	for _, c := range []struct{ dir, url, portable string }{
		{"/work/flows", "file:///work/flows/app.html", "file:app.html"},
		{"/work/flows/", "file:///work/flows/site/app.html?tab=2&x=a/b#top", "file:site/app.html?tab=2&x=a/b#top"},
		{"/work/flows", "file:///work/flows/a%20b%25c%23d%3F.html#%2F", "file:a%20b%25c%23d%3F.html#%2F"},
		{"/work/my flöws", "file:///work/my%20fl%C3%B6ws/app.html", "file:app.html"},
		{"/work/100%", "file:///work/100%25/app.html", "file:app.html"},
		{"/", "file:///app.html", "file:app.html"},
		{"/work/flows", "file:///work/flows/", "file:./"},
		{"/work/flows", "file:///work/flows/a:b.html", "file:a:b.html"},
		{"/work/flows", "file:///work/flows//twice.html", "file:.//twice.html"},
		{"/work/flows", "file:///work/flows/.hidden/a", "file:.hidden/a"},
		// untouched
		{"/work/flows", "file:///work/flows", "file:///work/flows"},
		{"/work/flows", "file:///work/flows2/app.html", "file:///work/flows2/app.html"},
		{"/work/flows", "file:///work/app.html", "file:///work/app.html"},
		{"/work/flows", "file:///work/flows/../app.html", "file:///work/flows/../app.html"},
		{"/work/flows", "file:///work/flows/%2e%2e/app.html", "file:///work/flows/%2e%2e/app.html"},
		{"/work/flows", "file:///work/flows/a%2Fb.html", "file:///work/flows/a%2Fb.html"},
		{"/work/flows", "https://example.com/work/flows/app.html", "https://example.com/work/flows/app.html"},
		{"/work/flows", "about:blank", "about:blank"},
		{"/work/flows", "", ""},
	} {
		got := PortableURL(c.dir, c.url)
		if got != c.portable {
			t.Errorf("PortableURL(%q, %q) = %q, want %q", c.dir, c.url, got, c.portable)
		}
		if back := ResolveURL(c.dir, got); back != c.url {
			t.Errorf("ResolveURL(%q, %q) = %q, want %q", c.dir, got, back, c.url)
		}
	}
}

func TestResolveURL(t *testing.T) {
	for _, c := range []struct{ dir, url, want string }{
		{"/work/flows", "file:my page.html", "file:///work/flows/my%20page.html"},
		{"/work/flows", "file:100%.html", "file:///work/flows/100%25.html"},
		{"/work/flows", "file:täg.html", "file:///work/flows/t%C3%A4g.html"},
		{"/work/flows", "file:../site/app.html", "file:///work/site/app.html"},
		{"/work/flows", "file:../../../../app.html", "file:///app.html"},
		{"/work/flows", "file:a/./b/..", "file:///work/flows/a/"},
		{"/work/flows", "file:app.html#a?b", "file:///work/flows/app.html#a?b"},
		{"/work/a#b?c", "file:app.html", "file:///work/a%23b%3Fc/app.html"},
		{"/work/flows", "file:///etc/hosts", "file:///etc/hosts"},
		{"/work/flows", "file:/etc/hosts", "file:/etc/hosts"},
		{"/work/flows", "app.html", "app.html"},
	} {
		if got := ResolveURL(c.dir, c.url); got != c.want {
			t.Errorf("ResolveURL(%q, %q) = %q, want %q", c.dir, c.url, got, c.want)
		}
	}
}

func TestRelativeTraceFolder(t *testing.T) {
	abs, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	page := (&url.URL{Scheme: "file", Path: abs + "/a.html"}).String()
	if got := PortableURL("testdata", page); got != "file:a.html" {
		t.Errorf("PortableURL = %q", got)
	}
	if got := ResolveURL("testdata", "file:a.html"); got != page {
		t.Errorf("ResolveURL = %q, want %q", got, page)
	}
}

func TestURLRoundTrip(t *testing.T) {
	segment := rapid.StringOfN(rapid.RuneFrom([]rune("ab %#?:;.~[]{}|^`\"<>\\+&=@äß日😀")), 1, 8, -1).
		Filter(func(s string) bool { return s != "." && s != ".." })
	rapid.Check(t, func(t *rapid.T) {
		folders := rapid.SliceOfN(segment, 0, 3).Draw(t, "folders")
		below := rapid.SliceOfN(segment, 1, 3).Draw(t, "below")
		tail := rapid.SampledFrom([]string{"", "?q=1&r=%2F", "#top", "?a#b", "?", "#"}).Draw(t, "tail")
		dir := "/" + strings.Join(folders, "/")
		path := make([]string, 0, 6)
		for _, s := range append(folders, below...) {
			path = append(path, encodeSegment(s, true))
		}
		page := "file:///" + strings.Join(path, "/") + tail
		portable := PortableURL(dir, page)
		if !strings.HasPrefix(portable, "file:") || strings.HasPrefix(portable, "file:/") {
			t.Fatalf("%q under %q became %q", page, dir, portable)
		}
		if !strings.HasSuffix(portable, tail) {
			t.Fatalf("%q lost the tail %q", portable, tail)
		}
		if back := ResolveURL(dir, portable); back != page {
			t.Fatalf("%q became %q and came back as %q", page, portable, back)
		}
		// the folder moved: the same page below it
		moved := ResolveURL("/elsewhere", portable)
		if PortableURL("/elsewhere", moved) != portable {
			t.Fatalf("%q does not survive a move", portable)
		}
		u, err := url.Parse(page)
		if err != nil || u.Path != "/"+strings.Join(append(folders, below...), "/") {
			t.Fatalf("%q does not name the file: %v", page, err)
		}
	})
}
