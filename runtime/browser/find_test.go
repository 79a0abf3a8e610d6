package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	bin := t.TempDir()
	add := func(name, body string) string {
		t.Helper()
		path := filepath.Join(bin, name)
		if err := os.WriteFile(path, []byte(body), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Setenv("PATH", bin)
	t.Setenv(PathEnv, "")
	fails := func(explicit string, headed bool, want ...string) {
		t.Helper()
		f, err := Find(explicit, headed)
		if err == nil {
			t.Errorf("Find(%q, %t) found %+v", explicit, headed, f)
			return
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("Find(%q, %t): the error has no %q: %v", explicit, headed, w, err)
			}
		}
	}
	finds := func(explicit string, headed bool, path string, kind Kind) {
		t.Helper()
		f, err := Find(explicit, headed)
		if err != nil || f.Path != path || f.Kind != kind {
			t.Errorf("Find(%q, %t) = %+v, %v; want %s %s", explicit, headed, f, err, path, kind)
		}
	}

	fails("", false, "apt install chromium-headless-shell", "jevrun doctor", PathEnv)
	fails("", true, "apt install chromium", "jevrun doctor")
	fails("/no/such", false, "/no/such", "the browser that was asked for", "jevrun doctor")

	chrome := add("google-chrome", "\x7fELF")
	finds("", false, chrome, Chrome)
	chromium := add("chromium", "\x7fELF")
	finds("", false, chromium, Chromium)
	shell := add("chromium-headless-shell", "\x7fELF")
	finds("", false, shell, HeadlessShell)
	finds("", true, chromium, Chromium)
	finds(chrome, false, chrome, Chrome)
	finds("chromium", false, chromium, Chromium) // a name is looked up
	fails(shell, true, "has no window", shell)

	t.Setenv(PathEnv, chrome)
	finds("", false, chrome, Chrome)
	finds(chromium, false, chromium, Chromium)
	t.Setenv(PathEnv, filepath.Join(bin, "gone"))
	fails("", false, PathEnv, "gone")
	t.Setenv(PathEnv, "")

	// A name that is linked to another one is listed once.
	if err := os.Symlink(chromium, filepath.Join(bin, "chromium-browser")); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range installed(false) {
		paths = append(paths, f.Path)
	}
	if want := []string{shell, chromium, chrome}; strings.Join(paths, " ") != strings.Join(want, " ") {
		t.Errorf("installed: %q, want %q", paths, want)
	}
}

func TestBehindWrapper(t *testing.T) {
	dir := t.TempDir()
	write := func(name, body string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	binary := write("chrome", "\x7fELF")
	wrapper := write("google-chrome", "#!/bin/bash\nexec \"$HERE/chrome\" \"$@\"\n")
	if got := behindWrapper(wrapper); got != binary {
		t.Errorf("Google's wrapper leads to %s", got)
	}
	other := write("google-chrome-mine", "#!/bin/sh\nexec google-chrome --proxy-server=x \"$@\"\n")
	if got := behindWrapper(other); got != other {
		t.Errorf("somebody's own script leads to %s", got)
	}
	if got := behindWrapper(binary); got != binary {
		t.Errorf("a binary leads to %s", got)
	}
}

func TestAllHasVersions(t *testing.T) {
	all := All(false)
	if len(all) == 0 {
		t.Fatal("no browser to test with")
	}
	for _, f := range all {
		if len(strings.Split(f.Version, ".")) != 4 {
			t.Errorf("%s has version %q", f.Path, f.Version)
		}
		t.Logf("%+v", f)
	}
	if f, err := Find("", false); err != nil || f.Path != all[0].Path {
		t.Errorf("Find chose %+v (%v), and All has %+v first", f, err, all[0])
	}
}
