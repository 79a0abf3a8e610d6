package gate

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"delete the *", "Delete the account", true},
		{"delete the *", "delete the ", true},
		{"delete the *", "please delete the account", false},
		{"*", "", true},
		{"", "", true},
		{"", "x", false},
		{"?", "é", true},
		{"?", "", false},
		{"a?c", "ABC", true},
		{"[abc]x", "bx", true},
		{"[!abc]x", "bx", false},
		{"[!abc]x", "dx", true},
		{"[a-c]x", "Cx", true},
		{"[c-a]x", "bx", false},
		{"[!c-a]x", "bx", true},
		{"[]a]x", "]x", true},
		{"[!]a]x", "]x", false},
		{"[a-]x", "-x", true},
		{"[-a]x", "-x", true},
		{"[a", "[a", true},
		{"[!", "[!", true},
		{"[]", "[]", true},
		{"a[*]b", "a*b", true},
		{"a[*]b", "axb", false},
		{`a\*b`, `a\xyzb`, true}, // a backslash is a backslash
		{"*a*b*c*", "xxaxxbxxcxx", true},
		{"*a*b*c*", "xxaxxcxxbxx", false},
		{"**x", "yx", true},
		{"line*end", "line\nend", true},
		{"SCHLIESSEN *", "schließen jetzt", true},
		{"hủy *", "Hu\u0309y gói", true},
		{"a.b", "axb", false},
	} {
		if got := compileGlob(c.pattern).matches(foldRunes(c.text)); got != c.want {
			t.Errorf("%q on %q: got %v, want %v", c.pattern, c.text, got, c.want)
		}
	}
}

func TestGlobAgreesWithARegularExpression(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab*?]{0,8}`).Draw(t, "pattern")
		text := rapid.StringMatching(`[ab]{0,10}`).Draw(t, "text")
		re := regexp.MustCompile("^(?:" + strings.NewReplacer("*", ".*", "?", ".").Replace(pattern) + ")$")
		if got, want := compileGlob(pattern).matches(foldRunes(text)), re.MatchString(text); got != want {
			t.Fatalf("%q on %q: got %v, want %v", pattern, text, got, want)
		}
	})
}

func TestAHostileGlobIsBounded(t *testing.T) {
	start := time.Now()
	compileGlob(strings.Repeat("*a", 500) + "b").matches(foldRunes(strings.Repeat("a", 20000)))
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

func FuzzGlob(f *testing.F) {
	f.Add("delete the *", "Delete the account")
	f.Add("[!]a-c]*?", "]x")
	f.Add("[", "[")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		g := compileGlob(pattern)
		g.matches(foldRunes(text))
		if !strings.ContainsAny(pattern, "*?[") && !g.matches(foldRunes(pattern)) {
			t.Errorf("%q does not match itself", pattern)
		}
	})
}
