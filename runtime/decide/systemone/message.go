package systemone

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxMessage   = 200 // runes of a server's message that are shown
	maxErrorBody = 64 << 10
)

// printable is text that a server chose, fit to be shown: no control characters, none that are invisible or
// turn the reading direction, white space as single spaces, at most limit runes.
func printable(s string, limit int) string {
	if len(s) > 4*limit {
		s = strings.ToValidUTF8(s[:4*limit], "")
	}
	var b strings.Builder
	n, space := 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			space = true
			continue
		case r == utf8.RuneError || !unicode.IsGraphic(r):
			continue
		}
		if space && n > 0 {
			b.WriteByte(' ')
			n++
		}
		space = false
		if n >= limit-1 {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

func quoted(s string) string { return strconv.Quote(printable(s, 80)) }

// problem is what an error body may say, in all the shapes that servers use:
//
//	{"error": "…"}                                     Ollama
//	{"error": {"message": "…"}}                        OpenRouter, LiteLLM, Laya
//	{"message": "…", "error_type": "…"}                Vercel
//	{"detail": "…"}                                    System One
//	{"detail": {"error_type": "…", "message": "…"}}    System One
//	{"detail": [{"loc": […], "msg": "…", "type": "…", "input": …}]}
//
// Only these texts are ever read. The input of a detail is what was sent, and is used to keep it out.
type problem struct {
	Error     json.RawMessage `json:"error"`
	Message   json.RawMessage `json:"message"`
	ErrorType json.RawMessage `json:"error_type"`
	Detail    json.RawMessage `json:"detail"`
}

type problemObject struct {
	Message   json.RawMessage `json:"message"`
	ErrorType json.RawMessage `json:"error_type"`
	Type      json.RawMessage `json:"type"`
}

type problemDetail struct {
	Loc   []any           `json:"loc"`
	Msg   string          `json:"msg"`
	Type  string          `json:"type"`
	Input json.RawMessage `json:"input"`
}

// messageOf finds the message of an error body: the error as text, its message, the message, the detail as
// text, its message, the details joined; after these the name of the error. "" when there is none.
func messageOf(body []byte) string {
	var p problem
	if json.Unmarshal(body, &p) != nil {
		return ""
	}
	var inError, inDetail problemObject
	_ = json.Unmarshal(p.Error, &inError) // another shape leaves it empty
	_ = json.Unmarshal(p.Detail, &inDetail)
	for _, raw := range []json.RawMessage{p.Error, inError.Message, p.Message, p.Detail, inDetail.Message} {
		if s := asText(raw); s != "" {
			return s
		}
	}
	if s := joined(p.Detail); s != "" {
		return s
	}
	for _, raw := range []json.RawMessage{inDetail.ErrorType, inError.ErrorType, inError.Type, p.ErrorType} {
		if s := asText(raw); s != "" {
			return s
		}
	}
	return ""
}

func asText(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s) // what is no text is no message
	return printable(s, maxMessage)
}

// joined is a list of details as "questions.target: Field required; …".
func joined(raw json.RawMessage) string {
	var details []problemDetail
	if json.Unmarshal(raw, &details) != nil {
		return ""
	}
	var parts []string
	for _, d := range details {
		msg := d.Msg
		if msg == "" || echoes(msg, d.Input) {
			msg = d.Type
		}
		if msg == "" {
			continue
		}
		var loc []string
		for i, l := range d.Loc {
			switch l := l.(type) {
			case string:
				if i > 0 || l != "body" {
					loc = append(loc, printable(l, 40))
				}
			case float64:
				loc = append(loc, strconv.FormatFloat(l, 'f', -1, 64))
			}
		}
		if len(loc) > 0 {
			msg = strings.Join(loc, ".") + ": " + msg
		}
		parts = append(parts, msg)
	}
	return printable(strings.Join(parts, "; "), maxMessage)
}

// echoes tells whether a message repeats a text of what was sent.
func echoes(msg string, input json.RawMessage) bool {
	const shortest = 4 // bytes; shorter texts are in every message
	var v any
	_ = json.Unmarshal(input, &v) // no input, no echo
	var repeats func(v any) bool
	repeats = func(v any) bool {
		switch v := v.(type) {
		case string:
			return len(v) >= shortest && strings.Contains(msg, v)
		case []any:
			for _, e := range v {
				if repeats(e) {
					return true
				}
			}
		case map[string]any:
			for _, e := range v {
				if repeats(e) {
					return true
				}
			}
		}
		return false
	}
	return repeats(v)
}
