package cdp

import (
	"encoding/json"
	"slices"
	"sync"
)

// Event is one notification from Chrome.
type Event struct {
	SessionID string // "" for the browser itself
	Method    string // for example Page.frameNavigated
	Params    json.RawMessage
}

type item struct {
	event Event
	reply func() // set for an answer that was asked for with Subscription.Send
}

// Subscription hands the events of one or more sessions to one function, in the order in which Chrome sent
// them over all those sessions, on a goroutine of its own. Its queue is unbounded: a slow function delays
// only itself, never the reader.
type Subscription struct {
	conn *Conn
	fn   func(Event)

	mu     sync.Mutex
	queue  []item
	closed bool // stop now
	drain  bool // stop when the queue is empty
	wake   chan struct{}
	done   chan struct{}
}

// Subscribe starts a subscription to the given sessions. It ends with Stop, or after the last queued event
// when the connection is lost.
func (c *Conn) Subscribe(fn func(Event), sessionIDs ...string) *Subscription {
	s := &Subscription{conn: c, fn: fn, wake: make(chan struct{}, 1), done: make(chan struct{})}
	s.Add(sessionIDs...)
	c.mu.Lock()
	if c.err != nil {
		s.drain = true
	} else {
		c.allSubs[s] = struct{}{}
	}
	c.mu.Unlock()
	go s.run()
	return s
}

// Listen calls fn with every event of one session, in order, on a goroutine of its own. An empty sessionID
// listens to the browser itself. stop ends it without waiting and may be called from fn.
func (c *Conn) Listen(sessionID string, fn func(method string, params json.RawMessage)) (stop func()) {
	s := c.Subscribe(func(e Event) { fn(e.Method, e.Params) }, sessionID)
	return s.Stop
}

// Add includes more sessions. Events that came before Add are not seen, so Add a session before the command
// that makes it talk.
func (s *Subscription) Add(sessionIDs ...string) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	for _, id := range sessionIDs {
		if !slices.Contains(s.conn.subs[id], s) {
			s.conn.subs[id] = append(s.conn.subs[id], s)
		}
	}
}

// Remove stops taking events of the sessions; queued ones are still delivered.
func (s *Subscription) Remove(sessionIDs ...string) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	for _, id := range sessionIDs {
		s.conn.dropSub(id, s)
	}
}

// dropSub needs c.mu.
func (c *Conn) dropSub(sessionID string, s *Subscription) {
	list := slices.DeleteFunc(slices.Clone(c.subs[sessionID]), func(x *Subscription) bool { return x == s })
	if len(list) == 0 {
		delete(c.subs, sessionID)
		return
	}
	c.subs[sessionID] = list
}

// Send queues a command whose answer is delivered to reply on the subscription's goroutine, in its place
// among the events: what reply sees is the state after every event that Chrome sent before the answer.
// reply is not called after Stop.
func (s *Subscription) Send(sessionID, method string, params any, reply func(result []byte, err error)) {
	s.conn.send(sessionID, method, params, s, reply)
}

// Stop ends the subscription: no call of fn starts after the one that may be running. It does not wait.
func (s *Subscription) Stop() {
	s.conn.mu.Lock()
	delete(s.conn.allSubs, s)
	for id := range s.conn.subs {
		if slices.Contains(s.conn.subs[id], s) {
			s.conn.dropSub(id, s)
		}
	}
	s.conn.mu.Unlock()
	s.mu.Lock()
	s.closed = true
	s.queue = nil
	s.mu.Unlock()
	s.signal()
}

// Done is closed when the subscription's goroutine has ended.
func (s *Subscription) Done() <-chan struct{} { return s.done }

func (s *Subscription) finishAfterDrain() {
	s.mu.Lock()
	s.drain = true
	s.mu.Unlock()
	s.signal()
}

func (s *Subscription) push(it item) {
	s.mu.Lock()
	if !s.closed {
		s.queue = append(s.queue, it)
	}
	s.mu.Unlock()
	s.signal()
}

func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *Subscription) run() {
	defer close(s.done)
	for {
		s.mu.Lock()
		if s.closed || (s.drain && len(s.queue) == 0) {
			s.closed = true
			s.mu.Unlock()
			return
		}
		if len(s.queue) == 0 {
			s.mu.Unlock()
			<-s.wake
			continue
		}
		it := s.queue[0]
		s.queue[0] = item{}
		s.queue = s.queue[1:]
		s.mu.Unlock()
		if it.reply != nil {
			it.reply()
		} else {
			s.fn(it.event)
		}
	}
}
