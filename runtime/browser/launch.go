package browser

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// Options of Launch. The zero value launches what Find finds, headless, 1280x900.
type Options struct {
	Path         string        // from Find; "" calls Find
	Headed       bool          // show a window
	Width        int           // of the viewport in CSS pixels (headed: of the window); 0 is 1280
	Height       int           // 0 is 900
	Args         []string      // more command line flags, after ours
	StartTimeout time.Duration // until the browser answers; 0 is 30 s
}

// The default viewport, in CSS pixels.
const (
	DefaultWidth  = 1280
	DefaultHeight = 900
)

const (
	startTimeout = 30 * time.Second
	closeTimeout = 10 * time.Second // how long Close waits for processes and profile to be gone
)

// Browser is a browser that we launched. It dies with us, whatever kills us, and its profile folder with it.
type Browser struct {
	conn    *cdp.Conn
	proc    *process
	path    string
	profile string
	version string
	options Options
	emulate bool // the viewport is set by emulation

	mu       sync.Mutex
	contexts map[proto.BrowserBrowserContextID]*Context
	root     *cdp.Subscription

	gone    chan struct{} // processes and profile are gone
	goneErr error         // set before gone is closed
}

// Launch starts a browser and waits until it answers. It speaks over a pair of pipes, so no port is open, and
// it has a profile folder of its own under the system's folder for temporary files. As root it runs without
// Chromium's sandbox, because Chromium refuses to start otherwise; site isolation stays on in any case.
// The error of a failed start ends with the last lines that the browser printed.
func Launch(ctx context.Context, o Options) (*Browser, error) {
	if o.Path == "" {
		f, err := Find("", o.Headed)
		if err != nil {
			return nil, err
		}
		o.Path = f.Path
	}
	if o.Width <= 0 {
		o.Width = DefaultWidth
	}
	if o.Height <= 0 {
		o.Height = DefaultHeight
	}
	if o.StartTimeout <= 0 {
		o.StartTimeout = startTimeout
	}
	if o.Headed && !hasDisplay() {
		return nil, errors.New("a browser with a window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set: run without --headed, or under xvfb-run")
	}
	profile, err := profilePath(os.TempDir())
	if err != nil {
		return nil, err
	}

	proc, err := start(o.Path, profile, flags(o, kindOf(o.Path), profile))
	if err != nil {
		return nil, fmt.Errorf("cannot start the browser %s: %w", o.Path, err)
	}
	b := &Browser{
		conn: cdp.New(proc.fromBrowser, proc.toBrowser), proc: proc,
		path: o.Path, profile: profile, options: o, emulate: !o.Headed,
		contexts: map[proto.BrowserBrowserContextID]*Context{},
		gone:     make(chan struct{}),
	}
	go b.supervise()
	if err := b.handshake(ctx); err != nil {
		closeErr := b.Close()
		if tail := proc.output.tail(); tail != "" {
			err = fmt.Errorf("%w; it printed:\n%s", err, tail)
		}
		return nil, errors.Join(err, closeErr)
	}
	return b, nil
}

// profilePath names a new profile folder. It is also the browser's folder for temporary files, and Chromium
// puts a socket there whose whole path has room for 107 bytes, on macOS 103.
func profilePath(tmp string) (string, error) {
	const socket = "/org.chromium.Chromium.123456/SingletonSocket"
	name := "jevrun-" + strings.ToLower(rand.Text()[:12])
	tmp, err := filepath.Abs(tmp)
	if err != nil {
		return "", fmt.Errorf("cannot place the browser's profile: %w", err)
	}
	if len(tmp)+1+len(name)+len(socket) > 103 {
		tmp = "/tmp"
	}
	return filepath.Join(tmp, name), nil
}

