package evidence_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/evidence"
)

const png = "\x89PNG\r\n\x1a\nthe rest of a picture"

func keeper(t *testing.T, trace, started string) *evidence.Keeper {
	t.Helper()
	k, err := evidence.NewKeeper(trace, started)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func keep(t *testing.T, k *evidence.Keeper, line, step int) {
	t.Helper()
	kept := &evidence.Kept{Line: line, Step: step, Name: "save", Evidence: evidence.Evidence{PNG: []byte(png), Console: []evidence.Line{{Level: "error", Text: "bad"}}}}
	if err := k.Keep(kept); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsKeptIsRead(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "sign-in.trace.jsonl")
	keep(t, keeper(t, trace, "then"), 4, 3)
	got, err := evidence.Load(trace, "then")
	if err != nil || len(got) != 1 || got[4] == nil {
		t.Fatalf("read %v, %v", got, err)
	}
	e := got[4]
	if e.Step != 3 || e.Picture != "step-3-line-4.png" || !bytes.Equal(e.PNG, []byte(png)) || e.Console[0].Text != "bad" {
		t.Errorf("read %+v", e)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(trace), "sign-in.artifacts", "step-3-line-4.png")); err != nil {
		t.Error(err)
	}
	if got, err := evidence.Load(trace, "another time"); err != nil || got != nil {
		t.Errorf("another run has the evidence %v, %v", got, err)
	}
	if got, err := evidence.Load(filepath.Join(t.TempDir(), "x.trace.jsonl"), "then"); err != nil || got != nil {
		t.Errorf("a trace without a folder has %v, %v", got, err)
	}
}

func TestAnEarlierRunsEvidenceGoes(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "x.trace.jsonl")
	keep(t, keeper(t, trace, "then"), 4, 3)
	k := keeper(t, trace, "now")
	if _, err := os.Stat(evidence.Folder(trace)); !os.IsNotExist(err) {
		t.Errorf("the folder of the earlier run is still there: %v", err)
	}
	keep(t, k, 2, 1)
	mine := filepath.Join(evidence.Folder(trace), "mine.txt")
	if err := os.WriteFile(mine, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := k.Discard(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(evidence.Folder(trace))
	if err != nil || len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left are %v, %v; only what somebody else put there should be", left, err)
	}
}

func TestALoopKeepsTheFirst(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "x.trace.jsonl")
	k := keeper(t, trace, "then")
	for line := range 50 {
		keep(t, k, line+1, 1)
	}
	if !k.Full() {
		t.Error("there is room for more")
	}
	got, err := evidence.Load(trace, "then")
	if err != nil || len(got) != 20 || got[1] == nil || got[21] != nil {
		t.Errorf("%d pieces are kept, %v", len(got), err)
	}
}

// An index may come from anybody: it names no file outside its folder, and what it removes or reads lies in it.
func TestAHostileIndex(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside.png")
	if err := os.WriteFile(outside, []byte(png), 0o644); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(dir, "x.trace.jsonl")
	folder := evidence.Folder(trace)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.png")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "big.png"), []byte(png+strings.Repeat("x", 2<<20)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "text.png"), []byte("<script>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../outside.png", outside, "link.png", "big.png", "text.png", "none.png"} {
		if err := os.MkdirAll(folder, 0o755); err != nil { // the round before may have emptied it
			t.Fatal(err)
		}
		index := `{"version":1,"trace":"x.trace.jsonl","started":"then","kept":[{"line":1,"step":1,"picture":"` + name + `","console":[]}]}`
		if err := os.WriteFile(filepath.Join(folder, "evidence.json"), []byte(index), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := evidence.Load(trace, "then")
		if err != nil || got[1].PNG != nil || got[1].Without == "" {
			t.Errorf("%s was read: %+v, %v", name, got[1], err)
		}
		_, _ = evidence.NewKeeper(trace, "now")
		if _, err := os.Stat(outside); err != nil {
			t.Fatalf("%s removed a file outside the folder: %v", name, err)
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, broken := range []string{"", "{", `{"version":2}`, `[]`} {
		if err := os.WriteFile(filepath.Join(folder, "evidence.json"), []byte(broken), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := evidence.Load(trace, "then"); err == nil {
			t.Errorf("the index %q was read: %v", broken, got)
		}
	}
}

// A trace that comes from elsewhere may bring links along: nothing is written through one, and no folder that one leads
// to is taken for evidence.
func TestEvidenceIsNotWrittenThroughLinks(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "mine")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(dir, "x.trace.jsonl")
	folder := evidence.Folder(trace)
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	k, err := evidence.NewKeeper(trace, "now")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"step-1-line-2.png", "evidence.json", "evidence.json.new"} {
		if err := os.Symlink(mine, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	kept := evidence.Kept{Line: 2, Step: 1, Evidence: evidence.Evidence{PNG: []byte(png), Console: []evidence.Line{}}}
	if err := k.Keep(&kept); err != nil {
		t.Fatal(err)
	}
	if got, err := evidence.Load(trace, "now"); err != nil || got[2] == nil || string(got[2].PNG) != png {
		t.Errorf("kept: %+v, %v", got[2], err)
	}

	other := filepath.Join(dir, "y.trace.jsonl")
	if err := os.Symlink(folder, evidence.Folder(other)); err != nil {
		t.Fatal(err)
	}
	if _, err := evidence.NewKeeper(other, "now"); err == nil || !strings.Contains(err.Error(), "is a link") {
		t.Errorf("a folder that is a link: %v", err)
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
		t.Errorf("a link was written through: %q, %v", text, err)
	}
}
