package systemone

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
)

// canned is a server on loopback that reads a request and answers with bytes that are ready.
func canned(t testing.TB, req decide.Request) (url string, body []byte) {
	t.Helper()
	body, err := decide.MarshalWire(req, DefaultModel)
	if err != nil {
		t.Fatal(err)
	}
	strict := systemonetest.New(t, systemonetest.Options{})
	answer := strict.Reply(body)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	}))
	t.Cleanup(s.Close)
	return s.URL, body
}

// bare posts bytes and reads the response, and nothing else.
func bare(t testing.TB, client *http.Client, url string, body []byte) {
	r, err := client.Post(url+"/v1/systemone", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err != nil {
		t.Fatal(err)
	}
}

func bareClient(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// BenchmarkOverhead is what a decision among 254 candidates costs besides its way: the median of a decision as
// a multiple of the median of a bare POST of the same bytes, taken in turns so that the load of the machine
// meets both. At most 3 is wanted.
func BenchmarkOverhead(b *testing.B) {
	req := request(254)
	url, body := canned(b, req)
	client := newClient(b, Config{BaseURL: url, Key: systemonetest.Key}, quick)
	post := bareClient(b)
	var ours, theirs []time.Duration
	for i := range b.N + 50 {
		start := time.Now()
		if _, err := decide.Ask(b.Context(), client, req); err != nil {
			b.Fatal(err)
		}
		middle := time.Now()
		bare(b, post, url, body)
		if i >= 50 { // both are warm
			ours, theirs = append(ours, middle.Sub(start)), append(theirs, time.Since(middle))
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	b.ReportMetric(float64(ours[len(ours)/2])/float64(theirs[len(theirs)/2]), "times-bare")
}

// TestNoHeapGrowth: decisions leave nothing behind.
func TestNoHeapGrowth(t *testing.T) {
	decisions := 10_000
	if testing.Short() {
		decisions = 1000
	}
	req := request(60)
	url, _ := canned(t, req)
	client := newClient(t, Config{BaseURL: url, Key: systemonetest.Key}, quick)
	ask := func(n int) {
		for range n {
			if _, err := decide.Ask(t.Context(), client, req); err != nil {
				t.Fatal(err)
			}
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what a pool held is gone after the second
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask(200)
	before := heap()
	ask(decisions)
	after := heap()
	t.Logf("heap %d kB before and %d kB after %d decisions", before>>10, after>>10, decisions)
	if after > before+512<<10 {
		t.Errorf("the heap grew by %d kB", (after-before)>>10)
	}
}

func BenchmarkDecide(b *testing.B) {
	req := request(254)
	url, body := canned(b, req)
	b.Run("decision", func(b *testing.B) {
		client := newClient(b, Config{BaseURL: url, Key: systemonetest.Key}, quick)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := decide.Ask(b.Context(), client, req); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare POST", func(b *testing.B) {
		client := bareClient(b)
		b.ReportAllocs()
		for b.Loop() {
			bare(b, client, url, body)
		}
	})
}

func BenchmarkPrepare(b *testing.B) {
	req := request(254)
	client := newClient(b, Config{BaseURL: "http://127.0.0.1:1"}, quick)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := client.prepare(req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	req := request(254)
	body, err := decide.MarshalWire(req, DefaultModel)
	if err != nil {
		b.Fatal(err)
	}
	answer := systemonetest.New(b, systemonetest.Options{}).Reply(body)
	b.ReportAllocs()
	for b.Loop() {
		resp, err := decode(answer, req, false)
		if err != nil {
			b.Fatal(err)
		}
		if err := decide.Check(req, resp); err != nil {
			b.Fatal(err)
		}
	}
}
