package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone"
	"github.com/jevrun/jevrun/runtime/trace"
)

// What --decider knows besides the names of decider blocks.
const (
	deciderBuiltin   = "builtin"
	deciderSystemOne = "systemone"
	deciderScript    = "script"
	deciderRecorded  = "recorded"
)

// deciderFlags choose who decides. A hosted model is asked only by somebody who says so, in the file or on the
// command line: a key in the environment spends nothing.
type deciderFlags struct {
	name    string
	model   string
	explain bool
}

func (f *deciderFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "decider", "", "`NAME` of who decides: builtin; a decider block of the module; systemone for the model that $"+systemone.BaseURLEnv+" and $"+systemone.KeyEnv+" lead to; script:FILE; recorded:TRACE (default: the file's, or builtin)")
	f.addModel(cmd)
	cmd.Flags().BoolVar(&f.explain, "explain", false, "show what spoke for and against the three likeliest elements, where the embedded decider decides")
}

func (f *deciderFlags) addModel(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.model, "model", "", "ask the model `NAME`, by the decider of the file or else by systemone (default: the decider's, $"+systemone.ModelEnv+", or "+systemone.DefaultModel+")")
}

// check refuses choices that contradict each other.
func (f *deciderFlags) check() error {
	kind, file, isFile := strings.Cut(f.name, ":")
	switch {
	case f.name == deciderBuiltin && f.model != "":
		return errors.New("--model names a model and --decider builtin is none; leave one of them out")
	case !isFile:
		return nil
	case kind != deciderScript && kind != deciderRecorded:
		return fmt.Errorf("--decider is %q; what stands before a file can be %s or %s", f.name, deciderScript, deciderRecorded)
	case file == "":
		return fmt.Errorf("--decider is %q and names no file", f.name)
	case f.model != "":
		return fmt.Errorf("--model names a model and --decider %s asks none; leave one of them out", f.name)
	}
	return nil
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
	client, err := newDeciders(u, f).client(lang.Decider{}, func(c systemone.Call) { call.Attempts, call.RequestID = c.Attempts, c.RequestID })
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
