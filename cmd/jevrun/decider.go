package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
	"github.com/jevrun/jevrun/runtime/decide/redact"
	"github.com/jevrun/jevrun/runtime/decide/systemone"
	"github.com/jevrun/jevrun/runtime/trace"
)

// The deciders that --decider knows.
const (
	deciderBuiltin   = "builtin"
	deciderSystemOne = "systemone"
)

// deciderFlags choose who decides. A hosted model is asked only by somebody who says so on the command line: a
// key in the environment spends nothing.
type deciderFlags struct {
	name  string
	model string
}

func (f *deciderFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "decider", "", "`NAME` of who decides: builtin, or systemone for the model that $"+systemone.BaseURLEnv+" and $"+systemone.KeyEnv+" lead to (default builtin)")
	f.addModel(cmd)
}

func (f *deciderFlags) addModel(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.model, "model", "", "ask the model `NAME`, by systemone (default: $"+systemone.ModelEnv+", or "+systemone.DefaultModel+")")
}

// check refuses choices that contradict each other.
func (f *deciderFlags) check() error {
	switch {
	case f.name == "" && f.model != "":
		f.name = deciderSystemOne
	case f.name == "":
		f.name = deciderBuiltin
	case f.name == deciderBuiltin && f.model != "":
		return errors.New("--model names a model and --decider builtin is none; leave one of them out")
	case f.name != deciderBuiltin && f.name != deciderSystemOne:
		return fmt.Errorf("--decider is %q; it can be builtin or systemone", f.name)
	}
	return nil
}

// open returns the chosen decider and what ends it. What is sent away is masked, and the key is known to the
// registry of secrets.
func (f *deciderFlags) open(u *ui) (decide.Decider, func(), error) {
	if f.name != deciderSystemOne {
		return builtin.New(), func() {}, nil
	}
	client, err := f.client(u, func(c systemone.Call) {
		u.log.Info().Str("request", c.RequestID).Int("status", c.Status).Int("attempts", c.Attempts).
			Int("bytes", c.Sent).Dur("ms", c.Duration).AnErr("error", c.Err).Msg("asked the decision model")
	})
	if err != nil {
		return nil, nil, err
	}
	return redact.New(client, u.taint.Mask), client.Close, nil
}

func (f *deciderFlags) client(u *ui, onCall func(systemone.Call)) (*systemone.Client, error) {
	home, _ := os.UserHomeDir() // without one there is no key file
	config := systemone.FromEnvironment(os.Getenv, home)
	if f.model != "" {
		config.Model = f.model
	}
	client, err := systemone.New(config, systemone.Options{Tool: tool(), OnCall: onCall})
	if err != nil {
		return nil, failed(exitWrong, "the decision model cannot be asked: %w", err)
	}
	client.RegisterKey(u.taint.Add)
	return client, nil
}

// deciderCall is what one small call to the decision model showed.
type deciderCall struct {
	OK        bool         `json:"ok"`
	Service   string       `json:"service,omitempty"`    // who serves the protocol at the address
	Endpoint  string       `json:"endpoint,omitempty"`   // where the request went
	KeyFrom   string       `json:"key_from,omitempty"`   // variable or file of the key; "" when none is sent
	Model     string       `json:"model,omitempty"`      // as asked for
	Resolved  string       `json:"resolved,omitempty"`   // as answered
	Choice    string       `json:"choice,omitempty"`     // what it chose of the two options
	MS        float64      `json:"ms"`                   // the call with a new connection, in milliseconds
	Attempts  int          `json:"attempts"`             // more than one where the first ones failed
	RequestID string       `json:"request_id,omitempty"` // what support asks for
	Usage     *trace.Usage `json:"usage"`                // tokens; null when not counted
	CostUSD   *float64     `json:"cost_usd"`             // null when the price is unknown
	Error     string       `json:"error,omitempty"`
}

// tryDecider asks the hosted model one small question.
func (f *deciderFlags) tryDecider(ctx context.Context, u *ui) *deciderCall {
	var call deciderCall
	client, err := f.client(u, func(c systemone.Call) { call.Attempts, call.RequestID = c.Attempts, c.RequestID })
	if err != nil {
		call.Error = err.Error()
		return &call
	}
	defer client.Close()
	call.Service, call.Endpoint, call.KeyFrom, call.Model = client.Service(), client.Endpoint(), client.KeyFrom(), client.ID()
	start := time.Now()
	resp, err := decide.Ask(ctx, client, decide.TargetRequest(decide.Target{
		Intent: "Save the document", Action: "click", Title: "Editor", URL: "http://127.0.0.1/", Total: 2,
		Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Save"}, {CID: "f0:c2", Role: "link", Name: "Help"}},
	}))
	call.MS = float64(time.Since(start).Microseconds()) / 1000
	if err != nil {
		call.Error = err.Error()
		return &call
	}
	call.OK = true
	call.Resolved, call.Choice = resp.Model, resp.Answers[decide.TargetQuestion].Choice
	call.Usage, call.CostUSD = resp.Usage, resp.CostUSD
	return &call
}

// deciderCall shows a call to a person.
func (u *ui) deciderCall(c *deciderCall) {
	if c.Endpoint == "" {
		u.Printf("model     not asked\n")
		return
	}
	key := "no key"
	if c.KeyFrom != "" {
		key = "the key from " + c.KeyFrom
	}
	u.Printf("model     %s at %s (%s), with %s\n", c.Model, c.Endpoint, c.Service, key)
	if !c.OK {
		u.Printf("call      failed after %.0f ms and %d attempts\n", c.MS, c.Attempts)
		return
	}
	tokens, cost := "tokens not counted", "price unknown"
	if c.Usage != nil {
		tokens = fmt.Sprintf("%d tokens in, %d out", c.Usage.InputTokens, c.Usage.OutputTokens)
	}
	if c.CostUSD != nil {
		cost = fmt.Sprintf("$%.6f", *c.CostUSD)
	}
	u.Printf("call      ok, %s answered in %.0f ms: %s, %s\n", c.Resolved, c.MS, tokens, cost)
	if c.Choice != "f0:c1" {
		u.Printf("          it did not choose Save for \"Save the document\", but %s: is it a decision model?\n", c.Choice)
	}
}
