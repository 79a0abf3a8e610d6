package predicate

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testVars = map[string]VarType{
	"name":  {Kind: String},
	"limit": {Kind: Number},
	"on":    {Kind: Bool},
	"words": {Kind: List, Elem: &VarType{Kind: String}},
	"user":  {Kind: Object, Fields: map[string]VarType{"mail": {Kind: String}, "age": {Kind: Number}}},
	"tags":  {Kind: Map, Elem: &VarType{Kind: String}},
	"thing": {Kind: Any},
	"wide":  {Kind: String},
}

func testEnv() Env {
	return Env{
		Page: Page{URL: "http://h/tasks?x=1", Title: "Tasks", Text: "Renew TLS certificate Archived 24 months", Origin: "http://h"},
		Var: map[string]any{
			"name": "TLS", "limit": 3.0, "on": true, "words": []any{"Renew", "Archived"},
			"user": map[string]any{"mail": "a@b.c", "age": 41.0}, "tags": map[string]any{"env": "prod"}, "thing": "x",
			"wide": strings.Repeat("a", 1<<20),
		},
		Elements: []Element{
			{Role: "button", Name: "Delete"}, {Role: "button", Name: " delete "}, {Role: "link", Name: "Home", Href: "/"},
		},
		Candidate: Element{Role: "link", Name: "Home", Href: "http://other/"}, Intent: "Go home", Action: "click", Confidence: 0.93,
	}
}

