package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/report/reporttest"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
)

// TestMain makes the test binary answer as jevrun, and as a jevrun with a bug in it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"jevrun": main,
		"jevrun-with-a-bug": func() {
			u := newUI(os.Stdin, os.Stdout, os.Stderr)
			root := newRoot(u)
			root.AddCommand(&cobra.Command{Use: "break", RunE: func(*cobra.Command, []string) error { panic("the moon is out") }})
			os.Exit(execute(u, root, os.Args[1:]))
		},
		"jevrun-that-waits": func() {
			u := newUI(os.Stdin, os.Stdout, os.Stderr)
			root := newRoot(u)
			root.AddCommand(&cobra.Command{Use: "wait", RunE: func(cmd *cobra.Command, _ []string) error {
				if err := os.WriteFile("ready", nil, 0o644); err != nil {
					return err
				}
				<-cmd.Context().Done()
				return fmt.Errorf("waiting: %w", cmd.Context().Err())
			}})
			os.Exit(execute(u, root, os.Args[1:]))
		},
	})
}

// TestScripts runs the command line without a browser.
func TestScripts(t *testing.T) {
	testscript.Run(t, params(filepath.Join("testdata", "script")))
}

// TestBrowserScripts runs the command line with a browser. Scripts mostly wait, so they run side by side.
func TestBrowserScripts(t *testing.T) {
	if !haveBrowser() {
		t.Skip("no browser on this machine: `make install-browser` installs one")
	}
	testscript.Run(t, params(filepath.Join("testdata", "browser")))
}

func haveBrowser() bool {
	_, err := browser.Find("", false)
	return err == nil
}

