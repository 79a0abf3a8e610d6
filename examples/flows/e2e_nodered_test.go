//go:build e2e && linux

package flows

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

var running = regexp.MustCompile(`Server now running at (http://\S+)`)

// startNodeRED starts Node-RED with a user folder of its own and the settings and flow of ours, and returns a
// proxy to it. The process and all that it started are gone when the test ends.
func startNodeRED(t *testing.T, program, ours string) http.Handler {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"settings.js", "flows.json"} {
		text, err := os.ReadFile(filepath.Join(ours, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", program, "--userDir", home, "--settings", filepath.Join(home, "settings.js"))
	cmd.Env = append(os.Environ(), "HOME="+home, "PORT=0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.WaitDelay = 5 * time.Second
	log := &lines{found: make(chan string, 1)}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting Node-RED: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { stopGroup(t, cmd.Process.Pid, ended) })

	select {
	case address := <-log.found:
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return httputil.NewSingleHostReverseProxy(u)
	case err := <-ended:
		ended <- err
		t.Fatalf("Node-RED ended before it listened: %v\n%s", err, log)
	case <-time.After(time.Minute):
		t.Fatalf("Node-RED did not listen within a minute\n%s", log)
	}
	return nil
}

// stopGroup kills a process group and waits until nobody of it is left.
func stopGroup(t *testing.T, pid int, ended <-chan error) {
	if err := syscall.Kill(-pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		t.Errorf("killing Node-RED: %v", err)
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Errorf("Node-RED, process %d, is still there", pid)
	}
	deadline, tick := time.After(10*time.Second), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for !errors.Is(syscall.Kill(-pid, 0), syscall.ESRCH) {
		select {
		case <-tick.C:
		case <-deadline:
			t.Errorf("Node-RED left processes of group %d behind", pid)
			return
		}
	}
}

// lines keeps what a process says and hands out the address that it announces.
type lines struct {
	mu    sync.Mutex
	text  bytes.Buffer
	found chan string
	done  bool
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	if l.done {
		return len(p), nil
	}
	for sc := bufio.NewScanner(bytes.NewReader(l.text.Bytes())); sc.Scan(); {
		if m := running.FindSubmatch(sc.Bytes()); m != nil {
			l.done = true
			l.found <- string(m[1])
			break
		}
	}
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
