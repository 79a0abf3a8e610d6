package systemonetest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is one way to answer wrongly.
type Fault struct {
	Name string
	// Status is what a client sees, 0 when no response comes.
	Status int
	// Retried: another attempt may bring a decision.
	Retried bool
	// Says is what the client's error must contain.
	Says string
	// Slow faults end only when the client gives up.
	Slow bool

	serve func(w http.ResponseWriter, r *http.Request, asked Asked, good Reply)
}

// Faults lists all faults. The names do not change.
func Faults() []Fault {
	var all []Fault
	for _, group := range [][]Fault{refusals(), networkFaults(), formFaults(), answerFaults()} {
		all = append(all, group...)
	}
	return all
}

// Named is the fault with a name; it panics when there is none, which a test shows at once.
func Named(name string) Fault {
	for _, f := range Faults() {
		if f.Name == name {
			return f
		}
	}
	panic("systemonetest has no fault " + strconv.Quote(name))
}

// Status answers with a status and a body. Its Says is the status.
func Status(status int, contentType, body string, header ...string) Fault {
	return Fault{
		Name: fmt.Sprintf("status %d", status), Status: status, Says: strconv.Itoa(status),
		Retried: status == 408 || status == 429 || status >= 500,
		serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, _ Reply) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			reply(w, status, contentType, body)
		},
	}
}

func named(name, says string, f Fault) Fault {
	f.Name = name
	if says != "" {
		f.Says = says
	}
	return f
}

const plainJSON = "application/json"