func TestEval(t *testing.T) {
	for _, c := range []struct {
		src   string
		scope Scope
		want  bool
	}{
		{"page.text contains 'Archived'", OnPage, true},
		{"page.text not contains 'Archived'", OnPage, false},
		{"page.url startsWith page.origin and page.title == 'Tasks'", OnPage, true},
		{"page.text matches '[0-9]+ (months|years)'", OnPage, true},
		{"find(page.text, '[0-9]+ (months|years)') == '24 months'", OnPage, true},
		{"find(page.text, 'nothing such') == ''", OnPage, true},
		{"visible('button', 'DELETE')", OnPage, true},
		{"visible('button', 'Save')", OnPage, false},
		{"count('button', 'delete') == 2 && count('link', '') == 1", OnPage, true},
		{"count('button', '') < var.limit", OnPage, true},
		{"var.on ? var.name == 'TLS' : false", OnPage, true},
		{"all(var.words, page.text contains #)", OnPage, true},
		{"any(var.words, # == 'x')", OnPage, false},
		{"var.user.age > 40 and var.user['mail'] contains '@'", OnPage, true},
		{"var.tags.env == 'prod' and 'env' in var.tags", OnPage, true},
		{"var.tags.none == nil", OnPage, true},
		{"var.thing == 'x'", OnPage, true},
		{"'a' + var.name == 'aTLS'", OnPage, true},
		{"var.thing + 'y' == 'xy'", OnPage, true},
		{"1 + var.limit == 4", OnPage, true},
		{"join(map(var.words, upper(#)), '-') == 'RENEW-ARCHIVED'", OnPage, true},
		{"len(split(page.text, ' ')) == 6", OnPage, true},
		{"replace(page.title, 's', 'z') == 'Tazkz'", OnPage, true},
		{"'n=' + string(count('button', '')) == 'n=2'", OnPage, true},
		{"repeat('ab', 2) == 'abab'", OnPage, true},
		{"let n = count('button', ''); n > 1 and n < 9", OnPage, true},
		{"candidate.role == 'link' && not (candidate.href startsWith page.origin)", OnGate, true},
		{"confidence < 0.95 and action == 'click' and intent matches '(?i)HOME'", OnGate, true},
		{"candidate.frame == 0 and not candidate.disabled", OnGate, true},
	} {
		p, err := Compile(c.src, c.scope, testVars)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		got, evalErr := p.Eval(context.Background(), testEnv())
		if evalErr != nil || got != c.want {
			t.Errorf("%s = %v, %v; want %v", c.src, got, evalErr, c.want)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		src        string
		scope      Scope
		under      string // the part of src that is underlined
		msg        string // in the message
		suggestion string
	}{
		{"page.urll == 'x'", OnPage, "urll", `page has no "urll"`, "url"},
		{"pag.url == 'x'", OnPage, "pag", `no name "pag"`, "page"},
		{"var.nam == 'x'", OnPage, "nam", `no variable "nam"`, "name"},
		{"url == 'x'", OnPage, "url", `no name "url"`, "page.url"},
		{"page == 'x'", OnPage, "page", "group of values", ""},
		{"page.url == 3", OnPage, "==", "between a text and a number", ""},
		{"var.limit contains 'x'", OnPage, "contains", "between a number and a text", ""},
		{"page.url", OnPage, "page.url", "must be true or false", ""},
		{"1 + 1", OnPage, "1 + 1", "must be true or false", ""},
		{"visible('button')", OnPage, "visible", "too few arguments; it is called visible(role, name)", ""},
		{"visible('button', 3)", OnPage, "3", "takes a text here, not a number", ""},
		{"visibel('button', 'x')", OnPage, "visibel", `no function "visibel"`, "visible"},
		{"visible", OnPage, "visible", "is a function", ""},
		{"candidate.role == 'x'", OnPage, "candidate", "only in a gate rule", ""},
		{"local.x == 1", OnPage, "local", "locals are not visible", ""},
		{"secret.x == 'y'", OnPage, "secret", "a secret is not visible", ""},
		{"step.x == 'y'", OnPage, "step", "steps are not visible", ""},
		{"$env['page'] == nil", OnPage, "$env", "not part of the language", ""},
		{"page['u' + 'rl'] == 'x'", OnPage, "+", "name the member", ""},
		{"'a' matches page.text", OnPage, "text", "never run as one", ""},
		{"page.text matches '('", OnPage, "'('", "not a regular expression", ""},
		{"find(page.text, '[') == ''", OnPage, "'['", "not a regular expression", ""},
		{"reduce(1..30, #acc + #acc, 'aaaa') == ''", OnPage, "reduce", "not part of the language", ""},
		{"now() == nil", OnPage, "now", `no function "now"`, ""},
		{"toJSON(page.text) == ''", OnPage, "toJSON", `no function "toJSON"`, ""},
		{"page.url.trim() == ''", OnPage, "trim", "no methods", ""},
		{"page.url = 'x'", OnPage, "=", "write ==", ""},
		{"page.url == 'x", OnPage, "x", "not closed", ""},
		{"page.url ==", OnPage, "=", "ends too early", ""},
		{"", OnPage, "", "is empty", ""},
		{"intent && true", OnGate, "&&", "between a text and a true/false", ""},
		{"not page.url", OnPage, "not", "does not work on a text", ""},
		{"ünïcödé.x == 1", OnPage, "ünïcödé", "no name", ""},
		{"'ünï' == page.urll", OnPage, "urll", "has no", "url"},
	} {
		p, err := Compile(c.src, c.scope, testVars)
		if err == nil {
			t.Errorf("%s: compiled to %v, want an error", c.src, p)
			continue
		}
		under := string([]rune(c.src)[min(err.From, utf8.RuneCountInString(c.src)):min(err.To, utf8.RuneCountInString(c.src))])
		if under != c.under || !strings.Contains(err.Msg, c.msg) || err.Suggestion != c.suggestion {
			t.Errorf("%s: underlines %q, %q, suggests %q; want %q, %q, %q", c.src, under, err.Msg, err.Suggestion, c.under, c.msg, c.suggestion)
		}
		noGoNames(t, c.src, err.Error())
	}
}

var goName = regexp.MustCompile(`interface|map\[|\[\]|float64|\bint\b|\bstring\b|\bbool\b|func\(|reflect|predicate\.|\bnil\b`)

func noGoNames(t *testing.T, src, message string) {
	t.Helper()
	if m := goName.FindString(strings.ReplaceAll(message, src, "")); m != "" {
		t.Errorf("%s: the message %q says %q, a word of Go", src, message, m)
	}
}

// TestHostile compiles and runs what would take for ever or all memory in plain expr: each ends soon, with a
// sentence that names the bound.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct{ src, msg string }{
		"long source":    {"page.url == '" + strings.Repeat("x", MaxSource) + "'", "bytes"},
		"many nodes":     {strings.Repeat("true and ", 400) + "true", "more than 300"},
		"parentheses":    {strings.Repeat("(", 2000) + "true" + strings.Repeat(")", 2000), ""},
		"unary":          {strings.Repeat("not ", 1000) + "true", "more than 300"},
		"doubling":       {"let a = var.wide + var.wide; let b = a + a; let c = b + b; let d = c + c; d == ''", "bytes of text"},
		"doubling any":   {"let a = [var.wide, 1][0]; let b = a + a; let c = b + b; let d = c + c; let e = d + d; e == ''", "bytes of text"},
		"replace":        {"replace(var.wide, 'a', 'aaaaaaaaaaaaaaaaaaaa') == ''", "bytes of text"},
		"repeat":         {"repeat('x', 1000000000) == ''", "bytes of text"},
		"repeat often":   {"repeat(repeat(repeat('x', 1000), 1000), 1000) == ''", "bytes of text"},
		"join":           {"join(map(1..1000, var.wide), '') == ''", "bytes of text"},
		"upper in a map": {"len(map(1..1000, upper(var.wide))) == 0", "bytes of text"},
		"split":          {"len(split(var.wide, 'a')) == 0", "pieces"},
		"range":          {"len(1..100000000) == 0", "lists of more than"},
		"nested loops":   {"let a = 1..1000; all(a, all(a, all(a, true)))", "list elements"},
		"regexp size":    {"page.text matches '((a{100}){100}){100}'", "regular expression"},
		"negative":       {"repeat('x', -1) == ''", "0 or more"},
		"division":       {"1 % 0 == 1", "divides by zero"},
		"int of text":    {"int('x') == 1", ""},
		"index":          {"var.words[7] == 'x'", "index"},
	} {
		start := time.Now()
		p, err := Compile(c.src, OnPage, testVars)
		var message string
		if err != nil {
			message = err.Error()
		} else {
			_, evalErr := p.Eval(context.Background(), testEnv())
			if evalErr != nil {
				message = evalErr.Error()
			} else if c.msg != "" {
				t.Errorf("%s: ran without an error, want %q", name, c.msg)
			}
		}
		if !strings.Contains(message, c.msg) && !strings.Contains(message, "ran out of time") { // on a slow machine
			t.Errorf("%s: %q does not say %q", name, message, c.msg)
		}
		noGoNames(t, c.src, message)
		if d := time.Since(start); d > Deadline+time.Second {
			t.Errorf("%s: took %v", name, d)
		}
	}
}

