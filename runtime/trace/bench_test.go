package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
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

// BenchmarkReaderGigabyte reads one trace of 1 GiB that is nowhere at once, neither on disk nor in memory. It
// reports the most heap that was in use: reading streams, so that does not grow with the trace.
func BenchmarkReaderGigabyte(b *testing.B) {
	const size = 1 << 30
	lines := bytes.SplitAfter(record(b, sampleRun(), largeStep(120)), []byte("\n"))
	steps := size / len(lines[1])
	end := bytes.Replace(lines[2], []byte(`"steps":1}`), fmt.Appendf(nil, `"steps":%d}`, steps), 1)
	b.SetBytes(int64(len(lines[0]) + steps*len(lines[1]) + len(end)))
	var most uint64
	for b.Loop() {
		r := NewReader(io.MultiReader(bytes.NewReader(lines[0]), &repeated{line: lines[1], times: steps}, bytes.NewReader(end)))
		for n := 0; ; n++ {
			if _, _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			if n%5000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
			}
		}
	}
	b.ReportMetric(float64(most)/(1<<20), "MB-heap")
}

// repeated is a line, times over.
type repeated struct {
	line  []byte
	times int
	rest  []byte
}

func (r *repeated) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.times == 0 {
			return 0, io.EOF
		}
		r.times--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
