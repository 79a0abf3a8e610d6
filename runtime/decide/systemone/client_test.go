package systemone

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
)

func TestDecide(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{
		Answer: func(_ systemonetest.Asked, q systemonetest.Question) (string, float64) {
			return q.Find("Quarterly report of branch 17 — link → /reports/2026/17"), 0.875
		},
	})
	var call Call
	o := quick
	o.OnCall = func(c Call) { call = c }
	client := newClient(t, config(server), o)
	req := request(254)
	resp, err := decide.Ask(t.Context(), client, req)
	if err != nil {
		t.Fatal(err)
	}
	a := resp.Answers[decide.TargetQuestion]
	if a.Choice != "f0:c237" || a.Probabilities[a.Choice] != 0.875 || len(a.Probabilities) != 255 || a.Confidence >= 0.875 {
		t.Errorf("got %+v", a)
	}
	if client.ID() != "jev-latest" || resp.Model != "jev-1.13.0" {
		t.Errorf("asked for %s, answered by %s", client.ID(), resp.Model)
	}
	if resp.Usage == nil || resp.Usage.InputTokens < 261 || resp.Usage.OutputTokens != 18 || resp.CostUSD == nil ||
		math.Abs(*resp.CostUSD-float64(resp.Usage.InputTokens)*0.042e-6) > 1e-12 {
		t.Errorf("usage %+v, cost %v", resp.Usage, resp.CostUSD)
	}
	asked := server.Asked()
	if len(asked) != 1 || asked[0].Model != "jev-latest" || asked[0].Match(req) != nil {
		t.Fatalf("what came is not what was asked: %v", asked[0].Match(req))
	}
	want, _ := decide.MarshalWire(req, "jev-latest")
	if string(asked[0].Raw) != string(want) {
		t.Error("the body is not decide.MarshalWire's")
	}
	if call.Status != 200 || call.RequestID != systemonetest.RequestID || call.Attempts != 1 || call.Sent != len(want) || call.Err != nil || call.Duration <= 0 {
		t.Errorf("the caller was told %+v", call)
	}
}

// TestSeveralQuestions: each is answered under its own id, whatever order the answers come in.
func TestSeveralQuestions(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{})
	req := request(3)
	second := req.Questions[0]
	second.ID = "a status with ünïcode . and dots"
	second.Instructions = map[string]string{"task": "say whether it is done"}
	second.Options = []decide.Option{{Label: "z", Text: "done"}, {Label: "a", Text: "not done"}}
	req.Questions = append(req.Questions, second)
	resp, err := decide.Ask(t.Context(), newClient(t, config(server), quick), req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Answers[second.ID].Choice != "z" || resp.Answers["target"].Choice != "f0:c3" {
		t.Errorf("got %+v", resp.Answers)
	}
	if err := server.Asked()[0].Match(req); err != nil {
		t.Error(err)
	}
}

