// Package redact keeps known secret values out of what a decider is asked. It stands before every decider that
// sends requests away. Which values are secret, and what stands in their place, is the caller's business: it
// hands in a function, such as the taint registry's Mask.
package redact

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/jevrun/jevrun/runtime/decide"
)

// Mask replaces secret values in a text. It must be safe for concurrent use.
type Mask func(string) string

// New puts a mask before a decider: every text of the state, the instructions and the options goes through it,
// names of fields included. Labels are answered back and cannot be changed: a label that holds a secret is an
// error, and nothing is asked.
func New(inner decide.Decider, mask Mask) decide.Decider { return &redactor{inner, mask} }

type redactor struct {
	inner decide.Decider
	mask  Mask
}

func (r *redactor) ID() string { return r.inner.ID() }

func (r *redactor) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	masked, err := r.request(req)
	if err != nil {
		return decide.Response{}, fmt.Errorf("nothing was asked: %w", err)
	}
	return r.inner.Decide(ctx, masked)
}

// request is a masked copy; the caller's stays as it is.
func (r *redactor) request(req decide.Request) (decide.Request, error) {
	state, err := r.value(req.State)
	if err != nil {
		return req, fmt.Errorf("the state cannot be masked: %w", err)
	}
	out := decide.Request{State: state, Questions: make([]decide.Question, len(req.Questions))}
	for i, q := range req.Questions {
		if r.mask(q.ID) != q.ID {
			return req, fmt.Errorf("the id of question %d holds a secret value", i+1)
		}
		instructions, err := r.value(q.Instructions)
		if err != nil {
			return req, fmt.Errorf("the instructions of question %q cannot be masked: %w", q.ID, err)
		}
		masked := decide.Question{ID: q.ID, Instructions: instructions, Options: make([]decide.Option, len(q.Options))}
		for j, o := range q.Options {
			if r.mask(o.Label) != o.Label {
				return req, fmt.Errorf("the label of option %d of question %q holds a secret value", j+1, q.ID)
			}
			o.Text = r.mask(o.Text)
			masked.Options[j] = o
		}
		out.Questions[i] = masked
	}
	return out, nil
}

// value masks a text, the state of a target question, or whatever has a JSON form.
func (r *redactor) value(v any) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		return r.mask(v), nil
	case decide.TargetState:
		p, a := &v.Page, &v.Action
		for _, s := range []*string{&p.Title, &p.URL, &a.Type, &a.Key, &a.Within, &v.Intent} {
			*s = r.mask(*s)
		}
		return v, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("it has no JSON form: %w", err)
	}
	return r.document(b.Bytes())
}

// document masks the texts of a JSON document and keeps its order: order is input to a model.
func (r *redactor) document(doc []byte) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var out bytes.Buffer
	type level struct {
		object bool
		tokens int
	}
	var levels []level
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		delim, isDelim := t.(json.Delim)
		if isDelim && (delim == '}' || delim == ']') {
			levels = levels[:len(levels)-1]
			out.WriteByte(byte(delim))
			continue
		}
		if len(levels) > 0 {
			l := &levels[len(levels)-1]
			switch {
			case l.object && l.tokens%2 == 1:
				out.WriteByte(':')
			case l.tokens > 0:
				out.WriteByte(',')
			}
			l.tokens++
		}
		switch t := t.(type) {
		case json.Delim:
			levels = append(levels, level{object: t == '{'})
			out.WriteByte(byte(t))
		case string:
			if err := write(&out, r.mask(t)); err != nil {
				return nil, err
			}
		default:
			if err := write(&out, t); err != nil {
				return nil, err
			}
		}
	}
}

func write(out *bytes.Buffer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // the encoder's line feed
	return nil
}
