package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/jevrun/jevrun/runtime/outfile"
)

// Options of a writer.
type Options struct {
	// Mask replaces secrets in a text. Every text that can hold one goes through it before it is written. It
	// must be safe for concurrent use. nil writes texts as they are.
	Mask func(string) string
	// Now is the clock of run_end; nil is time.Now.
	Now func() time.Time
}

// Writer writes a trace record by record: each is one write of one whole line, so that what was written before
// a kill stays readable. It is safe for concurrent use. It refuses records that a reader would refuse.
type Writer struct {
	opts Options

	mu             sync.Mutex
	dst            io.Writer
	file           *outfile.File // nil for NewWriter
	path           string        // where the file goes
	offset         int64         // bytes of whole lines in file
	header         *Run
	level          level
	steps, actions int
	buf            bytes.Buffer
	err            error // what every further call returns
}

// errClosed is the state of a writer after Close and Abort.
var errClosed = errors.New("the trace is closed")

// NewWriter writes a trace to dst, which the caller closes.
func NewWriter(dst io.Writer, opts Options) *Writer {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &Writer{dst: dst, opts: opts}
}

// Create writes a trace to the file at path. A trace that is already there stays whole until the header of the
// new one is written, and is replaced in one move then: path never holds half of either. A link there is replaced, not
// followed. The folder must exist. Close or Abort ends the writer.
func Create(path string, opts Options) (*Writer, error) {
	file, err := outfile.Create(path)
	if err != nil {
		return nil, err // it names the file and what to do
	}
	w := NewWriter(file, opts)
	w.file, w.path = file, path
	return w, nil
}

// Write checks, masks and writes one record. The header comes first and once; run_end is Close's. Kind is set
// here, and so is dom_hash of a step that has none. The record itself is not changed. After a failed write to
// the file every further call fails; a record that is refused leaves the writer as it was.
func (w *Writer) Write(rec Record) error {
	_, err := w.Put(rec)
	return err
}

// Put is Write that returns the record as it was written: masked and completed. Whoever shows a record shows
// that one.
func (w *Writer) Put(rec Record) (Record, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return nil, w.err
	}
	return w.put(rec)
}

func (w *Writer) put(rec Record) (Record, error) {
	if rec == nil {
		return nil, errors.New("write trace: no record")
	}
	name := rec.kind()
	if step, ok := rec.(*Step); ok {
		name = fmt.Sprintf("step %d", step.Step)
	}
	rec, err := mask(rec, w.opts.Mask)
	if err == nil {
		err = w.prepare(rec)
	}
	if err != nil {
		return nil, fmt.Errorf("write trace: %s: %w", name, err)
	}
	w.buf.Reset()
	if err := appendLine(&w.buf, rec); err != nil {
		return nil, fmt.Errorf("write trace: %s: %w", name, err)
	}
	if err := w.flush(); err != nil {
		w.err = fmt.Errorf("write trace %s: %w", w.path, err)
		return nil, w.err
	}
	switch v := rec.(type) {
	case *Run:
		w.header = v
	case *Step:
		w.steps++
	case *Action:
		w.actions++
	}
	return rec, nil
}

// flush writes the line in w.buf with one write, and puts the file in its place behind the header.
func (w *Writer) flush() error {
	n, err := w.dst.Write(w.buf.Bytes())
	if err == nil && n < w.buf.Len() {
		err = io.ErrShortWrite
	}
	if err != nil {
		if w.file != nil && w.file.Placed() && n > 0 {
			_ = w.file.Truncate(w.offset) // take the half line away again where that is possible
		}
		return err
	}
	w.offset += int64(n)
	if w.file == nil {
		return nil
	}
	return w.file.Place()
}

