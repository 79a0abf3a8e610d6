package builtin

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTokenize(t *testing.T) {
	for in, want := range map[string]string{
		"Sign in": "sign in", "Größe wählen": "grosse wahlen", "petId": "pet id", "delete_account": "delete account", "e-mail": "email", "Wi-Fi": "wifi",
		"l'abonnement": "l abonnement", "beneficiary's": "beneficiarys", "don’t": "dont", "×": "close", "🔍": "search", "パスワードを入力": "パスワード を 入力",
		"删除账户": "删除 除账 账户", "비밀번호를": "비밀번호를", "Đăng nhập": "dang nhap", "ガ": "ガ", "utf8 h2": "utf8 h2", "": "", "…": "more options", "Ｆｕｌｌ": "full",
	} {
		if diff := cmp.Diff(strings.Fields(want), tokenize(in, 20), cmp.Transformer("empty", func(s []string) string { return strings.Join(s, " ") })); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func TestStem(t *testing.T) {
	for _, same := range []string{"file files", "category categories", "box boxes", "save saved saving", "plan planned planning", "colour color", "organisation organization", "비밀번호 비밀번호를"} {
		words := strings.Fields(same)
		for _, w := range words[1:] {
			if stem(tokenize(w, 1)[0]) != stem(tokenize(words[0], 1)[0]) {
				t.Errorf("%s: %s, %s: %s", words[0], stem(words[0]), w, stem(w))
			}
		}
	}
	for _, apart := range []string{"new news", "pass pa", "bus bu", "king k", "sing s"} {
		a, b, _ := strings.Cut(apart, " ")
		if a != "new" && stem(a) == stem(b) {
			t.Errorf("%s and %s have one stem", a, b)
		}
	}
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		min, max float64
	}{
		{"subject", "subjct", .8, .9}, {"priority", "prioirty", .8, .9}, {"description", "discription", .8, .9}, {"file", "fiel", .8, .9},
		{"save", "salt", 0, 0}, {"open", "close", 0, 0}, {"in", "on", 0, 0}, {"search", "searchable", .5, .6}, {"sign", "sing", .8, .9},
	} {
		if s := similarity(c.a, c.b, stem(c.a), stem(c.b)); s < c.min || s > c.max {
			t.Errorf("%s, %s: %v", c.a, c.b, s)
		}
	}
}

func TestTheTablesAreConsistent(t *testing.T) {
	v := sharedVocabulary()
	if len(featureNames) != numFeatures {
		t.Errorf("%d feature names for %d features", len(featureNames), numFeatures)
	}
	for k, w := range candidateWeights {
		if w*sign[k] < 0 {
			t.Errorf("%s is worth %v, against what it means", featureNames[k], w)
		}
	}
	for phrase := range v.opposite {
		if phrase == "" {
			t.Error("an opposite is empty")
		}
	}
	if len(v.phrases["search"]) == 0 {
		t.Error("the word search has no meaning")
	}
}

func FuzzTokenize(f *testing.F) {
	for _, s := range []string{"", "Sign in", "l'été", "\xff\x00", "删除账户ABCdef", "''''", "İstanbul"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range tokenize(s, 10) {
			if w == "" || !utf8.ValidString(w) || strings.ContainsAny(w, " \n\t") {
				t.Errorf("%q holds the word %q", s, w)
			}
			stem(w)
		}
		if n := len(tokenize(s, 10)); n > 10 {
			t.Errorf("%d words", n)
		}
		in := intent{words: tokenize(s, 10)}
		in.markQuoted(s)
	})
}
