package flows

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// binary is the jevrun that the tests of this package run, built once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "jevrun-flows-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "jevrun")
		build := exec.Command("go", "build", "-o", binary, "github.com/jevrun/jevrun/cmd/jevrun")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			fmt.Fprintln(os.Stderr, "building jevrun:", err)
			return 1
		}
		return m.Run()
	}())
}

// ran is what a command did.
type ran struct {
	exit           int
	stdout, stderr string
}

func (r ran) String() string {
	return fmt.Sprintf("exit %d\n--- stdout\n%s\n--- stderr\n%s", r.exit, r.stdout, r.stderr)
}

// jevrun runs the binary in a folder of its own, with env on top of the environment.
func jevrun(t *testing.T, env []string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		t.Fatalf("jevrun %s did not end in time\n%s", strings.Join(args, " "), ran{-1, stdout.String(), stderr.String()})
	case err != nil && !errors.As(err, &exit):
		t.Fatalf("jevrun %s: %v", strings.Join(args, " "), err)
	}
	return ran{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}