// prepare completes and checks a record, which is a copy of the caller's.
func (w *Writer) prepare(rec Record) error {
	l := w.level
	switch v := rec.(type) {
	case *Run:
		if w.header != nil {
			return errors.New("the trace has its header already")
		}
		v.Kind = KindRun
		if strings.HasPrefix(v.Tool, OwnTool) {
			l = ownTool
			if v.OrderSpec == nil {
				return within(problemf("is missing"), "order_spec")
			}
		}
		for name := range v.Extra {
			if headerFields[name] {
				return within(problemf("is a field of its own"), "extra header field "+name)
			}
		}
	case *Step:
		v.Kind = KindStep
		if v.Decision.Probabilities == nil {
			v.Decision.Probabilities = map[string]float64{}
		}
		if v.DOMHash == "" && !v.Play && l == ownTool {
			v.DOMHash = DOMHash(v.Candidates)
		}
	case *Action:
		v.Kind = KindAction
		if v.Request == nil {
			v.Request = map[string]any{}
		}
		if v.Tool == ToolRunEnd && l == ownTool && !w.ending() {
			return errors.New("run_end is written by closing the trace")
		}
	}
	if _, isRun := rec.(*Run); !isRun && w.header == nil {
		return errors.New("the header comes first")
	}
	if err := check(rec, l); err != nil {
		return err
	}
	if step, ok := rec.(*Step); ok && l == ownTool && !step.Play {
		if err := checkNewStep(step); err != nil {
			return err
		}
	}
	w.level = l
	return nil
}

// ending is true inside Close.
func (w *Writer) ending() bool { return w.err == errClosed }

// checkNewStep holds identities and probabilities to what they are made from. A reader takes them as they are:
// identity is never derived again from a trace.
func checkNewStep(v *Step) error {
	if hash := DOMHash(v.Candidates); v.DOMHash != hash {
		return within(problemf("is %s, and the candidates' hash is %s", v.DOMHash, hash), "dom_hash")
	}
	for i := range v.Candidates {
		if err := checkNewCandidate(&v.Candidates[i]); err != nil {
			return within(err, fmt.Sprintf("candidates[%d]", i))
		}
	}
	return checkProbabilities(v)
}

func checkNewCandidate(c *Candidate) error {
	if fp := Fingerprint(c.Role, c.Name); c.FP != fp {
		return within(problemf("is %s, and that of role and name is %s", quote(c.FP), quote(fp)), "fp")
	}
	for _, t := range [...]struct {
		name string
		text *string
		most int
	}{
		{"name", &c.Name, maxName},
		{"href", c.Href, maxHref},
		{"placeholder", c.Placeholder, maxPlaceholder},
		{"scope", c.Scope, maxScope},
		{"value", c.Value, maxValue},
	} {
		if t.text == nil || len(*t.text) <= t.most {
			continue
		}
		if n := len([]rune(*t.text)); n > t.most {
			return within(problemf("has %d characters and may have %d", n, t.most), t.name)
		}
	}
	return nil
}

// checkProbabilities fails for an option that was not offered and for what is no probability.
func checkProbabilities(v *Step) error {
	if len(v.Decision.Probabilities) == 0 {
		return nil
	}
	offered := make(map[string]struct{}, len(v.Candidates)+1)
	offered[None] = struct{}{}
	for i := range v.Candidates {
		offered[v.Candidates[i].CID] = struct{}{}
	}
	for cid, p := range v.Decision.Probabilities {
		if _, ok := offered[cid]; !ok {
			return within(problemf("holds %s, which was not offered", quote(cid)), "decision.probabilities")
		}
		if !(p >= 0 && p <= 1) {
			return within(problemf("is %g and must be 0 to 1", p), "decision.probabilities."+cid)
		}
	}
	return nil
}

// Close ends the trace with run_end, which counts what was written, and closes the file. Only end.Status is
// read. A trace without a header is not written at all: the file that was at its path stays. A trace that bears
// another tool's header is closed without run_end.
func (w *Writer) Close(end RunEnd) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		if w.err == errClosed {
			return nil
		}
		failed := w.err
		return errors.Join(failed, w.release())
	}
	if w.header == nil {
		return errors.Join(errors.New("close trace: nothing was written, not even the header"), w.release())
	}
	if !validStatus(end.Status) {
		return fmt.Errorf("close trace: status %q must be passed, failed, review or interrupted", end.Status)
	}
	var err error
	if w.err = errClosed; w.level == ownTool {
		end.Steps, end.Actions = w.steps, w.actions
		_, err = w.put(end.action(Time(w.opts.Now())))
	}
	return errors.Join(err, w.release())
}

// Abort closes the file without run_end: what was written stays, and readers will see that it is cut short.
func (w *Writer) Abort() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == errClosed {
		return nil
	}
	return w.release()
}

// release closes the file and takes away one that never got its header.
func (w *Writer) release() error {
	w.err = errClosed
	if w.file == nil {
		return nil
	}
	err := w.file.Discard()
	w.file = nil
	return err
}
