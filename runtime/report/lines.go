package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Lines are the lines of one run, for a terminal. What a decider says of a failure may be long, and be the same for
// each step: it is said once whole. The zero value is ready.
type Lines struct {
	said map[string]int // what was said whole, and in which step
}

// The longest texts, in characters, that are worth saying again: in a later step, and at the end of the run.
const (
	tellable = 80
	endable  = 160
)

// Line is Line for the next record of the run.
func (l *Lines) Line(rec trace.Record) string {
	step, ok := rec.(*trace.Step)
	if !ok || step.Decision.LatencyMS == nil { // nobody was asked
		return Line(rec)
	}
	shown := *step
	if step.Decision.Error != nil && step.Gate.Reason != nil {
		reason := l.once(*step.Gate.Reason, step.Step)
		shown.Gate.Reason = &reason
	}
	shown.Decision.Fallback = l.once(step.Decision.Fallback, step.Step)
	return Line(&shown)
}

// Footer is r.Footer, short about what a line above it said whole.
func (l *Lines) Footer(r *Run) string {
	shown := *r
	for text := range l.said {
		if short := cut(text, endable); short != text {
			shown.Summary.Reason = strings.ReplaceAll(shown.Summary.Reason, text, short+"…")
		}
	}
	return shown.Footer()
}

// once is the text the first time, and later where it stands; a short one is said again.
func (l *Lines) once(text string, step int) string {
	if utf8.RuneCountInString(text) <= tellable {
		return text
	}
	if first, ok := l.said[text]; ok {
		return fmt.Sprintf("as in step %d", first)
	}
	if l.said == nil {
		l.said = map[string]int{}
	}
	l.said[text] = step
	return text
}

// cut is a text of at most n characters.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n])
	}
	return text
}
