package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/trace"
)

// killedFlow takes a few seconds, most of them with the browser at work.
const killedFlow = `
flow "killed" {
  start = "page.html"
  step "click" "first" { intent = "Alpha" }
  step "wait_for" "text" { text = "ready 1" }
  step "click" "second" { intent = "Alpha" }
  step "wait_for" "again" { text = "ready 2" }
  step "click" "third" { intent = "Alpha" }
  step "wait_for" "never" { text = "never comes" }
}
`

const killedPage = `<!doctype html><title>Page</title><button onclick="setTimeout(() => document.body.append('ready ' + ++n), 200)">Alpha</button><script>let n = 0</script>`

// TestKilled kills a run at twenty moments, and ends it politely at four, from before the browser starts to long after. What is left each
// time is a readable part of a trace, and within five seconds no process, no folder and no port.
func TestKilled(t *testing.T) {
	for i := range 24 {
		after := time.Duration(i) * 120 * time.Millisecond
		signal := syscall.SIGKILL
		if i >= 20 { // a polite end leaves as little
			after, signal = time.Duration(i-20)*600*time.Millisecond, syscall.SIGTERM
		}
		t.Run(fmt.Sprintf("%s after %s", signal, after), func(t *testing.T) {
			dir, tmp := t.TempDir(), t.TempDir()
			for name, text := range map[string]string{"flow.hcl": killedFlow, "page.html": killedPage} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("jevrun", "run", "flow.hcl", "--timeout", "30s")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
			var output bytes.Buffer
			cmd.Stdout, cmd.Stderr = &output, &output
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			exited := make(chan error, 1)
			go func() { exited <- cmd.Wait() }()
			select {
			case err := <-exited:
				t.Fatalf("the run ended by itself: %v\n%s", err, output.String())
			case <-time.After(after): // the moment is what this test is about
			}
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			select {
			case <-exited:
			case <-time.After(10 * time.Second):
				t.Fatal("the run did not end")
			}
			if signal == syscall.SIGTERM && cmd.ProcessState.ExitCode() != exitInterrupted && cmd.ProcessState.ExitCode() != -1 {
				t.Errorf("exit code %d after SIGTERM\n%s", cmd.ProcessState.ExitCode(), output.String())
			}
			if left := leftovers(tmp, 5*time.Second); left != "" {
				t.Errorf("left behind:\n%s", left)
			}
			readablePrefix(t, filepath.Join(dir, "killed.trace.jsonl"))
		})
	}
}

// TestHangup closes the terminal of a run: its trace ends properly, as after any other interruption.
func TestHangup(t *testing.T) {
	if !haveBrowser() {
		t.Skip("no browser on this machine: `make install-browser` installs one")
	}
	dir, tmp := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"flow.hcl": killedFlow, "page.html": killedPage} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("jevrun", "run", "flow.hcl", "--timeout", "30s", "--json", "--report", "run.md")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "killed.trace.jsonl")
	for end := time.Now().Add(30 * time.Second); ; <-time.After(20 * time.Millisecond) {
		if text, _ := os.ReadFile(path); bytes.Contains(text, []byte(`"kind":"step"`)) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the run records nothing")
		}
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the code says it
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if text, err := os.ReadFile(path); err != nil || !bytes.Contains(text, []byte(`"status":"interrupted"`)) {
		t.Errorf("the trace is not closed: %v\n%s", err, text)
	}
	// What was walked is worth its documents.
	var doc struct {
		Runs []struct{ Summary struct{ Status string } }
	}
	if err := json.Unmarshal(stdout.Bytes(), &doc); err != nil || len(doc.Runs) != 1 || doc.Runs[0].Summary.Status != "interrupted" {
		t.Errorf("the document is %q: %v", stdout.String(), err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "run.md")); err != nil || !bytes.Contains(text, []byte("interrupted")) {
		t.Errorf("the report is %q: %v", text, err)
	}
	if left := leftovers(tmp, 5*time.Second); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
}

// leftovers names processes and files that mention the folder, when there still are some after the deadline.
func leftovers(tmp string, deadline time.Duration) string {
	end := time.Now().Add(deadline)
	for {
		var left []string
		entries, _ := os.ReadDir(tmp)
		for _, e := range entries {
			left = append(left, "file "+e.Name())
		}
		procs, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, p := range procs {
			if line, err := os.ReadFile(p); err == nil && bytes.Contains(line, []byte(tmp)) {
				left = append(left, "process "+filepath.Dir(p)+" "+strings.ReplaceAll(string(line[:min(len(line), 200)]), "\x00", " "))
			}
		}
		if len(left) == 0 || time.Now().After(end) {
			return strings.Join(left, "\n")
		}
		<-time.After(20 * time.Millisecond)
	}
}

// readablePrefix reads what a killed run wrote: whole records, and at most the missing end to complain about.
func readablePrefix(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) || len(text) == 0 {
		return // killed before the header
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		t.Errorf("the last line is torn: %q", text[max(0, len(text)-80):])
	}
	reader, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	records := 0
	for {
		_, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if !strings.Contains(err.Error(), "cut short") {
				t.Errorf("after %d records: %v", records, err)
			}
			break
		}
		records++
	}
	if records == 0 {
		t.Errorf("no record can be read of %q", text)
	}
}
