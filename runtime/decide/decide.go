// Package decide asks a decision model which option fits. Request and Response are the request and response
// of the System One wire (state and questions in, answers out); everything that can answer one implements
// Decider. It is plain data and knows no browser.
package decide

import (
	"context"
	"time"

	"github.com/jevrun/jevrun/runtime/trace"
)

// None is the option label that takes no element.
const None = trace.None

// MaxOptions is the most options that one choice question may have, none included.
const MaxOptions = trace.MaxCandidates + 1

// A Decider answers requests. It must be safe for concurrent use. An error means that no decision was
// possible; a Decider never guesses.
type Decider interface {
	// ID is the decider's own name for traces, reports and the terminal, for example "builtin-3".
	ID() string
	Decide(ctx context.Context, req Request) (Response, error)
}

// Request is one call: a state and the questions about it.
type Request struct {
	State     any        // marshals to the wire's state
	Questions []Question // ids unique, at least one
}

// Question is a choice question.
type Question struct {
	ID           string
	Instructions any // text or an object of named texts
	Options      []Option
}

// Option is one answer. Element is what Text was made from, nil for "none": deciders in this process read it
// instead of parsing Text. It does not go over the wire.
type Option struct {
	Label   string
	Text    string
	Element *trace.Candidate
}

// Response holds an answer for each question.
type Response struct {
	Model   string // resolved model
	Answers map[string]Answer
	Usage   *trace.Usage // nil when not counted
	CostUSD *float64     // nil when the price is unknown
	Latency time.Duration
	// Fallback says why the decider that was asked first gave no answer, where another one decided in its place.
	Fallback string
}

// Answer is the choice of one question. Probabilities holds exactly the offered labels and sums to 1.
type Answer struct {
	Choice        string
	Confidence    float64
	Probabilities map[string]float64
}
