package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// FuzzReader feeds any bytes to the reader. It must end with io.EOF or an error that names a place and a next
// move; what it took must be writable, and read the same again.
func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("testdata/*.trace.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatal("no traces in testdata", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		f.Add(src[:len(src)*2/3])
		f.Add(bytes.Replace(src, []byte("step"), []byte("stop"), 1))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		strict := NewReader(bytes.NewReader(src))
		var recs []Record
		for {
			rec, line, err := strict.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				var format *FormatError
				if !errors.As(err, &format) || format.Problem == "" || format.Next == "" || !utf8.ValidString(err.Error()) {
					t.Fatalf("line %d: an error without problem or next move: %v", line, err)
				}
				if recs != nil && line < 1 {
					t.Fatalf("no line: %v", err)
				}
				break
			}
			recs = append(recs, rec)
		}
		prefix, err := readAll(src, ReadPrefix())
		if err != nil || len(prefix) != len(recs) {
			t.Fatalf("the prefix has %d records of %d, %v", len(prefix), len(recs), err)
		}
		for i, rec := range recs {
			var b bytes.Buffer
			if err := appendLine(&b, rec); err != nil {
				t.Fatalf("record %d cannot be written: %v", i, err)
			}
			s := scanner{}
			again, err := s.decode(b.Bytes(), anyTool)
			if err != nil {
				t.Fatalf("record %d is refused when it is written again: %v\n%s", i, err, b.Bytes())
			}
			if diff := cmp.Diff(rec, again, cmp.Comparer(sameList), cmp.Comparer(sameMap)); diff != "" {
				t.Fatalf("record %d changes when it is written again:\n%s", i, diff)
			}
		}
	})
}

// An empty list that may be left out is left out, and comes back as nil.
func sameList(a, b []string) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

func sameMap(a, b map[string]float64) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// FuzzValue compares the scanner with encoding/json: both take the same texts as one JSON value and read the
// same from them. Objects that have a name twice, deep nesting and numbers out of range are the differences.
func FuzzValue(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e-3,0.1,true,false,null,"x\u00e4\ud83d\ude00\n"],"b":{}}`, `[]`, `""`, ` 1 `, `-0`, `1e5`, `01`, `[1,]`,
		`{"a":1,"a":2}`, `"\ud800"`, `"\u12"`, `tru`, `nul`, `123456789012345678901234567890`, `0.30000000000000004`, `1.7976931348623157e308`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // the reader refuses such a line before it scans it
		}
		s := scanner{data: []byte(text), texts: new(textCache)}
		got, err := s.value()
		if s.space(); err == nil && s.pos < len(text) {
			err = s.broken()
		}
		skip := scanner{data: []byte(text)}
		skipErr := skip.skip()
		if skip.space(); skipErr == nil && skip.pos < len(text) {
			skipErr = skip.broken()
		}
		valid := json.Valid([]byte(text))
		var want any
		wantErr := json.Unmarshal([]byte(text), &want)
		var bad *badValue
		switch {
		case err == nil && !valid:
			t.Fatalf("%q was taken", text)
		case err == nil && !cmp.Equal(got, want):
			t.Fatalf("%q was read as %#v, and is %#v", text, got, want)
		case err != nil && wantErr == nil && !errors.As(err, &bad):
			t.Fatalf("%q was refused: %v", text, err)
		case skipErr == nil && !valid, skipErr != nil && valid && !errors.As(skipErr, &bad):
			t.Fatalf("passing over %q: %v", text, skipErr)
		}
	})
}
