// Package systemone asks a decision model over HTTP by the System One protocol: TypeSafe itself, gateways such
// as OpenRouter and LiteLLM, and servers of one's own such as Ollama and llama.cpp. The base URL alone says
// which.
//
// A call ends in a decision that was checked, or in an error; nothing is guessed or repaired. The key stays
// with the configured address (no redirect is followed) and out of every error. What a server says is never
// shown raw: of an error body its message only, never what it echoes.
//
// It knows no browser, no cache, no budget and no environment: it is given a Config, and wrappers compose.
package systemone

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
)

// The defaults of Options.
const (
	DefaultAttemptTimeout = 10 * time.Second
	DefaultTotalTimeout   = 30 * time.Second
	DefaultRetries        = 2
	DefaultBackoff        = 500 * time.Millisecond
)

// Options are what a caller may tune; the zero value is right for everything but tests.
type Options struct {
	AttemptTimeout time.Duration // of one attempt, body included
	TotalTimeout   time.Duration // of all attempts and the waits between them
	Retries        int           // attempts after the first; 0 for the default, negative for none
	Backoff        time.Duration // first wait; it doubles up to ten times this, and up to a quarter is taken off at random
	Tool           string        // name/version for the User-Agent; "" for jevrun
	Price          *float64      // US dollars for a million input tokens of a model whose price is not known; nil for none
	OnCall         func(Call)    // is told of each call when it has ended; must be safe for concurrent use
}

// Call is what one call took, for logs and diagnosis. It holds nothing of what was asked or answered.
type Call struct {
	RequestID string // of the last attempt
	Status    int    // of the last attempt, 0 when no response came
	Attempts  int
	Sent      int // bytes of the request body
	Duration  time.Duration
	Err       error
}

// Client implements decide.Decider. It keeps a warm connection; Close ends it.
type Client struct {
	server    server
	key       Key
	keyFrom   string
	model     string
	options   Options
	header    http.Header
	transport *http.Transport
}

// New returns a client for a configuration. The error says what is missing or wrong, and never the key. No
// connection is made.
func New(c Config, o Options) (*Client, error) {
	s, err := resolve(c.BaseURL)
	if err != nil {
		return nil, err
	}
	model, err := s.modelFor(c.Model)
	if err != nil {
		return nil, err
	}
	if err := c.findKey(s); err != nil {
		return nil, err
	}
	o.complete()
	header := http.Header{
		"Accept":             {"application/json"},
		"Content-Type":       {"application/json"},
		"User-Agent":         {o.Tool},
		"X-Typesafe-Sdk":     {o.Tool},
		"X-Typesafe-Runtime": {runtime.Version()},
	}
	if c.Key != "" {
		header["Authorization"] = []string{"Bearer " + string(c.Key)}
	}
	return &Client{
		server: s, key: c.Key, keyFrom: c.KeyFrom, model: model, options: o, header: header,
		transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: o.AttemptTimeout, KeepAlive: 15 * time.Second}).DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    4,
			IdleConnTimeout:        5 * time.Minute,
			TLSHandshakeTimeout:    o.AttemptTimeout,
			DisableCompression:     true, // answers are small, and what is not packed cannot burst
			MaxResponseHeaderBytes: 64 << 10,
			WriteBufferSize:        32 << 10,
			ReadBufferSize:         16 << 10,
		},
	}, nil
}

func (o *Options) complete() {
	if o.AttemptTimeout <= 0 {
		o.AttemptTimeout = DefaultAttemptTimeout
	}
	if o.TotalTimeout <= 0 {
		o.TotalTimeout = DefaultTotalTimeout
	}
	if o.Retries == 0 {
		o.Retries = DefaultRetries
	}
	o.Retries = max(o.Retries, 0)
	if o.Backoff <= 0 {
		o.Backoff = DefaultBackoff
	}
	if o.Tool == "" {
		o.Tool = "jevrun"
	}
}

// ID is the model as it is asked for on the wire: what a trace's header names.
func (c *Client) ID() string { return c.model }

// Endpoint is the address that requests go to.
func (c *Client) Endpoint() string { return c.server.url }

// Service is who serves the protocol at that address, for people: "TypeSafe", "OpenRouter", …; "System One"
// for a server that the address does not tell.
func (c *Client) Service() string { return c.server.kind.name }

// KeyFrom is where the key comes from: a variable's name or a file; "" when none is sent.
func (c *Client) KeyFrom() string { return c.keyFrom }

// Close ends the idle connections. The client can still be used.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Decide asks the model. The response is sound: decide.Check accepted it. Its latency spans all attempts. An
// error that a server or the network caused is an *Error; one about the request says that nothing was sent.
func (c *Client) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	body, err := c.prepare(req)
	if err != nil {
		return decide.Response{}, fmt.Errorf("nothing was sent: %w", err)
	}
	start := time.Now()
	resp, call, err := c.send(ctx, req, body)
	resp.Latency = time.Since(start)
	if c.options.OnCall != nil {
		call.Sent, call.Duration, call.Err = len(body), resp.Latency, err
		c.options.OnCall(call)
	}
	if err != nil {
		return decide.Response{}, err
	}
	return resp, nil
}

func (c *Client) prepare(req decide.Request) ([]byte, error) {
	if err := decide.Validate(req); err != nil {
		return nil, err
	}
	if req.State == nil {
		return nil, errors.New("the request has no state")
	}
	body, err := decide.MarshalWire(req, c.model)
	if err != nil {
		return nil, err
	}
	return body, checkSize(req, body)
}

// RegisterKey hands the key to a registry of secret values, if there is one.
func (c *Client) RegisterKey(add func(name, value string)) {
	if c.key != "" {
		add(KeyEnv, string(c.key))
	}
}
