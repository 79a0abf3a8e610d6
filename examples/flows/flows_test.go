package flows

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestDemoHoldsTheSite(t *testing.T) {
	if err := fstest.TestFS(Demo(), FlowFile, "index.html", "tasks.html", "settings.html", "billing.html", "card.html", "style.css", "app.js"); err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(Demo(), FlowFile)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `env = "`+PasswordEnv+`"`) {
		t.Errorf("%s reads its password from another variable than %s", FlowFile, PasswordEnv)
	}
}

func TestPagesFetchNothingFromElsewhere(t *testing.T) {
	err := fs.WalkDir(Demo(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(Demo(), name)
		if bytes.Contains(text, []byte("://")) {
			t.Errorf("%s names another address; the site must work without a network", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The broken site differs from the whole one in the label of one button, and in nothing else.
func TestDemoBrokenDiffersInOneLabel(t *testing.T) {
	err := fs.WalkDir(Demo(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		whole, err := fs.ReadFile(Demo(), name)
		if err != nil {
			return err
		}
		broken, err := fs.ReadFile(DemoBroken(), name)
		if err != nil {
			return err
		}
		want := string(whole)
		if name == BrokenFile {
			want = strings.Replace(want, ">"+BrokenFrom+"</button>", ">"+BrokenTo+"</button>", 1)
			if want == string(whole) {
				t.Errorf("%s has no button %q", name, BrokenFrom)
			}
		}
		if string(broken) != want {
			t.Errorf("%s of the broken site differs in more than the label, or not at all", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DemoBroken().Open("nothing.html"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening a file that is not there: %v", err)
	}
}

// Both sites can be served; a browser that has seen the whole one is not told that the broken one is the same.
func TestSitesServe(t *testing.T) {
	whole, broken := get(t, Demo(), "/"), get(t, DemoBroken(), "/")
	if !strings.Contains(whole, ">Sign in</button>") || strings.Contains(whole, "Log on") {
		t.Error("the whole site has not the label Sign in")
	}
	if !strings.Contains(broken, ">Log on</button>") || strings.Contains(broken, ">Sign in</button>") {
		t.Error("the broken site has not the label Log on")
	}
}

func get(t *testing.T, site fs.FS, path string) string {
	t.Helper()
	rec := httptest.NewRecorder()
	http.FileServerFS(site).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("GET %s: %d", path, rec.Code)
	}
	if etag := rec.Header().Get("ETag"); etag != "" {
		t.Errorf("GET %s: ETag %q", path, etag)
	}
	return rec.Body.String()
}
