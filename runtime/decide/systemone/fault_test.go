package systemone

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/trace"
)

// TestEveryFaultIsAFailedDecision puts a client before a server that never stops failing.
func TestEveryFaultIsAFailedDecision(t *testing.T) {
	faults := systemonetest.Faults()
	if len(faults) < 40 {
		t.Errorf("there are %d faults, and 40 were promised", len(faults))
	}
	names := map[string]bool{}
	for _, f := range faults {
		if names[f.Name] {
			t.Errorf("two faults are called %q", f.Name)
		}
		names[f.Name] = true
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			server := systemonetest.New(t, systemonetest.Options{})
			server.Inject(f, 99)
			var calls []Call
			o := quick
			o.OnCall = func(c Call) { calls = append(calls, c) }
			if f.Slow {
				o.AttemptTimeout = 150 * time.Millisecond
			}
			client := newClient(t, config(server), o)
			req := request(4)

			resp, err := decide.Ask(t.Context(), client, req)
			if err == nil {
				t.Fatalf("it counts as a decision: %+v", resp)
			}
			text := err.Error()
			if !strings.Contains(text, f.Says) {
				t.Errorf("the error lacks %q: %s", f.Says, text)
			}
			attempts := 1
			if f.Retried {
				attempts += DefaultRetries
			}
			asked := server.Asked()
			if len(asked) != attempts {
				t.Errorf("%d attempts were made, %d are right", len(asked), attempts)
			}
			for i, a := range asked {
				if a.Retry() != i {
					t.Errorf("attempt %d says that it is retry %d", i+1, a.Retry())
				}
			}
			var known *Error
			if !errors.As(err, &known) {
				t.Fatalf("the error is a %T", err)
			}
			if known.Status != f.Status || known.Attempts != attempts {
				t.Errorf("the error tells of status %d and %d attempts, not of %d and %d", known.Status, known.Attempts, f.Status, attempts)
			}
			if f.Status != 0 && !strings.Contains(text, systemonetest.RequestID) {
				t.Errorf("the error does not name the request: %s", text)
			}
			if len(calls) != 1 || calls[0].Attempts != attempts || calls[0].Status != f.Status || calls[0].Err == nil {
				t.Errorf("the caller was told %+v", calls)
			}
			leaksNothing(t, req, text)

			v := gate.Decide(t.Context(), gate.Policy{}, gate.Input{Intent: "x", Action: "click", Err: err})
			if v.Verdict != trace.VerdictBlocked {
				t.Errorf("the gate says %s", v.Verdict)
			}
			leaksNothing(t, req, v.Reason)
		})
	}
}

func leaksNothing(t *testing.T, req decide.Request, text string) {
	t.Helper()
	if strings.Contains(text, systemonetest.Key) || strings.Contains(text, "Bearer") {
		t.Errorf("the key is in: %s", text)
	}
	for _, echo := range []string{req.Questions[0].Options[0].Text, "Quarterly", "southern", "Intranet", "<html", "<pre"} {
		if strings.Contains(text, echo) {
			t.Errorf("what was sent or answered is in: %s", text)
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		t.Errorf("a control character is in: %q", text)
	}
	if len(text) > 1000 {
		t.Errorf("%d bytes are no sentence: %s", len(text), text)
	}
}

// TestOneFaultAndThenADecision: what another attempt may change is tried again, and nothing else is.
func TestOneFaultAndThenADecision(t *testing.T) {
	for _, f := range systemonetest.Faults() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			server := systemonetest.New(t, systemonetest.Options{})
			server.Inject(f, 1)
			o := quick
			if f.Slow {
				o.AttemptTimeout = 150 * time.Millisecond
			}
			resp, err := decide.Ask(t.Context(), newClient(t, config(server), o), request(4))
			if !f.Retried {
				if err == nil || len(server.Asked()) != 1 {
					t.Errorf("it was tried %d times: %+v, %v", len(server.Asked()), resp, err)
				}
				return
			}
			if err != nil || resp.Answers[decide.TargetQuestion].Choice != "f0:c4" || len(server.Asked()) != 2 {
				t.Errorf("after %d attempts: %+v, %v", len(server.Asked()), resp, err)
			}
		})
	}
}
