//go:build conformance

package page

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// realPages are pages that nobody here wrote, and how they come to stand as they were labeled: a page-world
// condition that says when they are ready.
var realPages = []struct{ name, path, ready, then string }{
	{"python-index", "/python/index.html", `document.readyState === 'complete'`, ``},
	{"python-re", "/python/library/re.html", `document.readyState === 'complete'`, ``},
	{"python-functions", "/python/library/functions.html", `document.readyState === 'complete'`, ``},
	{"python-genindex", "/python/genindex-B.html", `document.readyState === 'complete'`, ``},
	{"swagger", "/swagger/index.html", `document.querySelectorAll('.opblock').length > 1`,
		`document.querySelectorAll('.opblock-summary-control')[0].click(), document.querySelectorAll('.opblock-summary-control')[1].click()`},
	{"node-red", "/node-red/", `document.querySelectorAll('.red-ui-palette-node').length > 10`, ``},
	{"bootstrap", "/bootstrap.html", `document.body.dataset.ready`, ``},
	{"shoelace", "/shoelace.html", `document.body.dataset.ready`, ``},
	{"datatables", "/datatables.html", `document.body.dataset.ready`, ``},
	{"tinymce", "/tinymce.html", `document.body.dataset.ready`, ``},
	{"flatpickr", "/flatpickr.html", `document.body.dataset.ready`, ``},
	{"select2", "/select2.html", `document.body.dataset.ready`, ``},
	{"monaco", "/monaco.html", `document.body.dataset.ready`, ``},
	{"material", "/material.html", `document.body.dataset.ready`, ``},
	{"ionic", "/ionic.html", `document.body.dataset.ready`, ``},
	{"fluent", "/fluent.html", `document.body.dataset.ready`, ``},
	{"fluent3", "/fluent3.html", `document.body.dataset.ready`, ``},
}

// realServer serves them all.
func realServer(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.Handle("/", library(t))
	red := nodeRED(t)
	mux.Handle("/node-red/", http.StripPrefix("/node-red", red))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// show goes to a real page and waits until it stands.
func show(t *testing.T, w *world, server *httptest.Server, path, ready, then string) {
	t.Helper()
	ok(t, w.Goto(testContext(t), server.URL+path))
	deadline := time.Now().Add(30 * time.Second)
	for w.js("!!("+ready+")") != "true" {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not get ready: %s; it says %.300s", path, ready, w.js("document.documentElement.outerHTML"))
		}
	}
	if then != "" {
		w.js("(" + then + ", 1)")
	}
	w.js(`new Promise((done) => { let last = '', same = 0; const timer = setInterval(() => { const now = document.documentElement.outerHTML.length + ''; same = now === last ? same + 1 : 0; last = now; if (same > 4) { clearInterval(timer); done(1) } }, 100) })`)
}

// nodeRED starts Node-RED with the settings of its example flow.
func nodeRED(t *testing.T) http.Handler {
	t.Helper()
	program := filepath.Join(e2eFolder, "node-red", "red.js")
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%s is not there: run .ci/conformance-packages (make conformance does)", program)
	}
	home := t.TempDir()
	for _, name := range []string{"settings.js", "flows.json"} {
		text, err := os.ReadFile(filepath.Join("../../examples/flows/node-red", name))
		ok(t, err)
		ok(t, os.WriteFile(filepath.Join(home, name), text, 0o600))
	}
	cmd := exec.Command("node", program, "--userDir", home, "--settings", filepath.Join(home, "settings.js"))
	cmd.Env = append(os.Environ(), "HOME="+home, "PORT=0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	ok(t, err)
	ok(t, cmd.Start())
	address := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(address)
		said := regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
		lines := bufio.NewScanner(out)
		for sent := false; lines.Scan(); {
			if at := said.FindString(lines.Text()); at != "" && !sent {
				address <- at
				sent = true
			}
		}
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its own group, and it may have ended
		<-read
		_ = cmd.Wait()
	})
	select {
	case at, found := <-address:
		if !found {
			t.Fatal("Node-RED ended before it listened")
		}
		u, err := url.Parse(at)
		ok(t, err)
		return httputil.NewSingleHostReverseProxy(u)
	case <-time.After(time.Minute):
		t.Fatal("Node-RED did not listen within a minute")
	}
	return nil
}

// The packages that .ci/conformance-packages and .ci/e2e-packages bring.
const (
	npmFolder    = "../../.cache/conformance/node_modules"
	e2eFolder    = "../../.cache/e2e/node_modules"
	pythonFolder = "/usr/share/doc/python3-doc/html"
)

// library serves a page of testdata/components with the packages under /npm/.
func library(t testing.TB) http.Handler {
	t.Helper()
	if _, err := os.Stat(npmFolder); err != nil {
		t.Fatalf("%s is not there: run .ci/conformance-packages (make conformance does)", npmFolder)
	}
	mux := http.NewServeMux()
	mux.Handle("/npm/", http.StripPrefix("/npm/", http.FileServer(http.Dir(npmFolder))))
	mux.Handle("/swagger/", http.StripPrefix("/swagger", swagger()))
	mux.Handle("/petstore.json", swagger())
	mux.Handle("/python/", http.StripPrefix("/python/", http.FileServer(http.Dir(pythonFolder))))
	mux.Handle("/", http.FileServer(http.Dir("testdata/components")))
	return mux
}

func swagger() http.Handler {
	ours := "../../examples/flows/swagger-ui"
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join(e2eFolder, "swagger-ui-dist"))))
	for _, name := range []string{"petstore.json", "swagger-initializer.js"} {
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, filepath.Join(ours, name)) })
	}
	return mux
}
