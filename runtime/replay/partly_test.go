package replay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/replay"
)

// A script that never comes keeps a page from being done: what is there is there, and what is not may come with it. A page
// that never comes is not the one before it.
func TestAPageThatDoesNotGetDone(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/never") {
			<-r.Context().Done()
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Page</title>", two, "<script src=/never.js></script>")
	}))
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	r := run(t, record(t, 2,
		decision(1, s.URL+"/", click(), false, 1, "button|Alpha", "button|Beta"),
		decision(2, s.URL+"/never", click(), false, 1, "button|Alpha", "button|Beta"),
		decision(3, s.URL+"/more", click(), false, 1, "button|Gamma", "button|Beta"),
	), replay.Options{Timeout: 50 * time.Millisecond})
	wantVerdicts(t, r, "1 ok, 2 error page_not_reached, 3 error page_not_reached")
	if want := "/ answered but its document is not complete"; !strings.Contains(r.Results[0].Reason, want) {
		t.Errorf("reason: %q, want %q", r.Results[0].Reason, want)
	}
	r = run(t, record(t, 2, decision(1, s.URL+"/", click(), true, 1, "button|Alpha", "button|Beta")), replay.Options{Timeout: 50 * time.Millisecond, Execute: true})
	wantVerdicts(t, r, "1 error page_not_reached")
	if got, want := r.Results[0], "it waits for the script "+s.URL+"/never.js"; !strings.Contains(got.Reason, want) || got.Advice != "" {
		t.Errorf("reason: %q, want %q and no other advice than its own: %q", got.Reason, want, got.Advice)
	}
}
