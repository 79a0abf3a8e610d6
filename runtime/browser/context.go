package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// ContextOptions of NewContext.
type ContextOptions struct {
	Dialogs DialogPolicy
}

// Context is one browser context: cookies, storage and tabs apart from every other context, as in a private
// window. Downloads are refused.
type Context struct {
	b  *Browser
	id proto.BrowserBrowserContextID

	mu      sync.Mutex
	policy  DialogPolicy
	tabs    []*Tab // open ones, oldest first
	dialogs []Dialog
	changed bell // tabs
	closed  bool
}

// NewContext makes a context.
func (b *Browser) NewContext(ctx context.Context, o ContextOptions) (*Context, error) {
	res, err := cdp.Call[proto.TargetCreateBrowserContextResult](ctx, b.Session(), proto.TargetCreateBrowserContext{DisposeOnDetach: true})
	if err != nil {
		return nil, fmt.Errorf("cannot open a browser context: %w", err)
	}
	c := &Context{b: b, id: res.BrowserContextID, policy: o.Dialogs}
	b.mu.Lock()
	b.contexts[c.id] = c
	b.mu.Unlock()
	err = b.Session().Do(ctx, proto.BrowserSetDownloadBehavior{
		Behavior: proto.BrowserSetDownloadBehaviorBehaviorDeny, BrowserContextID: c.id,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot set up a browser context: %w", err), c.Close(ctx))
	}
	return c, nil
}

// SetDialogs replaces the policy for dialogs that open from now on.
func (c *Context) SetDialogs(p DialogPolicy) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.policy = p
}

func (c *Context) dialogPolicy() DialogPolicy {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.policy
}

// Dialogs lists the dialogs of all tabs and pop-ups of the context, oldest first; the last 1000 are kept.
func (c *Context) Dialogs() []Dialog {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.dialogs)
}

// Tabs lists the open tabs, oldest first: those from NewTab and the pop-ups that pages opened.
func (c *Context) Tabs() []*Tab {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.tabs)
}

// NewTab opens an empty tab, with the viewport of the launch options.
func (c *Context) NewTab(ctx context.Context) (*Tab, error) {
	res, err := cdp.Call[proto.TargetCreateTargetResult](ctx, c.b.Session(), proto.TargetCreateTarget{
		URL: "about:blank", BrowserContextID: c.id,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot open a tab: %w", err)
	}
	t, err := c.awaitTab(ctx, res.TargetID)
	if err != nil {
		return nil, fmt.Errorf("the new tab did not come up: %w", err)
	}
	select {
	case <-t.ready:
	case <-t.done:
		return nil, fmt.Errorf("the new tab did not come up: %w", ErrClosed)
	case <-ctx.Done():
		t.abandon()
		return nil, fmt.Errorf("the new tab did not come up: %w", ctx.Err())
	}
	if t.setupErr != nil {
		t.abandon()
		return nil, fmt.Errorf("cannot set up the new tab: %w", t.setupErr)
	}
	return t, nil
}

func (c *Context) awaitTab(ctx context.Context, id proto.TargetTargetID) (*Tab, error) {
	for {
		c.mu.Lock()
		i := slices.IndexFunc(c.tabs, func(t *Tab) bool { return t.id == id })
		var t *Tab
		if i >= 0 {
			t = c.tabs[i]
		}
		closed, changed := c.closed, c.changed.next()
		c.mu.Unlock()
		switch {
		case t != nil:
			return t, nil
		case closed:
			return nil, ErrClosed
		}
		select {
		case <-changed:
		case <-c.b.conn.Done():
			return nil, c.b.conn.Err()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close closes the context's tabs without asking their pages, forgets its data and returns when the tabs are
// gone. A browser that is gone already is no error.
func (c *Context) Close(ctx context.Context) error {
	err := c.b.Session().Do(ctx, proto.TargetDisposeBrowserContext{BrowserContextID: c.id})
	for _, t := range c.Tabs() {
		select {
		case <-t.done:
		case <-c.b.conn.Done():
		case <-ctx.Done():
			if err == nil {
				err = ctx.Err()
			}
		}
	}
	c.finish()
	c.b.mu.Lock()
	delete(c.b.contexts, c.id)
	c.b.mu.Unlock()
	var refused *cdp.Error
	if err == nil || errors.Is(err, cdp.ErrLost) || errors.As(err, &refused) {
		return nil // gone with the browser, or closed before
	}
	return fmt.Errorf("cannot close the browser context: %w", err)
}

// finish ends the tabs' goroutines; the tabs are gone or beyond reach.
func (c *Context) finish() {
	c.mu.Lock()
	c.closed = true
	tabs := c.tabs
	c.tabs = nil
	c.changed.ring()
	c.mu.Unlock()
	for _, t := range tabs {
		t.finish()
	}
}

func (c *Context) addDialog(d Dialog) {
	c.mu.Lock()
	c.dialogs = appendBounded(c.dialogs, d)
	c.mu.Unlock()
}

// rootEvent runs on the browser's own event loop: it hears of every tab before the tab runs.
func (b *Browser) rootEvent(e cdp.Event) {
	switch e.Method {
	case "Target.attachedToTarget":
		var a proto.TargetAttachedToTarget
		if json.Unmarshal(e.Params, &a) != nil || a.TargetInfo == nil {
			return
		}
		b.mu.Lock()
		c := b.contexts[a.TargetInfo.BrowserContextID]
		b.mu.Unlock()
		if c == nil || a.TargetInfo.Type != proto.TargetTargetInfoTypePage {
			// Not a tab of ours: let it run and leave it alone.
			s := b.conn.Session(string(a.SessionID))
			s.Send(proto.RuntimeRunIfWaitingForDebugger{})
			b.Session().Send(proto.TargetDetachFromTarget{SessionID: a.SessionID})
			return
		}
		t := newTab(c, a.TargetInfo, b.conn.Session(string(a.SessionID)))
		c.mu.Lock()
		closed := c.closed
		if !closed {
			c.tabs = append(c.tabs, t)
			c.changed.ring()
		}
		c.mu.Unlock()
		if closed {
			t.finish()
		}
	case "Target.detachedFromTarget":
		var d proto.TargetDetachedFromTarget
		if json.Unmarshal(e.Params, &d) != nil {
			return
		}
		b.mu.Lock()
		contexts := make([]*Context, 0, len(b.contexts))
		for _, c := range b.contexts {
			contexts = append(contexts, c)
		}
		b.mu.Unlock()
		for _, c := range contexts {
			c.drop(string(d.SessionID))
		}
	}
}

// drop forgets the tab with the session, if it is one of the context's.
func (c *Context) drop(sessionID string) {
	c.mu.Lock()
	i := slices.IndexFunc(c.tabs, func(t *Tab) bool { return t.session.ID() == sessionID })
	var t *Tab
	if i >= 0 {
		t = c.tabs[i]
		c.tabs = slices.Delete(c.tabs, i, i+1)
		c.changed.ring()
	}
	c.mu.Unlock()
	if t != nil {
		t.finish()
	}
}

// bell wakes everybody who waits for a change. It is guarded by its owner's mutex.
type bell struct{ ch chan struct{} }

// next is closed by the next ring.
func (b *bell) next() <-chan struct{} {
	if b.ch == nil {
		b.ch = make(chan struct{})
	}
	return b.ch
}

func (b *bell) ring() {
	if b.ch != nil {
		close(b.ch)
		b.ch = nil
	}
}
