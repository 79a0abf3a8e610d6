package main

import (
	"bufio"
	"context"
	"os"
	"os/user"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// reviewTimeout is how long a person has to answer.
const reviewTimeout = 5 * time.Minute

// terminalReviewer asks the person at the terminal. Everything but a clear yes denies.
type terminalReviewer struct {
	ui    *ui
	lines chan string
}

// newReviewer is nil without a person to ask: no terminal on stdin and stderr.
func newReviewer(u *ui) engine.Reviewer {
	in, ok := u.in.(*os.File)
	if !ok || !u.errTTY || !term.IsTerminal(int(in.Fd())) {
		return nil
	}
	return &terminalReviewer{ui: u}
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
	r.ui.Sayf("\n%s step %q wants a person.", report.MarkAsk, q.Step.Name)
	r.ui.Sayf("  page     %s", report.Plain(q.URL))
	r.ui.Sayf("  intent   %s", report.Plain(q.Step.Intent))
	r.ui.Sayf("  element  %s, p %.2f", report.Element(q.Chosen.Role, q.Chosen.Name), q.Probability)
	r.ui.Sayf("  action   %s", q.Step.Type)
	r.ui.Sayf("  reason   %s", report.Plain(q.Reason))
	r.ui.Sayf("Approve just this? Type yes; anything else, or %s without an answer, denies.", reviewTimeout)
	answer := trace.Review{By: person()}
	select {
	case line := <-r.lines:
		answer.Approved = strings.EqualFold(strings.TrimSpace(line), "yes")
	case <-ctx.Done():
	case <-time.After(reviewTimeout):
	}
	answer.At = time.Now().UTC().Format(time.RFC3339)
	return answer
}

// person is the name of who answers.
func person() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "unknown"
}
