package decide

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MarshalWire is the request as it goes over the wire, one JSON object without white space:
//
//	{"model":…,"state":…,"questions":{id:{"type":"choice","instructions":…,"criteria":{label:text,…}}}}
//
// The order of questions and options is input to a model, so it is kept as it is in the request; Go's own
// encoder would sort the keys. The same request gives the same bytes. An error names what has no JSON form.
func MarshalWire(req Request, model string) ([]byte, error) {
	var b bytes.Buffer
	w := wire{b: &b}
	w.raw(`{"model":`)
	w.value("model", model)
	w.raw(`,"state":`)
	w.value("state", req.State)
	w.raw(`,"questions":{`)
	for i, q := range req.Questions {
		w.comma(i)
		w.value("id", q.ID)
		w.raw(`:{"type":"choice","instructions":`)
		w.value("instructions", q.Instructions)
		w.raw(`,"criteria":{`)
		for j, o := range q.Options {
			w.comma(j)
			w.value("label", o.Label)
			w.raw(":")
			w.value("criteria", o.Text)
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
