package cdp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestFrameReader(t *testing.T) {
	long := strings.Repeat("x", 100)
	in := "one\x00\x00" + long + "\x00" + `{"id":17,"result":"` + strings.Repeat("y", 200) + "\x00last\x00half"
	f := frameReader{r: bufio.NewReaderSize(strings.NewReader(in), 16), limit: 150}
	for _, want := range []string{"one", "", long} {
		got, err := f.next()
		if err != nil || string(got) != want {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
	}
	_, err := f.next()
	var tooLong *tooLongError
	if !errors.As(err, &tooLong) {
		t.Fatalf("a message above the limit: %v", err)
	}
	if m, _ := parseMessage(tooLong.head); m.id != 17 {
		t.Errorf("the call it answers is %d, from %q", m.id, tooLong.head)
	}
	if got, err := f.next(); err != nil || string(got) != "last" {
		t.Errorf("after it: %q, %v", got, err)
	}
	if _, err := f.next(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half a message: %v", err)
	}
}

func TestTooLongFailsItsCallAlone(t *testing.T) {
	r, w := io.Pipe()
	c := &Conn{r: r, w: nopCloser{io.Discard}, pending: map[int64]*Pending{}, subs: map[string][]*Subscription{}, done: make(chan struct{})}
	p := c.Send("", "Page.x", nil)
	c.refuse(&tooLongError{limit: MaxMessage, head: []byte(`{"id":1,"result":{"a":"bbbb`)})
	if _, err := p.Wait(t.Context()); err == nil || err.Error() != "Page.x: the answer is longer than 256 MB: ask the page for less at once" {
		t.Errorf("%v", err)
	}
	w.Close()
	c.refuse(&tooLongError{limit: 1, head: []byte("nonsense")}) // nobody's
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// FuzzFrames: whatever bytes arrive in whatever pieces, the reader returns what stands between NUL bytes and
// the parser agrees with encoding/json on everything that is JSON.
func FuzzFrames(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"result":{"a":[1,"}\"]",{"b":null}]},"sessionId":"S"}` + "\x00",
		`{"method":"Page.x","params":{"u":"\u00e9\ud800"},"sessionId":"S"}` + "\x00" + `{"id":2,"error":{"code":-1,"message":"m"}}` + "\x00",
		" { \"id\" : 3 , \"result\" : [ ] } \x00\x00{}\x00null\x00half",
		"{\"id\":1e3,\"result\":-0.5e-7}\x00\xff\xfe\x00{\"a\":\"\\\x00",
	} {
		f.Add([]byte(s), 16, 64)
	}
	f.Fuzz(func(t *testing.T, data []byte, buffer, limit int) {
		if limit < 0 || limit > 1<<20 {
			limit = 1 << 20
		}
		r := frameReader{r: bufio.NewReaderSize(bytes.NewReader(data), min(max(buffer, 16), 4096)), limit: limit}
		rest := data
		for {
			frame, err := r.next()
			i := bytes.IndexByte(rest, 0)
			var tooLong *tooLongError
			switch {
			case errors.As(err, &tooLong):
				if i <= limit {
					t.Fatalf("a message of %d bytes is too long for %d", i, limit)
				}
			case err != nil:
				if i >= 0 {
					t.Fatalf("%v with %d bytes to go", err, len(rest))
				}
				if want := io.EOF; len(rest) > 0 {
					want = io.ErrUnexpectedEOF
					if !errors.Is(err, want) {
						t.Fatalf("%v at the end of half a message", err)
					}
				} else if !errors.Is(err, want) {
					t.Fatalf("%v at the end", err)
				}
				return
			default:
				if i < 0 || !bytes.Equal(frame, rest[:i]) {
					t.Fatalf("got %q from %q", frame, rest)
				}
				agree(t, frame)
			}
			rest = rest[i+1:]
		}
	})
}

// agree compares eachMember with encoding/json.
func agree(t *testing.T, frame []byte) {
	got := map[string]json.RawMessage{}
	ok := eachMember(frame, func(key, value []byte) bool {
		got[unquote([]byte(`"`+string(key)+`"`))] = value
		return true
	})
	parseMessage(frame)
	if !json.Valid(frame) {
		return // it must only not read out of bounds
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(frame, &want); err != nil || want == nil {
		if ok {
			t.Fatalf("%q is no object", frame)
		}
		return
	}
	if !ok || len(got) != len(want) {
		t.Fatalf("%q has members %v, got %v", frame, want, got)
	}
	for key, value := range want {
		if !bytes.Equal(got[key], value) {
			t.Fatalf("member %q of %q is %q, got %q", key, frame, value, got[key])
		}
	}
}
