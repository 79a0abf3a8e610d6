package systemone

import (
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
	"github.com/jevrun/jevrun/runtime/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// request asks about n candidates. No label is in the order of its letters.
func request(n int) decide.Request {
	var list []trace.Candidate
	for i := range n {
		href := fmt.Sprintf("/reports/2026/%d", i)
		list = append(list, trace.Candidate{
			CID: fmt.Sprintf("f0:c%d", n-i), Role: "link", Name: fmt.Sprintf("Quarterly report of branch %d", i), Href: &href,
		})
	}
	return decide.TargetRequest(decide.Target{
		Intent: "Open the report of the \"southern\" branch", Action: "click",
		URL: "http://127.0.0.1/reports", Title: "Reports — Intranet", Total: n, Candidates: list,
	})
}

func config(s *systemonetest.Server) Config {
	return Config{BaseURL: s.URL, Key: systemonetest.Key, KeyFrom: KeyEnv}
}

// quick makes failures end soon.
var quick = Options{AttemptTimeout: 5 * time.Second, TotalTimeout: 20 * time.Second, Backoff: time.Millisecond, Tool: "jevrun/test"}

func newClient(t testing.TB, c Config, o Options) *Client {
	t.Helper()
	client, err := New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}
