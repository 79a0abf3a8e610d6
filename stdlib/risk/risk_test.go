package risk

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
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

func TestTheListsAreWellFormed(t *testing.T) {
	d := builtin()
	if len(d.phrases) > 1<<16-1 {
		t.Fatalf("%d phrases do not fit into their numbers", len(d.phrases))
	}
	if len(languages) > 32 {
		t.Fatal("a set of languages holds 32")
	}
	codes := map[string]bool{}
	for _, l := range languages {
		if codes[l.code] {
			t.Errorf("%s is there twice", l.code)
		}
		codes[l.code] = true
		meanings := map[string]bool{}
		for _, a := range l.acts {
			meanings[a.meaning] = true
			if len(a.pairs) > 0 && !l.after && !l.before {
				t.Errorf("%s: no side for an object", l.code)
			}
		}
		for _, m := range []string{remove, pay, transfer, send, publish, share, approve, revoke, cancel, closing, rotate} {
			if !meanings[m] {
				t.Errorf("%s has no words for %q", l.code, m)
			}
		}
	}
	for _, p := range d.phrases {
		l := languages[p.lang]
		if l.joined && p.text == "" {
			t.Errorf("%s has an empty phrase", l.code)
		}
		for _, w := range p.rest { // "a|b|c d" is (a or b or c) and then d: a long first word is a slip
			if len(w.exact)+len(w.prefix) == 0 {
				t.Errorf("%s has an empty word", l.code)
			}
		}
	}
	t.Logf("%d phrases in %d languages", len(d.phrases), len(languages))
}

// long are texts that a page may make as long as it likes, so that reading them takes long.
var long = map[string]string{
	"filters and an account":  strings.Repeat("delete filter ", 1100) + "delete account",
	"one filter":              strings.Repeat("delete ", 2000) + "filter",
	"pairs":                   strings.Repeat("cancel the ", 1400) + "subscription",
	"pairs without an object": strings.Repeat("cancel close end stop ", 700),
	"Chinese":                 strings.Repeat("删除筛选", 1300),
	"Thai":                    strings.Repeat("ลบตัวกรอง", 500),
	"Korean":                  strings.Repeat("필터삭제", 1300),
	"single letters":          strings.Repeat("a ", 8000),
	"look-alikes":             strings.Repeat("dеlеtе ", 1400),
	"accents":                 strings.Repeat("é", 8000),
	"how to":                  "how to " + strings.Repeat("delete ", 2000),
}

// BenchmarkLongTexts is the time that a hostile text takes at most.
func BenchmarkLongTexts(b *testing.B) {
	for name, text := range long {
		text = text[:min(len(text), MaxSubject)]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Builtin().Check(Subject{Intent: text, Name: text, Role: "button"})
			}
		})
	}
}

func TestALongTextIsNoHidingPlace(t *testing.T) {
	for _, text := range []string{"delete filter " + strings.Repeat("x ", 300), strings.Repeat("删除筛选", 300)} {
		if _, ok := Builtin().Match(text); !ok {
			t.Errorf("a text of %d bytes was called harmless", len(text))
		}
	}
}

// A part that is known can only make a subject riskier.
func TestMorePartsNeverLoosen(t *testing.T) {
	texts := []string{"", "Delete account", "Remove", "remove the filter", "Yes", "Save", "Konto löschen", "フィルターを削除", "削除", "Open the help", "Cancel", "удалить фильтр"}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts)
		s := Subject{Intent: text.Draw(t, "intent"), Name: text.Draw(t, "name"), Role: rapid.SampledFrom([]string{"button", "link", "textbox"}).Draw(t, "role")}
		more := s
		more.Scope = text.Draw(t, "scope")
		more.Submits = text.Draw(t, "submits")
		more.FormAction = rapid.SampledFrom([]string{"", "/search", "/account/delete", "javascript:pay()", "%zz"}).Draw(t, "form")
		more.Link = rapid.SampledFrom([]string{"", "/help", "/items/7/delete", "mailto:a@b.c", ":"}).Draw(t, "link")
		if _, ok := Builtin().Check(s); !ok {
			return
		}
		if _, ok := Builtin().Check(more); !ok {
			t.Fatalf("%+v is risky, %+v is not", s, more)
		}
	})
}

