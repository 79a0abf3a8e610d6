package main

import (
	"context"
	"strings"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
	"github.com/jevrun/jevrun/runtime/report"
)

// explainer is the embedded decider, with what spoke for and against its last answer. One flow is walked at a
// time.
type explainer struct {
	*builtin.Decider
	last string
}

// Decide answers and keeps the reasons.
func (e *explainer) Decide(ctx context.Context, req decide.Request) (decide.Response, error) {
	resp, err := e.Decider.Decide(ctx, req)
	if err != nil {
		return resp, err
	}
	all, err := e.Explain(req)
	if err != nil {
		return resp, err
	}
	var b strings.Builder
	for _, x := range all {
		b.WriteString(x.String())
	}
	e.last = b.String()
	return resp, nil
}

// show prints the reasons of the last answer, once.
func (e *explainer) show(u *ui) {
	if e == nil || e.last == "" {
		return
	}
	say := u.Line
	if u.asJSON {
		say = func(text string) { u.Sayf("%s", text) }
	}
	for line := range strings.Lines(e.last) {
		say("       " + report.Plain(strings.TrimRight(line, "\n")))
	}
	e.last = ""
}
