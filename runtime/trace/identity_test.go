package trace

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFingerprint(t *testing.T) {
	// The expected texts were made with Python's str.split and str.casefold.
	for _, c := range []struct{ role, name, want string }{
		{"button", "Sign in", "button|sign in"},
		{"Button", "  Sign\t\n in ", "button|sign in"},
		{"", "", "|"},
		{"link", "Straße", "link|strasse"},
		{"link", "STRASSE", "link|strasse"},
		{"link", "GROẞ", "link|gross"},
		{"link", "İstanbul ISTANBUL ı", "link|i̇stanbul istanbul ı"},
		{"link", "ﬁle ﬂow oﬃce ﬅ", "link|file flow office st"},
		{"link", "ΟΔΟΣ Οδός", "link|οδοσ οδόσ"},
		{"link", "\u01c4 \u0149 \u01f0 \u0390 \u03b0", "link|\u01c6 \u02bcn j\u030c \u03b9\u0308\u0301 \u03c5\u0308\u0301"},
		{"link", "\u212a \u212b \u017f", "link|k å s"},
		{"link", "ᾼ ᾳ ῼ", "link|αι αι ωι"},
		{"link", "Ꭰ ꭰ ᏸ ᏰA", "link|Ꭰ Ꭰ Ᏸ Ᏸa"},
		{"link", "ԱՐԵՎ և", "link|արեվ եւ"},
		{"link", "a\u00a0b\u3000c\u2003d\u1680e\u205ff\u202fg\u0085h\u2028i\u2029j", "link|a b c d e f g h i j"},
		{"link", "a\x1cb\x1dc\x1ed\x1fe\x0bf\x0cg", "link|a b c d e f g"},
		{"link", "a\u200bb\u200dc\ufeffd\u00ade\u180ef", "link|a\u200bb\u200dc\ufeffd\u00ade\u180ef"},
		{"link", "\u200b \u3000", "link|\u200b"},
		{"link", "E\u0301 É", "link|e\u0301 é"}, // not normalized
		{"link", "a|b", "link|a|b"},
		{"link", "😀 Go", "link|😀 go"},
	} {
		if got := Fingerprint(c.role, c.name); got != c.want {
			t.Errorf("Fingerprint(%q, %q) = %q, want %q", c.role, c.name, got, c.want)
		}
	}
}

func TestFingerprintProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		role, name := rapid.String().Draw(t, "role"), rapid.String().Draw(t, "name")
		fp := Fingerprint(role, name)
		if !utf8.ValidString(fp) {
			t.Fatalf("%q is not UTF-8", fp)
		}
		if again := fold(CollapseSpace(fp)); again != CollapseSpace(fp) {
			t.Fatalf("folding %q again gives %q", fp, again)
		}
		padded := Fingerprint("\u3000"+role+" ", strings.ReplaceAll(" "+name+"\n", " ", " \u00a0\t"))
		if padded != fp {
			t.Fatalf("white space changes %q to %q", fp, padded)
		}
		if c := CollapseSpace(name); strings.Contains(c, "  ") || strings.TrimSpace(c) != c {
			t.Fatalf("CollapseSpace leaves %q", c)
		}
	})
}

