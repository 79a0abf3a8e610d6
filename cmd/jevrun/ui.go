package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/term"

	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/taint"
)

// ui is the only writer to the terminal. Its rules:
//
//   - stdout carries results: what the command was asked for, and nothing else. With --json that is exactly
//     one document.
//   - stderr carries everything else: errors, diagnostics, progress and logs.
//   - color is used only where a terminal shows it, and never when NO_COLOR is set.
//   - an error is one sentence after "jevrun: "; a hint follows on a line of its own.
type ui struct {
	in                io.Reader
	out, err          io.Writer
	documents, events io.Writer     // stdout for JSON documents, stderr for the events of the log
	files             []os.FileInfo // that stdout and stderr go to, where they are files

	outTTY, errTTY bool  // a person is looking
	color          bool  // stderr may be colored
	outColor       bool  // stdout may be colored
	lost           error // the first failed write to stdout

	taint     *taint.Registry // masks what all writers write
	asJSON    bool            // --json
	logFormat string          // --log-format: human or json
	log       zerolog.Logger
}

// newUI is the ui of this process.
func newUI(in, out, errOut *os.File) *ui {
	known := &taint.Registry{}
	u := &ui{in: in, out: known.Writer(out), err: known.Writer(errOut), taint: known, logFormat: "human"}
	u.documents, u.events = known.JSONWriter(report.PlainJSON(out)), report.PlainJSON(errOut)
	for _, f := range []*os.File{out, errOut} {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			u.files = append(u.files, info)
		}
	}
	u.outTTY = term.IsTerminal(int(out.Fd()))
	u.errTTY = term.IsTerminal(int(errOut.Fd()))
	colors := os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	u.color, u.outColor = u.errTTY && colors, u.outTTY && colors
	u.log = zerolog.Nop()
	return u
}

// start readies the logger once the flags are known.
func (u *ui) start() error {
	switch u.logFormat {
	case "json":
		u.log = zerolog.New(u.taint.JSONWriter(u.events)).Level(zerolog.InfoLevel).With().Timestamp().Logger()
	case "human":
		w := zerolog.ConsoleWriter{Out: u.events, NoColor: !u.color, TimeFormat: time.TimeOnly}
		u.log = zerolog.New(u.taint.JSONWriter(w)).Level(zerolog.WarnLevel).With().Timestamp().Logger()
	default:
		return fmt.Errorf("--log-format is %q; it can be human or json", u.logFormat)
	}
	log.SetFlags(0)
	log.SetOutput(libraryLog{u})
	return nil
}

// libraryLog takes what libraries say on the standard logger: net/http says there what a server sends that nobody asked
// for, which may hold the key that it was given. It goes where our own log goes, masked.
type libraryLog struct{ u *ui }

func (l libraryLog) Write(p []byte) (int, error) {
	text := l.u.taint.Mask(strings.ToValidUTF8(string(p), ""))
	l.u.log.Info().Str("says", text[:min(len(text), 1000)]).Msg("a library")
	return len(p), nil
}

// Printf writes to stdout. Commands call it only when --json is not set. What cannot be written is said when
// the command ends.
func (u *ui) Printf(format string, args ...any) { fmt.Fprintf(u, format, args...) }

// Write makes stdout a target for documents that are written piece by piece.
func (u *ui) Write(p []byte) (int, error) {
	n, err := u.out.Write(p)
	if err != nil && u.lost == nil {
		u.lost = fmt.Errorf("cannot write to stdout: %w", err)
	}
	return n, err
}

// Line writes the lines of one step to stdout, with its mark in the color of its outcome.
func (u *ui) Line(text string) {
	if u.outColor {
		for mark, color := range map[string]string{report.MarkOK: green, report.MarkFail: red, report.MarkAsk: yellow} {
			if rest, ok := strings.CutPrefix(text, mark); ok {
				text = "\x1b[" + color + "m" + mark + "\x1b[0m" + rest
			}
		}
	}
	u.Printf("%s\n", text)
}

// Sayf writes a line for the person at the terminal to stderr: progress, what to do next.
func (u *ui) Sayf(format string, args ...any) { fmt.Fprintf(u.err, format+"\n", args...) }

// JSON writes the one document of a --json command to stdout.
func (u *ui) JSON(v any) error {
	e := json.NewEncoder(u.documents)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("cannot write the JSON document: %w", err)
	}
	return nil
}

// Fail shows why a command ends.
func (u *ui) Fail(err error) {
	var e *exitError
	if errors.As(err, &e) && e.err == nil {
		return
	}
	u.Sayf("%s %s", u.paint(red, "jevrun:"), report.Plain(strings.TrimRight(err.Error(), "\n")))
	if e != nil && e.usage != "" {
		u.Sayf("Run %q for its arguments and flags.", e.usage+" --help")
	}
}

// The ANSI colors of outcomes.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

// paint colors text that goes to stderr, where color is wanted.
func (u *ui) paint(code, text string) string {
	if !u.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
