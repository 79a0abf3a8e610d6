package selector_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jevrun/jevrun/lang/selector"
)

var valid = []string{
	"#save", "none", "*", "a", "button[type=submit]", "form > button.primary ~ a + b", "[data-x]", "[href^='/a b']", `[title="a\"b" i]`, "a:not(.x, #y)", "li:nth-child(2n+1)",
	"li:nth-child( even )", "li:nth-child(-n + 3 of .a, .b)", ":is()", ":where(a, b)", "div:has(> p)", "div:has(+ p, ~ a)", "input::placeholder", ":host(.x)", ":root", ".ü", `.a\:b`, `#\31 a`,
	"svg|a"[4:], "a /* note */ b", "--x", ".-a", "A,B , C", "p::first-line", "[*|href]", "x-y", ":lang(de, 'en')", "::part(a b)", "input:-webkit-autofill", "dialog:modal", ":future-thing(x (y) 'z')", "tr:nth-last-of-type(+3)", ":has-slotted",
}

var broken = []struct{ text, marked, says string }{
	{"b[", "[", "[ needs the name of an attribute"},
	{"a[href", "[", "this [ is not closed"},
	{"a[href=", "", "the value is missing"},
	{"a[href=/x]", "/x", "the value /x needs quotes"},
	{"a[href='x]", "'", "this quote is not closed"},
	{"a[x!=y]", "!", `"!" does not belong behind the name of an attribute`},
	{"#", "#", "# needs an id"},
	{"#1a", "#1a", `an id that begins with a digit is written [id="1a"]`},
	{"a..b", ".", ". needs the name of a class"},
	{"a >", ">", "a selector is missing at the end"},
	{"a > > b", ">", `">" does not begin a selector`},
	{"a,,b", ",", `a selector is missing before ","`},
	{",a", ",", `a selector is missing before ","`},
	{"a,", ",", "a selector is missing at the end"},
	{"a{}", "{", `"{" does not belong here`},
	{"a)", ")", `")" does not belong here`},
	{"li:nth-child(x)", "x", `"x" is no place`},
	{"li:nth-child", ":nth-child", ":nth-child needs brackets"},
	{"a:not(", "(", "a selector is missing at the end"},
	{"a:not(b", "(", "this ( is not closed"},
	{"a:", ":", ": needs the name of a pseudo-class"},
	{"button:contains('Save')", ":contains", ":contains is not CSS; CSS does not look at texts"},
	{"button:visible", ":visible", ":visible is not CSS; leave it out"},
	{"//button", "//button", "this is XPath"},
	{"text=Save", "text=Save", "text= is not CSS"},
	{"form >> button", ">>", ">> is not CSS"},
	{"a /* x", "/* x", "the comment has no end"},
	{"1a", "1", `"1" does not begin a selector`},
	{"a!", "!", `"!" does not belong here`},
	{strings.Repeat(":not(", 40) + "a" + strings.Repeat(")", 40), "(", "brackets lie deeper than 32"},
}

func TestValid(t *testing.T) {
	for _, text := range valid {
		if p := selector.Check(text); p != nil {
			t.Errorf("%q: %s at %d to %d", text, p.Msg, p.From, p.To)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, c := range broken {
		p := selector.Check(c.text)
		if p == nil {
			t.Errorf("%q is taken", c.text)
			continue
		}
		if marked := c.text[p.From:p.To]; !strings.Contains(p.Msg, c.says) || c.marked != "" && marked != c.marked {
			t.Errorf("%q: %s, and %q is marked", c.text, p.Msg, marked)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, text := range valid {
		f.Add(text)
	}
	for _, c := range broken {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := selector.Check(text)
		if p == nil {
			return
		}
		if p.Msg == "" || p.From < 0 || p.To > len(text) || p.From > p.To || text != "" && p.From == p.To {
			t.Errorf("%q: %+v", text, p)
		}
		if utf8.ValidString(text) && !(utf8.ValidString(text[:p.From]) && utf8.ValidString(text[:p.To])) {
			t.Errorf("%q is marked within a character: %+v", text, p)
		}
	})
}
