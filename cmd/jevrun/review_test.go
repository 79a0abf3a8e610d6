package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/trace"
)

// A person's answer is taken by the letter: only a clear yes or a number acts.
func TestTerminalReviewer(t *testing.T) {
	candidates := []trace.Candidate{
		{CID: "f0:c1", Role: "button", Name: "Delete account"},
		{CID: "f0:c2", Role: "button", Name: "Delete photo"},
		{CID: "f0:c3", Role: "link", Name: "Help"},
	}
	question := engine.Question{
		Step: &lang.Step{Name: "remove", Type: "click", Intent: "Delete the photo"}, URL: "http://127.0.0.1/album", Chosen: candidates[0],
		Probability: 0.55, Reason: "delete is a risky word",
		Record: &trace.Step{Candidates: candidates, Decision: trace.Decision{Probabilities: map[string]float64{"f0:c1": 0.55, "f0:c2": 0.42, "f0:c3": 0.001, "none": 0.03}}},
	}
	for typed, want := range map[string]trace.Review{
		"yes\n":   {Approved: true, Answer: trace.AnswerApprove},
		" YES \n": {Approved: true, Answer: trace.AnswerApprove},
		"1\n":     {Approved: true, Answer: trace.AnswerPick, Picked: "f0:c2"},
		"skip\n":  {Answer: trace.AnswerSkip},
		"stop\n":  {Answer: trace.AnswerStop},
		"y\n":     {Answer: trace.AnswerStop},
		"2\n":     {Answer: trace.AnswerStop}, // nothing stands there
		"0\n":     {Answer: trace.AnswerStop},
		"\n":      {Answer: trace.AnswerStop},
		"":        {Answer: trace.AnswerStop}, // the terminal is closed
	} {
		var screen bytes.Buffer
		r := &terminalReviewer{ui: &ui{in: strings.NewReader(typed), err: &screen}}
		got := r.Review(context.Background(), question)
		if got.By == "" || got.At == "" {
			t.Errorf("%q: who and when are missing: %+v", typed, got)
		}
		got.By, got.At = "", ""
		if got != want {
			t.Errorf("%q: got %+v, want %+v", typed, got, want)
		}
		for _, part := range []string{`step "remove"`, "http://127.0.0.1/album", `button "Delete account", p 0.55`, `1        button "Delete photo", p 0.42`, "delete is a risky word"} {
			if !strings.Contains(screen.String(), part) {
				t.Fatalf("the question does not show %q:\n%s", part, screen.String())
			}
		}
		if strings.Contains(screen.String(), "Help") {
			t.Errorf("an element that was never likely is offered:\n%s", screen.String())
		}
	}
}
