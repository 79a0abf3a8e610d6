package uitext

import (
	"math"
	"strings"
	"testing"
)

func TestPackKeepsRowsWithinHalfAStep(t *testing.T) {
	rows := make([]float32, Buckets*Dim)
	for i := range rows {
		rows[i] = float32(math.Sin(float64(i))) * float32(1+i%7)
	}
	table, err := Open(Pack(rows))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []uint32{0, 1, 77, Buckets - 1} {
		var v Vector
		table.Add(&v, r)
		for k, x := range rows[int(r)*Dim:][:Dim] {
			if d := math.Abs(float64(v[k] - x)); d > 2.0 {
				t.Errorf("row %d, number %d: %v became %v", r, k, x, v[k])
			}
		}
	}
}

func TestOpenRefusesOtherData(t *testing.T) {
	good := Pack(make([]float32, Buckets*Dim))
	for want, data := range map[string][]byte{"is no table": []byte("x"), "another shape": append([]byte(magic), make([]byte, 8)...), "bytes, not": good[:len(good)-1]} {
		if _, err := Open(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestBagOfDenseScripts(t *testing.T) {
	if got := len(Bag(nil, []string{"save"})); got != 1+4+3+2 { // <save> has 4, 3 and 2 pieces
		t.Errorf("a word of four letters has %d rows", got)
	}
	if got := len(Bag(nil, []string{"保存"})); got != 1+2+1 {
		t.Errorf("a word of two signs has %d rows", got)
	}
	if got := len(Bag(nil, []string{"log", "in"})); got <= len(Bag(nil, []string{"log"}))+len(Bag(nil, []string{"in"})) {
		t.Errorf("a pair of words has no row of its own: %d", got)
	}
	if len(Bag(nil, []string{strings.Repeat("ж", 5000)})) > 200 {
		t.Error("a long word has no bound")
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"Sign in", "ＦＵＬＬ width", "保存してください", "e-mail's", "\xff\u202e×", "camelCaseID42"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := Words(s, 20)
		if len(words) > 20 {
			t.Fatalf("%d words", len(words))
		}
		for _, w := range words {
			if w == "" {
				t.Fatal("an empty word")
			}
		}
		Bag(nil, words)
	})
}
