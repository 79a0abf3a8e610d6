package lang_test

import (
	"strings"
	"testing"

	"github.com/jevrun/jevrun/lang"
)

func TestSetExpectChangesOneAttribute(t *testing.T) {
	const src = `# shop
flow "a" {
  step "click" "buy" {
    intent = "Buy" # now
    expect = ".buy"   # the big one
  }
}
flow "b" {
  step "click" "buy" { expect = ".buy" }
  step "click" "other" {}
  /* expect = "#no" */ step "fill" "who" { // expect = "#no"
    # expect = "#no"
    expect /* by */ = /* id */ "#${"who"}" /* and */ // not
    value = "expect = \"#no\""
  }
}
`
	got, err := lang.SetExpect([]byte(src), "shop.hcl", "a", "buy", `button[name="x"]`)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(src, `".buy"   # the`, `"button[name=\"x\"]"   # the`, 1)
	if string(got) != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	got, err = lang.SetExpect([]byte(src), "shop.hcl", "b", "who", "#whom")
	if want := strings.Replace(src, `"#${"who"}"`, `"#whom"`, 1); err != nil || string(got) != want {
		t.Errorf("%v, got:\n%s\nwant:\n%s", err, got, want)
	}
	for name, c := range map[string]struct{ file, flow, step, says string }{
		"no such flow":    {"shop.hcl", "c", "buy", `no step "buy" with an expect in flow "c"`},
		"expects nothing": {"shop.hcl", "b", "other", `no step "other" with an expect`},
		"JSON":            {"shop.hcl.json", "a", "buy", "is in JSON syntax"},
	} {
		if _, err := lang.SetExpect([]byte(src), c.file, c.flow, c.step, "x"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
