package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A repository may bring links along, where a replay keeps what failed.
func TestWhatFailedIsKeptInTheWorkingDirectoryOnly(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(outside, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]string{"the file": lastRunFile, "its ignore file": filepath.Join(".jevrun", ".gitignore"), "the folder": ".jevrun"} {
		t.Chdir(t.TempDir())
		target := outside
		if link == ".jevrun" {
			target = filepath.Dir(outside)
		} else if err := os.Mkdir(".jevrun", 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		err := writeLastRun([]string{"a.trace.jsonl"})
		if text, _ := os.ReadFile(outside); string(text) != "mine" {
			t.Errorf("%s: written through: %s", name, text)
		}
		if _, there := os.Stat(filepath.Join(filepath.Dir(outside), "last-replay.json")); there == nil {
			t.Errorf("%s: written outside", name)
		}
		if link == ".jevrun" {
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			continue
		}
		if last, readErr := readLastRun(); err != nil || readErr != nil || len(last) != 1 || last[0] != "a.trace.jsonl" {
			t.Errorf("%s: %v, %v, %v", name, last, err, readErr)
		}
	}
}
