package trace

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
)

// benchTrace is a trace of 200 steps with 120 candidates each.
func benchTrace(b *testing.B) []byte {
	recs := []Record{sampleRun()}
	step := largeStep(120)
	for range 200 {
		recs = append(recs, step)
	}
	return record(b, recs...)
}

func BenchmarkReader(b *testing.B) {
	src := benchTrace(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(src))
		for {
			if _, _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEncodingJSON decodes the same lines with encoding/json into the same structs, unchecked: the
// yardstick for BenchmarkReader.
func BenchmarkEncodingJSON(b *testing.B) {
	src := benchTrace(b)
	lines := bytes.Split(bytes.TrimSpace(src), []byte("\n"))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		for i, line := range lines {
			var rec Record = &Step{}
			switch i {
			case 0:
				rec = &Run{}
			case len(lines) - 1:
				rec = &Action{}
			}
			if err := json.Unmarshal(line, rec); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkWriter(b *testing.B) {
	step := largeStep(120)
	w := NewWriter(io.Discard, Options{Mask: func(s string) string { return s }})
	if err := w.Write(sampleRun()); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(step); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFingerprint(b *testing.B) {
	for b.Loop() {
		Fingerprint("button", "Straße nach Überlingen öffnen")
	}
}
