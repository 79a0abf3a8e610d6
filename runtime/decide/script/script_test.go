package script

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

const example = `
choose "Sign in*" {
  role        = "button"
  name        = "sign  IN"
  probability = 0.8
}
choose "Archive" {
  role  = "button"
  name  = "Archive"
  scope = "Renew TLS"
}
choose "Help" {
  action = "hover"
  none   = true
}
choose "Help" {
  role = "link"
  name = "Help"
}
choose "Twice" {
  role = "button"
  name = "Archive"
}
choose "Break" { fail = "the model is away" }
choose "*delete*it*" { none = true }
`

func request(intent, action string) decide.Request {
	scope := func(s string) *string { return &s }
	return decide.TargetRequest(decide.Target{Intent: intent, Action: action, Candidates: []trace.Candidate{
		{CID: "f0:c1", Role: "button", Name: "Sign in"},
		{CID: "f0:c2", Role: "button", Name: "Archive", Scope: scope("Rotate logs")},
		{CID: "f0:c3", Role: "button", Name: "Archive", Scope: scope("Renew TLS")},
		{CID: "f0:c4", Role: "link", Name: "Help"},
	}})
}

func TestChoices(t *testing.T) {
	d, err := Parse("x.hcl", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		intent, action string
		choice         string
		p              float64
		wantErr        string
	}{
		{"sign in to the account", "click", "f0:c1", .8, ""},
		{"Archive", "click", "f0:c3", 1, ""},
		{"Help", "hover", "none", 1, ""},
		{"Help", "click", "f0:c4", 1, ""},
		{"Please DELETE all of it", "click", "none", 1, ""},
		{"Twice", "click", "", 0, `choose "Twice": 2 of the listed elements are a button called "Archive"`},
		{"Break", "click", "", 0, "the model is away"},
		{"Archive this", "click", "", 0, `x.hcl says nothing about "Archive this" (click)`},
	} {
		resp, err := decide.Ask(t.Context(), d, request(c.intent, c.action))
		if c.wantErr != "" {
			if err == nil || !strings.Contains(err.Error(), c.wantErr) {
				t.Errorf("%s: got %v, want %q", c.intent, err, c.wantErr)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.intent, err)
			continue
		}
		a := resp.Answers["target"]
		if a.Choice != c.choice || a.Probabilities[a.Choice] != c.p || resp.Model != ID || *resp.CostUSD != 0 {
			t.Errorf("%s: got %+v", c.intent, resp)
		}
	}
	other := request("Help", "click")
	other.State = "text"
	if _, err := decide.Ask(t.Context(), d, other); err == nil || !strings.Contains(err.Error(), "elements of a page only") {
		t.Errorf("got %v", err)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, intent string
		want            bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "abc", true}, {"a", "A", true}, {"a", "ab", false},
		{"a*", "abc", true}, {"*c", "abc", true}, {"*b*", "abc", true}, {"a*c", "ac", true}, {"a*a", "a", false},
		{"a*b*c", "axxbyyc", true}, {"a*b*c", "axxcyyb", false}, {"*ab*ab", "ab", false}, {"**", "x", true},
	} {
		if got := matches(c.pattern, c.intent); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.intent, got)
		}
	}
}

func TestScriptsThatCannotBeUsed(t *testing.T) {
	for want, src := range map[string]string{
		"x.hcl:1":                        `choose "a" {`,
		"Unsupported argument":           `choose "a" { colour = "red" }`,
		"Unsupported block type":         `pick "a" {}`,
		"needs either role and name, or": `choose "a" {}`,
		`choose "b" needs either role`:   "choose \"a\" {\nnone = true\n}\nchoose \"b\" {\nnone = true\nfail = \"x\"\n}",
		"needs both role and name":       `choose "a" { role = "button" }`,
		"has a scope and no element":     "choose \"a\" {\nnone = true\nscope = \"x\"\n}",
		"more than 0 and at most 1":      "choose \"a\" {\nnone = true\nprobability = 1.5\n}",
		"words and signs":                `choose "a" { fail = ` + strings.Repeat("(", 510_000) + `1`, // it would kill the parser
		"is larger than":                 strings.Repeat("#", 3<<20),
		"has the probability 0":          "choose \"a\" {\nnone = true\nprobability = 0\n}",
	} {
		if _, err := Parse("x.hcl", []byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.100s: got %.300v, want %q", src, err, want)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "missing.hcl")); err == nil || !strings.Contains(err.Error(), "missing.hcl") {
		t.Errorf("got %v", err)
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	file := filepath.Join(t.TempDir(), "s.hcl")
	if err := os.WriteFile(file, []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	if d, err := Load(file); err != nil || d.ID() != ID {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte(`choose "a" { probability = 1e999 }`))
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := Parse("x.hcl", src)
		if err != nil {
			return
		}
		for _, e := range d.entries {
			_, _ = decide.Ask(t.Context(), d, request(e.Intent, e.Action)) // it must not panic
		}
	})
}
