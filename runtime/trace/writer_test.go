package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriterGolden(t *testing.T) {
	got := record(t, sampleRun(), sampleAction("goto"), sampleStep(1), sampleAssert(2))
	const file = "testdata/jevrun-0.1.0.trace.jsonl"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the trace differs from %s (-want +got); run with -update when that is meant\n%s", file, diff)
	}
}

func TestWriterRoundTrip(t *testing.T) {
	run := sampleRun()
	run.Extra = map[string]any{"zeta": []any{"a", 1.5, nil, true}, "alpha": map[string]any{"b": "<&>"}}
	recs := []Record{run, sampleAction("goto"), sampleStep(1), sampleAssert(2)}
	src := record(t, recs...)
	back, err := readAll(src)
	if err != nil {
		t.Fatal(err)
	}
	end := back[len(back)-1].(*Action)
	if end.Tool != ToolRunEnd || end.Result["steps"] != 2.0 || end.Result["actions"] != 1.0 || end.Result["status"] != StatusPassed {
		t.Errorf("run_end is %+v", end)
	}
	again := record(t, back[:len(back)-1]...)
	if diff := cmp.Diff(string(src), string(again)); diff != "" {
		t.Errorf("reading and writing again changes the trace:\n%s", diff)
	}
	step := back[2].(*Step)
	if step.DOMHash != DOMHash(step.Candidates) {
		t.Errorf("dom_hash was not filled: %q", step.DOMHash)
	}
	if recs[2].(*Step).DOMHash != "" || recs[2].(*Step).Kind != "" {
		t.Error("the caller's record was changed")
	}
	if i, j := bytes.Index(src, []byte(`"alpha"`)), bytes.Index(src, []byte(`"zeta"`)); i < 0 || j < i {
		t.Errorf("the extra header fields are not there in order: %s", src[:300])
	}
}

func TestWriterPlay(t *testing.T) {
	src := record(t, sampleRun(), sampleTick(1))
	back, err := readAll(src)
	if err != nil {
		t.Fatal(err)
	}
	tick := back[1].(*Step)
	if !tick.Play || tick.State != "green at 3" || tick.Action.Key != "ArrowLeft" || *tick.ElapsedMS != 250 {
		t.Errorf("the tick came back as %+v", tick)
	}
	line := bytes.Split(src, []byte("\n"))[1]
	for _, field := range []string{`"url"`, `"candidates"`, `"locator"`, `"dom_hash"`} {
		if bytes.Contains(line, []byte(field)) {
			t.Errorf("a play tick has %s: %s", field, line)
		}
	}
}

// TestEveryFieldIsWrittenAndRead fills every field of every record type with a value of its own.
func TestEveryFieldIsWrittenAndRead(t *testing.T) {
	for _, rec := range []Record{&Run{}, &Step{}, &Action{}} {
		n := 0
		fill(reflect.ValueOf(rec).Elem(), &n)
		switch v := rec.(type) {
		case *Run:
			v.Kind, v.Spec, v.Extra = KindRun, Spec, nil
		case *Step:
			v.Kind, v.Play = KindStep, true // carries a state
		case *Action:
			v.Kind = KindAction
		}
		text, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		s := scanner{}
		got, err := s.decode(text, anyTool)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(rec, got); diff != "" {
			t.Errorf("%T comes back changed (-written +read):\n%s", rec, diff)
		}
	}
}

// fill sets every exported field to a value that is not its zero value.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		e := reflect.New(v.Type().Elem()).Elem()
		if e.Kind() == reflect.Interface {
			e.Set(reflect.ValueOf(fmt.Sprintf("text %d", *n)))
		} else {
			fill(e, n)
		}
		v.SetMapIndex(reflect.ValueOf(fmt.Sprintf("key %d", *n)), e)
	default:
		panic("no value for " + v.Kind().String())
	}
}

