// Package systemonetest is a System One server on loopback for tests. It is strict: a request that does not hold
// to the documented contract fails the test, with what is wrong, and is answered 400. It answers by a function,
// and can answer wrongly in every way that Faults lists.
//
// It must not be imported by anything but tests.
package systemonetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
)

// Key is the key that a Server asks for, unless its Options say otherwise.
const Key = "apikey_test_5f1d0c7e9b"

// RequestID is the request id of every response of a Server.
const RequestID = "req_01test"

// TB is what a Server needs of a test.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(func())
}

// Options say how a Server behaves; the zero value is TypeSafe's own API.
type Options struct {
	// Answer chooses an option and its probability, 0 to 1. nil picks the first option at 0.97.
	Answer func(Asked, Question) (label string, probability float64)
	Path   string // "" for /v1/systemone
	Key    string // "" for Key
	NoKey  bool   // no key is expected, and none may come
	Model  string // resolved model; "" for jev-1.13.0
}

// Server is running until the test ends.
type Server struct {
	URL string // root, without a path

	t       TB
	options Options
	http    *httptest.Server

	mu     sync.Mutex
	asked  []Asked
	fault  *Fault
	faulty int // how many requests still get the fault
}

// New starts a server that ends with the test.
func New(t TB, o Options) *Server {
	t.Helper()
	if o.Path == "" {
		o.Path = "/v1/systemone"
	}
	if o.Key == "" {
		o.Key = Key
	}
	if o.Model == "" {
		o.Model = "jev-1.13.0"
	}
	if o.Answer == nil {
		o.Answer = func(_ Asked, q Question) (string, float64) { return q.Options[0].Label, 0.97 }
	}
	s := &Server{t: t, options: o}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	t.Cleanup(s.Close)
	return s
}

// Close ends the server; requests that hang in a fault are cut off.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Inject makes the next n requests meet a fault. Their requests are still checked.
func (s *Server) Inject(f Fault, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.faulty = &f, n
}

// Asked lists the requests that came, in order.
func (s *Server) Asked() []Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Asked(nil), s.asked...)
}

// ServeHTTP checks and answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Typesafe-Request-Id", RequestID)
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return // the client went away
	}
	asked, err := parse(body)
	if err == nil {
		asked.Header = r.Header.Clone()
		err = s.check(r, asked)
	}
	if err != nil {
		s.t.Errorf("the request breaks the contract: %v", err)
		message, _ := json.Marshal("the test's server refuses this request: " + err.Error())
		reply(w, http.StatusBadRequest, "application/json", `{"detail":{"error_type":"api_usage_error","message":`+string(message)+`}}`)
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, asked)
	fault := s.fault
	if s.faulty--; s.faulty < 0 {
		fault = nil
	}
	s.mu.Unlock()
	good := s.good(asked)
	if fault != nil {
		fault.serve(w, r, asked, good)
		return
	}
	reply(w, http.StatusOK, "application/json", string(good.JSON()))
}

// check is the part of the contract that is not in the body, and retries.
func (s *Server) check(r *http.Request, a Asked) error {
	if r.Method != http.MethodPost {
		return fmt.Errorf("its method is %s, not POST", r.Method)
	}
	if r.URL.Path != s.options.Path || r.URL.RawQuery != "" {
		return fmt.Errorf("it goes to %s, not to %s", r.URL, s.options.Path)
	}
	want := "Bearer " + s.options.Key
	if s.options.NoKey {
		want = ""
	}
	if got := r.Header.Get("Authorization"); got != want {
		return fmt.Errorf("its Authorization is not the one that is expected (%d bytes, not %d)", len(got), len(want))
	}
	for _, name := range []string{"Accept", "Content-Type"} {
		if got := r.Header.Get(name); got != "application/json" {
			return fmt.Errorf("its %s is %q, not application/json", name, got)
		}
	}
	for _, name := range []string{"User-Agent", "X-Typesafe-Sdk", "X-Typesafe-Runtime"} {
		if r.Header.Get(name) == "" {
			return fmt.Errorf("it has no %s", name)
		}
	}
	for _, name := range []string{"Cookie", "Referer", "Expect", "X-Typesafe-Danger-Zone-Images", "X-Typesafe-Danger-Zone-Long-Context"} {
		if r.Header.Get(name) != "" {
			return fmt.Errorf("it has a %s", name)
		}
	}
	if r.ContentLength != int64(len(a.Raw)) {
		return fmt.Errorf("its Content-Length is %d, its body has %d bytes", r.ContentLength, len(a.Raw))
	}
	return s.checkRetry(r.Header, a)
}

