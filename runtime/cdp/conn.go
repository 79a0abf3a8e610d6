// Package cdp is the connection to Chrome: DevTools protocol messages over the two pipes of a browser that
// we launched. Commands are written in the order in which they are sent, so they can be pipelined; typed
// requests come from rod's lib/proto. It knows the wire and nothing about pages.
package cdp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// ErrLost is what every call fails with, wrapped, once the connection is gone: the browser ended, or Close was called.
var ErrLost = errors.New("browser connection lost")

// ErrDetached is what calls in flight fail with, wrapped, when their session ends: the tab or frame was closed or replaced.
var ErrDetached = errors.New("the browser ended the session")

// Error is Chrome's own answer to a command that it refused.
type Error struct {
	Code    int    // JSON-RPC code, for example -32000
	Message string // Chrome's words
	Data    string // Chrome's details, often empty
	Method  string // the command that was refused
}

// Error names the command and Chrome's reason.
func (e *Error) Error() string {
	s := e.Method + ": " + e.Message
	if e.Data != "" {
		s += " (" + e.Data + ")"
	}
	return s
}

// Conn is one connection to a browser: JSON messages that end in a NUL byte, over a pair of pipes. Its methods
// may be called from any goroutine; commands reach Chrome in the order in which Send or Call was entered.
type Conn struct {
	r io.ReadCloser
	w io.WriteCloser

	mu       sync.Mutex
	lastID   int64
	pending  map[int64]*Pending
	subs     map[string][]*Subscription // by session
	allSubs  map[*Subscription]struct{}
	broken   map[string]error
	err      error  // set once, before done is closed
	outgoing []byte // frames that wait to be written, one behind the other

	wake    chan struct{} // one token: outgoing holds something
	done    chan struct{} // the connection is gone
	stopped sync.WaitGroup
}

