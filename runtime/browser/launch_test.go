package browser

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// trail finds what a browser with its profile in dir leaves: files there, processes that name dir, and
// processes of the groups in which such processes were seen before.
type trail struct {
	dir    string
	groups map[string]bool
}

func newTrail(t testing.TB) *trail {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "jr") // short, see profilePath
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return &trail{dir: dir, groups: map[string]bool{}}
}

func (tr *trail) left(t testing.TB) []string {
	t.Helper()
	var found []string
	procs, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range procs {
		stat, err := os.ReadFile(p + "/stat")
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 3 || fields[0] == "Z" || fields[0] == "X" {
			continue
		}
		cmd, _ := os.ReadFile(p + "/cmdline")
		env, _ := os.ReadFile(p + "/environ")
		named := bytes.Contains(cmd, []byte(tr.dir+"/")) || bytes.Contains(env, []byte("="+tr.dir+"/"))
		if named && filepath.Base(p) != "self" {
			tr.groups[fields[2]] = true
		}
		if named || tr.groups[fields[2]] {
			found = append(found, "process "+filepath.Base(p)+" "+strings.ReplaceAll(string(cmd[:min(len(cmd), 120)]), "\x00", " "))
		}
	}
	files, err := os.ReadDir(tr.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		found = append(found, "file "+f.Name())
	}
	return found
}

type child struct {
	*exec.Cmd
	trail *trail
	lines *bufio.Scanner
}

func startHelper(t testing.TB, mode string, env ...string) *child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{Cmd: exec.Command(self), trail: newTrail(t)}
	c.Env = append(append(os.Environ(), helperEnv+"="+mode, "TMPDIR="+c.trail.dir), env...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("JEVRUN_TEST_VERBOSE") != "" {
		c.Stderr = os.Stderr
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() }) // long gone
	c.lines = bufio.NewScanner(out)
	return c
}

// await reads the helper's output up to a line that starts with word.
func (c *child) await(t testing.TB, word string) string {
	t.Helper()
	for c.lines.Scan() {
		if strings.HasPrefix(c.lines.Text(), word) {
			return c.lines.Text()
		}
	}
	t.Fatalf("the helper ended without saying %q", word)
	return ""
}

func goneWithin(t testing.TB, limit time.Duration, tr *trail) time.Duration {
	t.Helper()
	began := time.Now()
	var left []string
	deadline := time.After(limit)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if left = tr.left(t); len(left) == 0 {
			return time.Since(began)
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("%s later there still are:\n%s", limit, strings.Join(left, "\n"))
		}
	}
}

// Killed at any moment, during the launch too, we leave no process and no folder.
func TestKilledAtAnyMoment(t *testing.T) {
	moments := 20
	if testing.Short() {
		moments = 5
	}
	var slowest time.Duration
	for i := range moments {
		c := startHelper(t, "wait")
		c.await(t, "launching")
		timer := time.NewTimer(time.Duration(i) * 800 * time.Millisecond / time.Duration(moments))
		<-timer.C
		c.trail.left(t) // learns the groups
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // killed
		slowest = max(slowest, goneWithin(t, 5*time.Second, c.trail))
	}
	t.Logf("%d kills, everything gone after %s at most", moments, slowest)
}

func TestHoweverItEnds(t *testing.T) {
	for _, tc := range []struct {
		mode   string
		signal syscall.Signal
	}{
		{"close", 0}, {"exit", 0}, {"return", 0}, {"panic", 0},
		{"wait", syscall.SIGTERM}, {"wait", syscall.SIGINT}, {"wait", syscall.SIGHUP}, {"wait", syscall.SIGKILL}, {"wait", syscall.SIGQUIT},
	} {
		t.Run(fmt.Sprint(tc.mode, " ", tc.signal), func(t *testing.T) {
			c := startHelper(t, tc.mode)
			c.await(t, "launched")
			if tc.signal != 0 {
				if len(c.trail.left(t)) < 4 { // profile, watchdog, browser, renderer
					t.Fatalf("the browser cannot be seen: %q", c.trail.left(t))
				}
				if err := c.Process.Signal(tc.signal); err != nil {
					t.Fatal(err)
				}
			}
			_ = c.Wait() // it ends in many ways
			limit := 5 * time.Second
			if tc.mode == "close" {
				limit = 0 // Close has waited
				if left := c.trail.left(t); len(left) > 0 {
					t.Errorf("Close returned and there still are:\n%s", strings.Join(left, "\n"))
				}
				return
			}
			goneWithin(t, limit, c.trail)
		})
	}
}

