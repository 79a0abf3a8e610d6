package systemonetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/decide"
)

// The limits of a request.
const (
	maxBody    = 1 << 20 // bytes
	maxDepth   = 64
	maxOptions = 255
	minOptions = 2
)

// Asked is one request in its own order.
type Asked struct {
	Model     string
	State     json.RawMessage
	Questions []Question
	Raw       []byte
	Header    http.Header
}

// Retry is the number of the retry, 0 for the first attempt.
func (a Asked) Retry() int {
	n, _ := strconv.Atoi(a.Header.Get("X-Typesafe-Retry-Count")) // checked when it came
	return n
}

// Question is a choice question.
type Question struct {
	ID           string
	Instructions json.RawMessage
	Options      []Option
}

// Option is one answer, in the place where it was offered.
type Option struct{ Label, Text string }

// Find is the label of the option with a text, "" when there is none.
func (q Question) Find(text string) string {
	for _, o := range q.Options {
		if o.Text == text {
			return o.Label
		}
	}
	return ""
}

// member is one field of an object.
type member struct {
	name  string
	value json.RawMessage
}

// object splits a JSON object in its own order. A name that comes twice is an error.
func object(what string, raw []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	t, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("%s is no JSON: %w", what, err)
	}
	if t != json.Delim('{') {
		return nil, fmt.Errorf("%s is no object", what)
	}
	var out []member
	names := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("%s is no JSON: %w", what, err)
		}
		m := member{name: t.(string)} // the decoder yields nothing else here
		if err := d.Decode(&m.value); err != nil {
			return nil, fmt.Errorf("%s: %q is no JSON: %w", what, m.name, err)
		}
		if names[m.name] {
			return nil, fmt.Errorf("%s has %q twice", what, m.name)
		}
		names[m.name] = true
		out = append(out, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("%s is no JSON: %w", what, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is followed by something", what)
	}
	return out, nil
}

// exactly takes the named fields of an object, all of them and no others.
func exactly(what string, raw []byte, names ...string) (map[string]json.RawMessage, error) {
	members, err := object(what, raw)
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	for _, m := range members {
		out[m.name] = m.value
	}
	for _, n := range names {
		if _, ok := out[n]; !ok {
			return nil, fmt.Errorf("%s has no %s", what, n)
		}
	}
	if len(out) != len(names) {
		return nil, fmt.Errorf("%s has fields besides %q", what, names)
	}
	return out, nil
}

// parse reads a request by the contract.
func parse(body []byte) (Asked, error) {
	a := Asked{Raw: body}
	switch {
	case len(body) > maxBody:
		return a, fmt.Errorf("its body has more than %d bytes", maxBody)
	case !utf8.Valid(body):
		return a, errors.New("its body is not UTF-8")
	}
	if err := shallow(body); err != nil {
		return a, err
	}
	top, err := exactly("the request", body, "model", "state", "questions")
	if err != nil {
		return a, err
	}
	if a.Model, err = text("model", top["model"]); err != nil {
		return a, err
	}
	a.State = top["state"]
	if s := a.State[0]; s != '"' && s != '{' && s != '[' {
		return a, errors.New("the state is no text, object or array")
	}
	questions, err := object("questions", top["questions"])
	if err != nil {
		return a, err
	}
	if len(questions) == 0 {
		return a, errors.New("there are no questions")
	}
	for _, m := range questions {
		q, err := question(m)
		if err != nil {
			return a, fmt.Errorf("question %q: %w", m.name, err)
		}
		a.Questions = append(a.Questions, q)
	}
	return a, nil
}

func question(m member) (Question, error) {
	q := Question{ID: m.name}
	if q.ID == "" {
		return q, errors.New("it has no id")
	}
	fields, err := exactly("it", m.value, "type", "instructions", "criteria")
	if err != nil {
		return q, err
	}
	if typ, err := text("type", fields["type"]); err != nil || typ != "choice" {
		return q, fmt.Errorf("its type is %q, not choice", typ)
	}
	q.Instructions = fields["instructions"]
	switch string(q.Instructions) {
	case `""`, "null", "{}", "[]":
		return q, errors.New("it has no instructions")
	}
	options, err := object("criteria", fields["criteria"])
	if err != nil {
		return q, err
	}
	if n := len(options); n < minOptions || n > maxOptions {
		return q, fmt.Errorf("it has %d options, not %d to %d", n, minOptions, maxOptions)
	}
	for _, o := range options {
		if o.name == "" {
			return q, errors.New("an option has no label")
		}
		t, err := text("option "+o.name, o.value)
		if err != nil {
			return q, err
		}
		q.Options = append(q.Options, Option{Label: o.name, Text: t})
	}
	return q, nil
}

func text(what string, raw json.RawMessage) (string, error) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", fmt.Errorf("%s is no text", what)
	}
	if s == "" {
		return "", fmt.Errorf("%s is empty", what)
	}
	return s, nil
}

// shallow refuses what nests too deep.
func shallow(body []byte) error {
	depth, quoted := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("it nests deeper than %d levels", maxDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// Match reports where a request differs from the one that was put to the client: questions and options must be
// the same, in the same order, byte for byte.
func (a Asked) Match(req decide.Request) error {
	if len(a.Questions) != len(req.Questions) {
		return fmt.Errorf("%d questions came, %d were asked", len(a.Questions), len(req.Questions))
	}
	for i, want := range req.Questions {
		got := a.Questions[i]
		if got.ID != want.ID || len(got.Options) != len(want.Options) {
			return fmt.Errorf("question %d came as %q with %d options, not as %q with %d", i+1, got.ID, len(got.Options), want.ID, len(want.Options))
		}
		for j, o := range want.Options {
			if got.Options[j] != (Option{o.Label, o.Text}) {
				return fmt.Errorf("option %d of question %q came as %q, not as %q", j+1, want.ID, got.Options[j], Option{o.Label, o.Text})
			}
		}
	}
	return nil
}