// handshake waits for the browser's first answer and makes it report every tab before the tab runs.
func (b *Browser) handshake(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, b.options.StartTimeout)
	defer cancel()
	b.root = b.conn.Subscribe(b.rootEvent, "")
	s := b.conn.Session("")
	attach := s.Send(proto.TargetSetAutoAttach{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: true,
		Filter: proto.TargetTargetFilter{{Type: "page"}, {Exclude: true}},
	})
	v, err := cdp.Call[proto.BrowserGetVersionResult](ctx, s, proto.BrowserGetVersion{})
	if err == nil {
		_, err = attach.Wait(ctx)
	}
	switch {
	case err == nil:
		_, b.version, _ = strings.Cut(v.Product, "/")
		return nil
	case errors.Is(err, cdp.ErrLost):
		select { // the pipe breaks a moment before the process is reaped
		case <-b.proc.exited:
			return fmt.Errorf("the browser %s ended while it started (%s)", b.path, b.proc.exit())
		case <-ctx.Done():
		}
		return fmt.Errorf("the browser %s closed its connection while it started: %w", b.path, err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the browser %s did not answer within %s of its start", b.path, b.options.StartTimeout)
	}
	return fmt.Errorf("the browser %s did not start: %w", b.path, err)
}

// supervise owns the end of the browser: whatever ends first, connection or process, the other one, the
// process group and the profile folder follow. The browser is not asked to end: nothing that it would still put away is
// of use to anybody, and it would take its time.
func (b *Browser) supervise() {
	select {
	case <-b.proc.exited:
	case <-b.conn.Done():
		b.proc.kill()
		<-b.proc.exited
	}
	_ = b.conn.Close() // always nil
	b.mu.Lock()
	contexts := b.contexts
	b.contexts = map[proto.BrowserBrowserContextID]*Context{}
	b.mu.Unlock()
	for _, c := range contexts {
		c.finish()
	}
	b.goneErr = b.proc.cleanUp()
	close(b.gone)
}

// Close ends the browser and waits until its processes and its profile folder are gone, for ten seconds at
// most. It may be called more than once, from any goroutine.
func (b *Browser) Close() error {
	_ = b.conn.Close()
	timeout := time.NewTimer(closeTimeout)
	defer timeout.Stop()
	select {
	case <-b.gone:
		return b.goneErr
	case <-timeout.C:
		return fmt.Errorf("the browser %s has not gone within %s: processes of group %d or the folder %s are left", b.path, closeTimeout, b.proc.group, b.profile)
	}
}

// Done is closed when the browser is no longer connected: it was closed, or it ended by itself.
func (b *Browser) Done() <-chan struct{} { return b.conn.Done() }

// Version is Chrome's version, for example 156.0.8078.108.
func (b *Browser) Version() string { return b.version }

// Path is the executable that was launched.
func (b *Browser) Path() string { return b.path }

// Session addresses the browser itself.
func (b *Browser) Session() cdp.Session { return b.conn.Session("") }

// output keeps the end of what the browser prints, for the message of a failed start.
type output struct {
	mu   sync.Mutex
	last []byte
	done chan struct{} // the reader has ended
}

const outputKept = 4 << 10

func (o *output) follow(r io.ReadCloser) {
	defer close(o.done)
	defer r.Close()
	buf := make([]byte, 4<<10)
	for {
		n, err := r.Read(buf)
		o.mu.Lock()
		o.last = append(o.last, buf[:n]...)
		if extra := len(o.last) - outputKept; extra > 0 {
			o.last = append(o.last[:0], o.last[extra:]...)
		}
		o.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// tail is the last few lines, without the noise of a machine that has no message bus.
func (o *output) tail() string {
	o.mu.Lock()
	text := string(o.last)
	o.mu.Unlock()
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r ")
		if line == "" || strings.Contains(line, ":dbus/") || strings.Contains(line, "/dbus/") {
			continue
		}
		lines = append(lines, "  "+line)
	}
	if len(lines) > 8 {
		lines = lines[len(lines)-8:]
	}
	return strings.Join(lines, "\n")
}