func TestRuntimeMistakesAreSentences(t *testing.T) {
	for src, msg := range map[string]string{
		"var.thing":                      "needs true or false",
		"var.thing > 1":                  "",
		"join([1, 2], '') == ''":         "list of texts",
		"page.text matches var.name":     "pattern",
		"find(page.text, var.name) == 1": "",
		"var.name == 'x'":                "",
	} {
		p, err := Compile(src, OnPage, testVars)
		if err != nil {
			noGoNames(t, src, err.Error())
			continue
		}
		env := testEnv()
		env.Var["thing"] = []any{1}
		env.Var["name"] = "("
		_, evalErr := p.Eval(context.Background(), env)
		if evalErr == nil {
			if msg != "" {
				t.Errorf("%s: no error, want %q", src, msg)
			}
			continue
		}
		if !strings.Contains(evalErr.Error(), msg) || !strings.Contains(evalErr.Error(), src) {
			t.Errorf("%s: %v; want %q and the condition itself", src, evalErr, msg)
		}
		noGoNames(t, src, evalErr.Error())
	}
}

func TestEvalObeysItsContext(t *testing.T) {
	p, err := Compile("all(var.words, true)", OnPage, testVars)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, evalErr := p.Eval(ctx, testEnv()); !errors.Is(evalErr, context.Canceled) {
		t.Errorf("Eval under a canceled context gave %v", evalErr)
	}
}

func TestUses(t *testing.T) {
	p, err := Compile("page.text contains 'x' and (visible('a', 'b') or var.on) and candidate['href'] == ''", OnGate, testVars)
	if err != nil {
		t.Fatal(err)
	}
	for fact, want := range map[string]bool{
		"page.text": true, "elements": true, "var.on": true, "candidate.href": true,
		"page.url": false, "confidence": false, "var.name": false,
	} {
		if got := p.Uses(fact); got != want {
			t.Errorf("Uses(%q) = %v, want %v", fact, got, want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	p, err := Compile("all(var.words, page.text contains # + '') and count('button', '') == 2", OnPage, testVars)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if ok, err := p.Eval(context.Background(), testEnv()); !ok || err != nil {
					t.Errorf("Eval = %v, %v", ok, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestDocumentedNamesWork(t *testing.T) {
	for _, n := range Names() {
		src := n.Name + " == " + n.Name
		if _, err := Compile(src, OnGate, nil); err != nil {
			t.Errorf("%s is documented and does not compile: %v", n.Name, err)
		}
		if _, err := Compile(src, OnPage, nil); (err != nil) != n.Gate {
			t.Errorf("%s: in a step's condition the error is %v, and Gate is %v", n.Name, err, n.Gate)
		}
		if n.Doc == "" || n.Type == "" {
			t.Errorf("%s has no documentation or type", n.Name)
		}
	}
	for _, f := range Functions() {
		if _, err := Compile(word(f.Name)+"()", OnPage, nil); err != nil && strings.Contains(err.Msg, "is known here") {
			t.Errorf("%s is documented and unknown", f.Name)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		"page.text contains 'x'", "all(var.words, # == 'a')", "let a = 1..9; sum(a) > 3", "a?.b ?? c", "1..", "((((",
		"reduce([1], #acc)", "page.text matches '('", "`raw`", "{a: 1}.a == 1", "[1,2][0:1]", "x | y()", "::count([1], true) == 1",
		"if true { true } else { false }", "'\\u00e9' == \"\\x41\"", "b'x' == b\"y\"", "# == 1", "not not true", "-+-1 == 1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, scope := range []Scope{OnPage, OnGate} {
			p, err := Compile(src, scope, testVars)
			if err != nil {
				if n := utf8.RuneCountInString(src); err.From < 0 || err.From > n || (err.To <= err.From && n > 0) || err.Msg == "" {
					t.Fatalf("%q: place %d to %d, message %q", src, err.From, err.To, err.Msg)
				}
				continue
			}
			start := time.Now()
			_, _ = p.Eval(context.Background(), testEnv())
			if d := time.Since(start); d > Deadline+2*time.Second {
				t.Fatalf("%q took %v", src, d)
			}
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	c := NewCompiler(OnPage, testVars)
	for b.Loop() {
		if _, err := c.Compile("page.text contains 'Renew TLS' and visible('button', 'x')"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	p, err := Compile("page.text contains 'Renew TLS'", OnPage, testVars)
	if err != nil {
		b.Fatal(err)
	}
	env := testEnv()
	for b.Loop() {
		_, _ = p.Eval(context.Background(), env)
	}
}
