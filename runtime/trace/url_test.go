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
		{"/home/ada/flows", "file:///home/ada/flows/app.html", "file:app.html"},
		{"/home/ada/flows/", "file:///home/ada/flows/site/app.html?tab=2&x=a/b#top", "file:site/app.html?tab=2&x=a/b#top"},
		{"/home/ada/flows", "file:///home/ada/flows/a%20b%25c%23d%3F.html#%2F", "file:a%20b%25c%23d%3F.html#%2F"},
		{"/home/ada/my flöws", "file:///home/ada/my%20fl%C3%B6ws/app.html", "file:app.html"},
		{"/home/ada/100%", "file:///home/ada/100%25/app.html", "file:app.html"},
		{"/", "file:///app.html", "file:app.html"},
		{"/home/ada/flows", "file:///home/ada/flows/", "file:./"},
		{"/home/ada/flows", "file:///home/ada/flows/a:b.html", "file:a:b.html"},
		{"/home/ada/flows", "file:///home/ada/flows//twice.html", "file:.//twice.html"},
		{"/home/ada/flows", "file:///home/ada/flows/.hidden/a", "file:.hidden/a"},
		// untouched
		{"/home/ada/flows", "file:///home/ada/flows", "file:///home/ada/flows"},
		{"/home/ada/flows", "file:///home/ada/flows2/app.html", "file:///home/ada/flows2/app.html"},
		{"/home/ada/flows", "file:///home/ada/app.html", "file:///home/ada/app.html"},
		{"/home/ada/flows", "file:///home/ada/flows/../app.html", "file:///home/ada/flows/../app.html"},
		{"/home/ada/flows", "file:///home/ada/flows/%2e%2e/app.html", "file:///home/ada/flows/%2e%2e/app.html"},
		{"/home/ada/flows", "file:///home/ada/flows/a%2Fb.html", "file:///home/ada/flows/a%2Fb.html"},
		{"/home/ada/flows", "https://example.com/home/ada/flows/app.html", "https://example.com/home/ada/flows/app.html"},
		{"/home/ada/flows", "about:blank", "about:blank"},
		{"/home/ada/flows", "", ""},
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
		{"/home/ada/flows", "file:my page.html", "file:///home/ada/flows/my%20page.html"},
		{"/home/ada/flows", "file:100%.html", "file:///home/ada/flows/100%25.html"},
		{"/home/ada/flows", "file:täg.html", "file:///home/ada/flows/t%C3%A4g.html"},
		{"/home/ada/flows", "file:../site/app.html", "file:///home/ada/site/app.html"},
		{"/home/ada/flows", "file:../../../../app.html", "file:///app.html"},
		{"/home/ada/flows", "file:a/./b/..", "file:///home/ada/flows/a/"},
		{"/home/ada/flows", "file:app.html#a?b", "file:///home/ada/flows/app.html#a?b"},
		{"/home/ada/a#b?c", "file:app.html", "file:///home/ada/a%23b%3Fc/app.html"},
		{"/home/ada/flows", "file:///etc/hosts", "file:///etc/hosts"},
		{"/home/ada/flows", "file:/etc/hosts", "file:/etc/hosts"},
		{"/home/ada/flows", "app.html", "app.html"},
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
