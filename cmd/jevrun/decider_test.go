package main

import (
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/jevrun/jevrun/runtime/decide/systemone"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
)

// complaints is the test of a strict server in a script: the refusal that the program gets holds what is wrong.
type complaints struct{ ts *testscript.TestScript }

func (complaints) Helper()               {}
func (complaints) Errorf(string, ...any) {}
func (c complaints) Cleanup(end func())  { c.ts.Defer(end) }

// systemone TEXT [FAULT]
func systemOne(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: systemone TEXT [FAULT]")
	}
	s := systemonetest.New(complaints{ts}, systemonetest.Options{
		Answer: func(_ systemonetest.Asked, q systemonetest.Question) (string, float64) {
			for _, o := range q.Options {
				if strings.Contains(o.Text, args[0]) {
					return o.Label, 0.97
				}
			}
			return q.Options[len(q.Options)-1].Label, 0.97
		},
	})
	if len(args) == 2 {
		s.Inject(systemonetest.Named(args[1]), 1000)
	}
	ts.Setenv(systemone.BaseURLEnv, s.URL)
	ts.Setenv(systemone.KeyEnv, fmt.Sprintf(" %s\n", systemonetest.Key))
}
