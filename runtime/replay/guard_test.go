package replay_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

const codeField = `<title>Page</title><label>Code <input oninput="document.title = 'got ' + this.value"></label>`

func codes(name string) (string, bool) { return "s3cret", name == "CODE" }

// A hostile trace names a variable of the environment and a page of its own: nothing is typed there unless the
// caller says so.
func TestAValueOfTheEnvironmentStaysOnTheMachine(t *testing.T) {
	s := serve(t, codeField)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(codeField), 0o644); err != nil {
		t.Fatal(err)
	}
	fill := func(u string) string {
		return record(t, 2, decision(1, u, trace.StepAction{Type: "fill", ValueFromEnv: "CODE"}, true, 1, "textbox|Code"))
	}
	for name, c := range map[string]struct {
		url  string
		swap string
		asks bool
	}{
		"loopback":             {s.URL + "/", "", false},
		"localhost":            {strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + "/", "", false},
		"a file":               {"file://" + file, "", true},
		"a file by its folder": {"file:page.html", "", true},
		"a data page":          {"data:text/html," + url.PathEscape(codeField), "", true},
		"swapped for a file":   {s.URL + "/", file, false},
		"a name that looks so": {"http://127.0.0.1.example.invalid/", "", true},
		"credentials":          {"http://127.0.0.1@example.invalid/", "", true},
		"a file elsewhere":     {"file://example.invalid/page.html", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			path := fill(c.url)
			o := replay.Options{Execute: true, LookupEnv: codes, Swap: c.swap, Dir: filepath.Dir(file)}
			_, err := replay.Check(path, o)
			if !c.asks {
				if err != nil {
					t.Fatal(err)
				}
				wantVerdicts(t, run(t, path, o), "1 ok")
				return
			}
			if err == nil || !strings.Contains(err.Error(), "--allow-env CODE") {
				t.Errorf("Check: %v", err)
			}
			// Whoever does not check first is stopped before the field.
			r := run(t, path, o)
			if r.OK() || r.Results[0].Executed {
				t.Fatalf("it was typed: %+v", r.Results[0])
			}
			o.AllowEnv = []string{"CODE"}
			if _, err := replay.Check(path, o); err != nil {
				t.Errorf("allowed: %v", err)
			}
			if !strings.Contains(c.url, "invalid") && !strings.HasPrefix(c.url, "file:page") {
				wantVerdicts(t, run(t, path, o), "1 ok")
			}
			if _, err := replay.Check(path, replay.Options{}); err != nil {
				t.Errorf("without --execute: %v", err)
			}
		})
	}
}

// The page is on the loopback, the field is not: a frame may come from anywhere.
func TestAValueOfTheEnvironmentInAFrame(t *testing.T) {
	for name, c := range map[string]struct{ frame, want string }{
		"of the page":  {`<iframe srcdoc="<label>Code <input></label>"></iframe>`, "1 ok"},
		"of elsewhere": {`<iframe src="data:text/html,<label>Code <input></label>"></iframe>`, "1 error value_unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, `<title>Page</title>`+c.frame)
			step := decision(1, s.URL+"/", trace.StepAction{Type: "fill", ValueFromEnv: "CODE"}, true, 1, "textbox|Code")
			field := &step.Candidates[0]
			field.Frame, field.CID = 1, "f1:c1"
			step.DOMHash = trace.DOMHash(step.Candidates)
			step.Decision.Choice, step.Decision.Probabilities = &field.CID, map[string]float64{"f1:c1": 0.97, "none": 0.03}
			r := run(t, record(t, 2, step), replay.Options{Execute: true, LookupEnv: codes})
			wantVerdicts(t, r, c.want)
			if c.want == "1 error value_unavailable" && !strings.Contains(r.Results[0].Reason, "--allow-env CODE") {
				t.Errorf("reason: %s", r.Results[0].Reason)
			}
		})
	}
}

