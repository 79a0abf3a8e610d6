package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// PathEnv is the environment variable that names the browser to use.
const PathEnv = "JEVRUN_BROWSER"

// Kind is the make of a browser.
type Kind string

// The kinds.
const (
	HeadlessShell Kind = "headless-shell" // no window, half the start time and memory
	Chromium      Kind = "chromium"
	Chrome        Kind = "chrome"
)

// Found is a browser on this machine.
type Found struct {
	Path    string
	Kind    Kind
	Version string // filled by All; Find leaves it empty, because asking costs a process start
}

// The names under which browsers are installed, best first.
var (
	shellNames = []string{"chromium-headless-shell", "chrome-headless-shell", "headless_shell", "headless-shell"}
	fullNames  = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}
	macApps    = []string{
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	}
)

// Find chooses the browser: explicit (a flag) first, then the environment variable JEVRUN_BROWSER, then what is
// installed, the headless shell before full browsers unless headed. A named browser is taken as it is; for an
// installed one that is a distribution's shell script the binary behind it is preferred. Nothing is ever downloaded.
func Find(explicit string, headed bool) (Found, error) {
	named, source := explicit, "the browser that was asked for"
	if named == "" {
		named, source = os.Getenv(PathEnv), "the browser that "+PathEnv+" names"
	}
	if named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return Found{}, fmt.Errorf("%s cannot be run: %w; `jevrun doctor` lists the browsers of this machine", source, plainPathError(named, err))
		}
		f := Found{Path: path, Kind: kindOf(path)}
		if headed && f.Kind == HeadlessShell {
			return Found{}, fmt.Errorf("%s, %s, is a headless shell and has no window: name a full browser, or run without --headed", source, path)
		}
		return f, nil
	}
	if all := installed(headed); len(all) > 0 {
		return all[0], nil
	}
	if headed {
		return Found{}, errors.New("no browser with a window was found: install one, for example `apt install chromium`, or name one with " +
			PathEnv + "; `jevrun doctor` shows what was looked for")
	}
	return Found{}, errors.New("no browser was found: install one, for example `apt install chromium-headless-shell` (or `chromium`), or name one with " +
		PathEnv + "; `jevrun doctor` shows what was looked for")
}

// All lists the browsers that Find would consider without a name, in its order, with their versions. Asking a
// browser for its version starts it for a moment; one that does not answer within ten seconds has none.
func All(headed bool) []Found {
	all := installed(headed)
	for i := range all {
		all[i].Version = versionOf(all[i].Path)
	}
	return all
}

func plainPathError(name string, err error) error {
	var pe *exec.Error
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("there is no %s", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func installed(headed bool) []Found {
	names := fullNames
	if !headed {
		names = append(append([]string{}, shellNames...), fullNames...)
	}
	var all []Found
	seen := map[string]bool{}
	add := func(path string) {
		path = behindWrapper(path)
		if real, err := filepath.EvalSymlinks(path); err != nil || seen[real] {
			return
		} else {
			seen[real] = true
		}
		all = append(all, Found{Path: path, Kind: kindOf(path)})
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			add(path)
		}
	}
	if runtime.GOOS == "darwin" {
		for _, path := range macApps {
			if isExecutable(path) {
				add(path)
			}
		}
	}
	return all
}

func kindOf(path string) Kind {
	base := strings.ToLower(filepath.Base(path))
	switch {
	case strings.Contains(base, "headless"):
		return HeadlessShell
	case strings.Contains(base, "chromium"):
		return Chromium
	}
	return Chrome
}

// behindWrapper returns the binary that a distribution's start script runs, where the script names the folder
// of that binary: the script costs a shell, reads configuration that changes pages between machines, and may
// stay in between us and the browser. Anything else is returned as it is.
func behindWrapper(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return path
	}
	f, err := os.Open(real)
	if err != nil {
		return path
	}
	defer f.Close()
	script, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if err != nil || !bytes.HasPrefix(script, []byte("#!")) {
		return path
	}
	base := filepath.Base(path)
	for binary, mark := range map[string]string{
		filepath.Join("/usr/lib/chromium", base):           "/usr/lib/", // Debian; the script may spell the rest as a variable
		filepath.Join("/usr/lib64/chromium-browser", base): "/usr/lib64/chromium-browser",
		filepath.Join(filepath.Dir(real), "chrome"):        "$HERE/chrome", // Google's packages
	} {
		if bytes.Contains(script, []byte(mark)) && isBinary(binary) {
			return binary
		}
	}
	return path
}

func isExecutable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0
}

// isBinary is true for an executable file that is not a script.
func isBinary(path string) bool {
	if !isExecutable(path) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, 2)
	_, err = io.ReadFull(f, magic)
	return err == nil && string(magic) != "#!"
}

func versionOf(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version", "--no-sandbox")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	for _, word := range strings.Fields(line) {
		if word[0] >= '0' && word[0] <= '9' {
			return word
		}
	}
	return strings.TrimSpace(line)
}
