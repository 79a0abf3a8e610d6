package view

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// row is a record in the list: what fits in a line of it. Names are short because a list may have 10,000.
type row struct {
	Line    int     `json:"line"` // in the trace
	Step    int     `json:"step,omitempty"`
	Name    string  `json:"name,omitempty"`
	Intent  string  `json:"intent"`
	Did     string  `json:"did,omitempty"`
	Chosen  string  `json:"chosen,omitempty"`
	P       float64 `json:"p"` // below 0 where nothing was chosen
	Label   string  `json:"label"`
	Outcome string  `json:"outcome"`
	Reason  string  `json:"reason,omitempty"`
	TookMS  float64 `json:"took_ms,omitempty"`
	CostUSD float64 `json:"cost_usd,omitempty"`
	Attempt int     `json:"attempt,omitempty"`
	Picture bool    `json:"picture,omitempty"`
}

// maxReason bounds the reason in a row, in characters; the details have all of it.
const maxReason = 160

// traceIndex is a trace that is looked at: its rows, and where in the file their records are.
type traceIndex struct {
	path    string
	summary report.Summary
	broken  string // why the trace ends before its run did, "" for a complete one
	note    string // what else there is to say about it
	rows    []row
	offsets []int64 // of the lines of the file
	kept    map[int]*evidence.Kept
}

// open reads a trace once, from its beginning to its end or to where it is broken. It keeps a line for each record and
// none of the records.
func open(path string) (*traceIndex, error) {
	t := &traceIndex{path: path}
	reader, err := trace.Open(path, trace.ReadPrefix())
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	count := report.NewCounter(path)
	for entry, err := range reader.All() {
		if err != nil {
			return nil, err
		}
		count.Add(entry.Record)
		if r, ok := rowOf(entry); ok {
			t.rows = append(t.rows, r)
		}
	}
	if b := reader.Break(); b != nil {
		if reader.Header() == nil {
			return nil, b
		}
		t.broken = b.Error()
	}
	t.summary = count.Summary()
	if t.kept, err = evidence.Load(path, t.summary.Started); err != nil {
		t.note = err.Error()
	}
	for i := range t.rows {
		t.rows[i].Picture = t.kept[t.rows[i].Line] != nil
	}
	t.offsets, err = lines(path)
	return t, err
}

// rowOf is the row of a record that has one.
func rowOf(entry trace.Entry) (row, bool) {
	c := report.CaseOf(entry.Record)
	if c == nil {
		return row{}, false
	}
	r := row{
		Line: entry.Line, Step: c.Number, Name: report.Plain(c.Name), Intent: report.Plain(c.Intent), Did: report.Plain(c.Did), Chosen: report.Plain(c.Chosen), P: c.P,
		Label: report.Plain(c.Label), Outcome: string(c.Outcome), Reason: report.Plain(c.Reason), TookMS: c.TookMS, CostUSD: c.CostUSD,
	}
	if step, ok := entry.Record.(*trace.Step); ok {
		r.Attempt = step.Attempt
	}
	if runes := []rune(r.Reason); len(runes) > maxReason {
		r.Reason = string(runes[:maxReason]) + "…"
	}
	return r, true
}

// lines are the places where the lines of a file begin.
func lines(path string) ([]int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var offsets []int64
	r := bufio.NewReaderSize(file, 1<<20)
	for at, begun := int64(0), false; ; {
		part, err := r.ReadSlice('\n')
		if len(part) > 0 && !begun {
			offsets, begun = append(offsets, at), true
		}
		at += int64(len(part))
		switch {
		case err == nil:
			begun = false
		case errors.Is(err, io.EOF):
			return append(offsets, at), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// record reads the record on a line again.
func (t *traceIndex) record(line int) (trace.Record, error) {
	if line < 2 || line >= len(t.offsets) || !slices.ContainsFunc(t.rows, func(r row) bool { return r.Line == line }) {
		return nil, fmt.Errorf("the trace has no record on line %d", line)
	}
	file, err := os.Open(t.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	part := func(n int) io.Reader {
		return io.NewSectionReader(file, t.offsets[n-1], t.offsets[n]-t.offsets[n-1])
	}
	reader := trace.NewReader(io.MultiReader(part(1), part(line)), trace.ReadPrefix())
	for entry, err := range reader.All() {
		if err != nil {
			return nil, err
		}
		if _, head := entry.Record.(*trace.Run); !head {
			return entry.Record, nil
		}
	}
	return nil, fmt.Errorf("the trace has changed: line %d holds no record any more; open it again", line)
}
