package outfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/outfile"
)

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), text, err, want)
	}
}

func TestALinkIsReplacedAndAnEditGoesThroughIt(t *testing.T) {
	dir := t.TempDir()
	mine, link := filepath.Join(dir, "mine"), filepath.Join(dir, "link")
	put(t, mine, "old", 0o640)
	if err := os.Symlink(mine, link); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Rewrite(link, []byte("edited")); err != nil {
		t.Fatal(err)
	}
	holds(t, mine, "edited")
	if info, err := os.Stat(mine); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the rights are %v, %v", info.Mode(), err)
	}
	if err := outfile.Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, mine, "edited")
	holds(t, link, "new")
	if info, err := os.Lstat(link); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the link is still there: %v, %v", info.Mode(), err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("something is left beside: %v, %v", files, err)
	}
}

func TestWhatIsNoFileIsWrittenToAsItIs(t *testing.T) {
	if err := outfile.Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Errorf("the device was replaced: %v, %v", info, err)
	}
}

func TestWhatCannotBeWrittenSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                              "is a folder; name a file in it",
		filepath.Join(dir, "no", "file"): "make it first",
		"/proc/self/x":                   "/proc/self/x cannot be written",
	} {
		if err := outfile.Write(path, nil); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
