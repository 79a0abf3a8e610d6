package main

import (
	"context"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/trace"
)

var candidates = []trace.Candidate{
	{CID: "f0:c1", Role: "button", Name: "Delete account"},
	{CID: "f0:c2", Role: "button", Name: "Delete photo"},
	{CID: "f0:c3", Role: "link", Name: "Help"},
}

var question = engine.Question{
	Step: &lang.Step{Name: "remove", Type: "click", Intent: "Delete the photo"}, URL: "http://127.0.0.1/album", Chosen: candidates[0],
	Probability: 0.55, Reason: "delete is a risky word",
	Record: &trace.Step{Candidates: candidates, Decision: trace.Decision{Probabilities: map[string]float64{"f0:c1": 0.55, "f0:c2": 0.42, "f0:c3": 0.001, "none": 0.03}}},
}

// desk is a reviewer with its screen, and the keys of the person before it.
func desk(timeout time.Duration) (*terminalReviewer, *screen, *io.PipeWriter) {
	in, keys := io.Pipe()
	shown := &screen{}
	return &terminalReviewer{ui: &ui{in: in, err: shown}, timeout: timeout}, shown, keys
}

// screen is what a terminal shows, for two who look at it.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// appears waits until a text is on the screen so many times.
func appears(t *testing.T, s *screen, text string, times int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); strings.Count(s.String(), text) < times; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%q is not on the screen:\n%s", text, s)
		}
	}
}

// A person's answer is taken by the letter: only a clear yes or a number acts.
func TestTerminalReviewer(t *testing.T) {
	for typed, want := range map[string]trace.Review{
		"yes\n":   {Approved: true, Answer: trace.AnswerApprove},
		" YES \n": {Approved: true, Answer: trace.AnswerApprove},
		"1\n":     {Approved: true, Answer: trace.AnswerPick, Picked: "f0:c2"},
		"skip\n":  {Answer: trace.AnswerSkip},
		"stop\n":  {Answer: trace.AnswerStop},
		"y\n":     {},
		"2\n":     {}, // nothing stands there
		"0\n":     {},
		"\n":      {},
		"":        {}, // the terminal is closed
	} {
		r, screen, keys := desk(time.Minute)
		answer := make(chan trace.Review)
		go func() { answer <- r.Review(context.Background(), question) }()
		appears(t, screen, "Type yes", 1)
		_, _ = io.WriteString(keys, typed)
		keys.Close()
		got := <-answer
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

// What was typed before a question is no answer to it.
func TestNobodyAnswersAheadOfTheQuestion(t *testing.T) {
	r, screen, keys := desk(time.Minute)
	typed := make(chan struct{})
	go func() {
		defer close(typed)
		_, _ = io.WriteString(keys, "yes\nyes\n")
	}()
	answer := make(chan trace.Review)
	go func() { answer <- r.Review(context.Background(), question) }()
	appears(t, screen, "Type yes", 1)
	<-typed
	_, _ = io.WriteString(keys, "skip\n")
	if got := <-answer; got.Approved || got.Answer != trace.AnswerSkip {
		t.Errorf("what was typed before approved: %+v", got)
	}
	// The same reviewer asks again, about the next flow.
	go func() { answer <- r.Review(context.Background(), question) }()
	appears(t, screen, "Type yes", 2)
	_, _ = io.WriteString(keys, "yes\n")
	if got := <-answer; !got.Approved {
		t.Errorf("the second answer got lost: %+v", got)
	}
}

// What is none of the answers does nothing and ends nothing: a slip of the finger is asked again.
func TestAnUnclearAnswerIsAskedAgain(t *testing.T) {
	r, screen, keys := desk(time.Minute)
	answer := make(chan trace.Review)
	go func() { answer <- r.Review(context.Background(), question) }()
	appears(t, screen, "Type yes", 1)
	for i, slip := range []string{"y", "yse", "7", ""} {
		_, _ = io.WriteString(keys, slip+"\n")
		appears(t, screen, "is none of the answers", i+1)
	}
	_, _ = io.WriteString(keys, "yes\n")
	if got := <-answer; !got.Approved || got.Answer != trace.AnswerApprove {
		t.Errorf("the clear answer after unclear ones got lost: %+v", got)
	}
}

func TestNobodyAnswers(t *testing.T) {
	r, screen, _ := desk(time.Millisecond)
	if got := r.Review(context.Background(), question); got.Approved || got.Answer != "" || got.By == "" {
		t.Errorf("silence is %+v", got)
	}
	appears(t, screen, "Nobody answered", 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := r.Review(ctx, question); got.Approved {
		t.Errorf("an interrupted run was approved: %+v", got)
	}
}
