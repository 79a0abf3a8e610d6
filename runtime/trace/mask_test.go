package trace

import (
	"bytes"
	"strings"
	"testing"
)

func TestWriterMasks(t *testing.T) {
	const secret = "Hunter2"
	mask := func(s string) string { return strings.ReplaceAll(s, secret, "••••") }
	run := sampleRun()
	run.Start += "&p=" + secret
	run.Flow += secret
	run.Extra = map[string]any{"note " + secret: []any{map[string]any{"deep": secret}}}
	step := sampleStep(1)
	step.Intent += secret
	step.Title += secret
	step.URL += secret
	step.Action.Value = ptr(secret)
	step.Gate.Reason = ptr(secret)
	step.Result.Error = ptr("x" + secret)
	step.Verify = &Verify{Selector: secret, That: secret, Reason: secret, Actual: map[string]any{"page.text": secret}}
	step.Review = &Review{By: secret, At: Time(clock()), Approved: true}
	step.Candidates[0].Value = ptr(secret)
	step.Candidates[2].Href = ptr(strings.Repeat("x", 113) + secret)
	step.Candidates[2].Scope = ptr(secret)
	step.Candidates[1].Name = strings.Repeat("n", 113) + secret
	step.Candidates[1].FP = Fingerprint("button", step.Candidates[1].Name)
	step.Decision.ChosenFP, step.Decision.ChosenName = ptr(step.Candidates[1].FP), ptr(step.Candidates[1].Name)
	step.Decision.Error = ptr(secret)
	step.Locator.Selector = secret
	step.Received = "button \"" + secret + "\""
	step.Name, step.Within = secret, secret
	step.DOMHash = DOMHash(step.Candidates)
	type named string
	action := &Action{At: Time(clock()), Tool: "goto", Request: map[string]any{"a": []string{secret}, secret: named(secret), "n": 3},
		Result: map[string]any{"error": "Timeout: " + secret}}
	tick := sampleTick(2)
	tick.State += secret
	tick.StateHash = StateHash(tick.State)

	var b bytes.Buffer
	w := NewWriter(&b, Options{Mask: mask, Now: clock})
	for _, r := range []Record{run, step, action, tick} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	if i := strings.Index(strings.ToLower(b.String()), strings.ToLower(secret)); i >= 0 {
		t.Errorf("the secret is in the trace, in any case: …%s", b.String()[max(0, i-80):i+20])
	}
	back, err := readAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if !got.HashOK() || got.DOMHash == step.DOMHash {
		t.Errorf("dom_hash %s does not follow the masked candidates", got.DOMHash)
	}
	if c := got.Candidates[1]; c.FP != Fingerprint(c.Role, c.Name) || *got.Decision.ChosenFP != c.FP {
		t.Errorf("fingerprint %q, chosen %q do not follow the masked name %q", c.FP, *got.Decision.ChosenFP, c.Name)
	}
	if tick := back[3].(*Step); tick.StateHash != StateHash(tick.State) {
		t.Errorf("state_hash does not follow the masked state")
	}
	if step.Candidates[1].Name == got.Candidates[1].Name || *step.Action.Value != secret {
		t.Error("the caller's record was masked too")
	}
}

func TestMaskLongerThanItsField(t *testing.T) {
	step := sampleStep(1)
	step.Candidates[0].Value = ptr(strings.Repeat("v", 39) + "S")
	step.Candidates[2].Name = strings.Repeat("n", 119) + "S"
	step.Candidates[2].FP = Fingerprint("link", step.Candidates[2].Name)
	var b bytes.Buffer
	w := NewWriter(&b, Options{Mask: func(s string) string { return strings.ReplaceAll(s, "S", "«secret api_token»") }, Now: clock})
	for _, r := range []Record{sampleRun(), step} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(RunEnd{Status: StatusPassed}); err != nil {
		t.Fatal(err)
	}
	back, err := readAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if v := []rune(*got.Candidates[0].Value); len(v) != 40 || v[39] != '«' {
		t.Errorf("the value is %q", string(v))
	}
	if n := []rune(got.Candidates[2].Name); len(n) != 120 {
		t.Errorf("the name has %d characters", len(n))
	}
}

func TestWriterKeepsUTF8(t *testing.T) {
	step := sampleStep(1)
	step.Title = "a\xff\xfeb"
	step.Candidates[0].Value = ptr("v\xff")
	step.DOMHash = DOMHash(step.Candidates)
	back, err := readAll(record(t, sampleRun(), step))
	if err != nil {
		t.Fatal(err)
	}
	got := back[1].(*Step)
	if got.Title != "a\ufffdb" || !got.HashOK() {
		t.Errorf("title %q, dom_hash right: %v", got.Title, got.HashOK())
	}
}
