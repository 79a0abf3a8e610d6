package flows

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	expectLine = regexp.MustCompile(`(?m)^# expect: exit (\d+)$`)
	envLine    = regexp.MustCompile(`(?m)^# env: (\w+=.*)$`)
)

// Every example with an "# expect: exit N" line in its header runs as it stands, in a real browser and with
// the embedded decider, and ends as its header says. What passed replays without a change.
func TestExamplesDoWhatTheirHeadersSay(t *testing.T) {
	files, err := filepath.Glob("*/*.hcl")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		expect := expectLine.FindSubmatch(text)
		if expect == nil {
			continue // runs against a server: the end-to-end tests start it
		}
		ran++
		want, _ := strconv.Atoi(string(expect[1])) // the pattern lets only digits through
		var env []string
		for _, m := range envLine.FindAllSubmatch(text, -1) {
			env = append(env, string(m[1]))
		}
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			dir := t.TempDir() // a replay opens no files but those that lie beside its trace, or below
			if err := os.CopyFS(dir, os.DirFS(filepath.Dir(file))); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "example.trace.jsonl")
			run := jevrun(t, env, "run", dir, "--json", "--trace", out)
			if run.exit == 2 && want != 2 {
				t.Fatalf("the header says exit %d: %s", want, run)
			}
			steps := readSteps(t, out)
			if run.exit != want {
				t.Fatalf("exit %d, and the header says %d\n%s%s", run.exit, want, told(steps), run.stderr)
			}
			if names := wrong(steps); len(names) != 0 {
				t.Errorf("these steps chose another element than they expect: %v", names)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range env {
				if name, secret, _ := strings.Cut(e, "="); bytes.Contains(text, []byte(secret)) {
					t.Errorf("the trace holds the value of %s", name)
				}
			}
			decisions, acted := tally(steps)
			t.Logf("%d decisions, %d acted on", decisions, acted)
			if want != 0 {
				return
			}
			args := []string{"replay", "--execute", "--json", out}
			for _, e := range env { // the pages are files, which could have come with a trace
				name, _, _ := strings.Cut(e, "=")
				args = append(args, "--allow-env", name)
			}
			again := jevrun(t, env, args...)
			if again.exit != 0 || len(failing(verdicts(t, again.stdout))) != 0 {
				t.Errorf("replaying %s: exit %d\n%s", file, again.exit, again.stderr)
			}
		})
	}
	if ran < 7 {
		t.Errorf("%d examples have an \"# expect: exit N\" line, want at least 7", ran)
	}
}
