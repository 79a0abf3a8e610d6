//go:build e2e && linux

package flows

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/trace"
)

// cache is where .ci/e2e-packages puts what npm brings.
const cache = "../../.cache/e2e/node_modules"

// edit is a label that somebody changed: in the answer at path, from reads to.
type edit struct{ path, from, to string }

// rehearsal is one flow on one application that nobody here wrote.
type rehearsal struct {
	folder string
	// serve returns the application in its first state; it is called again for each of the three acts.
	serve func(t *testing.T) http.Handler
	edit  edit
	// broken is the step that must be changed when the replay meets the edited page; nothing before it is.
	broken string
}

// play runs the flow and records it, replays it in a fresh context on the same application, and replays it on
// the application with one label changed.
func (r rehearsal) play(t *testing.T) {
	s := newStage(t)
	out := filepath.Join(t.TempDir(), r.folder+".trace.jsonl")
	dir, err := filepath.Abs(r.folder)
	if err != nil {
		t.Fatal(err)
	}

	s.show(r.serve(t))
	began := time.Now()
	run := jevrun(t, nil, "run", dir, "--json", "--trace", out, "--var", "base_url="+s.URL)
	if run.exit == 2 {
		t.Fatalf("run: %s", run)
	}
	steps := readSteps(t, out)
	if run.exit != 0 {
		t.Fatalf("run: exit %d\n%s%s", run.exit, told(steps), run.stderr)
	}
	decisions, acted := tally(steps)
	t.Logf("%s: %d decisions, %d acted on, %d steps, recorded in %s", r.folder, decisions, acted, len(steps), time.Since(began).Round(time.Millisecond))
	if decisions < 5 || acted < 3 {
		t.Errorf("%d decisions and %d acted on, want at least 5 and 3", decisions, acted)
	}
	if names := wrong(steps); len(names) != 0 {
		t.Errorf("these steps chose another element than they expect: %v", names)
	}

	s.show(r.serve(t))
	began = time.Now()
	again := jevrun(t, nil, "replay", "--execute", "--json", "--timeout", "30s", out)
	t.Logf("%s: replayed in %s", r.folder, time.Since(began).Round(time.Millisecond))
	if again.exit != 0 {
		verdicts(t, again.stdout)
		t.Fatalf("replay of an unchanged application: exit %d\n%s", again.exit, again.stderr)
	}
	by := verdicts(t, again.stdout)
	if len(by) != len(steps) || len(failing(by)) != 0 {
		t.Errorf("replay of an unchanged application: %v", by)
	}

	edited, times := r.edit.on(r.serve(t))
	s.show(edited)
	broken := jevrun(t, nil, "replay", "--execute", "--json", "--timeout", "10s", out)
	if times.Load() == 0 {
		t.Errorf("%q was not met at %s: nothing was changed", r.edit.from, r.edit.path)
	}
	if broken.exit != 1 {
		t.Errorf("replay of a changed application: exit %d, want 1\n%s", broken.exit, broken.stderr)
	}
	by = verdicts(t, broken.stdout)
	if got, want := failing(by), []string{r.broken + " changed"}; !slices.Equal(got, want) {
		t.Errorf("replay of a changed application fails at %v, want %v", got, want)
	}
	// What comes after a step that could not be executed is not judged; all that comes before it is fine.
	before := slices.IndexFunc(steps, func(s *trace.Step) bool { return s.Name == r.broken })
	if len(by) != before+1 {
		t.Errorf("the replay judged %d steps, want the %d before %s and itself", len(by), before, r.broken)
	}
}

// stage is a loopback address that stays while what it shows changes, so that recorded addresses hold.
type stage struct {
	*httptest.Server
	now atomic.Pointer[http.Handler]
}

func newStage(t *testing.T) *stage {
	s := &stage{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		h := s.now.Load()
		if h == nil {
			http.Error(w, "nothing is shown", http.StatusServiceUnavailable)
			return
		}
		(*h).ServeHTTP(w, req)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (s *stage) show(h http.Handler) { s.now.Store(&h) }

// on is h with the label changed on the fly, and how often that happened.
func (e edit) on(h http.Handler) (http.Handler, *atomic.Int64) {
	times := new(atomic.Int64)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path != e.path {
			h.ServeHTTP(w, req)
			return
		}
		req = req.Clone(req.Context())
		for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since", "Range"} {
			req.Header.Del(name)
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		res := rec.Result()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		times.Add(int64(bytes.Count(body, []byte(e.from))))
		body = bytes.ReplaceAll(body, []byte(e.from), []byte(e.to))
		for name, values := range res.Header {
			w.Header()[name] = values
		}
		w.Header().Del("ETag")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(res.StatusCode)
		_, _ = w.Write(body) // the browser may have gone away
	}), times
}

// packaged is a folder that .ci/e2e-packages brings.
func packaged(t *testing.T, dir string) string {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("%s is not there: run .ci/e2e-packages (make e2e does)", dir)
	}
	return dir
}

func TestPythonDocs(t *testing.T) {
	site := packaged(t, "/usr/share/doc/python3-doc/html")
	rehearsal{
		folder: "python-docs",
		serve:  func(*testing.T) http.Handler { return http.FileServer(http.Dir(site)) },
		edit:   edit{"/", ">Search page<", ">Look something up<"},
		broken: "search_page",
	}.play(t)
}

func TestSwaggerUI(t *testing.T) {
	site := packaged(t, filepath.Join(cache, "swagger-ui-dist"))
	rehearsal{
		folder: "swagger-ui",
		serve:  func(*testing.T) http.Handler { return petStore(site, "swagger-ui") },
		edit:   edit{"/petstore.json", "List the pets", "Show all animals"},
		broken: "open_list",
	}.play(t)
}

func TestNodeRED(t *testing.T) {
	program := packaged(t, filepath.Join(cache, "node-red", "red.js"))
	rehearsal{
		folder: "node-red",
		serve:  func(t *testing.T) http.Handler { return startNodeRED(t, program, "node-red") },
		edit:   edit{"/locales/editor", `"deploy":"Deploy"`, `"deploy":"Roll out"`},
		broken: "deploy",
	}.play(t)
}
