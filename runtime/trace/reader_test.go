package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadOtherTools(t *testing.T) {
	for _, c := range []struct {
		file                  string
		steps, actions, ticks int
		order                 int
		hash                  string // which hash the steps carry
	}{
		{"flow-0.1.0", 4, 0, 0, 0, "bare"},
		{"goal-0.1.0", 3, 0, 0, 0, "value"},
		{"pytest-0.1.11", 3, 0, 0, 2, ""},
		{"play-0.1.8", 3, 0, 3, 2, ""},
		{"mcp-0.1.11", 2, 3, 0, 2, ""},
		{"jevrun-0.1.0", 2, 2, 0, 2, "value"},
	} {
		t.Run(c.file, func(t *testing.T) {
			r, err := Open(filepath.Join("testdata", c.file+".trace.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			steps, actions, ticks, line := 0, 0, 0, 0
			for e, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
				if line++; e.Line != line {
					t.Errorf("record %d says line %d", line, e.Line)
				}
				switch v := e.Record.(type) {
				case *Step:
					steps++
					if v.Play {
						ticks++
						if v.StateHash != StateHash(v.State) {
							t.Errorf("line %d: the state's hash is %s", e.Line, StateHash(v.State))
						}
					}
					want := map[string]string{"bare": DOMHashBare(v.Candidates), "value": DOMHash(v.Candidates)}[c.hash]
					if v.DOMHash != want || !v.HashOK() {
						t.Errorf("line %d: dom_hash is %q, want %q", e.Line, v.DOMHash, want)
					}
					for _, e := range v.Candidates {
						if e.FP != Fingerprint(e.Role, e.Name) {
							t.Errorf("fingerprint %q of %q", e.FP, e.Name)
						}
					}
				case *Action:
					actions++
				}
			}
			if steps != c.steps || actions != c.actions || ticks != c.ticks {
				t.Errorf("%d steps, %d actions, %d ticks", steps, actions, ticks)
			}
			if order, known := OrderSpecOf(r.Header()); order != c.order || !known {
				t.Errorf("order %d, known %v", order, known)
			}
			if own := strings.HasPrefix(c.file, "jevrun"); own != (r.End() != nil) {
				t.Errorf("run_end is %+v", r.End())
			}
		})
	}
}

func TestReadDetails(t *testing.T) {
	src, err := os.ReadFile("testdata/goal-0.1.0.trace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	recs, err := readAll(src)
	if err != nil {
		t.Fatal(err)
	}
	run, fill, done := recs[0].(*Run), recs[1].(*Step), recs[3].(*Step)
	if run.Success != "#billing.visible" || run.Goal == "" || run.ContextKeys[0] != "email" || run.MaxSteps != 8 || run.Extra != nil {
		t.Errorf("header: %+v", run)
	}
	if *fill.Action.Value != "ada@example.com" || fill.ValueSource != "model" || fill.Decision.ValueKey != "email" || *fill.Decision.StatusConfidence != 0.99 {
		t.Errorf("fill: %+v", fill)
	}
	if done.Decision.Status != "done" || done.Gate.Verdict != VerdictNA || *done.Decision.Choice != None || done.Decision.ChosenFP != nil || done.Locator != nil {
		t.Errorf("done: %+v", done)
	}
	if v := done.Candidates[1].Value; v == nil || *v != "••••" {
		t.Errorf("the value is %v", v)
	}
	if p := fill.Decision.Probabilities; len(p) != 4 || p["c2"] != 0.87 || *fill.Decision.CostUSD != 3.7800000000000004e-05 || fill.Decision.Usage.InputTokens != 900 {
		t.Errorf("decision: %+v", fill.Decision)
	}
}

// lines are the lines of a trace of ours, without newlines.
func lines(t testing.TB, recs ...Record) []string {
	return strings.Split(strings.TrimSuffix(string(record(t, recs...)), "\n"), "\n")
}

func TestReaderRefuses(t *testing.T) {
	own := lines(t, sampleRun(), sampleAction("goto"), sampleStep(1), sampleAssert(2))
	header, action, step, assert, end := own[0], own[1], own[2], own[3], own[4]
	old := `{"kind": "run", "spec": 0, "started": "2026-09-20T08:00:00Z", "flow": "a", "model": "m", "tool": "jevnav/0.1.0"}`
	oldStep := `{"kind": "step", "step": 1, "intent": "x", "action": {"type": "click"}, "url": "u", "title": "t", "total_on_page": 0, "dropped": 0, "candidates": [], "decision": {"choice": null}, "gate": {"verdict": "blocked", "reason": "r"}, "locator": null, "result": {"correct": null, "executed": false, "error": null}}`
	change := func(line, from, to string) string {
		t.Helper()
		if !strings.Contains(line, from) {
			t.Fatalf("%q is not in %s", from, line)
		}
		return strings.Replace(line, from, to, 1)
	}
	join := func(l ...string) string { return strings.Join(l, "\n") + "\n" }

	if _, err := readAll([]byte(join(old, oldStep))); err != nil {
		t.Fatalf("the sound old trace: %v", err)
	}
	for _, c := range []struct{ name, src, want string }{
		{"nothing", "", "x.jsonl: the trace is empty; record the run again"},
		{"a newline", "\n", "x.jsonl:1: the line is empty; take it away: every line of a trace is one record"},
		{"no run_end", join(header, action, step), "x.jsonl:3: the run was cut short: this is the last record, and it is not run_end; `jevrun report` can show the part that was written"},
		{"header alone", join(header), "x.jsonl:1: the run was cut short"},
		{"last newline missing", strings.TrimSuffix(join(own...), "\n"), "x.jsonl:5: the last line is not finished; the writer was stopped"},
		{"torn line", join(header, action) + step[:200], "x.jsonl:3: the last line is not finished"},
		{"torn line with newline", join(header, action, step[:200]), "x.jsonl:3: the record is cut off"},
		{"torn inside true", join(old, oldStep[:strings.Index(oldStep, "false")+3]), "x.jsonl:2: the record is cut off"},
		{"steps too few", join(header, action, step, end), "x.jsonl:4: run_end counts 2 steps and 1 actions, but 1 and 1 are there"},
		{"actions too many", join(header, action, action, step, assert, end), "x.jsonl:6: run_end counts 2 steps and 1 actions, but 2 and 2 are there"},
		{"behind run_end", join(append(own, step)...), "x.jsonl:6: a record follows run_end"},
		{"run_end twice", join(append(own, end)...), "x.jsonl:6: a record follows run_end"},
		{"run_end without counts", join(header, `{"kind":"action","at":"2026-11-29T08:30:05Z","tool":"run_end","request":{},"result":{"ok":true,"status":"passed"}}`), "x.jsonl:2: result."},
		{"run_end with other status", join(header, action, step, assert, change(end, "passed", "fine")), `x.jsonl:5: result.status is "fine"`},
		{"two headers", join(header, header), "x.jsonl:2: a second run header; a trace holds one run"},
		{"no header", join(step), "x.jsonl:1: the first record is a step and must be the run header"},
		{"action first", join(action), "x.jsonl:1: the first record is an action"},
		{"unknown kind", join(header, `{"kind":"note"}`), `x.jsonl:2: the record has the unknown kind "note"`},
		{"no kind", join(header, `{"step":1}`), "x.jsonl:2: kind is missing"},
		{"kind is a number", join(header, `{"kind":1}`), "x.jsonl:2: kind is a number and must be a text"},
		{"kind behind", join(old, `{"step":0,"kind":"step"}`), "x.jsonl:2: intent is missing"},
		{"spec 1", join(change(header, `"spec":0`, `"spec":1`)), "x.jsonl:1: the trace is trace format 1, and this build reads format 0"},
		{"no spec", join(change(header, `"spec":0,`, ``)), "x.jsonl:1: spec is missing"},
		{"no order_spec of ours", join(change(header, `"order_spec":2,`, ``)), "x.jsonl:1: order_spec is missing"},
		{"spec is text", join(change(header, `"spec":0`, `"spec":"0"`)), "x.jsonl:1: spec is a text and must be a number"},
		{"spec is a half", join(change(header, `"spec":0`, `"spec":0.5`)), "x.jsonl:1: spec is 0.5 and must be a whole number"},
		{"byte order mark", "\ufeff" + join(own...), "x.jsonl:1: the file starts with a byte order mark; save it as UTF-8 without one"},
		{"UTF-16", "\xff\xfe{\x00", "x.jsonl:1: the last line is not finished"},
		{"UTF-16 with lines", "\xff\xfe{\x00}\x00\n\x00", "x.jsonl:1: the file is UTF-16"},
		{"NUL", join(header, "{\"kind\":\x00\"step\"}"), "x.jsonl:2: the line holds a NUL byte"},
		{"not UTF-8", join(header, "{\"kind\":\"st\xe4p\"}"), "x.jsonl:2: the line is not UTF-8"},
		{"blank line", join(header, action, "  \r"), "x.jsonl:3: the line is empty"},
		{"a flow file", join(`flow "sign-in" {`), "x.jsonl:1: the record is not JSON: unexpected 'f' in column 1; name a trace, which `jevrun run` writes for a flow"},
		{"a list", join(`[1]`), "x.jsonl:1: the record is a list and must be an object"},
		{"two values", join(header, action+`{}`), "x.jsonl:2: the record has more than one value: something follows in column"},
		{"trailing garbage", join(header, action+` x`), "x.jsonl:2: the record has more than one value"},
		{"comma at the end", join(header, `{"kind":"action",}`), "x.jsonl:2: the record is not JSON: unexpected '}' in column 18"},
		{"single quotes", join(header, `{'kind':'action'}`), `x.jsonl:2: the record is not JSON: unexpected '\'' in column 2`},
		{"field twice", join(old, change(oldStep, `"url": "u"`, `"url": "u", "url": "v"`)), "x.jsonl:2: url is there twice"},
		{"NaN", join(old, change(oldStep, `"choice": null`, `"choice": null, "confidence": NaN`)), "x.jsonl:2: decision.confidence is NaN or Infinity"},
		{"infinite", join(old, change(oldStep, `"choice": null`, `"choice": null, "confidence": 1e999`)), "x.jsonl:2: decision.confidence is 1e999, too large"},
		{"no sum of it is finite", join(old, change(oldStep, `"choice": null`, `"choice": null, "cost_usd": 1.7e308`)), "x.jsonl:2: decision.cost_usd is 1.7e308, too large"},
		{"huge count", join(old, change(oldStep, `"dropped": 0`, `"dropped": 99999999999999999999`)), "x.jsonl:2: dropped is 99999999999999999999, too large"},
		{"negative count", join(old, change(oldStep, `"dropped": 0`, `"dropped": -1`)), "x.jsonl:2: dropped is -1 and must be 0 or more"},
		{"step 0", join(old, change(oldStep, `"step": 1`, `"step": 0`)), "x.jsonl:2: step is 0 and must be 1 or more"},
		{"no url", join(old, change(oldStep, `"url": "u", `, ``)), "x.jsonl:2: url is missing"},
		{"null url", join(old, change(oldStep, `"url": "u"`, `"url": null`)), "x.jsonl:2: url is null"},
		{"no decision", join(old, change(oldStep, `"decision": {"choice": null}, `, ``)), "x.jsonl:2: decision is missing"},
		{"no choice", join(old, change(oldStep, `{"choice": null}`, `{}`)), "x.jsonl:2: decision.choice is missing"},
		{"no gate", join(old, change(oldStep, `"gate": {"verdict": "blocked", "reason": "r"}, `, ``)), "x.jsonl:2: gate is missing"},
		{"odd verdict", join(old, change(oldStep, `"blocked"`, `"maybe"`)), `x.jsonl:2: gate.verdict is "maybe"`},
		{"no candidates", join(old, change(oldStep, `"candidates": [], `, ``)), "x.jsonl:2: candidates is missing"},
		{"candidate without fp", join(old, change(oldStep, `[]`, `[{"cid": "c1", "role": "link", "name": "x", "fp": "link|x"}, {"cid": "c2", "role": "a", "name": "b"}]`)), "x.jsonl:2: candidates[1].fp is missing"},
		{"candidate is text", join(old, change(oldStep, `[]`, `["c1"]`)), "x.jsonl:2: candidates[0] is a text and must be an object"},
		{"cid twice", join(old, change(oldStep, `[]`, `[{"cid": "c1", "role": "link", "name": "x", "fp": "link|x"}, {"cid": "c1", "role": "link", "name": "x", "fp": "link|x"}]`)), `x.jsonl:2: candidates[1].cid is "c1", as that of another`},
		{"our step without rank", join(header, change(step, `,"rank":0`, ``)), "x.jsonl:2: candidates[0].rank is missing"},
		{"our step without hash", join(header, change(step, `"dom_hash":"sha256:`, `"dom_hash":"md5:`)), `x.jsonl:2: dom_hash is "md5:`},
		{"our step without expected_cid", join(header, change(step, `"expected_cid":"f0:c2",`, ``)), "x.jsonl:2: expected_cid is missing"},
		{"our foreign choice", join(header, change(step, `"choice":"f0:c2"`, `"choice":"f0:c9"`)), `x.jsonl:2: decision.choice is "f0:c9", which is no candidate`},
		{"action without tool", join(old, `{"kind":"action","at":"x","result":{"ok":true}}`), "x.jsonl:2: tool is missing"},
		{"action without result", join(old, `{"kind":"action","at":"x","tool":"goto","request":{}}`), "x.jsonl:2: result is missing"},
		{"our action without request", join(header, `{"kind":"action","at":"2026-11-29T08:30:05Z","tool":"goto","result":{"ok":true}}`), "x.jsonl:2: request is missing"},
		{"deep", join(old, `{"kind":"action","at":"x","tool":"t","result":`+strings.Repeat(`{"a":`, 200)), "is nested deeper than 128 levels"},
		{"deep in an unknown field", join(old, `{"kind":"action","x":`+strings.Repeat(`{"a":`, 200)), "is nested deeper than 128 levels"},
		{"escape", join(header, `{"kind":"\x"}`), "x.jsonl:2: the record is not JSON: unexpected 'x'"},
		{"control character", join(header, "{\"kind\":\"a\tb\"}"), "x.jsonl:2: the record is not JSON: unexpected '\\t'"},
		{"leading zero", join(old, change(oldStep, `"dropped": 0`, `"dropped": 01`)), "x.jsonl:2: the record is not JSON: unexpected '1'"},
	} {
		r := NewReader(strings.NewReader(c.src))
		r.file = "x.jsonl"
		var err error
		for err == nil {
			_, _, err = r.Next()
		}
		var format *FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is\n\t%v\nand should contain\n\t%s", c.name, err, c.want)
			continue
		}
		if format.Problem == "" || format.Next == "" {
			t.Errorf("%s: the error has no next move: %+v", c.name, format)
		}
		if _, _, again := r.Next(); again != err {
			t.Errorf("%s: reading on gives %v", c.name, again)
		}
	}
}

func TestReaderTakes(t *testing.T) {
	old := `{"kind": "run", "spec": 0, "started": "2026-09-20T08:00:00Z", "flow": "a", "model": "m", "tool": "other/1"}`
	step := `{"kind": "step", "step": 1, "intent": "x", "action": {"type": "click"}, "url": "u", "title": "t", "total_on_page": 0, "dropped": 0, "candidates": [], "decision": {"choice": null}, "gate": {"verdict": "blocked", "reason": "r"}, "result": {"executed": false}}`
	for _, c := range []struct{ name, src string }{
		{"header alone", old + "\n"},
		{"carriage returns", old + "\r\n" + step + "\r\n"},
		{"no locator, no expectation", old + "\n" + step + "\n"},
		{"unknown fields", old + "\n" + strings.Replace(step, `"url"`, `"new": {"a": [1, "]", {}, [], null, true, -1.5e3]}, "url"`, 1) + "\n"},
		{"kind last", old + "\n" + strings.Replace(step, `"kind": "step", `, "", 1)[:len(step)-len(`"kind": "step", `)-1] + `, "kind": "step"}` + "\n"},
		{"whole numbers written as floats", old + "\n" + strings.Replace(step, `"step": 1,`, `"step": 1.0,`, 1) + "\n"},
		{"null where a tool has nothing", strings.Replace(old, `"flow"`, `"success": null, "order_spec": null, "flow"`, 1) + "\n"},
		{"choice that is no candidate", old + "\n" + strings.Replace(step, `"choice": null`, `"choice": "c7"`, 1) + "\n"},
		{"half a surrogate pair", old + "\n" + strings.Replace(step, `"title": "t"`, `"title": "\ud83d x \ud83d\ude00 \u00e4"`, 1) + "\n"},
		{"run_end of another tool", old + "\n" + `{"kind":"action","at":"x","tool":"run_end","request":null,"result":{}}` + "\n"},
	} {
		recs, err := readAll([]byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.name == "half a surrogate pair" && recs[1].(*Step).Title != "\ufffd x 😀 ä" {
			t.Errorf("%s: %q", c.name, recs[1].(*Step).Title)
		}
	}
}

func TestReadPrefix(t *testing.T) {
	own := lines(t, sampleRun(), sampleAction("goto"), sampleStep(1), sampleAssert(2))
	whole := strings.Join(own, "\n") + "\n"
	for cut := range whole {
		r := NewReader(strings.NewReader(whole[:cut]), ReadPrefix())
		n := 0
		for e, err := range r.All() {
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			if n++; e.Line != n {
				t.Fatalf("cut at %d: record %d in line %d", cut, n, e.Line)
			}
		}
		if want := strings.Count(whole[:cut], "\n"); n != want {
			t.Fatalf("cut at %d: %d records of %d whole lines", cut, n, want)
		}
		if r.Break() == nil {
			t.Fatalf("cut at %d: no break", cut)
		}
	}
	r := NewReader(strings.NewReader(whole), ReadPrefix())
	for _, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r.Break() != nil || r.End() == nil {
		t.Errorf("the whole trace: break %v, end %v", r.Break(), r.End())
	}
}

func TestReaderSmallReads(t *testing.T) {
	src := record(t, sampleRun(), largeStep(254), sampleAssert(2))
	for name, from := range map[string]io.Reader{
		"byte by byte":   iotest.OneByteReader(bytes.NewReader(src)),
		"data with EOF":  iotest.DataErrReader(bytes.NewReader(src)),
		"half of asked":  iotest.HalfReader(bytes.NewReader(src)),
		"empty reads":    &idle{src: bytes.NewReader(src), empty: 50},
		"from the start": bytes.NewReader(src),
	} {
		r := NewReader(from)
		n := 0
		for _, err := range r.All() {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n++
		}
		if n != 4 {
			t.Errorf("%s: %d records", name, n)
		}
	}
	r := NewReader(&idle{src: bytes.NewReader(src), empty: 1000})
	if _, _, err := r.Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a source that brings nothing: %v", err)
	}
	r = NewReader(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(src))))
	var format *FormatError
	if _, _, err := r.Next(); !errors.Is(err, iotest.ErrTimeout) || errors.As(err, &format) {
		t.Errorf("a source that fails: %v", err)
	}
}

