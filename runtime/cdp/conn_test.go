package cdp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/goleak"

	"github.com/jevrun/jevrun/runtime/cdp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type command struct {
	ID        int64           `json:"id"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	SessionID string          `json:"sessionId"`
}

// chrome is the other end of a connection, played by the test.
type chrome struct {
	t  *testing.T
	r  *bufio.Reader
	w  io.WriteCloser
	in io.Closer
}

func connect(t *testing.T) (*cdp.Conn, *chrome) {
	t.Helper()
	commandR, commandW := io.Pipe()
	answerR, answerW := io.Pipe()
	c := cdp.New(answerR, commandW)
	t.Cleanup(func() { c.Close() })
	return c, &chrome{t: t, r: bufio.NewReader(commandR), w: answerW, in: commandR}
}

// next reads one command. It runs on the test's goroutine.
func (c *chrome) next() command {
	c.t.Helper()
	frame, err := c.r.ReadBytes(0)
	if err != nil {
		c.t.Fatalf("reading a command: %v", err)
	}
	var cmd command
	if err := json.Unmarshal(frame[:len(frame)-1], &cmd); err != nil {
		c.t.Fatalf("the command %q is no JSON: %v", frame, err)
	}
	return cmd
}

func (c *chrome) say(format string, args ...any) {
	c.t.Helper()
	if _, err := io.WriteString(c.w, fmt.Sprintf(format, args...)+"\x00"); err != nil {
		c.t.Fatalf("answering: %v", err)
	}
}

func testContext(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestCommandsAreWrittenInOrder(t *testing.T) {
	conn, far := connect(t)
	s := conn.Session("S")
	var sent []*cdp.Pending
	for i := range 100 {
		sent = append(sent, s.Send(proto.InputInsertText{Text: fmt.Sprint("<", i, ">")}))
	}
	for i := range 100 {
		cmd := far.next()
		if want := fmt.Sprintf(`{"text":"<%d>"}`, i); cmd.Method != "Input.insertText" || cmd.SessionID != "S" || string(cmd.Params) != want {
			t.Fatalf("command %d is %+v", i, cmd)
		}
		if i > 0 {
			far.say(`{"id":%d,"result":{"n":%d},"sessionId":"S"}`, cmd.ID, i)
		} else {
			defer far.say(`{"id":%d,"result":{}}`, cmd.ID) // late, and nobody waits
		}
	}
	for i, p := range sent {
		if i == 0 {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
			defer cancel()
			if _, err := p.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "Input.insertText") {
				t.Errorf("an unanswered command: %v", err)
			}
			continue
		}
		raw, err := p.Wait(testContext(t))
		if want := fmt.Sprintf(`{"n":%d}`, i); err != nil || string(raw) != want {
			t.Errorf("answer %d is %s, %v", i, raw, err)
		}
	}
}

func TestTypedCalls(t *testing.T) {
	conn, far := connect(t)
	s := conn.Session("S").Context(testContext(t))
	go func() {
		frame, _ := far.r.ReadBytes(0)
		var cmd command
		_ = json.Unmarshal(frame[:len(frame)-1], &cmd)
		far.w.Write([]byte(fmt.Sprintf(`{"id":%d,"result":{"frameId":"F","loaderId":"L"}}`, cmd.ID) + "\x00"))
		frame, _ = far.r.ReadBytes(0)
		_ = json.Unmarshal(frame[:len(frame)-1], &cmd)
		far.w.Write([]byte(fmt.Sprintf(`{"id":%d,"result":{"frameId":7}}`, cmd.ID) + "\x00"))
	}()
	// rod's own way and ours.
	res, err := proto.PageNavigate{URL: "x"}.Call(s)
	if err != nil || res.FrameID != "F" || res.LoaderID != "L" {
		t.Errorf("%+v, %v", res, err)
	}
	if _, err := cdp.Call[proto.PageNavigateResult](testContext(t), s, proto.PageNavigate{URL: "x"}); err == nil || !strings.Contains(err.Error(), "Page.navigate") {
		t.Errorf("an answer of another shape: %v", err)
	}
	if _, err := conn.Call(testContext(t), "", "X.y", func() {}); err == nil || !strings.Contains(err.Error(), "parameters of X.y") {
		t.Errorf("parameters without a JSON form: %v", err)
	}
	if err := (cdp.Session{}).Do(testContext(t), proto.PageEnable{}); err == nil {
		t.Error("a session without a connection took a command")
	}
}

func TestRefusal(t *testing.T) {
	conn, far := connect(t)
	p := conn.Send("", "DOM.x", nil)
	cmd := far.next()
	if cmd.Params != nil || cmd.SessionID != "" {
		t.Errorf("%+v", cmd)
	}
	far.say(`{"id":%d,"error":{"code":-32000,"message":"No node","data":"id 5"}}`, cmd.ID)
	_, err := p.Wait(testContext(t))
	var refused *cdp.Error
	if !errors.As(err, &refused) || *refused != (cdp.Error{Code: -32000, Message: "No node", Data: "id 5", Method: "DOM.x"}) {
		t.Errorf("%#v", err)
	}
	if err.Error() != "DOM.x: No node (id 5)" {
		t.Errorf("%q", err)
	}
}

func TestEventsInOrderWhateverTheListenerDoes(t *testing.T) {
	conn, far := connect(t)
	release := make(chan struct{})
	var mu sync.Mutex
	var got []string
	stop := conn.Listen("S", func(method string, params json.RawMessage) {
		<-release
		mu.Lock()
		got = append(got, method+string(params))
		mu.Unlock()
	})
	defer stop()
	for i := range 1000 {
		far.say(`{"method":"A.b","params":%d,"sessionId":"S"}`, i)
	}
	far.say(`{"method":"A.b","params":0,"sessionId":"other"}`)
	far.say(`{"method":"A.b","params":0}`)
	// The reader is not held up by the listener that waits.
	p := conn.Send("", "X.y", nil)
	far.say(`{"id":%d,"result":{}}`, far.next().ID)
	if _, err := p.Wait(testContext(t)); err != nil {
		t.Fatal(err)
	}
	close(release)
	deadline := time.After(5 * time.Second)
	for {
		mu.Lock()
		n := len(got)
		mu.Unlock()
		if n == 1000 {
			break
		}
		select {
		case <-deadline:
			t.Fatalf("%d events arrived", n)
		case <-time.After(time.Millisecond):
		}
	}
	for i, g := range got {
		if g != fmt.Sprint("A.b", i) {
			t.Fatalf("event %d is %s", i, g)
		}
	}
}

// Answers that go to a subscription keep their place among the events, and one subscription holds the order
// of several sessions.
func TestSubscriptionOrder(t *testing.T) {
	conn, far := connect(t)
	got := make(chan string, 10)
	s := conn.Subscribe(func(e cdp.Event) { got <- e.SessionID + " " + string(e.Params) }, "A")
	s.Add("B", "B")
	s.Send("A", "X.y", nil, func(raw []byte, err error) { got <- fmt.Sprint("answer ", string(raw), err) })
	id := far.next().ID
	far.say(`{"method":"E","params":1,"sessionId":"A"}`)
	far.say(`{"method":"E","params":2,"sessionId":"B"}`)
	far.say(`{"id":%d,"result":{}}`, id)
	far.say(`{"method":"E","params":3,"sessionId":"A"}`)
	for _, want := range []string{"A 1", "B 2", "answer {}<nil>", "A 3"} {
		if g := <-got; g != want {
			t.Errorf("got %q, want %q", g, want)
		}
	}
	s.Remove("A")
	far.say(`{"method":"E","params":4,"sessionId":"A"}`)
	far.say(`{"method":"E","params":5,"sessionId":"B"}`)
	if g := <-got; g != "B 5" {
		t.Errorf("got %q after Remove", g)
	}
	s.Stop()
	<-s.Done()
	far.say(`{"method":"E","params":6,"sessionId":"B"}`)
	select {
	case g := <-got:
		t.Errorf("got %q after Stop", g)
	default:
	}
}

func TestSessionEnds(t *testing.T) {
	conn, far := connect(t)
	gone, other := conn.Send("S", "X.y", nil), conn.Send("T", "X.y", nil)
	far.next()
	id := far.next().ID
	far.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}`)
	if _, err := gone.Wait(testContext(t)); !errors.Is(err, cdp.ErrDetached) {
		t.Errorf("a call of an ended session: %v", err)
	}
	far.say(`{"id":%d,"result":{}}`, id)
	if _, err := other.Wait(testContext(t)); err != nil {
		t.Errorf("a call of another session: %v", err)
	}
}

