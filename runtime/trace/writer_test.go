package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
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

func TestWriterMasks(t *testing.T) {
	const secret = "Hunter2"
	mask := func(s string) string { return strings.ReplaceAll(s, secret, "••••") }
	run := sampleRun()
	run.Start += "&p=" + secret
	run.Flow += secret
	run.Extra = map[string]any{"note " + secret: []any{map[string]any{"deep": secret}}}
	step := sampleStep(1)
	step.Intent += secret
	step.Title += secret
	step.URL += secret
	step.Action.Value = ptr(secret)
	step.Gate.Reason = ptr(secret)
	step.Result.Error = ptr("x" + secret)
	step.Verify = &Verify{Selector: secret, That: secret, Reason: secret}
	step.Review = &Review{By: secret, At: Time(clock()), Approved: true}
	step.Candidates[0].Value = ptr(secret)
	step.Candidates[2].Href = ptr(strings.Repeat("x", 113) + secret)
	step.Candidates[2].Scope = ptr(secret)
	step.Candidates[1].Name = strings.Repeat("n", 113) + secret
	step.Candidates[1].FP = Fingerprint("button", step.Candidates[1].Name)
	step.Decision.ChosenFP, step.Decision.ChosenName = ptr(step.Candidates[1].FP), ptr(step.Candidates[1].Name)
	step.Decision.Error = ptr(secret)
	step.Locator.Selector = secret
	step.Received = step.Candidates[1].FP
	step.Name, step.Within = secret, secret
	step.DOMHash = DOMHash(step.Candidates)
	type named string
	action := &Action{At: Time(clock()), Tool: "goto", Request: map[string]any{"a": []string{secret}, secret: named(secret), "n": 3},
		Result: map[string]any{"error": "Timeout: " + secret}}
	tick := sampleTick(2)
	tick.State += secret
	tick.StateHash = StateHash(tick.State)

	var b bytes.Buffer
	w := NewWriter(&b, Options{Mask: mask, Now: clock})
	for _, r := range []Record{run, step, action, tick} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if i := strings.Index(strings.ToLower(b.String()), strings.ToLower(secret)); i >= 0 {
		t.Errorf("the secret is in the trace, in any case: …%s", b.String()[max(0, i-80):i+20])
	}
	back, err := readAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if !got.HashOK() || got.DOMHash == step.DOMHash {
		t.Errorf("dom_hash %s does not follow the masked candidates", got.DOMHash)
	}
	if c := got.Candidates[1]; c.FP != Fingerprint(c.Role, c.Name) || *got.Decision.ChosenFP != c.FP || got.Received != c.FP {
		t.Errorf("fingerprint %q, chosen %q do not follow the masked name %q", c.FP, *got.Decision.ChosenFP, c.Name)
	}
	if tick := back[3].(*Step); tick.StateHash != StateHash(tick.State) {
		t.Errorf("state_hash does not follow the masked state")
	}
	if step.Candidates[1].Name == got.Candidates[1].Name || *step.Action.Value != secret {
		t.Error("the caller's record was masked too")
	}
}

func TestMaskLongerThanItsField(t *testing.T) {
	step := sampleStep(1)
	step.Candidates[0].Value = ptr(strings.Repeat("v", 39) + "S")
	step.Candidates[2].Name = strings.Repeat("n", 119) + "S"
	step.Candidates[2].FP = Fingerprint("link", step.Candidates[2].Name)
	var b bytes.Buffer
	w := NewWriter(&b, Options{Mask: func(s string) string { return strings.ReplaceAll(s, "S", "«secret api_token»") }, Now: clock})
	for _, r := range []Record{sampleRun(), step} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	back, err := readAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if v := []rune(*got.Candidates[0].Value); len(v) != 40 || v[39] != '«' {
		t.Errorf("the value is %q", string(v))
	}
	if n := []rune(got.Candidates[2].Name); len(n) != 120 {
		t.Errorf("the name has %d characters", len(n))
	}
}

func TestWriterKeepsUTF8(t *testing.T) {
	step := sampleStep(1)
	step.Title = "a\xff\xfeb"
	step.Candidates[0].Value = ptr("v\xff")
	step.DOMHash = DOMHash(step.Candidates)
	back, err := readAll(record(t, sampleRun(), step))
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if got.Title != "a\ufffdb" || !got.HashOK() {
		t.Errorf("title %q, dom_hash right: %v", got.Title, got.HashOK())
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

func TestCreateReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "flow.trace.jsonl")
	if err := os.WriteFile(path, []byte("the old trace\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	content := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	w, err := Create(path, Options{Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(); got != "the old trace\n" {
		t.Errorf("before the header the file holds %q", got)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	if got := content(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, `{"kind":"run"`) {
		t.Errorf("behind the header the file holds %q", got)
	}
	if err := w.Write(sampleStep(1)); err != nil {
		t.Fatal(err)
	}
	// what a kill leaves at this moment
	recs, err := readAll([]byte(content()))
	var format *FormatError
	if len(recs) != 2 || !errors.As(err, &format) {
		t.Errorf("the prefix has %d records and ends with %v", len(recs), err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Errorf("closing again: %v", err)
	}
	if err := w.Write(sampleStep(2)); err == nil {
		t.Error("a closed trace takes records")
	}
	if _, err := readAll([]byte(content())); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the rights are %v, %v; they were -rw-r-----", info.Mode(), err)
	}
	only(t, dir, "flow.trace.jsonl")
}

// only fails when dir holds anything but name.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func TestCreateWithoutHeader(t *testing.T) {
	for _, end := range []func(*Writer) error{
		func(w *Writer) error { return w.Abort() },
		func(w *Writer) error {
			if err := w.Close(RunEnd{Status: StatusPassed}); err == nil {
				return errors.New("closing an empty trace is no error")
			}
			return nil
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "old.jsonl")
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Create(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := end(w); err != nil {
			t.Error(err)
		}
		only(t, dir, "old.jsonl")
		if b, _ := os.ReadFile(path); string(b) != "old" {
			t.Errorf("the old file holds %q", b)
		}
	}
}

func TestCreateThroughLink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "real.jsonl"), filepath.Join(dir, "link.jsonl")
	if err := os.WriteFile(target, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	w, err := Create(link, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if r, err := Open(target); err != nil {
		t.Error(err)
	} else if _, _, err := r.Next(); err != nil {
		t.Error(err)
	} else if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(filepath.Join(dir, "no", "such", "x.jsonl"), Options{}); err == nil || !strings.Contains(err.Error(), "make it first") {
		t.Errorf("missing folder: %v", err)
	}
	if _, err := Create(dir, Options{}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	w, err := Create(os.DevNull, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sampleRun()); err != nil {
		t.Error(err)
	}
	if err := w.Close(RunEnd{Status: "fine"}); err == nil || !strings.Contains(err.Error(), `status "fine"`) {
		t.Errorf("unknown status: %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("the device was replaced: %v %v", info, err)
	}
}

func TestAbortLeavesPrefix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	w, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Record{sampleRun(), sampleStep(1)} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if recs, err := readAll(b); len(recs) != 2 || err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("%d records, %v", len(recs), err)
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