func TestWriterRefuses(t *testing.T) {
	step := func(change func(*Step)) *Step {
		s := sampleStep(1)
		change(s)
		return s
	}
	header := []Record{sampleRun()}
	for _, c := range []struct {
		name  string
		first []Record
		rec   Record
		want  string
	}{
		{"no header", nil, sampleStep(1), "the header comes first"},
		{"two headers", header, sampleRun(), "has its header already"},
		{"nothing", header, nil, "no record"},
		{"run_end by hand", header, sampleAction("run_end"), "by closing the trace"},
		{"wrong spec", nil, &Run{Spec: 1, Started: "x", Tool: "y"}, "is trace format 1"},
		{"header without order", nil, &Run{Started: Time(clock()), Tool: "jevrun/0.1.0"}, "order_spec is missing"},
		{"local time", nil, &Run{Started: "2026-11-29T08:30:05+02:00", Tool: "jevrun/0.1.0", OrderSpec: ptr(2)}, "started is"},
		{"field twice", nil, &Run{Started: Time(clock()), Tool: "x/1", Extra: map[string]any{"flow": 1}}, "extra header field flow"},
		{"step 0", header, step(func(s *Step) { s.Step = 0 }), "step is 0"},
		{"no action", header, step(func(s *Step) { s.Action.Type = "" }), "action.type is empty"},
		{"no verdict", header, step(func(s *Step) { s.Gate.Verdict = "" }), "gate.verdict"},
		{"foreign choice", header, step(func(s *Step) { s.Decision.Choice = ptr("f9:c9") }), `decision.choice is "f9:c9"`},
		{"foreign expectation", header, step(func(s *Step) { s.ExpectedCID = ptr("f9:c9") }), `expected_cid is "f9:c9"`},
		{"wrong chosen_fp", header, step(func(s *Step) { s.Decision.ChosenFP = ptr("link|help") }), "decision.chosen_fp"},
		{"no chosen_fp", header, step(func(s *Step) { s.Decision.ChosenFP = nil }), "decision.chosen_fp"},
		{"stale hash", header, step(func(s *Step) { s.DOMHash = DOMHash(nil) }), "dom_hash is"},
		{"stale fingerprint", header, step(func(s *Step) { s.Candidates[2].FP = "link|other" }), "candidates[2].fp"},
		{"cid twice", header, step(func(s *Step) { s.Candidates[2].CID = "f0:c1" }), "candidates[2].cid"},
		{"cid of another frame", header, step(func(s *Step) { s.Candidates[2].CID = "f0:c3" }), "candidates[2].cid"},
		{"long name", header, step(func(s *Step) {
			s.Candidates[2].Name = strings.Repeat("ä", 121)
			s.Candidates[2].FP = Fingerprint("link", s.Candidates[2].Name)
		}), "candidates[2].name has 121 characters"},
		{"confidence of 2", header, step(func(s *Step) { s.Decision.Confidence = ptr(2.0) }), "decision.confidence"},
		{"confidence that is no number", header, step(func(s *Step) { s.Decision.Confidence = ptr(math.NaN()) }), "decision.confidence"},
		{"probability that is no number", header, step(func(s *Step) { s.Decision.Probabilities["none"] = math.Inf(1) }), "decision.probabilities.none"},
		{"probability of a stranger", header, step(func(s *Step) { s.Decision.Probabilities["f9:c9"] = 0 }), "was not offered"},
		{"latency that is no number", header, step(func(s *Step) { s.Decision.LatencyMS = ptr(math.NaN()) }), "NaN"},
		{"action without result", header, &Action{At: Time(clock()), Tool: "goto"}, "result must hold"},
		{"action with both", header, &Action{At: Time(clock()), Tool: "goto", Result: map[string]any{"ok": true, "error": "x"}}, "result must hold"},
		{"action with a channel", header, &Action{At: Time(clock()), Tool: "goto", Result: map[string]any{"ok": make(chan int)}}, "JSON cannot write"},
	} {
		var b bytes.Buffer
		w := NewWriter(&b, Options{Now: clock})
		for _, r := range c.first {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		before := b.Len()
		err := w.Write(c.rec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v and should contain %q", c.name, err, c.want)
		}
		if b.Len() != before {
			t.Errorf("%s: it was written all the same: %s", c.name, b.Bytes()[before:])
		}
		if len(c.first) == 0 {
			continue
		}
		// a refused record does not spoil the trace
		if err := w.Close(RunEnd{Status: StatusFailed}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := readAll(b.Bytes()); err != nil {
			t.Errorf("%s: the trace is broken afterwards: %v", c.name, err)
		}
	}
}

// counter counts writes and fails when it should.
type counter struct {
	writes [][]byte
	fail   error
}

func (c *counter) Write(p []byte) (int, error) {
	if c.fail != nil {
		return len(p) / 2, c.fail
	}
	c.writes = append(c.writes, slices.Clone(p))
	return len(p), nil
}

func TestOneWriteForEachRecord(t *testing.T) {
	c := &counter{}
	w := NewWriter(c, Options{Now: clock})
	for _, r := range []Record{sampleRun(), sampleStep(1), sampleAction("goto")} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if len(c.writes) != 4 {
		t.Errorf("%d writes for 4 records", len(c.writes))
	}
	for _, line := range c.writes {
		if bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' {
			t.Errorf("a write is not one line: %q", line)
		}
	}
}

func TestWriteErrorStays(t *testing.T) {
	c := &counter{}
	w := NewWriter(c, Options{Now: clock})
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	c.fail = errors.New("no space left")
	if err := w.Write(sampleStep(1)); !errors.Is(err, c.fail) {
		t.Errorf("the error is %v", err)
	}
	failed := c.fail
	c.fail = nil
	if err := w.Write(sampleStep(1)); !errors.Is(err, failed) {
		t.Errorf("a write behind half a line: %v", err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); !errors.Is(err, failed) {
		t.Errorf("closing hides the error: %v", err)
	}
	if len(c.writes) != 1 {
		t.Errorf("%d lines were written", len(c.writes))
	}
}

func TestForeignTraceHasNoRunEnd(t *testing.T) {
	src := record(t, &Run{Started: "2026-09-21T17:00:00Z", Tool: "jevnav/0.1.11", Flow: "a", Model: "m"}, sampleAction("goto"))
	recs, err := readAll(src)
	if err != nil || len(recs) != 2 {
		t.Errorf("%d records, %v: %s", len(recs), err, src)
	}
}

func TestWriterConcurrent(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, Options{Now: clock, Mask: strings.TrimSpace})
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				rec := Record(sampleStep(i + 1))
				if i%2 == 0 {
					rec = sampleAction(ToolDialog)
				}
				if err := w.Write(rec); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	r := NewReader(&b)
	for {
		if _, _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if e := r.End(); e.Steps != 80 || e.Actions != 80 {
		t.Errorf("the end counts %+v", e)
	}
}
