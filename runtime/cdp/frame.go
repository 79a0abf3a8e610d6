package cdp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// MaxMessage is the longest message that is taken from Chrome, in bytes. Only the call whose answer is longer
// fails; the connection goes on.
const MaxMessage = 256 << 20

// tooLongError is one message above the limit; head is its beginning, enough to name the call.
type tooLongError struct {
	limit int
	head  []byte
}

func (e *tooLongError) Error() string {
	return fmt.Sprintf("the answer is longer than %d MB: ask the page for less at once", e.limit>>20)
}

// frameReader splits a stream into messages at NUL bytes.
type frameReader struct {
	r     *bufio.Reader
	limit int
}

// next returns one message without its NUL, in memory of its own. The error is io.EOF at the end of the
// stream, io.ErrUnexpectedEOF in the middle of a message, a *tooLongError for a message that was skipped.
func (f *frameReader) next() ([]byte, error) {
	var frame []byte
	total := 0
	for {
		chunk, err := f.r.ReadSlice(0)
		total += len(chunk)
		if len(frame) <= f.limit {
			frame = append(frame, chunk...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			if errors.Is(err, io.EOF) && total > 0 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		case total-1 > f.limit:
			return nil, &tooLongError{limit: f.limit, head: bytes.Clone(frame[:min(len(frame), 256)])}
		}
		return frame[:len(frame)-1], nil
	}
}

// message is one decoded envelope. Its slices point into the frame.
type message struct {
	id      int64 // 0 for an event
	method  string
	session string
	params  []byte
	result  []byte
	err     []byte
}

// parseMessage reads the envelope in one pass without decoding what is inside: results are long, and their
// receiver decodes them once. It is false when the frame is no JSON object with the members of a message.
func parseMessage(frame []byte) (m message, ok bool) {
	ok = eachMember(frame, func(key, value []byte) bool {
		switch string(key) {
		case "id":
			m.id, _ = strconv.ParseInt(string(value), 10, 64)
		case "method":
			m.method = unquote(value)
		case "sessionId":
			m.session = unquote(value)
		case "params":
			m.params = value
		case "result":
			m.result = value
		case "error":
			m.err = value
		}
		return true
	})
	return m, ok
}
