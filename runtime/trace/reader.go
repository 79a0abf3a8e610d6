package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"
	"unicode/utf8"
)

// MaxLine is the longest line in bytes that a reader takes. A step with 254 candidates has about 60 kB.
const MaxLine = 64 << 20

// FormatError says what is wrong with a trace, where, and what to do about it.
type FormatError struct {
	File    string // "" when the reader has no file
	Line    int    // 1-based; 0 for the file as a whole
	Problem string // a clause about the line or the file
	Next    string // the next move
}

// Error is file:line, the problem and the next move.
func (e *FormatError) Error() string {
	var b strings.Builder
	switch {
	case e.File != "" && e.Line > 0:
		fmt.Fprintf(&b, "%s:%d: ", e.File, e.Line)
	case e.File != "":
		b.WriteString(e.File + ": ")
	case e.Line > 0:
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	b.WriteString(e.Problem)
	if e.Next != "" {
		b.WriteString("; " + e.Next)
	}
	return b.String()
}

// ReadOption changes how a reader reads.
type ReadOption func(*Reader)

// ReadPrefix makes a reader yield the records before a break and then end as if the file ended there; Break
// tells what is wrong. Reports read so; replay never does.
func ReadPrefix() ReadOption { return func(r *Reader) { r.prefix = true } }

// Reader reads a trace record by record. It keeps one line at a time, so that memory does not grow with the
// file, and it checks the whole contract: after io.EOF the trace was complete. It is for one goroutine.
type Reader struct {
	file   string
	src    io.Reader
	closer io.Closer
	prefix bool

	buf        []byte // bytes read and not yet handed out are buf[start:end]
	start, end int
	atEOF      bool

	scan           scanner
	line           int
	header         *Run
	steps, actions int
	runEnd         *RunEnd
	err            error // what every further Next returns
	broken         *FormatError
}

// Open opens a trace file. The caller closes the reader. Only a regular file is one: opening another may wait for ever,
// and what it holds would be gone at the second reading.
func Open(path string, opts ...ReadOption) (*Reader, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file; write the trace into one", path)
	}
	f, err := os.Open(path)
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, fmt.Errorf("the trace %s cannot be read: %w", path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a folder; name a trace file in it", path)
	}
	r := NewReader(f, opts...)
	r.file, r.closer = path, f
	return r, nil
}

// NewReader reads a trace from src.
func NewReader(src io.Reader, opts ...ReadOption) *Reader {
	r := &Reader{src: src, buf: make([]byte, 256<<10)}
	r.scan.texts = new(textCache)
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Close closes the file that Open opened.
func (r *Reader) Close() error {
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Header is the run header, nil before the first record was read.
func (r *Reader) Header() *Run { return r.header }

// End is the run_end record, nil where the trace has none (yet). Traces of other tools end without one.
func (r *Reader) End() *RunEnd { return r.runEnd }

// Break is what cut a prefix short, nil when the trace is complete or not read to its end.
func (r *Reader) Break() *FormatError { return r.broken }

// Next returns the next record and its line. It returns io.EOF behind the last record of a complete trace, a
// *FormatError for a broken one, and any other error when the file cannot be read; each is returned again by
// further calls.
func (r *Reader) Next() (Record, int, error) {
	if r.err != nil {
		return nil, r.line, r.err
	}
	rec, err := r.read()
	if err == nil {
		return rec, r.line, nil
	}
	var format *FormatError
	if errors.As(err, &format) && r.prefix {
		r.broken, err = format, io.EOF
	}
	r.err = err
	return nil, r.line, err
}

// Entry is a record with its place.
type Entry struct {
	Record Record
	Line   int // 1-based
}

// All yields the records that are left. The sequence ends behind the first error.
func (r *Reader) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for {
			rec, line, err := r.Next()
			if err == io.EOF {
				return
			}
			if !yield(Entry{rec, line}, err) || err != nil {
				return
			}
		}
	}
}

func (r *Reader) read() (Record, error) {
	line, err := r.nextLine()
	if err == io.EOF {
		return nil, r.finish()
	}
	if err != nil {
		return nil, err
	}
	if r.runEnd != nil {
		return nil, r.fail("a record follows run_end", "take the lines after it away, or record the run again")
	}
	if problem, next := checkText(line, r.line); problem != "" {
		return nil, r.fail(problem, next)
	}
	rec, err := r.scan.decode(line, r.scan.level)
	if err == nil {
		err = r.place(rec)
	}
	if err == nil {
		err = check(rec, r.scan.level)
	}
	if err != nil {
		return nil, r.explain(err)
	}
	if err := r.count(rec); err != nil {
		return nil, err
	}
	return rec, nil
}

// place fails when the header is not first or comes again. It sets how strictly the rest is read.
func (r *Reader) place(rec Record) error {
	run, isRun := rec.(*Run)
	switch {
	case isRun && r.header != nil:
		return r.fail("a second run header", "a trace holds one run: keep each run in a file of its own")
	case isRun:
		r.header = run
		if strings.HasPrefix(run.Tool, OwnTool) {
			r.scan.level = ownTool
		}
	case r.header == nil:
		return r.fail("the first record is "+article(rec)+" and must be the run header", "the head of the file is lost: record the run again")
	}
	return nil
}

