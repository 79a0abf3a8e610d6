package main

import (
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a library logs (net/http: an answer that nobody asked for, with whatever the server put into it) is masked, and
// no noise for a person.
func TestWhatLibrariesLogIsMasked(t *testing.T) {
	t.Cleanup(func() { log.SetOutput(os.Stderr); log.SetFlags(log.LstdFlags) })
	for format, want := range map[string]string{"human": "", "json": "Unsolicited response"} {
		file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		u := newUI(os.Stdin, file, file)
		u.logFormat = format
		u.taint.Add("KEY", "sk-secret-123")
		if err := u.start(); err != nil {
			t.Fatal(err)
		}
		log.Printf("Unsolicited response received: Bearer sk-secret-123")
		text, err := os.ReadFile(file.Name())
		if err != nil || strings.Contains(string(text), "sk-secret") || !strings.Contains(string(text), want) || want == "" && len(text) > 0 {
			t.Errorf("%s: %v, %q", format, err, text)
		}
	}
}
