package taint

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is found by its starts is what the expression alone finds, whatever stands around it: parts of the values,
// other cases of them, escapes, and bytes that are no text.
func TestStartsLackNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.SampledFrom([]string{"k", "sß9", "Kk", "ab\ufffd1", "a b", "tok_12345", `q"&<`, "Ωmega", "🔑🔑"}), 1, 4).Draw(t, "values")
		var r Registry
		for _, v := range values {
			r.Add("x", v)
		}
		piece := rapid.OneOf(rapid.SampledFrom(values), rapid.SampledFrom([]string{
			"\u212a", "\u017f", "S", "SS", "\xff", "\xce", "%", "%CE%A9", "&#34;", "K", "TOK_", "12345", "dG9rXzEyMzQ1", " ", "ab\xff1", "\u2028", "ω",
		}), rapid.StringN(0, 3, -1))
		text := strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "text"), "")
		var all []string
		for _, v := range r.values {
			all = append(all, "("+expression(v.text)+")")
		}
		want := regexp.MustCompile("(?i)"+strings.Join(all, "|")).ReplaceAllString(text, "<secret x>")
		if got := r.Mask(text); got != want {
			t.Fatalf("%q of %q is masked to %q, by the expression alone to %q", text, values, got, want)
		}
	})
}

// BenchmarkMask masks a page's worth of text that holds no secret, with one value of twenty characters.
func BenchmarkMask(b *testing.B) {
	var r Registry
	r.Add("password", "correct horse staple")
	text := strings.Repeat("Settings, account and a number of other controls of a page; ", 2000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Mask(text)
	}
}