// Characters that nobody sees change nothing.
func TestInvisibleCharactersChangeNothing(t *testing.T) {
	words := []string{"Delete account", "Konto löschen", "Удалить аккаунт", "حذف الحساب", "खाता हटाएं", "ลบบัญชี", "アカウントを削除", "계정 삭제", "删除账户", "Xóa tài khoản", "Usuń konto", "Hesabı sil"}
	hidden := []string{"\u200b", "\u00ad", "\u2060", "\ufeff", "\u200e", "\u2068", "\u3164", "\ufe0f", "\u034f"}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for _, r := range rapid.SampledFrom(words).Draw(t, "words") {
			b.WriteRune(r)
			if rapid.Bool().Draw(t, "hide") {
				b.WriteString(rapid.SampledFrom(hidden).Draw(t, "hidden"))
			}
		}
		if _, ok := Builtin().Check(Subject{Intent: "go on", Name: b.String(), Role: "button"}); !ok {
			t.Fatalf("%q was let through", b.String())
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add("remove the filter", "Remove", "button", "Delete account", "/delete/7", "Pay", "javascript:x()")
	f.Add("フィルターを削除", "削 除", "link", "", "?do=%zz", "\u202etnuocca eteled", "//[::1")
	f.Add("D e l e t e", "\xff\xfe", "", "\n\n", ":", "İ\u0307", "a?b=%")
	f.Fuzz(func(t *testing.T, intent, name, role, scope, form, submits, link string) {
		s := Subject{Intent: intent, Name: name, Role: role, Scope: scope, FormAction: form, Submits: submits, Link: link}
		f1, ok1 := Builtin().Check(s)
		f2, ok2 := Builtin().Check(s)
		if f1 != f2 || ok1 != ok2 {
			t.Errorf("two answers to one question: %v %v, %v %v", f1, ok1, f2, ok2)
		}
		if ok1 && f1.Pattern == "" {
			t.Error("a finding without a pattern")
		}
		s.Name += " \n. Delete account"
		if _, ok := Builtin().Check(s); !ok {
			t.Errorf("%q was let through", s.Name)
		}
	})
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

func BenchmarkCheck(b *testing.B) {
	for name, s := range map[string]Subject{
		"english":  {Intent: "Open the settings of the second workspace", Name: "Settings and preferences", Role: "link", Scope: "Main navigation", Link: "https://shop.test/settings"},
		"german":   {Intent: "Die Einstellungen des zweiten Arbeitsbereichs öffnen", Name: "Einstellungen", Role: "button", Scope: "Übersicht"},
		"russian":  {Intent: "Открыть настройки второго проекта", Name: "Настройки", Role: "button"},
		"japanese": {Intent: "二つ目のワークスペースの設定を開く", Name: "設定", Role: "button"},
	} {
		b.Run(name, func(b *testing.B) {
			l := Builtin()
			l.Match("warm")
			b.ReportAllocs()
			for b.Loop() {
				l.Check(s)
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	l := Builtin()
	l.Match("warm")
	for b.Loop() {
		l.Match("Open the settings of the second workspace in the sidebar Settings and preferences for everyone link")
	}
}

// What something is dragged to says what becomes of it.
func TestPlacesOfADrag(t *testing.T) {
	list := Builtin()
	for to, risky := range map[string]bool{
		"Trash": true, "trash can": true, "Trash (3)": true, "Recycle Bin": true, "Papierkorb": true, "Корзина": true, "ゴミ箱": true, "回收站": true,
		"Delete": true, "Delete forever": true, "Publish now": true, "Тrаsh": true, "\U0001f5d1": true, "My trash": true,
		"Done": false, "To do": false, "Archive": false, "In progress": false, "Erledigt": false, "Cabinet": false, "Binders": false, "": false,
	} {
		f, ok := list.Check(Subject{Intent: "Move the report", Name: "Report", Role: "button", To: to})
		if ok != risky || ok && (f.Part != To || f.Text != to) {
			t.Errorf("%q: risky %v (%+v), want %v", to, ok, f, risky)
		}
	}
}
