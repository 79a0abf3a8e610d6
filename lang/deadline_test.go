package lang

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const plain = "locals {\n  a = 1\n}\n"

func TestEvaluationHasADeadline(t *testing.T) {
	start := time.Now()
	p, ds := LoadSource("a.hcl", []byte(plain), Options{deadline: 50 * time.Millisecond, onEval: func(ctx context.Context) { <-ctx.Done() }})
	if p != nil || !strings.Contains(ds.Error(), "the evaluation took longer than 50ms") {
		t.Errorf("%v, %v", p, ds)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

func TestEvaluationHasABoundOnMemory(t *testing.T) {
	p, ds := LoadSource("a.hcl", []byte(plain), Options{onEval: func(ctx context.Context) {
		var hold [][]byte
		// Address space that nobody touches costs no memory; the heap counts it all the same.
		for range 12 {
			hold = append(hold, make([]byte, MaxHeap/8))
		}
		<-ctx.Done()
		runtime.KeepAlive(hold)
	}})
	if p != nil || !strings.Contains(ds.Error(), "MB of memory") {
		t.Errorf("%v, %v", p, ds)
	}
}

func TestPanicOfAnEvaluationIsAProblem(t *testing.T) {
	p, ds := LoadSource("a.hcl", []byte(plain), Options{onEval: func(context.Context) { panic("boom") }})
	if p != nil || !strings.Contains(ds.Error(), "this cannot be evaluated (boom)") {
		t.Errorf("%v, %v", p, ds)
	}
}

func TestDiagnosticsSortAndDropRepeats(t *testing.T) {
	at := func(file string, from, to int) *Span {
		return &Span{File: file, Start: Position{1, from + 1, from}, End: Position{1, to + 1, to}}
	}
	ds := Diagnostics{
		{Severity: Error, Summary: "d", Span: at("b.hcl", 0, 1)},
		{Severity: Error, Summary: "c", Span: at("a.hcl", 9, 10)},
		{Severity: Warning, Summary: "b", Span: at("a.hcl", 2, 3)},
		{Severity: Error, Summary: "a"},
		{Severity: Error, Summary: "c", Span: at("a.hcl", 9, 10)},
		{Severity: Error, Summary: "a"},
	}
	var got []string
	for _, d := range ds.Sorted() {
		got = append(got, d.Summary)
	}
	if s := strings.Join(got, " "); s != "a b c d" {
		t.Errorf("the order is %s", s)
	}
	if (Diagnostics{{Severity: Warning, Summary: "w"}}).Err() != nil || ds.Err() == nil {
		t.Error("only errors make an error")
	}
}
