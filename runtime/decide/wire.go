package decide

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// MarshalWire is the request as it goes over the wire, one JSON object without white space:
//
//	{"model":…,"state":…,"questions":{id:{"type":"choice","instructions":…,"criteria":{label:text,…}}}}
//
// The order of questions and options is input to a model, so it is kept as it is in the request; Go's own
// encoder would sort the keys. The same request gives the same bytes. An error names what has no JSON form.
func MarshalWire(req Request, model string) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(sizeHint(req))
	w := wire{b: &b}
	w.raw(`{"model":`)
	w.text("model", model)
	w.raw(`,"state":`)
	w.value("state", req.State)
	w.raw(`,"questions":{`)
	for i, q := range req.Questions {
		w.comma(i)
		w.text("id", q.ID)
		w.raw(`:{"type":"choice","instructions":`)
		w.value("instructions", q.Instructions)
		w.raw(`,"criteria":{`)
		for j, o := range q.Options {
			w.comma(j)
			w.text("label", o.Label)
			w.raw(":")
			w.text("criteria", o.Text)
		}
		w.raw("}}")
	}
	w.raw("}}")
	if w.err != nil {
		return nil, w.err
	}
	return b.Bytes(), nil
}

// wire writes JSON piece by piece and keeps the first error.
type wire struct {
	b   *bytes.Buffer
	err error
}

func (w *wire) raw(s string) { w.b.WriteString(s) }

func (w *wire) comma(i int) {
	if i > 0 {
		w.b.WriteByte(',')
	}
}

// text writes most texts as they are; the encoder is left what has to be escaped.
func (w *wire) text(what, s string) {
	if !plain(s) {
		w.value(what, s)
		return
	}
	w.b.WriteByte('"')
	w.b.WriteString(s)
	w.b.WriteByte('"')
}

// sizeHint is about how many bytes a request takes.
func sizeHint(req Request) int {
	n := 2 << 10
	for _, q := range req.Questions {
		for _, o := range q.Options {
			n += len(o.Label) + len(o.Text) + len(`"":"",`)
		}
	}
	return n
}

func (w *wire) value(what string, v any) {
	if w.err != nil {
		return
	}
	enc := json.NewEncoder(w.b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		w.err = fmt.Errorf("the %s of the request has no JSON form: %w", what, err)
		return
	}
	w.b.Truncate(w.b.Len() - 1) // the encoder's line feed
}

// plain tells whether a text stands in JSON as it is, by the rules of Go's encoder.
func plain(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 || r == '\u2028' || r == '\u2029' {
			return false
		}
		i += n
	}
	return true
}
