package trace

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// killEnv names the file that the test binary writes to when it is started again to be killed.
const killEnv = "TRACE_TEST_WRITE_UNTIL_KILLED"

func TestMain(m *testing.M) {
	if path := os.Getenv(killEnv); path != "" {
		writeUntilKilled(path)
	}
	os.Exit(m.Run())
}

// writeUntilKilled says on standard output how many records it has written.
func writeUntilKilled(path string) {
	w, err := Create(path, Options{})
	if err == nil {
		err = w.Write(sampleRun())
	}
	step := largeStep(60)
	for n := 1; err == nil; n++ {
		fmt.Println(n)
		err = w.Write(step)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestSurvivesKill kills a writer without warning at 20 moments. What it said it had written must be there.
func TestSurvivesKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "killed.trace.jsonl")
	for moment := 1; moment <= 20; moment++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killEnv+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := 0
		for lines := bufio.NewScanner(out); said < 3*moment && lines.Scan(); said++ {
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // says that it was killed
		r, err := Open(path, ReadPrefix())
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got < said || said < 3*moment {
			t.Errorf("moment %d: %d records were written and %d are there", moment, said, got)
		}
		if r.Break() == nil {
			t.Errorf("moment %d: a trace that was cut short passes for a whole one", moment)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	only(t, filepath.Dir(path), "killed.trace.jsonl")
}
