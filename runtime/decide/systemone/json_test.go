package systemone

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/decide"
)

func TestMessageOf(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"error":"a","message":"b","detail":"c"}`, "a"},
		{`{"error":{"message":"a","code":400},"message":"b"}`, "a"},
		{`{"error":{"code":1},"message":"b","detail":"c"}`, "b"},
		{`{"detail":"c"}`, "c"},
		{`{"detail":{"error_type":"e","message":"d"}}`, "d"},
		{`{"detail":{"error_type":"e"}}`, "e"},
		{`{"error":{"type":"card"}}`, "card"},
		{`{"error_type":"card"}`, "card"},
		{`{"detail":[{"loc":["body","questions","q",0],"msg":"m","input":"zzzz"},{"loc":["query"],"msg":"n"},{"type":"t"}]}`, "questions.q.0: m; query: n; t"},
		{`{"detail":[{"msg":"got zzzz","type":"t","input":{"a":["zzzz"]}}]}`, "t"},
		{`{"error":"  a\u0000\u202e\n b "}`, "a b"},
		{`{"error":7,"message":[],"detail":{}}`, ""},
		{`[]`, ""}, {``, ""}, {`<html>`, ""}, {`{"error":"a"`, ""},
		{`{"error":"` + strings.Repeat("ä", 300) + `"}`, strings.Repeat("ä", 199) + "…"},
	} {
		if got := messageOf([]byte(c.body)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.body, got, c.want)
		}
	}
}

// FuzzMessageOf: whatever an error body holds, the message is short, printable text.
func FuzzMessageOf(f *testing.F) {
	for _, s := range []string{`{"detail":"x"}`, `{"error":{"message":"x\u202e"}}`, `{"detail":[{"loc":["body",1.5,null],"msg":"m","input":["m"]}]}`, `<html>`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := messageOf(body)
		if n := utf8.RuneCountInString(got); n > maxMessage || !utf8.ValidString(got) {
			t.Errorf("%d runes: %q", n, got)
		}
		if printable(got, maxMessage+1) != strings.TrimRight(got, " ") {
			t.Errorf("not printable: %q", got)
		}
	})
}

// FuzzDecode: what is taken is JSON, and what is taken and checked is an answer to the question.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"model":"jev-1.13.0","answers":{"target":{"type":"choice","choice":"none","probabilities":{"f0:c1":0.1,"none":0.9},"confidence":0.8}},"usage":{"input_tokens":10,"output_tokens":7,"cost":1e-5}}`,
		`{"model":"m\u00e9\ud83d\ude00","answers":{"t\u0061rget":{"type":"choice","choice":"f0:c1","probabilities":{"none":0,"f0:c1":1E0},"confidence":null}}}`,
		`{"provider_metadata":{"gateway":{"cost":"0.1"}},"answers":{},"model":"\ud800"}`,
		`{"a":[1,-0.5e+7,true,false,null,"\\\"\/\b\f\n\r\t"],"model":"m","answers":{"x":{}}}`,
		`{"model":"m","answers":{"target":{"probabilities":{"none":01}}}}`, `[[[[`, `{"a":nul}`, "\xff", `{"model":1}`,
	} {
		f.Add([]byte(s), false)
		f.Add([]byte(s), true)
	}
	req := request(1)
	f.Fuzz(func(t *testing.T, body []byte, noConfidence bool) {
		resp, err := decode(body, req, noConfidence)
		if err != nil {
			if resp.Answers != nil {
				t.Errorf("a part of a bad response came through: %+v", resp)
			}
			return
		}
		if !json.Valid(body) {
			t.Errorf("taken, and no JSON: %q", body)
		}
		if decide.Check(req, resp) != nil {
			return
		}
		a := resp.Answers["target"]
		if p, ok := a.Probabilities[a.Choice]; !ok || p <= 0 || len(a.Probabilities) != 2 || resp.Model == "" {
			t.Errorf("taken as an answer: %+v of %q", resp, body)
		}
	})
}

// TestTheScannerAgreesWithTheStandardLibrary on what is JSON, except where it is stricter on purpose.
func TestTheScannerAgreesWithTheStandardLibrary(t *testing.T) {
	for _, s := range []string{
		`{}`, `[]`, `[1]`, `[ 1 , 2 ]`, `{"a":{"b":[]}}`, `"x"`, `-0`, `1.5e-7`, `true`, `null`, `[1,]`, `{"a":1,}`, `{a:1}`, `{"a" 1}`, `01`, `-`, `1.`, `.5`, `+1`,
		`1e`, `tru`, `nulls`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\n\"", `"a`, `[`, `{"a":`, ``, ` `, `[1 2]`, `{"a":1}}`, `"\ud83d\ude00"`, `NaN`, `Infinity`, `'a'`, `[1]x`, "\ufeff{}",
	} {
		sc := scanner{data: []byte(s)}
		err := sc.skip()
		if err == nil {
			err = sc.end()
		}
		if valid := json.Valid([]byte(s)); valid != (err == nil) {
			t.Errorf("%s: valid is %v, the scanner says %v", s, valid, err)
		}
	}
}
