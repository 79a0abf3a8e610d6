package trace

import (
	"path/filepath"
	"testing"
)

func TestSourceLeadsBackToItsLine(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct{ dir, file, want string }{
		{"traces", "flows/sign-in.hcl", "../flows/sign-in.hcl:12"},
		{".", "a b.hcl.json", "a b.hcl.json:12"},
		{"x/y", "x/y/z/c:d.hcl", "z/c:d.hcl:12"},
	} {
		dir, file := filepath.Join(root, c.dir), filepath.Join(root, c.file)
		source := Source(dir, file, 12)
		back, line, ok := ResolveSource(dir, source)
		if source != c.want || back != file || line != 12 || !ok {
			t.Errorf("%s from %s: %q, and back %s:%d %v", c.file, c.dir, source, back, line, ok)
		}
	}
	for _, bad := range []string{"", "a.hcl", "a.hcl:", "a.hcl:0", "a.hcl:-1", "a.hcl:x", "../../etc/passwd:1", ":3"} {
		if file, line, ok := ResolveSource(root, bad); ok {
			t.Errorf("%q leads to %s:%d", bad, file, line)
		}
	}
}