// A browser that hangs does not outlive us either.
func TestStoppedBrowserIsKilled(t *testing.T) {
	c := startHelper(t, "wait")
	c.await(t, "launched")
	stopped := 0
	procs, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range procs {
		cmd, _ := os.ReadFile(p + "/cmdline")
		if bytes.Contains(cmd, []byte(c.trail.dir+"/")) && bytes.Contains(cmd, []byte("--remote-debugging-pipe")) && !bytes.Contains(cmd, []byte("--type=")) {
			var pid int
			if _, err := fmt.Sscan(filepath.Base(p), &pid); err == nil && syscall.Kill(pid, syscall.SIGSTOP) == nil {
				stopped++
			}
		}
	}
	if stopped != 1 {
		t.Fatalf("%d browser processes were stopped, want 1", stopped)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // killed
	t.Logf("gone after %s", goneWithin(t, 5*time.Second, c.trail))
}

func launchIn(t *testing.T, o Options) (*Browser, *trail) {
	t.Helper()
	tr := newTrail(t)
	t.Setenv("TMPDIR", tr.dir)
	b, err := Launch(testContext(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b, tr
}

func TestCloseLeavesNothing(t *testing.T) {
	b, tr := launchIn(t, Options{})
	c, err := b.NewContext(testContext(t), ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	if ports := listening(t, b.proc.group); len(ports) > 0 {
		t.Errorf("the browser listens on %q", ports)
	}
	pending := make(chan error, 1)
	go func() {
		_, err := tab.Eval(context.Background(), tab.MainFrame(), `new Promise(() => {})`)
		pending <- err
	}()
	if _, err := tab.Eval(testContext(t), tab.MainFrame(), `1`); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for range 2 {
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("closed in %s", time.Since(began))
	if left := tr.left(t); len(left) > 0 {
		t.Errorf("after Close there still are:\n%s", strings.Join(left, "\n"))
	}
	if err := <-pending; err == nil || !strings.Contains(err.Error(), "connection lost") {
		t.Errorf("the call in flight ended with %v", err)
	}
	<-b.Done()
	<-tab.Done()
	if _, err := c.NewTab(testContext(t)); err == nil {
		t.Error("a closed browser opened a tab")
	}
	if err := c.Close(testContext(t)); err != nil {
		t.Errorf("closing the context of a closed browser: %v", err)
	}
}

// A browser that dies by itself is noticed, and cleaned up without Close.
func TestBrowserDies(t *testing.T) {
	b, tr := launchIn(t, Options{})
	if err := syscall.Kill(b.proc.group, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case <-b.Done():
	case <-time.After(5 * time.Second):
		t.Fatal("nobody noticed")
	}
	goneWithin(t, 5*time.Second, tr)
}

func TestFailedStart(t *testing.T) {
	scripts := t.TempDir()
	tr := newTrail(t)
	t.Setenv("TMPDIR", tr.dir)
	n := 0
	script := func(name, body string) string {
		n++
		path := filepath.Join(scripts, fmt.Sprint(name, n))
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tc := range []struct {
		name, path string
		timeout    time.Duration
		want       []string
	}{
		{"ends", script("chromium", "echo some last words >&2; exit 21"), 0, []string{"ended while it started (exit status 21)", "some last words"}},
		{"silent", script("chromium", "exec sleep 60"), 300 * time.Millisecond, []string{"did not answer within 300ms"}},
		{"missing", "/no/such/browser", 0, []string{"/no/such/browser", "ended while it started"}},
		{"talks nonsense", script("chromium", "echo hello >&4; exec sleep 60"), 300 * time.Millisecond, []string{"did not answer within 300ms"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			began := time.Now()
			b, err := Launch(testContext(t), Options{Path: tc.path, StartTimeout: tc.timeout})
			if err == nil {
				_ = b.Close()
				t.Fatal("it started")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error has no %q: %v", want, err)
				}
			}
			if d := time.Since(began); d > 6*time.Second {
				t.Errorf("it took %s", d)
			}
			if left := tr.left(t); len(left) > 0 {
				t.Errorf("there still are:\n%s", strings.Join(left, "\n"))
			}
		})
	}
}

func TestLaunchIsCanceled(t *testing.T) {
	tr := newTrail(t)
	t.Setenv("TMPDIR", tr.dir)
	for _, after := range []time.Duration{0, 20 * time.Millisecond, 60 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		b, err := Launch(ctx, Options{})
		cancel()
		if err == nil { // it was quicker
			err = b.Close()
		}
		if err == nil && after == 0 {
			t.Error("a launch that was canceled before it began has succeeded")
		}
	}
	if left := tr.left(t); len(left) > 0 {
		t.Errorf("there still are:\n%s", strings.Join(left, "\n"))
	}
}

func TestFullChromium(t *testing.T) {
	var full string
	for _, f := range installed(false) {
		if f.Kind != HeadlessShell {
			full = f.Path
			break
		}
	}
	if full == "" {
		t.Skip("no full Chromium on this machine, only a headless shell")
	}
	b, tr := launchIn(t, Options{Path: full})
	c, err := b.NewContext(testContext(t), ContextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	mustGoto(t, tab, site(t, map[string]string{"/": `<title>full</title><body onload="alert(1)">`}))
	if got := evalString(t, tab, tab.MainFrame(), `innerWidth + "x" + innerHeight`); got != "1280x900" {
		t.Errorf("viewport %s", got)
	}
	eventually(t, 5*time.Second, "the dialog is answered", func() bool { return len(tab.Dialogs()) == 1 })
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if left := tr.left(t); len(left) > 0 {
		t.Errorf("after Close there still are:\n%s", strings.Join(left, "\n"))
	}
}

func TestHeaded(t *testing.T) {
	if _, err := Find("", true); err != nil {
		t.Skip(err) // it names what to install
	}
	if !hasDisplay() {
		if _, err := Launch(testContext(t), Options{Headed: true}); err == nil || !strings.Contains(err.Error(), "--headed") {
			t.Errorf("a window without a display: %v", err)
		}
		xvfb, err := exec.LookPath("Xvfb")
		if err != nil {
			t.Skip("no display and no Xvfb on this machine: the window itself was not tested")
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(xvfb, "-displayfd", "3", "-screen", "0", "1400x1000x24")
		cmd.ExtraFiles = []*os.File{w}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait(); r.Close() }) // killed
		number, err := bufio.NewReader(r).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	}
	b, tr := launchIn(t, Options{Headed: true})
	c, err := b.NewContext(testContext(t), ContextOptions{Dialogs: DialogPolicy{Default: Accept}})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := c.NewTab(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	mustGoto(t, tab, site(t, map[string]string{"/": `<title>window</title>`}))
	if raw, err := tab.Eval(testContext(t), tab.MainFrame(), `confirm("x")`); err != nil || string(raw) != "true" {
		t.Errorf("a dialog in a window: %s, %v", raw, err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if left := tr.left(t); len(left) > 0 {
		t.Errorf("after Close there still are:\n%s", strings.Join(left, "\n"))
	}
}

// listening lists the TCP ports that processes of the group listen on.
func listening(t testing.TB, group int) []string {
	t.Helper()
	sockets := map[string]bool{}
	procs, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range procs {
		stat, err := os.ReadFile(p + "/stat")
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 3 || fields[2] != fmt.Sprint(group) {
			continue
		}
		fds, _ := filepath.Glob(p + "/fd/*")
		for _, fd := range fds {
			if to, err := os.Readlink(fd); err == nil && strings.HasPrefix(to, "socket:[") {
				sockets[strings.Trim(to, "socket:[]")] = true
			}
		}
	}
	if runtime.GOOS == "linux" && len(sockets) == 0 {
		t.Fatal("the browser's sockets cannot be seen")
	}
	var ports []string
	for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		raw, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(raw), "\n") {
			if x := strings.Fields(line); len(x) > 9 && x[3] == "0A" && sockets[x[9]] {
				ports = append(ports, x[1])
			}
		}
	}
	return ports
}
