package cdp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-rod/rod/lib/proto"
)

// Session addresses one target: a tab, a cross-site frame, or with an empty id the browser itself. It is a
// small value to copy; it implements rod's proto.Client, Sessionable and Contextable, so that typed requests
// work on it: proto.DOMEnable{}.Call(s.Context(ctx)).
type Session struct {
	conn *Conn
	id   string
	ctx  context.Context
}

// Session addresses a target by its session id; "" is the browser itself.
func (c *Conn) Session(id string) Session { return Session{conn: c, id: id} }

// Context returns the session with the context that typed requests of rod's proto run under.
func (s Session) Context(ctx context.Context) Session {
	s.ctx = ctx
	return s
}

// ID is Chrome's session id; "" for the browser itself.
func (s Session) ID() string { return s.id }

// Conn is the connection that the session belongs to.
func (s Session) Conn() *Conn { return s.conn }

// Valid is false for the zero Session.
func (s Session) Valid() bool { return s.conn != nil }

// Call sends one raw command to sessionID and waits; it is rod's proto.Client.
func (s Session) Call(ctx context.Context, sessionID, method string, params any) ([]byte, error) {
	if s.conn == nil {
		return nil, fmt.Errorf("%s: the session is not connected", method)
	}
	return s.conn.Call(ctx, sessionID, method, params)
}

// GetSessionID is rod's proto.Sessionable.
func (s Session) GetSessionID() proto.TargetSessionID { return proto.TargetSessionID(s.id) }

// GetContext is rod's proto.Contextable; context.Background when none was set.
func (s Session) GetContext() context.Context {
	if s.ctx == nil {
		return context.Background()
	}
	return s.ctx
}

// Send queues a typed command without waiting; commands of a connection reach Chrome in the order of Send.
func (s Session) Send(req proto.Request) *Pending {
	if s.conn == nil {
		p := &Pending{method: req.ProtoReq(), done: make(chan struct{})}
		p.finish(nil, fmt.Errorf("%s: the session is not connected", p.method))
		return p
	}
	return s.conn.Send(s.id, req.ProtoReq(), req)
}

// Do sends a typed command and waits for Chrome to accept it; the result is dropped.
func (s Session) Do(ctx context.Context, req proto.Request) error {
	_, err := s.Send(req).Wait(ctx)
	return err
}

// Call sends a typed command and decodes its result: Call[proto.PageNavigateResult](ctx, s, proto.PageNavigate{…}).
func Call[R any](ctx context.Context, s Session, req proto.Request) (*R, error) {
	return Await[R](ctx, s.Send(req))
}

// Await waits for a command that was sent before and decodes its result.
func Await[R any](ctx context.Context, p *Pending) (*R, error) {
	raw, err := p.Wait(ctx)
	if err != nil {
		return nil, err
	}
	res := new(R)
	if err := json.Unmarshal(raw, res); err != nil {
		return nil, fmt.Errorf("cannot read the answer to %s: %w", p.method, err)
	}
	return res, nil
}