// serve answers every request with a fixed header and body.
func serve(t *testing.T, header http.Header, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for k, v := range header {
			w.Header()[k] = v
		}
		if w.Header().Get("Content-Type") == "" {
			w.Header().Set("Content-Type", "application/json")
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

const answered = `"answers":{"target":{"type":"choice","choice":"none","probabilities":{"f0:c1":0.1,"none":0.9},"confidence":0.8}}`

func TestUsageAndCost(t *testing.T) {
	for name, c := range map[string]struct {
		header http.Header
		body   string
		usage  string
		cost   string
	}{
		"by the table":                {nil, `{"model":"jev-1.13.0",` + answered + `,"usage":{"input_tokens":1000000,"output_tokens":7}}`, "&{1000000 7}", "0.042"},
		"OpenRouter names it":         {nil, `{"id":"gen-1","provider":"TypeSafe","model":"typesafe/jev-1.13-20260917",` + answered + `,"usage":{"input_tokens":10,"output_tokens":7,"cost":0.25}}`, "&{10 7}", "0.25"},
		"OpenRouter does not":         {nil, `{"model":"typesafe/jev-1.13-20260917",` + answered + `,"usage":{"input_tokens":1000000,"output_tokens":7,"cost":null}}`, "&{1000000 7}", "0.042"},
		"LiteLLM names it in a field": {http.Header{"X-Litellm-Response-Cost": {"1.5e-05"}}, `{"model":"typesafe/jev-latest",` + answered + `,"usage":{"input_tokens":10,"output_tokens":7}}`, "&{10 7}", "1.5e-05"},
		"Vercel's gateway, as text":   {nil, `{"model":"typesafe-ai/jev","provider_metadata":{"gateway":{"cost":"0.5","x":{}}},` + answered + `,"usage":{"input_tokens":10,"output_tokens":7}}`, "&{10 7}", "0.5"},
		"unknown price":               {nil, `{"model":"jev-1.14.0",` + answered + `,"usage":{"input_tokens":10,"output_tokens":7}}`, "&{10 7}", "nil"},
		"not counted":                 {nil, `{"model":"nimble",` + answered + `}`, "<nil>", "nil"},
		"not counted, null":           {http.Header{"Content-Type": {"application/vnd.x+json; charset=utf-8"}}, `{"usage":null,"model":"jev-1.13.0",` + answered + `}`, "<nil>", "nil"},
	} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t, Config{BaseURL: serve(t, c.header, c.body)}, quick)
			resp, err := decide.Ask(t.Context(), client, request(1))
			if err != nil {
				t.Fatal(err)
			}
			cost := "nil"
			if resp.CostUSD != nil {
				cost = fmt.Sprint(*resp.CostUSD)
			}
			if got := fmt.Sprint(resp.Usage); got != c.usage || cost != c.cost {
				t.Errorf("usage %s, cost %s; want %s and %s", got, cost, c.usage, c.cost)
			}
		})
	}
}