func TestBreakAndMend(t *testing.T) {
	conn, far := connect(t)
	why := errors.New("it crashed")
	p := conn.Send("S", "X.y", nil)
	far.next()
	conn.Break("S", why)
	if _, err := p.Wait(testContext(t)); !errors.Is(err, why) {
		t.Errorf("a call in flight: %v", err)
	}
	if _, err := conn.Call(testContext(t), "S", "X.y", nil); !errors.Is(err, why) {
		t.Errorf("a call to a broken session: %v", err)
	}
	conn.Mend("S")
	p = conn.Send("S", "X.y", nil)
	far.say(`{"id":%d,"result":{}}`, far.next().ID)
	if _, err := p.Wait(testContext(t)); err != nil {
		t.Errorf("a call after Mend: %v", err)
	}
}

func TestConnectionIsLost(t *testing.T) {
	for name, tc := range map[string]struct {
		end  func(*cdp.Conn, *chrome)
		want string
	}{
		"end of file": {func(_ *cdp.Conn, c *chrome) { c.w.Close() }, "EOF"},
		"half a message": {func(_ *cdp.Conn, c *chrome) {
			io.WriteString(c.w, `{"id":1,"res`)
			c.w.Close()
		}, "unexpected EOF"},
		"closed by us": {func(c *cdp.Conn, _ *chrome) { c.Close() }, "closed by us"},
		"cannot write": {func(c *cdp.Conn, far *chrome) { far.in.Close(); c.Send("", "X.y", nil) }, "closed pipe"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, far := connect(t)
			ended := make(chan struct{})
			s := conn.Subscribe(func(cdp.Event) {}, "")
			s.Send("", "X.y", nil, func(_ []byte, err error) {
				if !errors.Is(err, cdp.ErrLost) {
					t.Errorf("an answer that goes to a subscription: %v", err)
				}
				close(ended)
			})
			far.next()
			p := conn.Send("", "X.y", nil)
			far.next()
			tc.end(conn, far)
			if _, err := p.Wait(testContext(t)); !errors.Is(err, cdp.ErrLost) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("a call in flight: %v", err)
			}
			<-conn.Done()
			if err := conn.Err(); !errors.Is(err, cdp.ErrLost) {
				t.Errorf("Err: %v", err)
			}
			if _, err := conn.Call(testContext(t), "", "X.y", nil); !errors.Is(err, cdp.ErrLost) {
				t.Errorf("a later call: %v", err)
			}
			<-ended
			<-s.Done()
			late := conn.Subscribe(func(cdp.Event) {}, "")
			<-late.Done()
			far.w.Close()
			far.in.Close()
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOddMessages(t *testing.T) {
	conn, far := connect(t)
	p := conn.Send("", "X.y", nil)
	id := far.next().ID
	for _, odd := range []string{``, `null`, `[]`, `{`, `{"id":`, `"id"`, `{"id":999,"result":{}}`, `{"id":-1}`, `{}`, `{"method":7}`, `{"method":"x"}`, "\xff\xfe", `{"error":{}}`} {
		far.say("%s", odd)
	}
	far.say("{\"id\":%d,\"result\":{\"s\":\"bad \xff\xed\xa0\x80 bytes\"}}", id)
	raw, err := p.Wait(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ S string }
	if err := json.Unmarshal(raw, &v); err != nil || !strings.HasPrefix(v.S, "bad ") || !strings.HasSuffix(v.S, " bytes") {
		t.Errorf("%q, %v", v.S, err)
	}
}