// idle reads nothing several times before each read.
type idle struct {
	src      io.Reader
	empty, n int
}

func (i *idle) Read(p []byte) (int, error) {
	if i.n++; i.n%(i.empty+1) != 0 {
		return 0, nil
	}
	return i.src.Read(p)
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "no.jsonl")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(os.DevNull); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a device: %v", err)
	}
	path := filepath.Join(dir, "bad.jsonl")
	if err := os.WriteFile(path, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, _, err := r.Next(); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") {
		t.Errorf("the error does not name the file: %v", err)
	}
}

func TestLineTooLong(t *testing.T) {
	head := lines(t, sampleRun())[0] + "\n"
	r := NewReader(io.MultiReader(strings.NewReader(head), newEndless(nil, bytes.Repeat([]byte("x"), 1<<20), MaxLine+2<<20)))
	if _, _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	_, line, err := r.Next()
	if err == nil || line != 2 || !strings.Contains(err.Error(), "line 2: the line is longer than 64 MB") {
		t.Errorf("line %d: %v", line, err)
	}
}

// TestMemoryDoesNotGrow reads traces of 4 MB and of 32 MB and compares the live memory in the middle.
func TestMemoryDoesNotGrow(t *testing.T) {
	own := lines(t, sampleRun(), largeStep(100))
	live := func(size int) uint64 {
		r := NewReader(newEndless([]byte(own[0]+"\n"), []byte(own[1]+"\n"), size))
		read := 0
		var most uint64
		for {
			rec, _, err := r.Next()
			var format *FormatError
			if errors.As(err, &format) && strings.Contains(err.Error(), "cut short") {
				return most
			}
			if err != nil {
				t.Fatal(err)
			}
			if read++; read%(size/len(own[1])/3) == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
			runtime.KeepAlive(rec)
		}
	}
	small, large := live(4<<20), live(32<<20)
	if large > small+1<<20 {
		t.Errorf("4 MB need %d kB and 32 MB need %d kB of live memory", small>>10, large>>10)
	}
}

func ExampleFormatError() {
	fmt.Println(&FormatError{File: "sign-in.trace.jsonl", Line: 7, Problem: "the record is cut off", Next: "record the run again"})
	// Output: sign-in.trace.jsonl:7: the record is cut off; record the run again
}