func article(rec Record) string {
	if rec.kind() == KindAction {
		return "an action"
	}
	return "a " + rec.kind()
}

// count keeps the numbers that run_end must agree with.
func (r *Reader) count(rec Record) error {
	switch v := rec.(type) {
	case *Step:
		r.steps++
	case *Action:
		if v.Tool != ToolRunEnd || r.scan.level != ownTool {
			r.actions++
			return nil
		}
		end, err := runEndOf(v)
		if err != nil {
			return r.explain(err)
		}
		if err := end.agrees(r.steps, r.actions); err != nil {
			return r.fail(err.Error(), "lines are missing or were added: record the run again")
		}
		r.runEnd = &end
	}
	return nil
}

// finish judges the end of the file.
func (r *Reader) finish() error {
	switch {
	case r.line == 0:
		return &FormatError{File: r.file, Problem: "the trace is empty", Next: "record the run again"}
	case r.scan.level == ownTool && r.runEnd == nil:
		return &FormatError{File: r.file, Line: r.line, Problem: "the run was cut short: this is the last record, and it is not run_end",
			Next: "`jevrun report` can show the part that was written"}
	}
	return io.EOF
}

func (r *Reader) fail(problem, next string) error {
	return &FormatError{File: r.file, Line: r.line, Problem: problem, Next: next}
}

// explain turns a problem with a record into the error that a user reads.
func (r *Reader) explain(err error) error {
	const again = "mend the line or record the run again"
	switch e := err.(type) {
	case *FormatError:
		return e
	case *cutError:
		return r.fail("the record is cut off", "the writer was stopped: record the run again")
	case *specError:
		return r.fail("the trace "+e.Error(), "read it with a jevrun that knows that format")
	case *kindError:
		return r.fail("the record "+e.Error()+", and spec 0 knows run, step and action", "read it with the tool that wrote it")
	case *syntaxError:
		if r.line == 1 && e.column == 1 {
			return r.fail("the record "+err.Error(), "name a trace, which `jevrun run` writes for a flow")
		}
	case *badValue:
		if e.path != "" {
			return r.fail(e.Error(), again)
		}
	}
	return r.fail("the record "+err.Error(), again)
}

// checkText looks at the bytes of a line before it is read as JSON.
func checkText(line []byte, number int) (problem, next string) {
	const damaged = "the file was damaged: restore it or record the run again"
	switch {
	case number == 1 && bytes.HasPrefix(line, []byte("\xef\xbb\xbf")):
		return "the file starts with a byte order mark", "save it as UTF-8 without one"
	case number == 1 && (bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff"))):
		return "the file is UTF-16", "save it as UTF-8"
	case len(bytes.TrimSpace(line)) == 0:
		return "the line is empty", "take it away: every line of a trace is one record"
	case bytes.IndexByte(line, 0) >= 0:
		return "the line holds a NUL byte", damaged
	case !utf8.Valid(line):
		return "the line is not UTF-8", damaged
	}
	return "", ""
}

// nextLine returns the next line without its newline; it is valid until the next call. The last line of a
// file must end in a newline too: one that does not was cut off.
func (r *Reader) nextLine() ([]byte, error) {
	const maxIdle = 100 // reads in a row that may bring nothing
	idle := 0
	from := r.start // where to go on looking for the newline
	for {
		if i := bytes.IndexByte(r.buf[from:r.end], '\n'); i >= 0 {
			line := r.buf[r.start : from+i]
			r.start = from + i + 1
			r.line++
			if len(line) > MaxLine {
				return nil, r.tooLong()
			}
			return line, nil
		}
		from = r.end
		if r.atEOF {
			if r.start == r.end {
				return nil, io.EOF
			}
			r.line++
			return nil, r.fail("the last line is not finished", "the writer was stopped: record the run again, or `jevrun report` can show the part that was written")
		}
		if r.end-r.start > MaxLine {
			r.line++
			return nil, r.tooLong()
		}
		from -= r.start
		r.makeRoom()
		from += r.start
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		if n > 0 {
			idle = 0
		} else if idle++; idle == maxIdle && err == nil {
			err = io.ErrNoProgress
		}
		switch {
		case err == io.EOF:
			r.atEOF = true
		case err != nil:
			return nil, fmt.Errorf("read trace %s after line %d: %w", r.file, r.line, err)
		}
	}
}

func (r *Reader) tooLong() error {
	return r.fail(fmt.Sprintf("the line is longer than %d MB", MaxLine>>20), "this is no trace, or it was damaged")
}

// makeRoom leaves space behind r.end: it moves the unread bytes to the front, or doubles the buffer.
func (r *Reader) makeRoom() {
	if r.end < len(r.buf) {
		return
	}
	if r.start > 0 {
		copy(r.buf, r.buf[r.start:r.end])
	} else {
		grown := make([]byte, min(2*len(r.buf), MaxLine+1<<16))
		copy(grown, r.buf[:r.end])
		r.buf = grown
	}
	r.end -= r.start
	r.start = 0
}