// TestGatewaysNameTheRequestTheirWay: an error names it all the same.
func TestGatewaysNameTheRequestTheirWay(t *testing.T) {
	for name, want := range map[string]string{
		"X-Request-Id": "(request abc-1)", "X-Litellm-Call-Id": "(request abc-1)", "Cf-Ray": "(request abc-1)", "X-Other": "",
	} {
		url := serve(t, http.Header{name: {"abc-1"}}, `{"model":"m"}`)
		_, err := decide.Ask(t.Context(), newClient(t, Config{BaseURL: url}, quick), request(1))
		if err == nil || !strings.HasSuffix(err.Error(), want) || want == "" && strings.Contains(err.Error(), "abc-1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAConfiguredPriceIsTheLastResort: the server and the table know better.
func TestAConfiguredPriceIsTheLastResort(t *testing.T) {
	price := 2.0
	o := quick
	o.Price = &price
	for body, want := range map[string]string{
		`{"model":"nimble",` + answered + `,"usage":{"input_tokens":1000,"output_tokens":7}}`:            "0.002",
		`{"model":"nimble",` + answered + `,"usage":{"input_tokens":1000,"output_tokens":7,"cost":0.5}}`: "0.5",
		`{"model":"jev-1.13.0",` + answered + `,"usage":{"input_tokens":1000000,"output_tokens":7}}`:     "0.042",
		`{"model":"nimble",` + answered + `}`:                                                            "unknown",
	} {
		resp, err := decide.Ask(t.Context(), newClient(t, Config{BaseURL: serve(t, nil, body)}, o), request(1))
		if err != nil {
			t.Fatal(err)
		}
		got := "unknown"
		if resp.CostUSD != nil {
			got = fmt.Sprint(*resp.CostUSD)
		}
		if got != want {
			t.Errorf("%s: it cost %s, not %s", body, got, want)
		}
	}
}

// TestAConfidenceMayBeMissingWhereTheServerSaysSo: OpenRouter's schema does.
func TestAConfidenceMayBeMissingWhereTheServerSaysSo(t *testing.T) {
	req := request(1)
	for _, body := range []string{
		strings.Replace(`{"model":"m",`+answered+`}`, `,"confidence":0.8`, "", 1),
		strings.Replace(`{"model":"m",`+answered+`}`, `:0.8`, ":null", 1),
	} {
		if _, err := decode([]byte(body), req, false); err == nil {
			t.Errorf("taken from a server that must name it: %s", body)
		}
		resp, err := decode([]byte(body), req, true)
		if err != nil || resp.Answers["target"].Confidence != 0.9 {
			t.Errorf("got %+v, %v for %s", resp, err, body)
		}
	}
	s, err := resolve("https://openrouter.ai/api")
	if err != nil || !s.kind.noConfidence {
		t.Errorf("OpenRouter is not known for it: %v", err)
	}
}

func TestWithoutAKey(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{NoKey: true, Model: "nimble"})
	client := newClient(t, Config{BaseURL: server.URL, Model: "nimble", KeyFile: "/does/not/matter"}, quick)
	resp, err := decide.Ask(t.Context(), client, request(2))
	if err != nil || resp.Model != "nimble" || resp.CostUSD != nil {
		t.Errorf("got %+v, %v", resp, err)
	}
}

func TestOneWarmConnection(t *testing.T) {
	var opened atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Typesafe-Retry-Count") == "" { // each call fails once: error bodies must not cost the connection
			w.Header().Set("Retry-After-Ms", "0")
			w.WriteHeader(503)
			_, _ = w.Write([]byte(`{"detail":"busy"}`))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"model":"m",` + answered + `}`))
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	defer s.Close()
	client := newClient(t, Config{BaseURL: s.URL}, quick)
	for range 20 {
		if _, err := client.Decide(t.Context(), request(1)); err != nil {
			t.Fatal(err)
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("20 calls of two attempts opened %d connections", n)
	}
}

func TestACallerWhoLeavesIsNotAnswered(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{})
	server.Inject(systemonetest.Named("slow header"), 9)
	client := newClient(t, config(server), quick)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for len(server.Asked()) == 0 && ctx.Err() == nil {
			<-tick.C
		}
	}()
	_, err := client.Decide(ctx, request(2))
	if !errors.Is(err, context.Canceled) || len(server.Asked()) != 1 {
		t.Errorf("%d attempts, %v", len(server.Asked()), err)
	}

	// While it waits between two attempts.
	server.Inject(systemonetest.Status(429, "application/json", `{"detail":"busy"}`, "Retry-After", "15"), 9)
	ctx, cancel = context.WithCancel(t.Context())
	defer time.AfterFunc(100*time.Millisecond, cancel).Stop()
	start := time.Now()
	_, err = client.Decide(ctx, request(2))
	if !errors.Is(err, context.Canceled) || len(server.Asked()) != 2 || time.Since(start) > 3*time.Second {
		t.Errorf("after %s: %d attempts, %v", time.Since(start), len(server.Asked()), err)
	}
}

func TestTheTotalDeadline(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{})
	server.Inject(systemonetest.Named("slow header"), 9)
	client := newClient(t, config(server), Options{AttemptTimeout: 200 * time.Millisecond, TotalTimeout: 300 * time.Millisecond, Backoff: time.Millisecond})
	start := time.Now()
	_, err := client.Decide(t.Context(), request(2))
	if err == nil || !strings.Contains(err.Error(), "no decision within 300ms") || len(server.Asked()) != 2 || time.Since(start) > 2*time.Second {
		t.Errorf("after %s and %d attempts: %v", time.Since(start), len(server.Asked()), err)
	}

	// A wait that ends too late is not begun.
	server.Inject(systemonetest.Status(429, "application/json", `{"detail":"busy"}`, "Retry-After", "45"), 9)
	client = newClient(t, config(server), quick)
	start = time.Now()
	_, err = client.Decide(t.Context(), request(2))
	if err == nil || !strings.Contains(err.Error(), "it had to wait 45s") || time.Since(start) > 3*time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
}

func TestNoRetries(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{})
	server.Inject(systemonetest.Named("503 overload"), 9)
	o := quick
	o.Retries = -1
	if _, err := newClient(t, config(server), o).Decide(t.Context(), request(2)); err == nil || len(server.Asked()) != 1 {
		t.Errorf("%d attempts, %v", len(server.Asked()), err)
	}
}

func TestAServerThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err = newClient(t, Config{BaseURL: "http://" + l.Addr().String()}, quick).Decide(t.Context(), request(2))
	if err == nil || !strings.Contains(err.Error(), "refused the connection; is the server running? (3 attempts)") {
		t.Errorf("got %v", err)
	}
}

func TestACertificateThatIsNotTrusted(t *testing.T) {
	var asked atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	_, err := newClient(t, Config{BaseURL: s.URL, Key: systemonetest.Key}, quick).Decide(t.Context(), request(2))
	if err == nil || !strings.Contains(err.Error(), "certificate that is not trusted") || strings.Contains(err.Error(), "attempts") || asked.Load() > 0 {
		t.Errorf("got %v after %d requests", err, asked.Load())
	}
}

func TestWhatIsNotSent(t *testing.T) {
	server := systemonetest.New(t, systemonetest.Options{})
	client := newClient(t, config(server), quick)
	long := request(2)
	long.State = map[string]string{"text": strings.Repeat("word ", 60_000)}
	longAll := request(2)
	for i := range 3 {
		q := longAll.Questions[0]
		q.ID, q.Instructions = fmt.Sprint("q", i), strings.Repeat("word ", 36_000)
		longAll.Questions = append(longAll.Questions, q)
	}
	huge := request(2)
	huge.State = strings.Repeat("x", 2<<20)
	stateless := request(2)
	stateless.State = nil
	for want, req := range map[string]decide.Request{
		"asks nothing":                      {State: "x"},
		"has no state":                      stateless,
		`the state with question "target"`:  long,
		"the request has 67":                longAll,
		"at most 1048576 can be sent":       huge,
		"the state of the request has no J": {State: func() {}, Questions: request(1).Questions},
		"has 256 options":                   request(255),
	} {
		_, err := client.Decide(t.Context(), req)
		if err == nil || !strings.Contains(err.Error(), "nothing was sent: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
	if n := len(server.Asked()); n > 0 {
		t.Errorf("%d requests came", n)
	}
	if _, err := client.Decide(t.Context(), request(254)); err != nil {
		t.Errorf("255 options may be sent: %v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		ms, s string
		want  time.Duration
	}{
		{"", "", 0},
		{"250", "", 250 * time.Millisecond},
		{"0", "", time.Nanosecond},
		{"250.5", "9", 250500 * time.Microsecond},
		{"", "2", 2 * time.Second},
		{"", " 1.5 ", 1500 * time.Millisecond},
		{"", "60", time.Minute},
		{"", "61", 0},
		{"60001", "", 0},
		{"-1", "", 0},
		{"", "-1", 0},
		{"NaN", "", 0},
		{"", "Inf", 0},
		{"x", "3", 3 * time.Second},
		{"", "Sun, 29 Nov 2026 12:00:07 GMT", 7 * time.Second},
		{"", "Sun, 29 Nov 2026 11:59:00 GMT", 0},
		{"", "tomorrow", 0},
	} {
		h := http.Header{}
		if c.ms != "" {
			h.Set("Retry-After-Ms", c.ms)
		}
		if c.s != "" {
			h.Set("Retry-After", c.s)
		}
		if got := retryAfter(h, now); got != c.want {
			t.Errorf("retry-after-ms %q, Retry-After %q: got %s, want %s", c.ms, c.s, got, c.want)
		}
	}
}

func TestBackoff(t *testing.T) {
	c := &Client{options: Options{Backoff: DefaultBackoff}}
	for n, most := range []time.Duration{500, 1000, 2000, 4000, 5000, 5000} {
		most *= time.Millisecond
		for range 100 {
			if d := c.backoff(n); d > most || d < most*3/4 {
				t.Fatalf("the wait after attempt %d is %s, at most %s is right", n+1, d, most)
			}
		}
	}
}

func TestTheKeyIsNeverShown(t *testing.T) {
	c := Config{Key: "apikey_secret", KeyFrom: KeyEnv}
	asJSON, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q %x %d", c, c, c, c.Key, c.Key, c.Key, []Key{c.Key}), string(asJSON)} {
		if strings.Contains(text, "apikey_secret") || strings.Contains(text, fmt.Sprintf("%x", "apikey_secret")) {
			t.Errorf("the key is in %s", text)
		}
	}
}
