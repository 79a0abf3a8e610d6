package systemone

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jevrun/jevrun/runtime/decide"
)

// maxRetryAfter is the longest wait that a server may ask for; a longer one is not believed.
const maxRetryAfter = 60 * time.Second

// failure is an attempt that led to no decision.
type failure struct {
	Error
	retry bool
	after time.Duration // what the server asked to wait, 0 when it did not
}

// send makes attempts until one ends in a decision or in an error that another attempt would not change.
func (c *Client) send(caller context.Context, req decide.Request, body []byte) (decide.Response, Call, error) {
	ctx, cancel := context.WithTimeout(caller, c.options.TotalTimeout)
	defer cancel()
	for n := 0; ; n++ {
		resp, call, f := c.attempt(ctx, req, body, n)
		call.Attempts = n + 1
		if f == nil {
			return resp, call, nil
		}
		f.Attempts = n + 1
		if err := caller.Err(); err != nil {
			f.Problem, f.Next, f.Err = "was not waited for: "+err.Error(), "", err
			return resp, call, &f.Error
		}
		if ctx.Err() != nil {
			f.Problem = fmt.Sprintf("gave no decision within %s: the last attempt %s", c.options.TotalTimeout, strings.TrimPrefix(f.Problem, "it "))
			return resp, call, &f.Error
		}
		if !f.retry || n >= c.options.Retries {
			return resp, call, &f.Error
		}
		wait := f.after
		if wait == 0 {
			wait = c.backoff(n)
		}
		if deadline, _ := ctx.Deadline(); time.Until(deadline) <= wait {
			f.Next = fmt.Sprintf("another attempt would come too late: it had to wait %s", wait.Round(time.Millisecond))
			return resp, call, &f.Error
		}
		pause(ctx, wait)
	}
}

// pause waits for d or for the end of ctx; the next attempt reports that.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// backoff is the wait after attempt n (0 for the first): doubling, at most ten times the first wait, up to a
// quarter taken off at random so that clients do not come back together.
func (c *Client) backoff(n int) time.Duration {
	wait := min(c.options.Backoff<<min(n, 10), 10*c.options.Backoff)
	return wait - time.Duration(rand.Float64()*0.25*float64(wait))
}

// buffers hold response bodies while they are read; nothing that decode returns points into them.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// attempt sends the request once. n counts from 0.
func (c *Client) attempt(total context.Context, req decide.Request, body []byte, n int) (resp decide.Response, call Call, f *failure) {
	ctx, cancel := context.WithTimeout(total, c.options.AttemptTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.server.url, bytes.NewReader(body))
	if err != nil {
		return resp, call, c.failure("cannot be asked", err)
	}
	r.Header = c.header
	if n > 0 {
		r.Header = maps.Clone(c.header)
		r.Header["X-Typesafe-Retry-Count"] = []string{strconv.Itoa(n)}
	}
	answer, err := c.transport.RoundTrip(r) // follows no redirect
	if err != nil {
		return resp, call, c.unreached(ctx, err)
	}
	defer answer.Body.Close()
	call.Status, call.RequestID = answer.StatusCode, c.shown(requestID(answer.Header), 100)
	resp, f = c.read(ctx, req, answer)
	if f != nil {
		f.Status, f.RequestID = call.Status, call.RequestID
	}
	return resp, call, f
}

