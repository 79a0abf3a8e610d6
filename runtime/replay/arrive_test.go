package replay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/replay"
)

// A form that was sent is on its way to the next page: that is waited for, and what was sent is neither broken off
// nor sent again, whether the server answers within the time of a settle or later.
func TestAFormThatWasSentIsNotSentAgain(t *testing.T) {
	for _, delay := range []time.Duration{400 * time.Millisecond, 3300 * time.Millisecond} {
		t.Run(delay.String(), func(t *testing.T) {
			t.Parallel() // it is waiting, most of the time
			var posted, opened, broken atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				switch {
				case r.URL.Path != "/in":
					fmt.Fprint(w, `<!doctype html><title>Page</title><form method=post action=/in><button>Sign in</button></form>`)
					return
				case r.Method == http.MethodPost:
					posted.Add(1)
				default:
					opened.Add(1)
				}
				select {
				case <-time.After(delay):
				case <-r.Context().Done():
					broken.Add(1)
				}
				fmt.Fprint(w, `<!doctype html><title>Page</title><button>Edit</button>`)
			}))
			t.Cleanup(s.Close)
			r := run(t, record(t, 2,
				decision(1, s.URL+"/", click(), true, 1, "button|Sign in"),
				decision(2, s.URL+"/in", click(), true, 1, "button|Edit"),
			), replay.Options{Execute: true, Timeout: 10 * time.Second})
			wantVerdicts(t, r, "1 ok, 2 ok")
			if posted.Load() != 1 || opened.Load() != 0 || broken.Load() != 0 {
				t.Errorf("%d posted, %d opened, %d broken off; want one that is posted", posted.Load(), opened.Load(), broken.Load())
			}
		})
	}
}
