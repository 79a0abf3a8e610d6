package risk

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"
)

func nfd(s string) string { return norm.NFD.String(s) }

func TestOwnPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, subject string
		want             bool
	}{
		{`\bship it\b`, "please SHIP IT now", true},
		{`\bship it\b`, "please ship items", false},
		{`\bship it\b`, "please shipIt now", true}, // the words of an identifier
		{`ship_it`, "please ship_it now", true},    // and the identifier itself
		{`schließen`, "SCHLIESSEN", true},
		{`schlie[ß]en`, "Konto schließen", true},
		{`SCHLIESSEN`, "schließen", true},
		{`hủy`, nfd("Hủy gói"), true},
		{nfd(`hủy`), "Hủy gói", true},
		{`\bđi\b`, "đi chơi", true},
		{`\bi\b`, "đi", false}, // đ is a letter, also for \b
		{`\bko\b`, "кko", false},
		{`o\B`, "oé", true},
		{`o\B`, "o é", false},
		{`^pay`, "pay now", true},
		{`^pay`, "please pay", false},
		{`now$`, "pay now", true},
		{`\S+@\S+`, "mail A@B.c", true}, // \S is not folded into \s
		{`\D\d{3}\D`, "x 123 y", true},
		{`(?-i)PAY`, "pay", true}, // the subject has no case
		{`[A-Z]{2}\d`, "ab1", true},
		{`\p{Greek}+`, "λόγος", true},
		{`ς\b`, "ΛΌΓΟΣ", true},
		{`x{2,3}y`, "xxxxy", true},
		{`a.*z`, "a  b\n z", true}, // white space is one space
		{`ﬁ`, "file", true},
		{`(?P<Kind>one|two) thing`, "Two Thing", true},
		{`a|b|`, "", true},
	} {
		if c.subject == "" {
			if _, err := Compile([]string{c.pattern}, nil); err == nil || !strings.Contains(err.Error(), "matches everything") {
				t.Errorf("%q was accepted: %v", c.pattern, err)
			}
			continue
		}
		l, err := Compile([]string{c.pattern}, nil)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		p, ok := l.Match(c.subject)
		if ok != c.want {
			t.Errorf("%q on %q: got %v, want %v", c.pattern, c.subject, ok, c.want)
		}
		if ok && p != c.pattern {
			t.Errorf("the match is reported as %q, want the pattern as it was written: %q", p, c.pattern)
		}
	}
}

func TestCompile(t *testing.T) {
	for _, c := range []struct {
		name            string
		patterns, extra []string
		delete, own     bool // does the list match "Delete account" and "ship it"?
	}{
		{"nothing said", nil, nil, true, false},
		{"extra adds", nil, []string{"ship it"}, true, true},
		{"an empty list replaces", []string{}, nil, false, false},
		{"a list replaces", []string{"ship it"}, nil, false, true},
		{"a list and extra", []string{"x+y"}, []string{"ship it"}, false, true},
	} {
		l, err := Compile(c.patterns, c.extra)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := l.Match("Delete account button"); ok != c.delete {
			t.Errorf("%s: Delete account is risky: %v, want %v", c.name, ok, c.delete)
		}
		if _, ok := l.Match("Ship it! button"); ok != c.own {
			t.Errorf("%s: ship it is risky: %v, want %v", c.name, ok, c.own)
		}
	}

	for want, bad := range map[string][]string{
		`risky pattern "(open": not a regular expression: missing closing )`: {"fine", "(open"},
		`risky pattern "a(?=b)": not a regular expression`:                   {"a(?=b)"},
		`invalid repeat count`:                  {"(ab{0,500}c){30}"},
		`repetitions make it too large`:         {strings.Repeat("(abcdefgh){90}", 9)},
		`at most 2000 are allowed`:              {strings.Repeat("x", 2001)},
		`risky pattern ".*" matches everything`: {".*"},
	} {
		for _, compile := range []func() error{
			func() error { _, err := Compile(bad, nil); return err },
			func() error { _, err := Compile(nil, bad); return err },
		} {
			if err := compile(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
		}
	}
}

func TestCompileLeavesTheCallersSliceAlone(t *testing.T) {
	patterns := append(make([]string, 0, 4), "a+b")
	if _, err := Compile(patterns, []string{"x+y"}); err != nil {
		t.Fatal(err)
	}
	if spare := patterns[:2][1]; spare != "" {
		t.Errorf("Compile wrote %q behind its argument", spare)
	}
}

func TestBuiltinNamesTheMeaning(t *testing.T) {
	for subject, want := range map[string]string{
		"Delete account": "delete (en)", "Abo kündigen": "cancel a contract (de)", "立即购买": "pay (zh)",
	} {
		if got, _ := Builtin().Match(subject); got != want {
			t.Errorf("%q is reported as %q, want %q", subject, got, want)
		}
	}
}

func TestAHostileSubjectIsBounded(t *testing.T) {
	l, err := Compile(nil, []string{`(a|b|ab)*c\b`})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if p, ok := l.Match(strings.Repeat("ab", 5<<20)); !ok || !strings.Contains(p, "more than 16384 bytes") {
		t.Errorf("10 MB were called harmless: %q %v", p, ok)
	}
	if _, ok := l.Match(strings.Repeat("ab", MaxSubject/2)); ok {
		t.Error("a long harmless text matched")
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add(`\bship it\b`, "please ship it")
	f.Add(`schlie[ßs]+en`, "Konto schließen")
	f.Add(`(?i)\x{130}|[^a]\B.`, "İ\u0307\xff")
	f.Add(`(a*)*b`, "aaaaaaaaaaaaaaaaaaaaaac")
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		l, err := Compile(nil, []string{pattern})
		if err != nil {
			return
		}
		p1, ok1 := l.Match(subject)
		p2, ok2 := l.Match(subject)
		if p1 != p2 || ok1 != ok2 {
			t.Errorf("two answers to one question: %q %v, %q %v", p1, ok1, p2, ok2)
		}
		if _, ok := Builtin().Match(subject); ok && !ok1 {
			t.Error("an extra pattern made a risky text harmless")
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	l := Builtin()
	l.Match("warm")
	for b.Loop() {
		l.Match("Open the settings of the second workspace in the sidebar Settings and preferences for everyone link")
	}
}
