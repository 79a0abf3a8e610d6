package taint_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/taint"
)

func TestMask(t *testing.T) {
	var r taint.Registry
	r.Add("password", "s3cret \"&/ wörd")
	r.Add("token", "tok_12345")
	r.Add("empty", "")
	quoted, _ := json.Marshal("s3cret \"&/ wörd")
	for _, in := range []string{
		"s3cret \"&/ wörd", "S3CRET \"&/ WÖRD", string(quoted), url.QueryEscape("s3cret \"&/ wörd"),
		url.PathEscape("s3cret \"&/ wörd"), base64.StdEncoding.EncodeToString([]byte("tok_12345")),
	} {
		got := r.Mask("before " + in + " after")
		if strings.Contains(strings.ToLower(got), strings.ToLower(strings.Trim(in, `"=`))) || !strings.Contains(got, "<secret ") {
			t.Errorf("Mask(%q) = %q", in, got)
		}
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("Mask touched the text around the value: %q", got)
		}
	}
	if got := r.Mask("nothing here"); got != "nothing here" {
		t.Errorf("Mask changed clean text to %q", got)
	}
	var none *taint.Registry
	if got := none.Mask("tok_12345"); got != "tok_12345" {
		t.Errorf("a nil registry changed text to %q", got)
	}
}

func TestLongestValueWins(t *testing.T) {
	var r taint.Registry
	r.Add("short", "abc123")
	r.Add("long", "abc123xyz")
	if got := r.Mask("abc123xyz"); got != "<secret long>" {
		t.Errorf("got %q", got)
	}
}

func TestWriterMasks(t *testing.T) {
	var r taint.Registry
	r.Add("key", "k-9876")
	var b bytes.Buffer
	n, err := r.Writer(&b).Write([]byte("the key is k-9876\n"))
	if err != nil || n != 18 || b.String() != "the key is <secret key>\n" {
		t.Errorf("n=%d err=%v out=%q", n, err, b.String())
	}
}

func TestNoValueSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[a-zA-Z0-9äß$%&]{4,20}`).Draw(t, "value")
		var r taint.Registry
		r.Add("x", value)
		around := rapid.StringMatching(`[ .,;()-]{0,5}`).Draw(t, "around")
		if got := r.Mask(around + value + around); strings.Contains(got, value) {
			t.Fatalf("%q survives in %q", value, got)
		}
	})
}