// refusals are error responses in every shape that servers have.
func refusals() []Fault {
	echo := Fault{
		Name: "422 list that echoes the input", Status: 422, Says: "questions.target.criteria: Input should be a valid dictionary",
		serve: func(w http.ResponseWriter, _ *http.Request, a Asked, _ Reply) {
			reply(w, 422, plainJSON, fmt.Sprintf(`{"detail":[{"type":"dict_type","loc":["body","questions","target","criteria"],"msg":"Input should be a valid dictionary","input":%s,"ctx":{}}]}`, a.Raw))
		},
	}
	echoInMessage := Fault{
		Name: "422 message that echoes the input", Status: 422, Says: "state: value_error",
		serve: func(w http.ResponseWriter, _ *http.Request, a Asked, _ Reply) {
			input, _ := json.Marshal(a.Questions[0].Options[0].Text)
			msg, _ := json.Marshal("Value error, got " + a.Questions[0].Options[0].Text)
			reply(w, 422, plainJSON, fmt.Sprintf(`{"detail":[{"type":"value_error","loc":["body","state"],"msg":%s,"input":%s}]}`, msg, input))
		},
	}
	echoKey := Fault{
		Name: "401 that repeats the key", Status: 401, Says: "no such key: <key>",
		serve: func(w http.ResponseWriter, r *http.Request, _ Asked, _ Reply) {
			reply(w, 401, plainJSON, fmt.Sprintf(`{"detail":{"error_type":"authentication_error","message":"no such key: %s"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
		},
	}
	echoPage := Fault{
		Name: "500 HTML that echoes everything", Status: 500, Says: "no message that could be read (text/html)", Retried: true,
		serve: func(w http.ResponseWriter, r *http.Request, a Asked, _ Reply) {
			reply(w, 500, "text/html", fmt.Sprintf("<html><pre>%s\n%s</pre></html>", r.Header.Get("Authorization"), a.Raw))
		},
	}
	return []Fault{
		named("400 detail object", "Unknown model: jev-9", Status(400, plainJSON, `{"detail":{"error_type":"api_usage_error","message":"Unknown model: jev-9"}}`)),
		named("400 detail text", "Too many choices.", Status(400, plainJSON, `{"detail":"Too many choices. Must have at most 255 choices."}`)),
		named("400 detail without message", "max_tokens_exceeded", Status(400, plainJSON, `{"detail":{"error_type":"max_tokens_exceeded"}}`)),
		named("400 error object", "use the decisions endpoint", Status(400, plainJSON, `{"error":{"message":"this is a decisions model, use the decisions endpoint","code":400}}`)),
		named("400 error text", "model is of the wrong kind", Status(400, plainJSON, `{"error":"model is of the wrong kind"}`)),
		named("400 empty", "answered 400 Bad Request", Status(400, plainJSON, ``)),
		named("400 long message with control characters", "too long", Status(400, plainJSON, `{"detail":"\u001b[2J\u202e\u0007too\r\nlong `+strings.Repeat("x", 5000)+`"}`)),
		named("401 authentication", "check the API key", Status(401, plainJSON, `{"detail":{"error_type":"authentication_error","message":"Invalid API key"}}`)),
		echoKey,
		named("402 no credit", "no credit", Status(402, plainJSON, `{"error":{"message":"Insufficient credits","code":402}}`)),
		named("403 top-level message", "needs a card", Status(403, plainJSON, `{"message":"the account needs a card","error_type":"customer_verification_required"}`)),
		named("404 plain text", "check the base URL", Status(404, "text/plain", `404 page not found`)),
		named("405 method", "405 Method Not Allowed", Status(405, plainJSON, `{"detail":"Method Not Allowed"}`)),
		named("408 timeout", "408 Request Timeout", Status(408, plainJSON, `{"detail":"too slow"}`)),
		named("413 too large", "list fewer elements", Status(413, plainJSON, `{"detail":"body too large"}`)),
		echo,
		echoInMessage,
		named("422 list of odd things", "answered 422", Status(422, plainJSON, `{"detail":[1,null,{"loc":7}]}`)),
		named("429 rate limit", "slow down", Status(429, plainJSON, `{"detail":"slow down"}`)),
		named("429 with retry-after-ms", "429", Status(429, plainJSON, `{"detail":"slow down"}`, "Retry-After-Ms", "3")),
		named("429 with Retry-After in seconds", "429", Status(429, plainJSON, `{"detail":"slow down"}`, "Retry-After", "0.002")),
		named("429 with Retry-After as a past date", "429", Status(429, plainJSON, `{"detail":"slow down"}`, "Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT")),
		named("429 with Retry-After of an hour", "429", Status(429, plainJSON, `{"detail":"slow down"}`, "Retry-After", "3600")),
		named("429 with nonsense in Retry-After", "429", Status(429, plainJSON, `{"detail":"slow down"}`, "Retry-After", "soon", "Retry-After-Ms", "NaN")),
		named("500 JSON", "it broke", Status(500, plainJSON, `{"detail":"it broke"}`)),
		echoPage,
		named("502 HTML", "no message that could be read (text/html", Status(502, "text/html; charset=utf-8", `<html><h1>Bad gateway</h1></html>`)),
		named("503 overload", "503 Service Unavailable", Status(503, plainJSON, `{"error":{"message":"overloaded"}}`)),
		named("504 empty", "504 Gateway Timeout", Status(504, "", ``)),
		named("529 overloaded", "529 Overloaded", Status(529, plainJSON, `{"detail":"overloaded"}`)),
		named("301 redirect", "redirects are not followed", Status(301, "text/html", ``, "Location", "/v2/systemone")),
		named("307 redirect to another host", "perhaps on elsewhere.example", Status(307, "", ``, "Location", "https://elsewhere.example/v1/systemone?q=secret")),
		named("204 nothing", "answered 204", Fault{Status: 204, serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, _ Reply) { w.WriteHeader(204) }}),
	}
}

// networkFaults break the connection or take too long.
func networkFaults() []Fault {
	hang := func(r *http.Request) { <-r.Context().Done() }
	head := func(w http.ResponseWriter, length int) {
		w.Header().Set("Content-Type", plainJSON)
		w.Header().Set("Content-Length", strconv.Itoa(length))
		w.WriteHeader(200)
	}
	return []Fault{
		{Name: "slow header", Says: "did not answer within", Retried: true, Slow: true, serve: func(_ http.ResponseWriter, r *http.Request, _ Asked, _ Reply) { hang(r) }},
		{Name: "slow body", Status: 200, Says: "did not answer within", Retried: true, Slow: true, serve: func(w http.ResponseWriter, r *http.Request, _ Asked, good Reply) {
			b := good.JSON()
			head(w, len(b))
			_, _ = w.Write(b[:len(b)/2])
			w.(http.Flusher).Flush()
			hang(r)
		}},
		{Name: "dripping body", Status: 200, Says: "did not answer within", Retried: true, Slow: true, serve: func(w http.ResponseWriter, r *http.Request, _ Asked, good Reply) {
			b := good.JSON()
			head(w, len(b))
			drip := time.NewTicker(20 * time.Millisecond)
			defer drip.Stop()
			for i := range len(b) - 1 {
				_, _ = w.Write(b[i : i+1])
				w.(http.Flusher).Flush()
				select {
				case <-drip.C:
				case <-r.Context().Done():
					return
				}
			}
		}},
		{Name: "torn body", Status: 200, Says: "broke off in the middle", Retried: true, serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, good Reply) {
			b := good.JSON()
			head(w, len(b))
			_, _ = w.Write(b[:len(b)/2])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}},
		{Name: "torn chunks", Status: 200, Says: "broke off in the middle", Retried: true, serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, good Reply) {
			w.Header().Set("Content-Type", plainJSON)
			_, _ = w.Write(good.JSON())
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}},
		{Name: "closed connection", Says: "closed the connection before it answered", Retried: true, serve: func(http.ResponseWriter, *http.Request, Asked, Reply) {
			panic(http.ErrAbortHandler)
		}},
		{Name: "no HTTP", Says: "could not be reached", Retried: true, serve: raw("SSH-2.0-OpenSSH_9.2\r\n")},
		{Name: "endless header", Says: "could not be reached", Retried: true, serve: raw("HTTP/1.1 200 OK\r\nX-Long: " + strings.Repeat("x", 200<<10) + "\r\n\r\n")},
	}
}

// raw writes bytes in place of a response and closes the connection.
func raw(text string) func(http.ResponseWriter, *http.Request, Asked, Reply) {
	return func(w http.ResponseWriter, _ *http.Request, _ Asked, _ Reply) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer conn.Close()
		_, _ = conn.Write([]byte(text)) // a client that went away is its own business
	}
}

// body answers 200 with bytes that are made from a right reply.
func body(name, says string, make func(good Reply) string) Fault {
	return Fault{Name: name, Status: 200, Says: says, serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, good Reply) {
		reply(w, 200, plainJSON, make(good))
	}}
}

// replaced is a right reply with a part of its text replaced.
func replaced(name, says, old, with string) Fault {
	return body(name, says, func(good Reply) string {
		text := string(good.JSON())
		if !strings.Contains(text, old) {
			return "the fault has nothing to replace"
		}
		return strings.Replace(text, old, with, 1)
	})
}

// formFaults are responses that are no JSON by the protocol.
func formFaults() []Fault {
	return []Fault{
		named("HTML with 200", "the response is text/html", Status(200, "text/html", `<html>Sign in to the hotel's network</html>`)),
		{Name: "right JSON as text", Status: 200, Says: "the response is text/plain", serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, good Reply) {
			reply(w, 200, "text/plain", string(good.JSON()))
		}},
		{Name: "gzip that is none", Status: 200, Says: "the response is packed (gzip)", serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, good Reply) {
			w.Header().Set("Content-Encoding", "gzip")
			reply(w, 200, plainJSON, string(good.JSON()))
		}},
		{Name: "gzip that bursts", Status: 200, Says: "the response is packed (gzip)", serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, _ Reply) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", plainJSON)
			_ = http.NewResponseController(w).Flush() // what it is, is known before any of it comes
			z := gzip.NewWriter(w)
			for range 8 {
				if _, err := z.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
			_ = z.Close()
		}},
		{Name: "huge body", Status: 200, Says: "larger than", serve: func(w http.ResponseWriter, _ *http.Request, _ Asked, _ Reply) {
			w.Header().Set("Content-Type", plainJSON)
			filler := []byte(strings.Repeat(" ", 1<<20))
			for range 64 {
				if _, err := w.Write(filler); err != nil {
					return
				}
			}
		}},
		body("empty body", "ends where an object should be", func(Reply) string { return "" }),
		body("null", "stands where an object should be", func(Reply) string { return "null" }),
		body("array", "stands where an object should be", func(good Reply) string { return "[" + string(good.JSON()) + "]" }),
		body("half a document", "does not hold to the protocol", func(good Reply) string { b := good.JSON(); return string(b[:len(b)/2]) }),
		body("two documents", "more follows the document", func(good Reply) string { return string(good.JSON()) + string(good.JSON()) }),
		body("deep nesting", "nests deeper", func(good Reply) string {
			return `{"x":` + strings.Repeat("[", 100000) + strings.Repeat("]", 100000) + "," + string(good.JSON()[1:])
		}),
		body("invalid UTF-8", "not UTF-8", func(good Reply) string { return `{"x":"` + "\xff\xfe" + `",` + string(good.JSON()[1:]) }),
		body("an envelope", "it has no answers", func(good Reply) string {
			return `{"success":true,"result":{"state":"Completed","result":` + string(good.JSON()) + `}}`
		}),
		replaced("names in capitals", "it has no answers", `"answers"`, `"Answers"`),
		replaced("answers as a list", "stands where an object should be", `"answers":{`, `"answers":[{`),
		replaced("answers twice", "answers comes twice", `"model"`, `"answers":{},"model"`),
		replaced("no model", "does not name the model", `"model":"`, `"was":"`),
	}
}