// Addresses that no run can have been on are not opened.
func TestAddressesThatAreNoPages(t *testing.T) {
	for _, address := range []string{
		"javascript:document.write('x')", "JavaScript:1", "chrome://version/", "chrome-extension://abc/x.html", "view-source:http://127.0.0.1/",
		"devtools://devtools/bundled/inspector.html", "ftp://127.0.0.1/", "", "nonsense", "about:crash", "about:version", "ABOUT:quit", "blob:http://127.0.0.1/x",
	} {
		r := run(t, record(t, 2, decision(1, address, click(), true, 1, "button|Save")), replay.Options{Execute: true})
		wantVerdicts(t, r, "1 error page_not_reached")
		if !strings.Contains(r.Results[0].Reason, "not opened") || r.Results[0].Navigated && r.Results[0].URL != "" {
			t.Errorf("%q: %+v", address, r.Results[0])
		}
	}
}

// A trace may lead nowhere but to pages that it brings along or that a server shows to others too, whatever way it takes:
// its report may go to anybody.
func TestPagesThatOnlyThisMachineCanRead(t *testing.T) {
	elsewhere := t.TempDir()
	secret := filepath.Join(elsewhere, "secret.html")
	if err := os.WriteFile(secret, []byte(`<title>Page</title><button>Save</button>`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{
		"a file elsewhere":      "file://" + secret,
		"a file by its path":    "file:../elsewhere/secret.html",
		"a file by a link":      "file:link.html",
		"a folder":              "file:///etc/",
		"the environment":       "file:///proc/self/environ",
		"metadata":              "http://169.254.169.254/latest/meta-data/",
		"metadata in six":       "http://[::ffff:169.254.169.254]/",
		"metadata with a login": "http://a:b@169.254.169.254:80/",
	} {
		t.Run(name, func(t *testing.T) {
			path := record(t, 2, decision(1, address, click(), true, 1, "button|Save"))
			if err := os.Symlink(secret, filepath.Join(filepath.Dir(path), "link.html")); err != nil {
				t.Fatal(err)
			}
			r := run(t, path, replay.Options{Execute: true})
			wantVerdicts(t, r, "1 error page_not_reached")
			if !strings.Contains(r.Results[0].Reason, "not opened") {
				t.Errorf("the reason is %s", r.Results[0].Reason)
			}
		})
	}
	// A page of the trace may show such a page in a frame: there is no picture of it.
	for name, frame := range map[string]string{"a frame of a file": "file://" + secret, "a frame of its own": "own.html"} {
		path := record(t, 2, decision(1, "file:page.html", click(), false, 1, "button|Save"))
		dir := filepath.Dir(path)
		for file, text := range map[string]string{"page.html": `<title>Page</title><iframe src="` + frame + `"></iframe>`, "own.html": "x"} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		photographed := false
		run(t, path, replay.Options{OnFail: func(context.Context, *page.Page, string, *replay.Step) { photographed = true }})
		if photographed != (frame == "own.html") {
			t.Errorf("%s: photographed %v", name, photographed)
		}
	}
}

// A name of megabytes is asked for on no page, again and again until the deadline.
func TestNamesOfAHostileTrace(t *testing.T) {
	s := serve(t, `<button>Save</button>`)
	region := decision(1, s.URL+"/", click(), true, 1, "button|Save")
	region.Within = strings.Repeat("x", 1<<20)
	key := decision(1, s.URL+"/", trace.StepAction{Type: "press", Key: strings.Repeat("A", 1<<20)}, true, 1, "button|Save")
	for _, step := range []*trace.Step{region, key} {
		r := run(t, record(t, 2, step), replay.Options{Execute: true})
		wantVerdicts(t, r, "1 error inconsistent_trace")
		if reason := r.Results[0].Reason; len(reason) > 200 || !strings.Contains(reason, "1048576 bytes") {
			t.Errorf("the reason is %.300s", reason)
		}
	}
}

// A recorded dialog of any length is no pattern that cannot be compiled.
func TestDialogsOfAHostileTrace(t *testing.T) {
	s := serve(t, `<title>Page</title><button onclick="alert('x')">Save</button>`)
	dialog := &trace.Action{Kind: trace.KindAction, At: "2026-01-01T00:00:00Z", Tool: trace.ToolDialog,
		Request: map[string]any{"type": "alert", "message": strings.Repeat("x", 8<<20)}, Result: map[string]any{"action": "accept", "ok": true, "rule": ""}}
	path := record(t, 2, dialog, decision(1, s.URL+"/", click(), true, 1, "button|Save"))
	wantVerdicts(t, run(t, path, replay.Options{Execute: true}), "1 ok")
}
