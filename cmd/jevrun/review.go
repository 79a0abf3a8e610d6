package main

import (
	"bufio"
	"cmp"
	"context"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

const (
	reviewTimeout = 5 * time.Minute        // how long a person has to answer
	typedAhead    = 100 * time.Millisecond // without a line, before a question: what was typed before it is through
)

// terminalReviewer asks the person at the terminal, again after what is no answer. Everything but a clear yes or number
// denies.
type terminalReviewer struct {
	ui      *ui
	timeout time.Duration
	lines   chan string // nil before the first question
}

// newReviewer is nil without a person to ask: no terminal on stdin and stderr. One serves all flows of a command:
// it alone reads the terminal.
func newReviewer(u *ui) engine.Reviewer {
	in, ok := u.in.(*os.File)
	if !ok || !u.errTTY || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	return &terminalReviewer{ui: u, timeout: reviewTimeout}
}

// Review shows the page, the element and the reason, and waits for an answer.
func (r *terminalReviewer) Review(ctx context.Context, q engine.Question) trace.Review {
	if r.lines == nil {
		r.lines = make(chan string)
		go func() { // ends with the process: a read from a terminal cannot be called back
			defer close(r.lines)
			for s := bufio.NewScanner(r.ui.in); s.Scan(); {
				r.lines <- s.Text()
			}
		}()
	}
	r.forget()
	others := r.show(q)
	answer := trace.Review{By: person()} // who is asked, even where no answer comes
	over := time.After(r.timeout)
	for asking := true; asking; {
		asking = false
		select {
		case line, open := <-r.lines:
			if asking = open && !read(line, others, &answer); asking {
				r.ui.Sayf("%q is none of the answers, and nothing was done. Type yes, a number from above, skip or stop.", line)
			}
		case <-ctx.Done():
		case <-over:
			r.ui.Sayf("Nobody answered in %s, so the run stops.", r.timeout)
		}
	}
	answer.At = trace.Time(time.Now())
	return answer
}

// forget drops what was typed before the question is there: it cannot be an answer to it.
func (r *terminalReviewer) forget() {
	for {
		select {
		case _, open := <-r.lines:
			if !open {
				return
			}
		case <-time.After(typedAhead):
			return
		}
	}
}

// show prints the question and returns the candidates that may be picked instead, by number from 1.
func (r *terminalReviewer) show(q engine.Question) []trace.Candidate {
	r.ui.Sayf("\n%s step %q wants a person.", report.MarkAsk, q.Step.Name)
	r.ui.Sayf("  page     %s", report.Plain(q.URL))
	r.ui.Sayf("  intent   %s", report.Plain(q.Step.Intent))
	r.ui.Sayf("  element  %s, p %.2f", report.Element(q.Chosen.Role, q.Chosen.Name), q.Probability)
	r.ui.Sayf("  action   %s", strings.TrimSpace(q.Step.Type+" "+report.Plain(q.Value)))
	r.ui.Sayf("  reason   %s", report.Plain(q.Reason))
	others := runnersUp(q)
	for i, c := range others {
		r.ui.Sayf("  %-8d %s, p %.2f", i+1, report.Element(c.Role, c.Name), q.Record.Decision.Probabilities[c.CID])
	}
	r.ui.Sayf("Type yes to do just this, a number to take that element instead, skip to go on without it, stop to end.")
	return others
}

// runnersUp are the likeliest other candidates, at most five.
func runnersUp(q engine.Question) []trace.Candidate {
	var list []trace.Candidate
	for _, c := range q.Record.Candidates {
		if c.CID != q.Chosen.CID && q.Record.Decision.Probabilities[c.CID] >= 0.005 {
			list = append(list, c)
		}
	}
	p := q.Record.Decision.Probabilities
	slices.SortStableFunc(list, func(a, b trace.Candidate) int { return cmp.Compare(p[b.CID], p[a.CID]) })
	return list[:min(5, len(list))]
}

// read understands an answer and reports whether it is one.
func read(line string, others []trace.Candidate, answer *trace.Review) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	number, err := strconv.Atoi(line)
	switch {
	case line == "yes":
		answer.Approved, answer.Answer = true, trace.AnswerApprove
	case line == "skip":
		answer.Answer = trace.AnswerSkip
	case err == nil && number >= 1 && number <= len(others):
		answer.Approved, answer.Answer, answer.Picked = true, trace.AnswerPick, others[number-1].CID
	case line == "stop":
		answer.Answer = trace.AnswerStop
	default:
		return false
	}
	return true
}

// person is the name of who answers.
func person() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "unknown"
}
