package systemonetest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// spy is a test that keeps what is said of it.
type spy struct {
	*testing.T
	said []string
}

func (s *spy) Errorf(format string, args ...any) {
	s.said = append(s.said, fmt.Sprintf(format, args...))
}

const right = `{"model":"jev-latest","state":{"a":1},"questions":{"q":{"type":"choice","instructions":"which","criteria":{"b":"B","a":"A"}}}}`

// post sends a request as a right client does, changed by edit.
func post(t *testing.T, s *Server, body string, edit func(*http.Request)) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.URL+"/v1/systemone", bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range map[string]string{
		"Authorization": "Bearer " + Key, "Accept": "application/json", "Content-Type": "application/json",
		"User-Agent": "x/1", "X-Typesafe-Sdk": "x/1", "X-Typesafe-Runtime": "go",
	} {
		r.Header.Set(k, v)
	}
	if edit != nil {
		edit(r)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func TestARightRequestIsAnswered(t *testing.T) {
	watched := &spy{T: t}
	s := New(watched, Options{})
	status, answer := post(t, s, right, nil)
	if want := `{"model":"jev-1.13.0","answers":{"q":{"type":"choice","choice":"b","probabilities":{"b":0.97,"a":0.03},"confidence":0.94}}`; status != 200 || !strings.HasPrefix(answer, want) {
		t.Errorf("status %d: %s", status, answer)
	}
	if status, _ := post(t, s, right, func(r *http.Request) { r.Header.Set("X-TypeSafe-Retry-Count", "1") }); status != 200 {
		t.Errorf("a retry got %d", status)
	}
	if len(watched.said) > 0 {
		t.Errorf("it complains: %q", watched.said)
	}
	asked := s.Asked()
	if len(asked) != 2 || asked[0].Questions[0].Options[0] != (Option{"b", "B"}) || asked[0].Questions[0].Find("A") != "a" || asked[1].Retry() != 1 {
		t.Errorf("it saw %+v", asked)
	}
}

func TestAWrongRequestFailsTheTest(t *testing.T) {
	swap := func(old, with string) string {
		if !strings.Contains(right, old) {
			t.Fatalf("there is no %s", old)
		}
		return strings.Replace(right, old, with, 1)
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	var many []string
	for i := range 256 {
		many = append(many, fmt.Sprintf(`"c%d":"x"`, i))
	}
	for want, c := range map[string]struct {
		body string
		edit func(*http.Request)
	}{
		"its method is PUT":              {right, func(r *http.Request) { r.Method = http.MethodPut }},
		"it goes to /v1/systemone/":      {right, func(r *http.Request) { r.URL.Path += "/" }},
		"it goes to /v1/systemone?a=b":   {right, func(r *http.Request) { r.URL.RawQuery = "a=b" }},
		"its Authorization is not":       {right, header("Authorization", "Bearer "+Key+"x")},
		"its Content-Type is":            {right, header("Content-Type", "application/json; charset=utf-8")},
		"its Accept is":                  {right, header("Accept", "*/*")},
		"it has no X-Typesafe-Sdk":       {right, func(r *http.Request) { r.Header.Del("X-Typesafe-Sdk") }},
		"it has a Cookie":                {right, header("Cookie", "a=b")},
		"its Content-Length is -1":       {right, func(r *http.Request) { r.ContentLength = -1 }},
		"Retry-Count is":                 {right, header("X-TypeSafe-Retry-Count", "0")},
		"retry 1 of a request that did":  {right, header("X-TypeSafe-Retry-Count", "1")},
		"the request is no JSON":         {``, nil},
		"the request is no object":       {`[]`, nil},
		"is followed by something":       {right + `{}`, nil},
		"not UTF-8":                      {swap("which", "\xff"), nil},
		"nests deeper":                   {swap(`{"a":1}`, strings.Repeat("[", 99)+strings.Repeat("]", 99)), nil},
		"more than 1048576 bytes":        {swap("which", strings.Repeat("x", 1<<20)), nil},
		`the request has "model" twice`:  {swap(`"state"`, `"model":"m","state"`), nil},
		"the request has no state":       {swap(`"state":{"a":1},`, ``), nil},
		"the request has fields besides": {swap(`"state"`, `"stream":true,"state"`), nil},
		"model is empty":                 {swap("jev-latest", ""), nil},
		"model is no text":               {swap(`"jev-latest"`, "1"), nil},
		"the state is no text":           {swap(`{"a":1}`, "null"), nil},
		"there are no questions":         {`{"model":"m","state":"s","questions":{}}`, nil},
		`questions has "q" twice`:        {swap(`"questions":{`, `"questions":{"q":{},`), nil},
		"it has no id":                   {swap(`"q"`, `""`), nil},
		`its type is "noul"`:             {swap(`"choice"`, `"noul"`), nil},
		"it has no instructions":         {swap(`"which"`, `""`), nil},
		"it has fields besides":          {swap(`"type"`, `"weight":1,"type"`), nil},
		"it has 1 options":               {swap(`"b":"B",`, ``), nil},
		"it has 256 options":             {swap(`"b":"B","a":"A"`, strings.Join(many, ",")), nil},
		"an option has no label":         {swap(`"b"`, `""`), nil},
		"option b is no text":            {swap(`"B"`, `null`), nil},
		`criteria has "a" twice`:         {swap(`"b":"B"`, `"a":"B"`), nil},
		`"questions" is no JSON`:         {swap(`"A"`, `A`), nil},
	} {
		t.Run(want, func(t *testing.T) {
			watched := &spy{T: t}
			s := New(watched, Options{})
			status, _ := post(t, s, c.body, c.edit)
			if status != 400 || len(watched.said) != 1 || !strings.Contains(watched.said[0], want) || strings.Contains(watched.said[0], Key) {
				t.Errorf("status %d, it says %q", status, watched.said)
			}
			if len(s.Asked()) != 0 {
				t.Error("it counts as asked")
			}
		})
	}
}

func TestWithoutKeyNoneMayCome(t *testing.T) {
	watched := &spy{T: t}
	s := New(watched, Options{NoKey: true})
	if status, _ := post(t, s, right, nil); status != 400 || len(watched.said) != 1 {
		t.Errorf("status %d, it says %q", status, watched.said)
	}
	if status, _ := post(t, s, right, func(r *http.Request) { r.Header.Del("Authorization") }); status != 200 {
		t.Errorf("status %d", status)
	}
}

func TestAFaultEnds(t *testing.T) {
	s := New(t, Options{})
	s.Inject(Named("503 overload"), 2)
	var got []int
	for range 3 {
		status, _ := post(t, s, right, nil)
		got = append(got, status)
	}
	if fmt.Sprint(got) != "[503 503 200]" {
		t.Errorf("got %v", got)
	}
}
