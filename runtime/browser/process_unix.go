//go:build unix

package browser

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// watchdogScript outlives us. Its standard input is a pipe whose other end only we hold: it reads the
// browser's process group from it and then waits for the end of the pipe, which comes when we close it or
// die. Then the group gets about a second to end by itself (its own pipe ended with us too), is killed, and the
// profile folder is removed. A line "gone" says before that that nothing is left to do. Few and slow looks at the
// process table keep the time true on a busy machine. It runs in a session of its own and ignores what a terminal
// sends. (dash knows no kill -- before a group.) Processes that have ended but were not yet reaped do not count as
// alive, so a lazy init cannot hold it up.
const watchdogScript = `trap '' INT TERM HUP QUIT PIPE
profile=$1
group=
read -r group
while read -r line; do [ "$line" = gone ] && exit 0; done
pause() {
	if [ $n -lt 10 ]; then sleep 0.05; else sleep 0.3; fi || sleep 1
	n=$((n+1))
}
alive() {
	kill -0 "-$group" || return 1
	[ -r /proc/self/stat ] || return 0
	for f in /proc/[0-9]*/stat; do
		read -r line < "$f" || continue
		set -- ${line##*) }
		[ "$3" = "$group" ] && [ "$1" != Z ] && [ "$1" != X ] && return 0
	done
	return 1
}
if [ -n "$group" ]; then
	n=0
	while [ $n -lt 12 ] && alive; do pause; done
	[ $n -lt 12 ] || kill -KILL "-$group"
	n=0
	while [ $n -lt 12 ] && alive; do pause; done
fi
n=0
while [ $n -lt 20 ]; do
	rm -rf "$profile"
	[ -e "$profile" ] || exit 0
	pause
done
exit 1
`

// browserScript tells the watchdog its process group before there is anything to clean up, makes the profile
// and becomes the browser. The watchdog's pipe (5) is closed first: the browser must not hold it open.
const browserScript = `echo $$ >&5 || exit 1
exec 5>&-
mkdir -m 700 "$1" || exit 1
TMPDIR=$1
BREAKPAD_DUMP_LOCATION=$1
export TMPDIR BREAKPAD_DUMP_LOCATION
shift
exec "$@"
`

// process is a browser with its watchdog.
type process struct {
	toBrowser   *os.File
	fromBrowser *os.File
	profile     string
	group       int // process group of the browser, its own

	cmd      *exec.Cmd
	exited   chan struct{} // the browser's main process has ended and is reaped
	watchdog *exec.Cmd
	lifeline *os.File // our end of the watchdog's pipe
	output   output
}

// start launches the watchdog and then the browser. On an error nothing is left.
func start(path, profile string, args []string) (_ *process, err error) {
	var files []*os.File // closed on an error
	defer func() {
		if err != nil {
			for _, f := range files {
				_ = f.Close()
			}
		}
	}()
	pipe := func() (r, w *os.File, err error) {
		r, w, err = os.Pipe()
		if err == nil {
			files = append(files, r, w)
		}
		return r, w, err
	}
	commandR, commandW, err := pipe()
	if err != nil {
		return nil, err
	}
	answerR, answerW, err := pipe()
	if err != nil {
		return nil, err
	}
	lifeR, lifeW, err := pipe()
	if err != nil {
		return nil, err
	}
	printedR, printedW, err := pipe()
	if err != nil {
		return nil, err
	}

	p := &process{
		toBrowser: commandW, fromBrowser: answerR, profile: profile, lifeline: lifeW,
		exited: make(chan struct{}), output: output{done: make(chan struct{})},
	}
	p.watchdog = exec.Command("/bin/sh", "-c", watchdogScript, "jevrun-watchdog", profile)
	p.watchdog.Dir = "/"
	p.watchdog.Stdin = lifeR
	p.watchdog.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := p.watchdog.Start(); err != nil {
		return nil, fmt.Errorf("its watchdog needs a POSIX shell: %w", err)
	}

	p.cmd = exec.Command("/bin/sh", append([]string{"-c", browserScript, "jevrun-browser", profile, path}, args...)...)
	p.cmd.Stdout, p.cmd.Stderr = printedW, printedW
	p.cmd.ExtraFiles = []*os.File{commandR, answerW, lifeW} // 3, 4 and 5
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := p.cmd.Start(); err != nil {
		_ = lifeW.Close()
		_ = p.watchdog.Wait()
		return nil, err
	}
	p.group = p.cmd.Process.Pid
	for _, f := range []*os.File{commandR, answerW, lifeR, printedW} {
		_ = f.Close() // the child has its own
	}
	go p.output.follow(printedR)
	go func() {
		_ = p.cmd.Wait() // read from ProcessState
		close(p.exited)
	}()
	return p, nil
}

// exit says how the browser ended; only after exited is closed.
func (p *process) exit() string { return p.cmd.ProcessState.String() }

// kill ends every process of the browser at once.
func (p *process) kill() { _ = syscall.Kill(-p.group, syscall.SIGKILL) } // no such group: nothing left to do

// cleanUp kills what lingers after the main process ended and removes the profile. What it cannot do within a second is
// left to the watchdog, which then is waited for.
func (p *process) cleanUp() error {
	p.kill()
	if p.awaitGroup(time.Second) && os.RemoveAll(p.profile) == nil {
		_, _ = p.lifeline.WriteString("gone\n") // to a watchdog that may have been killed
	}
	_ = p.lifeline.Close()
	watched := make(chan error, 1)
	go func() { watched <- p.watchdog.Wait() }()
	var err error
	select {
	case err = <-watched:
	case <-time.After(8 * time.Second):
		_ = p.watchdog.Process.Kill()
		err = <-watched
	}
	<-p.output.done
	if rmErr := os.RemoveAll(p.profile); rmErr != nil {
		return fmt.Errorf("the browser's profile could not be removed: %w", rmErr)
	}
	if err == nil {
		return nil
	}
	if p.groupAlive() {
		return fmt.Errorf("processes of the browser are left in group %d", p.group)
	}
	return nil // the watchdog was killed by somebody; what it was there for is done
}

// awaitGroup waits until no process of the group runs any more, for so long at most, and reports whether that is so.
func (p *process) awaitGroup(most time.Duration) bool {
	pause := time.Millisecond
	for end := time.Now().Add(most); p.groupAlive(); pause = min(2*pause, 50*time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
		<-time.After(pause)
	}
	return true
}

// groupAlive is true while a process of the group runs; on Linux one that waits to be reaped does not count.
func (p *process) groupAlive() bool {
	if errors.Is(syscall.Kill(-p.group, 0), syscall.ESRCH) {
		return false
	}
	if runtime.GOOS != "linux" {
		return true
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		raw, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		text := string(raw)
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		if len(fields) > 2 && fields[2] == strconv.Itoa(p.group) && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return false
}

func hasDisplay() bool {
	return runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
