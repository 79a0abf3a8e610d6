package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLiterals(t *testing.T) {
	got := literals(`// a comment: "not read"
const deDE = { locale: "de", form: { save__now: 'Spei\xE4chern', 'a key': "x" + y, n: 3 }, list: ["a", 'b'], f: (c) => { return "no" }, };`)
	want := []literal{
		{"deDE", "locale", "de"}, {"deDE", "form.save__now", "Speiächern"}, {"deDE", "list", "a"}, {"deDE", "list", "b"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(literal{})); diff != "" {
		t.Error(diff)
	}
}

func TestParsePO(t *testing.T) {
	got := parsePO("msgid \"\"\nmsgstr \"head\"\n\n#: a.py\nmsgid \"Log \"\n\"out\"\nmsgstr \"Abmelden\"\n")
	if diff := cmp.Diff([]entry{{"Log out", "Abmelden"}}, got, cmp.AllowUnexported(entry{})); diff != "" {
		t.Error(diff)
	}
}

func TestParsePakRefusesTornData(t *testing.T) {
	good := []byte{5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7, 0, 24, 0, 0, 0, 0, 0, 26, 0, 0, 0, 'O', 'K'}
	got, err := parsePak(good)
	if err != nil || len(got) != 1 || got[0] != (entry{"7", "OK"}) {
		t.Fatalf("got %v, %v", got, err)
	}
	for n := range len(good) {
		if _, err := parsePak(good[:n]); err == nil {
			t.Errorf("%d bytes are read as a whole pack", n)
		}
	}
}

func TestClean(t *testing.T) {
	for s, want := range map[string]string{"Open &amp;file (&F)…": "Open file", "Hello <b>$1</b>!": "Hello", "{n, plural, one {x}}": "", "Save %(name)s": "Save"} {
		if got := clean(s); got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
	}
}