// checkRetry: the count is on retries only, and a retry is the same request again.
func (s *Server) checkRetry(h http.Header, a Asked) error {
	values, retry := h["X-Typesafe-Retry-Count"]
	if !retry {
		return nil
	}
	n, err := strconv.Atoi(values[0])
	if err != nil || n < 1 || n > 9 || len(values) > 1 {
		return fmt.Errorf("its X-TypeSafe-Retry-Count is %q", values)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.asked) - 1; i >= 0; i-- {
		if string(s.asked[i].Raw) == string(a.Raw) && s.asked[i].Retry() == n-1 {
			return nil
		}
	}
	return fmt.Errorf("it is retry %d of a request that did not come before", n)
}

func reply(w http.ResponseWriter, status int, contentType, body string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // a client that went away is its own business
}

// Answer is the answer to one question, as it goes over the wire: probabilities in the order in which the options
// were offered, then what was added to them.
type Answer struct {
	Type          string
	Choice        string
	Probabilities map[string]float64
	Confidence    *float64

	order []string
}

// MarshalJSON writes an answer.
func (a Answer) MarshalJSON() ([]byte, error) {
	labels := slices.DeleteFunc(slices.Clone(a.order), func(l string) bool { _, ok := a.Probabilities[l]; return !ok })
	for _, l := range slices.Sorted(maps.Keys(a.Probabilities)) {
		if !slices.Contains(a.order, l) {
			labels = append(labels, l)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"type":%q,"choice":%q,"probabilities":{`, a.Type, a.Choice)
	for i, l := range labels {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `%s:%v`, name, a.Probabilities[l])
	}
	b.WriteByte('}')
	if a.Confidence != nil {
		fmt.Fprintf(&b, `,"confidence":%v`, *a.Confidence)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Reply is a response as it goes over the wire.
type Reply struct {
	Model   string            `json:"model"`
	Answers map[string]Answer `json:"answers"`
	Usage   map[string]any    `json:"usage,omitempty"`
}

// JSON is the reply as bytes.
func (r Reply) JSON() []byte {
	b, err := json.Marshal(r)
	if err != nil {
		return []byte(err.Error()) // the client will say that this is no JSON
	}
	return b
}

// round4 rounds as the real servers do.
func round4(f float64) float64 { return math.Round(f*1e4) / 1e4 }

// good is a right reply: the chosen option has its probability, the others share the rest.
func (s *Server) good(a Asked) Reply {
	r := Reply{Model: s.options.Model, Answers: map[string]Answer{}, Usage: map[string]any{
		"input_tokens": 261 + len(a.Raw)/4, "output_tokens": 18 * len(a.Questions),
	}}
	for _, q := range a.Questions {
		label, p := s.options.Answer(a, q)
		n := float64(len(q.Options))
		ps := make(map[string]float64, len(q.Options))
		order := make([]string, 0, len(q.Options))
		for _, o := range q.Options {
			ps[o.Label] = round4((1 - p) / (n - 1))
			order = append(order, o.Label)
		}
		ps[label] = p
		confidence := round4(max(0, (n*p-1)/(n-1)))
		r.Answers[q.ID] = Answer{Type: "choice", Choice: label, Probabilities: ps, Confidence: &confidence, order: order}
	}
	return r
}

// Reply is the right reply to a request, as bytes, without a call.
func (s *Server) Reply(request []byte) []byte {
	s.t.Helper()
	asked, err := parse(request)
	if err != nil {
		s.t.Errorf("the request breaks the contract: %v", err)
		return nil
	}
	return s.good(asked).JSON()
}