// New starts a connection that reads Chrome's messages from r and writes ours to w. It owns both and two
// goroutines until the connection is lost or Close is called.
func New(r io.ReadCloser, w io.WriteCloser) *Conn {
	c := &Conn{
		r: r, w: w,
		pending: map[int64]*Pending{},
		subs:    map[string][]*Subscription{},
		allSubs: map[*Subscription]struct{}{},
		broken:  map[string]error{},
		wake:    make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	c.stopped.Add(2)
	go c.readLoop()
	go c.writeLoop()
	return c
}

// Done is closed when the connection is gone.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err says why the connection is gone; nil while it stands.
func (c *Conn) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

// Close ends the connection and waits for its goroutines. Calls in flight fail with ErrLost. Closing the pipes
// is also how a launched browser is told to exit. Close may be called more than once.
func (c *Conn) Close() error {
	c.fail(fmt.Errorf("%w: closed by us", ErrLost))
	c.stopped.Wait()
	return nil
}

// Call sends one command and waits for its answer; it is rod's proto.Client. An empty sessionID addresses the
// browser itself. A refusal by Chrome is an *Error.
func (c *Conn) Call(ctx context.Context, sessionID, method string, params any) ([]byte, error) {
	return c.Send(sessionID, method, params).Wait(ctx)
}

// Send queues one command without waiting, so that several can be under way at once. It never blocks. The
// answer, or the reason why there is none, comes from Wait.
func (c *Conn) Send(sessionID, method string, params any) *Pending {
	return c.send(sessionID, method, params, nil, nil)
}

func (c *Conn) send(sessionID, method string, params any, sub *Subscription, reply func([]byte, error)) *Pending {
	p := &Pending{conn: c, session: sessionID, method: method, done: make(chan struct{}), sub: sub, reply: reply}
	body, err := marshalParams(params)
	if err != nil {
		p.finish(nil, fmt.Errorf("cannot encode the parameters of %s: %w", method, err))
		return p
	}

	c.mu.Lock()
	if c.err != nil {
		err = c.err
	} else if b := c.broken[sessionID]; b != nil {
		err = fmt.Errorf("%s: %w", method, b)
	}
	if err != nil {
		c.mu.Unlock()
		p.finish(nil, err)
		return p
	}
	c.lastID++
	p.id = c.lastID
	c.pending[p.id] = p
	c.outgoing = appendCommand(c.outgoing, p.id, sessionID, method, body)
	c.mu.Unlock()

	select {
	case c.wake <- struct{}{}:
	default:
	}
	return p
}

func marshalParams(params any) ([]byte, error) {
	if params == nil {
		return nil, nil
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(params); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	if bytes.Equal(body, []byte("null")) {
		return nil, nil
	}
	return body, nil
}

// appendCommand appends the frame of one command, NUL included. JSON text holds no raw NUL, so framing is safe.
func appendCommand(b []byte, id int64, sessionID, method string, params []byte) []byte {
	b = append(b, `{"id":`...)
	b = strconv.AppendInt(b, id, 10)
	b = append(b, `,"method":`...)
	b = appendJSONString(b, method)
	if params != nil {
		b = append(b, `,"params":`...)
		b = append(b, params...)
	}
	if sessionID != "" {
		b = append(b, `,"sessionId":`...)
		b = appendJSONString(b, sessionID)
	}
	return append(b, '}', 0)
}

func appendJSONString(b []byte, s string) []byte {
	q, _ := json.Marshal(s) // a string always encodes
	return append(b, q...)
}

func (c *Conn) writeLoop() {
	defer c.stopped.Done()
	var batch []byte
	for {
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
		c.mu.Lock()
		c.outgoing, batch = batch[:0], c.outgoing
		c.mu.Unlock()
		if len(batch) == 0 {
			continue
		}
		if _, err := c.w.Write(batch); err != nil {
			c.fail(fmt.Errorf("%w: writing: %w", ErrLost, err))
			return
		}
		if cap(batch) > 1<<20 {
			batch = nil // a large script has passed; small commands need no such room
		}
	}
}

func (c *Conn) readLoop() {
	defer c.stopped.Done()
	fr := frameReader{r: bufio.NewReaderSize(c.r, 64<<10), limit: MaxMessage}
	for {
		frame, err := fr.next()
		var tooLong *tooLongError
		switch {
		case errors.As(err, &tooLong):
			c.refuse(tooLong)
		case err != nil:
			c.fail(fmt.Errorf("%w: %w", ErrLost, err))
			return
		default:
			c.handle(frame)
		}
	}
}

// refuse fails the one call whose answer was too long; an event that long is dropped.
func (c *Conn) refuse(e *tooLongError) {
	m, _ := parseMessage(e.head)
	if p := c.take(m.id); p != nil {
		p.finish(nil, fmt.Errorf("%s: %w", p.method, e))
	}
}

func (c *Conn) handle(frame []byte) {
	m, ok := parseMessage(frame)
	if !ok {
		return // not a message: nothing waits for it
	}
	if m.id != 0 {
		p := c.take(m.id)
		if p == nil {
			return // its caller stopped waiting
		}
		if m.err != nil {
			p.finish(nil, decodeError(p.method, m.err))
			return
		}
		p.finish(m.result, nil)
		return
	}
	if m.method == "" {
		return
	}
	e := Event{SessionID: m.session, Method: m.method, Params: m.params}
	c.mu.Lock()
	for _, s := range c.subs[m.session] {
		s.push(item{event: e})
	}
	c.mu.Unlock()
	if m.method == "Target.detachedFromTarget" {
		var d struct {
			SessionID string `json:"sessionId"`
		}
		if json.Unmarshal(m.params, &d) == nil && d.SessionID != "" {
			c.Abort(d.SessionID, ErrDetached)
		}
	}
}

func decodeError(method string, raw []byte) error {
	e := &Error{Method: method}
	var in struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		e.Message = string(raw)
		return e
	}
	e.Code, e.Message = in.Code, in.Message
	if json.Unmarshal(in.Data, &e.Data) != nil {
		e.Data = string(in.Data)
	}
	return e
}

func (c *Conn) take(id int64) *Pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pending[id]
	delete(c.pending, id)
	return p
}

// Abort fails every call that is in flight in the session. Later calls are sent as usual.
func (c *Conn) Abort(sessionID string, reason error) {
	c.mu.Lock()
	var hit []*Pending
	for id, p := range c.pending {
		if p.session == sessionID {
			hit = append(hit, p)
			delete(c.pending, id)
		}
	}
	c.mu.Unlock()
	for _, p := range hit {
		p.finish(nil, fmt.Errorf("%s: %w", p.method, reason))
	}
}

// Break is Abort, and every later call in the session fails with reason too, until Mend: for a session that
// stands but never answers, such as that of a crashed renderer.
func (c *Conn) Break(sessionID string, reason error) {
	c.mu.Lock()
	c.broken[sessionID] = reason
	c.mu.Unlock()
	c.Abort(sessionID, reason)
}

// Mend lets calls in the session through again.
func (c *Conn) Mend(sessionID string) {
	c.mu.Lock()
	delete(c.broken, sessionID)
	c.mu.Unlock()
}

// fail ends the connection once: everything in flight fails, subscriptions drain and end, both pipes close.
func (c *Conn) fail(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	pending := c.pending
	c.pending = map[int64]*Pending{}
	c.outgoing = nil
	subs := slices.Collect(maps.Keys(c.allSubs))
	c.mu.Unlock()

	close(c.done)
	_ = c.w.Close() // the first error is the one that is reported
	_ = c.r.Close()
	for _, p := range pending {
		p.finish(nil, fmt.Errorf("%s: %w", p.method, err))
	}
	for _, s := range subs {
		s.finishAfterDrain()
	}
}