func TestDOMHash(t *testing.T) {
	text := func(s string) *string { return &s }
	// The expected hashes were made with Python: sha256(json.dumps(sorted(parts)).encode()).hexdigest()[:16].
	two := []Candidate{{FP: "textbox|email", Value: text("ada@example.com")}, {FP: "button|sign in"}}
	odd := []Candidate{
		{FP: "link|straßen 😀", Value: text("a\"b\\c\n\t\r\b\f\x00\x1f\x7f")},
		{FP: "link|\uffff", Value: text("é")},
		{FP: "link|\U00010000"},
		{FP: "link|\U00010000"},
	}
	for _, c := range []struct{ name, got, want string }{
		{"none", DOMHash(nil), "sha256:4f53cda18c2baa0c"},
		{"two", DOMHash(two), "sha256:4ff0ea75f194252e"},
		{"two, other order", DOMHash([]Candidate{two[1], two[0]}), "sha256:4ff0ea75f194252e"},
		{"two, bare", DOMHashBare(two), "sha256:2ea17115773c1af1"},
		{"odd", DOMHash(odd), "sha256:4273b5bae9219b3e"},
		{"state", StateHash("score 3 — left"), "sha256:af5736520b9f9fa2"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}

func TestDOMHashMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Candidate {
			c := Candidate{CID: rapid.String().Draw(t, "cid"), FP: rapid.String().Draw(t, "fp"), Frame: rapid.Int().Draw(t, "frame")}
			if rapid.Bool().Draw(t, "has value") {
				v := rapid.String().Draw(t, "value")
				c.Value = &v
			}
			return c
		}), 1, 8).Draw(t, "candidates")
		hash := DOMHash(list)
		if !validHash(hash) {
			t.Fatalf("%s has not the form of a hash", hash)
		}
		shuffled := rapid.Permutation(list).Draw(t, "order")
		for i := range shuffled {
			shuffled[i].CID, shuffled[i].Frame = "", 0
		}
		if got := DOMHash(shuffled); got != hash {
			t.Fatalf("order, cid or frame changed the hash: %s, %s", got, hash)
		}
		if DOMHash(list[1:]) == hash {
			t.Fatal("a candidate less has the same hash")
		}
		changed := "changed"
		if v := list[0].Value; v != nil {
			changed += *v
		}
		list[0].Value = &changed
		if DOMHash(list) == hash {
			t.Fatal("another value has the same hash")
		}
	})
}

func TestHashOK(t *testing.T) {
	v := "x"
	bare := []Candidate{{FP: "link|a"}, {FP: "link|b"}}
	filled := []Candidate{{FP: "link|a", Value: &v}}
	for _, c := range []struct {
		name string
		step Step
		want bool
	}{
		{"none recorded", Step{Candidates: bare}, true},
		{"with values", Step{DOMHash: DOMHash(filled), Candidates: filled}, true},
		{"bare without values", Step{DOMHash: DOMHashBare(bare), Candidates: bare}, true},
		{"bare with values", Step{DOMHash: DOMHashBare(filled), Candidates: filled}, false},
		{"of other candidates", Step{DOMHash: DOMHash(filled), Candidates: bare}, false},
	} {
		if got := c.step.HashOK(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOrderSpecOf(t *testing.T) {
	n := func(i int) *int { return &i }
	for _, c := range []struct {
		run   *Run
		want  int
		known bool
	}{
		{&Run{Tool: "jevnav/0.1.0"}, 0, true},
		{&Run{Tool: "jevnav/0.0.9"}, 0, true},
		{&Run{Tool: "jevnav/0.1.1"}, 1, true},
		{&Run{Tool: "jevnav/0.1.4"}, 1, true},
		{&Run{Tool: "jevnav/0.1.5"}, 2, true},
		{&Run{Tool: "jevnav/0.1.8"}, 2, true},
		{&Run{Tool: "jevnav/0.1.11"}, 2, true},
		{&Run{Tool: "jevnav/0.1.5.dev1"}, 2, true},
		{&Run{Tool: "jevnav/1.0.0+local"}, 2, true},
		{&Run{Tool: "jevnav/0.1.8", OrderSpec: n(1)}, 1, true},
		{&Run{Tool: "other/9", OrderSpec: n(7)}, 7, true},
		{&Run{Tool: "jevrun/0.1.0"}, OrderSpec, true},
		{&Run{Tool: "jevrun/0.1.0", OrderSpec: n(3)}, 3, true},
		{&Run{Tool: "jevnav"}, 0, false},
		{&Run{Tool: "jevnav/next"}, 0, false},
		{&Run{Tool: "jevnav/0.1"}, 0, false},
		{&Run{Tool: "jevnav/0.-1.5"}, 0, false},
		{&Run{Tool: "other/0.1.5"}, 0, false},
		{&Run{}, 0, false},
		{nil, 0, false},
	} {
		got, known := OrderSpecOf(c.run)
		if got != c.want || known != c.known {
			t.Errorf("OrderSpecOf(%+v) = %d, %v, want %d, %v", c.run, got, known, c.want, c.known)
		}
	}
}