// params are the commands and conditions of all scripts:
//
//	exits CODE COMMAND...    run a command that must end with the exit code
//	signal NAME              send INT, TERM or KILL to the background commands; after wait,
//	code CODE                the exit code with which they ended; KILL is -1
//	serve DIR [NAME]         serve a folder of the script on loopback; $URL, or $URL_NAME, is its address
//	systemone TEXT [FAULT]   a decision model on loopback that picks the option whose text holds TEXT, or fails
//	                         with FAULT; the environment leads to it
//	fetch FILE [PATH]        ask for a path below the address that is in a file; the answer is stdout
//	emptypath                leave nothing on $PATH but jevrun itself: a machine without a browser
//	edit FILE OLD NEW        replace a text that must be in the file
//	jsonfield FILE PATH [W]  the value at a dotted path of a JSON document is W, or merely there;
//	                         FILE is stdout, stderr or a file, and must hold exactly one document
//	await FILE [TEXT]        wait until a file exists and holds a text, half a minute at most
//	[chromium]               there is a browser on this machine
func params(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Condition: func(cond string) (bool, error) {
			if cond == "chromium" {
				return haveBrowser(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(e *testscript.Env) error {
			// A run finds the browser that the tests were told to use.
			e.Setenv(browser.PathEnv, os.Getenv(browser.PathEnv))
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Values[signaled{}] = new([]*exec.Cmd)
			e.Defer(func() { checkTraces(e); checkReports(e) })
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": serve, "edit": edit, "jsonfield": jsonField, "await": await,
			"fetch": fetch, "exits": exits, "signal": sendSignal, "systemone": systemOne, "code": code, "emptypath": emptyPath,
		},
	}
}

// checkTraces holds every trace that a script's runs wrote against the contract. What a script brings along
// itself, to be refused, has another tool's header or none.
func checkTraces(e *testscript.Env) {
	err := filepath.WalkDir(e.WorkDir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".trace.jsonl") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"tool":"`+tool()+`"`) {
			return err
		}
		return tracetest.Check(path)
	})
	if err != nil {
		e.T().Fatal(err)
	}
}

// checkReports holds every JSON report that a script wrote to a file against its schema.
func checkReports(e *testscript.Env) {
	err := filepath.WalkDir(e.WorkDir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		text, err := os.ReadFile(path)
		var doc report.Document
		if err != nil || json.Unmarshal(text, &doc) != nil || doc.Tool != tool() || len(doc.Runs)+len(doc.Replays) == 0 {
			return err
		}
		return reporttest.Check(text)
	})
	if err != nil {
		e.T().Fatal(err)
	}
}

// exits CODE COMMAND...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s ended with exit code %d, not %s", args[1], got, args[0])
	}
}

// fetch FILE [PATH]
func fetch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: fetch FILE [PATH]")
	}
	url := strings.TrimSpace(ts.ReadFile(args[0])) + strings.Join(args[1:], "")
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(url)
	ts.Check(err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		ts.Fatalf("%s answers %s", url, answer.Status)
	}
	_, err = io.Copy(ts.Stdout(), answer.Body)
	ts.Check(err)
}

// signaled is the key of the background commands that a script has sent a signal to.
type signaled struct{}

// signal NAME
func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM, "KILL": os.Kill}
	if neg || len(args) != 1 || signals[args[0]] == nil {
		ts.Fatalf("usage: signal INT|TERM|KILL")
	}
	all := ts.BackgroundCmds()
	if len(all) == 0 {
		ts.Fatalf("no command runs in the background")
	}
	for _, c := range all {
		ts.Check(c.Process.Signal(signals[args[0]]))
	}
	*ts.Value(signaled{}).(*[]*exec.Cmd) = all
}

// code CODE
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: code CODE")
	}
	for _, c := range *ts.Value(signaled{}).(*[]*exec.Cmd) {
		if c.ProcessState == nil {
			ts.Fatalf("%s still runs; wait first", c.Args[0])
		}
		if got := strconv.Itoa(c.ProcessState.ExitCode()); got != args[0] {
			ts.Fatalf("%s ended with exit code %s, not %s", c.Args[0], got, args[0])
		}
	}
}

// serve DIR [NAME]
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: serve DIR [NAME]")
	}
	s := httptest.NewUnstartedServer(http.FileServer(http.Dir(ts.MkAbs(args[0]))))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	s.Listener.Close() //nolint:errcheck // httptest's own choice of address is not wanted
	s.Listener = l
	s.Start()
	ts.Defer(s.Close)
	name := "URL"
	if len(args) == 2 {
		name += "_" + strings.ToUpper(args[1])
	}
	ts.Setenv(name, s.URL)
}

// emptypath
func emptyPath(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: emptypath")
	}
	ours, _, _ := strings.Cut(ts.Getenv("PATH"), string(os.PathListSeparator)) // testscript puts its commands first
	ts.Setenv("PATH", ours)
	ts.Setenv(browser.PathEnv, "")
}

// edit FILE OLD NEW
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	file := ts.MkAbs(args[0])
	text, err := os.ReadFile(file)
	ts.Check(err)
	if !strings.Contains(string(text), args[1]) {
		ts.Fatalf("%s holds no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(file, []byte(strings.ReplaceAll(string(text), args[1], args[2])), 0o644))
}

// await FILE [TEXT]
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: await FILE [TEXT]")
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); <-tick.C {
		text, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && (len(args) == 1 || strings.Contains(string(text), args[1])) {
			return
		}
	}
	ts.Fatalf("waited 30 s for %q", args)
}

// jsonfield FILE PATH [WANT]
func jsonField(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: jsonfield FILE PATH [WANT]")
	}
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil {
		ts.Fatalf("%s is no JSON document: %v", args[0], err)
	}
	if _, err := d.Token(); err != io.EOF {
		ts.Fatalf("%s holds more than one JSON document", args[0])
	}
	got, ok := lookup(doc, strings.Split(args[1], "."))
	switch {
	case len(args) == 2:
		if ok == neg {
			ts.Fatalf("%s in %s: present is %v", args[1], args[0], ok)
		}
	case !ok:
		ts.Fatalf("%s has no %s", args[0], args[1])
	case (got == args[2]) == neg:
		ts.Fatalf("%s in %s is %q, compared with %q", args[1], args[0], got, args[2])
	}
}

// lookup follows names and array positions; "length" at the end is the length of an array.
func lookup(doc any, path []string) (string, bool) {
	for _, key := range path {
		switch v := doc.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				return "", false
			}
			doc = next
		case []any:
			if key == "length" {
				doc = len(v)
				continue
			}
			var i int
			if _, err := fmt.Sscanf(key, "%d", &i); err != nil || i < 0 || i >= len(v) {
				return "", false
			}
			doc = v[i]
		default:
			return "", false
		}
	}
	switch v := doc.(type) {
	case string:
		return v, true
	case nil:
		return "null", true
	}
	text, err := json.Marshal(doc)
	return string(text), err == nil
}
