package taint_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/taint"
)

// What pages, browsers and sinks make of a value.
func TestSpellings(t *testing.T) {
	for value, spellings := range map[string][]string{
		`a"b&c<d`:       {`a\"b&c<d`, `a\"b\u0026c\u003cd`, "a%22b&c%3Cd", "a&quot;b&amp;c&lt;d", "a&#34;b&amp;c&lt;d", `a"b%26c<d`},
		`pa/ss;w?rd`:    {"pa/ss;w?rd", "pa%2Fss%3bw%3Frd", "pa/ss;w%3Frd", "PA/SS;W?RD"},
		"straße-9":      {"STRASSE-9", "strasse-9", "Stra%C3%9Fe-9", `stra\u00dfe-9`},
		"wörd-Ω7":       {norm.NFD.String("wörd-Ω7"), "w%C3%B6rd-%CE%A97", "w%c3%b6rd-%ce%a97", "WÖRD-ω7"},
		"one  two\nsix": {"one two six", "one twosix", "one+two+six", "onetwosix", "one%20%20two%0Asix", `one  two\nsix`, "one\u00a0two six"},
		`back\slash"`:   {`back\\slash\"`, `back\slash"`, "back%5Cslash%22"},
		"a b":           {"a%20b", "A  B"},
		"longer|value":  {`longer\|value`},
	} {
		for _, s := range append(spellings, value) {
			var r taint.Registry
			r.Add("x", value)
			if got := r.Mask("<" + s + ">"); got != "<<secret x>>" {
				t.Errorf("%q as %q is masked to %q", value, s, got)
			}
		}
	}
}

func TestBase64InsideALongerText(t *testing.T) {
	var r taint.Registry
	r.Add("x", "hunter2!?")
	for _, before := range []string{"", "u", "us", "use", "user:"} {
		for _, after := range []string{"", "1", "22", "333"} {
			for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
				got := r.Mask(e.EncodeToString([]byte(before + "hunter2!?" + after)))
				if !strings.Contains(got, "<secret x>") {
					t.Errorf("%q around: %s", before+"…"+after, got)
				}
			}
		}
	}
}

// The btoa of a browser takes a byte for each character, and so did a page that says what it sends as Authorization.
func TestBase64OfLatin1(t *testing.T) {
	var r taint.Registry
	r.Add("x", "Straße 7!")
	for before, want := range map[string]string{"": "<secret x>", "ada:": "YWRhOl<secret x>"} {
		coded := base64.StdEncoding.EncodeToString([]byte(before + "Stra\xdfe 7!"))
		if got := r.Mask(coded); !strings.HasPrefix(got, want) {
			t.Errorf("%s is masked to %s, want %s", coded, got, want)
		}
	}
}

func TestMaskCut(t *testing.T) {
	var r taint.Registry
	r.Add("x", "hunter2 Ünlock")
	r.Add("y", "ababac")
	for in, want := range map[string]string{
		"code " + base64.StdEncoding.EncodeToString([]byte("hunter2 Ünlock"))[:9]: "code <secret x>", "?q=hunter2+%c3": "?q=<secret x>",
		"it is hunter2 ünlock": "it is <secret x>", "it is HUNTER2 Ü": "it is <secret x>", "it is h": "it is <secret x>",
		"it is not": "it is not", "abababa": "ab<secret y>", "ab hunter2 abab": "ab hunter2 <secret y>", "": "",
	} {
		if got := r.MaskCut(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	var none *taint.Registry
	if got := none.MaskCut("h"); got != "h" {
		t.Errorf("a nil registry changed text to %q", got)
	}
}

func TestNoPrefixSurvivesACut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[ab]{2,3}[a-d]{3,20}`).Draw(t, "value")
		n := rapid.IntRange(1, len(value)).Draw(t, "n")
		var r taint.Registry
		r.Add("x", value)
		if got := r.MaskCut("#" + value[:n]); got != "#<secret x>" {
			t.Fatalf("%q cut at %d: %q", value, n, got)
		}
	})
}

// A document stays a document of the same shape, whatever the secret is.
func TestMaskJSON(t *testing.T) {
	for _, value := range []string{"1", "true", "name", `q"\&<`, "two\nlines", "{", `":`} {
		var r taint.Registry
		r.Add("x", value)
		in := map[string]any{"name": "before " + value + " after", "n": 101.0, "yes": true, "list": []any{value}, "e": `\"`}
		text, err := json.MarshalIndent(in, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		var out map[string]any
		if err := json.Unmarshal(r.MaskJSON(text), &out); err != nil {
			t.Fatalf("%q: %v\n%s", value, err, r.MaskJSON(text))
		}
		if out["n"] != 101.0 || out["yes"] != true || out["list"].([]any)[0] != "<secret x>" || !strings.Contains(out["name"].(string), "<secret x>") {
			t.Errorf("%q: %v", value, out)
		}
	}
}

func TestNoSpellingSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := strings.TrimSpace(rapid.StringMatching(`[a-zA-Z0-9äßΩ$%&"'\\/<>|+ ;?=#-]{4,20}`).Draw(t, "value"))
		if value == "" {
			return
		}
		var r taint.Registry
		r.Add("x", value)
		plain := strconv.Quote(value)
		quoted, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{
			value, strings.ToUpper(value), plain[1 : len(plain)-1], string(quoted[1 : len(quoted)-1]),
			url.QueryEscape(value), url.PathEscape(value), (&url.URL{Path: value}).EscapedPath(),
		} {
			if got := r.Mask("(" + s + ")"); got != "(<secret x>)" {
				t.Fatalf("%q as %q is masked to %q", value, s, got)
			}
		}
	})
}