// requestID is what support asks for: System One's own, or what gateways before it give. "" when there is none.
func requestID(h http.Header) string {
	for _, name := range []string{"X-Typesafe-Request-Id", "X-Request-Id", "X-Litellm-Call-Id", "X-Generation-Id", "X-Vercel-Id", "Cf-Ray"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// read turns the response into a decision or a failure.
func (c *Client) read(ctx context.Context, req decide.Request, answer *http.Response) (decide.Response, *failure) {
	if answer.StatusCode == http.StatusOK {
		if err := checkForm(answer.Header); err != nil {
			return decide.Response{}, c.unusable(err)
		}
	}
	limit := int64(maxResponse)
	if answer.StatusCode != http.StatusOK {
		limit = maxErrorBody
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	_, err := buf.ReadFrom(io.LimitReader(answer.Body, limit+1))
	if answer.StatusCode != http.StatusOK {
		return decide.Response{}, c.refused(answer, buf.Bytes()) // with as much of the body as came
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return decide.Response{}, c.late(err)
	case err != nil:
		f := c.failure("broke off in the middle of its response", err)
		f.retry = true
		return decide.Response{}, f
	case int64(buf.Len()) > limit:
		return decide.Response{}, c.unusable(fmt.Errorf("the response is larger than %d bytes", limit))
	}
	if c.key != "" && bytes.Contains(buf.Bytes(), []byte(c.key)) {
		return decide.Response{}, c.unusable(errors.New("the response repeats the API key"))
	}
	resp, err := decode(buf.Bytes(), req, c.server.kind.noConfidence)
	if err != nil {
		return decide.Response{}, c.unusable(fmt.Errorf("the response does not hold to the protocol: %w", err))
	}
	if c.key != "" && strings.Contains(resp.Model, string(c.key)) { // escaped, so that the bytes did not show it
		return decide.Response{}, c.unusable(errors.New("the response repeats the API key"))
	}
	if cost, err := strconv.ParseFloat(answer.Header.Get("X-Litellm-Response-Cost"), 64); err == nil && cost >= 0 {
		resp.CostUSD = &cost
	}
	if p := c.options.Price; p != nil && resp.CostUSD == nil && resp.Usage != nil {
		resp.CostUSD = cost(*p, resp.Usage)
	}
	if err := decide.Check(req, resp); err != nil {
		return decide.Response{}, c.unusable(err)
	}
	return resp, nil
}

// checkForm refuses a response that is no plain JSON. One that does not say what it is may be.
func checkForm(h http.Header) error {
	if e := h.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return fmt.Errorf("the response is packed (%s), which was not asked for", printable(e, 40))
	}
	typ := h.Get("Content-Type")
	if typ == "" {
		return nil
	}
	media, _, err := mime.ParseMediaType(typ)
	if err != nil && media == "" || media != "application/json" && !strings.HasSuffix(media, "+json") {
		return fmt.Errorf("the response is %s, not JSON", printable(typ, 60))
	}
	return nil
}

func (c *Client) failure(problem string, err error) *failure {
	return &failure{Error: Error{Host: c.server.host, Problem: problem, Err: err}}
}

// unusable is a response that is no decision. Asking again could bring another one; it would hide that the
// server is broken.
func (c *Client) unusable(err error) *failure {
	return c.failure("gave no usable decision: "+c.shown(err.Error(), 2*maxMessage), err)
}

// shown is printable text without the key.
func (c *Client) shown(s string, limit int) string {
	if c.key != "" {
		s = strings.ReplaceAll(s, string(c.key), "<key>")
	}
	return printable(s, limit)
}

func (c *Client) late(err error) *failure {
	f := c.failure(fmt.Sprintf("did not answer within %s", c.options.AttemptTimeout), err)
	f.retry = true
	return f
}

// unreached is a request that got no response.
func (c *Client) unreached(ctx context.Context, err error) *failure {
	if ctx.Err() != nil {
		return c.late(err)
	}
	var f *failure
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		f = c.failure("has no address", err)
		f.Next = "check the base URL and the network"
	case errors.As(err, &cert):
		f = c.failure("has a certificate that is not trusted", err)
		f.Next = "check the base URL, and whether a proxy of the network answers in its place"
	case errors.Is(err, syscall.ECONNREFUSED):
		f = c.failure("refused the connection", err)
		f.Next, f.retry = "is the server running?", true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		f = c.failure("closed the connection before it answered", err)
		f.retry = true
	default:
		f = c.failure("could not be reached: "+c.shown(err.Error(), maxMessage), err)
		f.retry = true
	}
	return f
}

// refused is a response with a status other than 200.
func (c *Client) refused(answer *http.Response, body []byte) *failure {
	status := answer.StatusCode
	f := c.failure("answered "+strconv.Itoa(status), nil)
	if text := http.StatusText(status); text != "" {
		f.Problem += " " + text
	} else if status == 529 {
		f.Problem += " Overloaded"
	}
	if status >= 300 && status < 400 {
		f.Problem += "; redirects are not followed, so that the key goes to no other address"
		f.Next = "set the base URL to the address that answers" + c.target(answer)
		return f
	}
	switch message := c.shown(messageOf(body), maxMessage); {
	case message != "":
		f.Problem += ": " + message
	case len(body) > 0:
		f.Problem += fmt.Sprintf(" and no message that could be read (%s)", orUnnamed(printable(answer.Header.Get("Content-Type"), 60)))
	}
	f.Next = c.next(status)
	f.retry = status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
	f.after = retryAfter(answer.Header, time.Now())
	return f
}

// target names the host of a redirect. The rest of its address may hold what was sent.
func (c *Client) target(answer *http.Response) string {
	u, err := url.Parse(answer.Header.Get("Location"))
	if err != nil || u.Host == "" {
		return ""
	}
	return ", perhaps on " + c.shown(u.Host, 100)
}

func orUnnamed(contentType string) string {
	if contentType == "" {
		return "content of no named type"
	}
	return contentType
}

// next is the next move after a status.
func (c *Client) next(status int) string {
	switch status {
	case http.StatusBadRequest:
		return ""
	case http.StatusUnauthorized, http.StatusForbidden:
		if c.key == "" {
			return "it wants an API key: set " + KeyEnv
		}
		from := c.keyFrom
		if from == "" {
			from = "the configuration"
		}
		return "check the API key from " + from
	case http.StatusPaymentRequired:
		return "the account has no credit left, or a budget of the gateway is spent"
	case http.StatusNotFound:
		if hint := c.server.kind.notFound; hint != "" {
			return hint
		}
		return "check the base URL and the model: " + c.server.url + " was asked for " + c.model
	case http.StatusRequestEntityTooLarge:
		return "list fewer elements"
	case http.StatusTooManyRequests:
		return "the limit of the account is reached; wait a minute"
	}
	return ""
}

// retryAfter is how long a server asks to wait: retry-after-ms before Retry-After, in seconds or as a date. 0
// when it does not say, says nonsense, or asks for more than maxRetryAfter.
func retryAfter(h http.Header, now time.Time) time.Duration {
	wait := -1.0 // milliseconds
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		wait = ms
	} else if s := strings.TrimSpace(h.Get("Retry-After")); s != "" {
		if seconds, err := strconv.ParseFloat(s, 64); err == nil {
			wait = seconds * 1000
		} else if at, err := http.ParseTime(s); err == nil {
			wait = float64(at.Sub(now).Milliseconds())
		}
	}
	if !(wait >= 0 && wait <= float64(maxRetryAfter.Milliseconds())) { // NaN too
		return 0
	}
	return max(time.Duration(wait*float64(time.Millisecond)), time.Nanosecond)
}
