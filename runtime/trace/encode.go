package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// tick is what a play tick writes: it has no page, no candidates and no locator.
type tick struct {
	Kind      string     `json:"kind"`
	Step      int        `json:"step"`
	Intent    string     `json:"intent"`
	Action    StepAction `json:"action"`
	State     string     `json:"state"`
	StateHash string     `json:"state_hash"`
	Decision  Decision   `json:"decision"`
	Gate      Gate       `json:"gate"`
	Result    Result     `json:"result"`
	Name      string     `json:"name,omitempty"`
	ElapsedMS *float64   `json:"elapsed_ms"`
}

// appendLine appends the record as one JSON line, fields in the order of the contract, the newline included.
func appendLine(b *bytes.Buffer, rec Record) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	switch v := rec.(type) {
	case *Run:
		return appendRun(b, enc, v)
	case *Step:
		if v.Play {
			return enc.Encode(tick{v.Kind, v.Step, v.Intent, v.Action, v.State, v.StateHash, v.Decision, v.Gate, v.Result, v.Name, v.ElapsedMS})
		}
	}
	return enc.Encode(rec)
}

// appendRun writes the unknown fields of the header behind the known ones, sorted by name.
func appendRun(b *bytes.Buffer, enc *json.Encoder, v *Run) error {
	if err := enc.Encode(v); err != nil {
		return err
	}
	if len(v.Extra) == 0 {
		return nil
	}
	b.Truncate(b.Len() - len("}\n"))
	for _, name := range v.extraNames() {
		b.WriteByte(',')
		if err := enc.Encode(name); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1)
		b.WriteByte(':')
		if err := enc.Encode(v.Extra[name]); err != nil {
			return fmt.Errorf("header field %s: %w", name, err)
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("}\n")
	return nil
}