// answerFaults are replies of the right form with wrong contents.
func answerFaults() []Fault {
	change := func(name, says string, f func(id string, a *Answer)) Fault {
		return body(name, says, func(good Reply) string {
			for id, a := range good.Answers {
				f(id, &a)
				good.Answers[id] = a
			}
			return string(good.JSON())
		})
	}
	other := func(a *Answer) string {
		for l := range a.Probabilities {
			if l != a.Choice {
				return l
			}
		}
		return ""
	}
	number := func(v float64) *float64 { return &v }
	return []Fault{
		body("no answers", "answers 0 questions", func(good Reply) string { good.Answers = map[string]Answer{}; return string(good.JSON()) }),
		body("wrong id", "does not answer question", func(good Reply) string {
			renamed := map[string]Answer{}
			for id, a := range good.Answers {
				renamed[id+"_1"] = a
			}
			good.Answers = renamed
			return string(good.JSON())
		}),
		body("one answer too many", "questions", func(good Reply) string {
			for id, a := range good.Answers {
				good.Answers["also "+id] = a
				break
			}
			return string(good.JSON())
		}),
		change("wrong type", `type is "score"`, func(_ string, a *Answer) { a.Type = "score" }),
		replaced("boolean answer", "has no choice", `"choice":"`, `"noul":0.9,"chosen":"`),
		change("choice that was not offered", "was not offered", func(_ string, a *Answer) { a.Choice = "f9:c999" }),
		change("empty choice", "was not offered", func(_ string, a *Answer) { a.Choice = "" }),
		change("missing option", "probabilities for", func(_ string, a *Answer) { delete(a.Probabilities, other(a)) }),
		change("extra option", "probabilities for", func(_ string, a *Answer) { a.Probabilities["f9:c999"] = 0 }),
		change("renamed option", "has no probability", func(_ string, a *Answer) {
			l := other(a)
			a.Probabilities[strings.ToUpper(l)+" "] = a.Probabilities[l]
			delete(a.Probabilities, l)
		}),
		replaced("option twice", "comes twice", `"probabilities":{`, `"probabilities":{"none":0,`),
		change("sum of a half", "sum to", func(_ string, a *Answer) {
			for l := range a.Probabilities {
				a.Probabilities[l] /= 2
			}
		}),
		change("sum of two", "sum to", func(_ string, a *Answer) {
			for l := range a.Probabilities {
				a.Probabilities[l] = min(1, 2*a.Probabilities[l]+0.5)
			}
		}),
		change("choice that is not the most probable", "another option has", func(_ string, a *Answer) { a.Choice = other(a) }),
		change("negative probability", "not a number from 0 to 1", func(_ string, a *Answer) { a.Probabilities[other(a)] = -0.01 }),
		change("probability above one", "not a number from 0 to 1", func(_ string, a *Answer) { a.Probabilities[a.Choice] = 1.5 }),
		replaced("NaN", "stands where a number should be", `"none":`, `"none":NaN,"x":`),
		replaced("infinite probability", "too large", `"none":`, `"none":1e999,"x":`),
		replaced("probability as text", "stands where a number should be", `"none":`, `"none":"0.1","x":`),
		replaced("probability null", "stands where a number should be", `"none":`, `"none":null,"x":`),
		replaced("no probabilities", "has no probabilities", `"probabilities":`, `"p":`),
		replaced("no confidence", "has no confidence", `"confidence":`, `"c":`),
		change("confidence above one", "its confidence is 90", func(_ string, a *Answer) { a.Confidence = number(90) }),
		body("negative tokens", "no whole number", func(good Reply) string { good.Usage["input_tokens"] = -5; return string(good.JSON()) }),
		body("half a token", "no whole number", func(good Reply) string { good.Usage["output_tokens"] = 1.5; return string(good.JSON()) }),
		body("usage of another spelling", "needs both", func(good Reply) string {
			good.Usage = map[string]any{"inputTokens": 5, "outputTokens": 5}
			return string(good.JSON())
		}),
		body("negative cost", "no amount", func(good Reply) string { good.Usage["cost"] = -1; return string(good.JSON()) }),
		{Name: "key in the response", Status: 200, Says: "repeats the API key", serve: func(w http.ResponseWriter, r *http.Request, _ Asked, good Reply) {
			good.Model = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
			reply(w, 200, plainJSON, string(good.JSON()))
		}},
	}
}
