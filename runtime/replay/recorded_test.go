package replay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
)

// What a recording says beyond its steps: how its goal ended, and what happened between the steps.

// The success selector of a goal stands in the header or in the step that ended it. Only what is executed can make it
// true.
func TestTheSuccessOfAGoalIsCheckedAfterItsActions(t *testing.T) {
	const billing = `<button onclick="document.body.insertAdjacentHTML('beforeend', '<p id=billing>Billing</p>')">Open</button>`
	for _, where := range []string{"header", "step"} {
		s := serve(t, billing)
		order := 2
		head := &trace.Run{Kind: trace.KindRun, Spec: 0, Started: "2026-01-01T00:00:00Z", Tool: "jevrun/0.1.0", OrderSpec: &order, Flow: "goal", Goal: "open billing", Model: "scripted"}
		done := decision(2, s.URL+"/", trace.StepAction{Type: "none"}, false, 0, "button|Open")
		reason := "the loop ended here"
		done.Gate = trace.Gate{Verdict: trace.VerdictNA, Reason: &reason}
		if where == "header" {
			head.Success = "#billing"
		} else {
			yes := true
			done.Verify = &trace.Verify{Selector: "#billing", Verified: &yes}
		}
		path := filepath.Join(t.TempDir(), "goal.trace.jsonl")
		w, err := trace.Create(path, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []trace.Record{head, decision(1, s.URL+"/", click(), true, 1, "button|Open"), done} {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(trace.RunEnd{Status: "passed"}); err != nil {
			t.Fatal(err)
		}
		tracetest.Validate(t, path)
		r := run(t, path, replay.Options{})
		if v := r.Success; v == nil || v.Verified != nil || !strings.Contains(v.Reason, "--execute") || !r.OK() || r.Goal != "open billing" {
			t.Errorf("%s: nothing was executed, and success is %+v, ok %v", where, v, r.OK())
		}
		r = run(t, path, replay.Options{Execute: true})
		if v := r.Success; v == nil || v.Verified == nil || !*v.Verified || !r.OK() {
			t.Errorf("%s: success is %+v, ok %v", where, v, r.OK())
		}
		s.body.Store(`<button>Open</button>`)
		r = run(t, path, replay.Options{Execute: true})
		if v := r.Success; v == nil || v.Verified == nil || *v.Verified || r.OK() || len(r.Failed) != 0 {
			t.Errorf("%s: nothing opens, and success is %+v, ok %v, failed %v", where, v, r.OK(), r.Failed)
		}
	}
}

// asserting is a recorded assert of a selector that held.
func asserting(n int, url, selector string) *trace.Step {
	yes, reason := true, "an assert takes no decision"
	s := decision(n, url, trace.StepAction{Type: "none"}, false, 0)
	s.Decision = trace.Decision{Probabilities: map[string]float64{}}
	s.Gate = trace.Gate{Verdict: trace.VerdictNA, Reason: &reason}
	s.Verify = &trace.Verify{Selector: selector, Verified: &yes}
	return s
}

// What an assert and a goal claim has until the deadline to come true: here the one comes 400 ms after the page has
// come to rest, the other 400 ms after that, or neither ever.
func TestClaimsAreGivenUntilTheirDeadline(t *testing.T) {
	const rest = 400 // ms after a click during which its timers are waited for anyway
	for name, c := range map[string]struct {
		handler string
		timeout time.Duration
		want    string
		holds   bool
	}{
		"late":  {fmt.Sprintf(`setTimeout(() => show("saved"), %d); setTimeout(() => show("billing"), %d)`, rest+400, rest+800), 20 * time.Second, "1 ok, 2 ok", true},
		"never": {``, shortWait, "1 ok, 2 changed claim_failed", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it is waiting, most of the time
			s := serve(t, `<script>function show(id) { document.body.insertAdjacentHTML("beforeend", "<p id=" + id + ">Here</p>") }</script>
				<button onclick='`+c.handler+`'>Save</button>`)
			done := decision(3, s.URL+"/", trace.StepAction{Type: "none"}, false, 0, "button|Save")
			reason, yes := "the loop ended here", true
			done.Gate = trace.Gate{Verdict: trace.VerdictNA, Reason: &reason}
			done.Verify = &trace.Verify{Selector: "#billing", Verified: &yes}
			r := run(t, record(t, 2, decision(1, s.URL+"/", click(), true, 1, "button|Save"), asserting(2, s.URL+"/", "#saved"), done),
				replay.Options{Execute: true, Timeout: c.timeout})
			wantVerdicts(t, r, c.want+", 3 ok")
			if v := r.Results[1].Verify; v == nil || v.Verified == nil || *v.Verified != c.holds {
				t.Errorf("the assert: %+v", v)
			}
			if v := r.Success; v == nil || v.Verified == nil || *v.Verified != c.holds || r.OK() != c.holds || c.holds != !strings.Contains(v.Reason, "when the deadline passed") {
				t.Errorf("the success: %+v, ok %v", v, r.OK())
			}
		})
	}
}

// What an assert claims holds where it stands, and nobody claims it of the end.
func TestAnAssertIsNoSuccessSelector(t *testing.T) {
	s := serve(t, `<p id=hint>Hint</p><button onclick="document.getElementById('hint').remove()">Close</button>`)
	r := run(t, record(t, 2, asserting(1, s.URL+"/", "#hint"), decision(2, s.URL+"/", click(), true, 1, "button|Close")), replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 2 ok")
	if !r.OK() || r.Success != nil {
		t.Errorf("ok %v, success %+v", r.OK(), r.Success)
	}
}

// A missing variable fails the one step that needs it, by its number, and nothing after it is done.
func TestAMissingVariableIsNamedWithItsStep(t *testing.T) {
	s := serve(t, `<label>Email <input></label><label>Password <input></label><button onclick="fetch('/sent')">Go</button>`)
	mail := "ada@example.com"
	all := []string{"textbox|Email", "textbox|Password", "button|Go"}
	path := record(t, 2,
		decision(1, s.URL+"/", trace.StepAction{Type: "fill", Value: &mail}, true, 1, all...),
		decision(2, s.URL+"/", trace.StepAction{Type: "fill", ValueFromEnv: "THE_PASSWORD"}, true, 2, all...),
		decision(3, s.URL+"/", click(), true, 3, all...))
	wantVerdicts(t, run(t, path, replay.Options{}), "1 ok, 2 ok, 3 ok")
	r := run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 2 error value_unavailable")
	if fmt.Sprint(r.Failed) != "[2]" || !strings.Contains(r.Results[1].Reason, "THE_PASSWORD") || s.sent.Load() != 0 {
		t.Errorf("failed %v, reason %q, sent %d", r.Failed, r.Results[1].Reason, s.sent.Load())
	}
}

// A session of the tool that defined spec 0: its steps have no dom_hash, one of them only found an element for a tool
// that then acted by itself, step numbers repeat, and actions stand in between.
func TestASessionWithToolsBetweenItsStepsReplays(t *testing.T) {
	s := serve(t, `<label>Email <input oninput="document.title = this.value"></label><button onclick="fetch('/sent')">Go</button>`)
	step := func(intent, action, cid, fp string) string {
		return fmt.Sprintf(`{"kind": "step", "step": 1, "intent": %q, "action": {"type": %q}, "url": "%s/", "title": "Page", "total_on_page": 2, "dropped": 0, "candidates": [{"cid": "f0:c1", "role": "textbox", "name": "Email", "fp": "textbox|email", "tag": "input", "type": "text", "href": null, "placeholder": null, "scope": null, "value": "", "disabled": false, "in_viewport": true, "frame": 0, "rank": 0}, {"cid": "f0:c2", "role": "button", "name": "Go", "fp": "button|go", "tag": "button", "type": "submit", "href": null, "placeholder": null, "scope": null, "value": null, "disabled": false, "in_viewport": true, "frame": 0, "rank": 1}], "expected_cid": null, "decision": {"choice": %q, "chosen_fp": %q, "chosen_name": "x", "confidence": 0.95, "probabilities": {"f0:c1": 0.95, "f0:c2": 0.05}, "model": "jev-1.13.0", "latency_ms": 1.5, "usage": null, "cost_usd": 0.0, "error": null}, "gate": {"verdict": "auto", "reason": null}, "locator": null, "result": {"correct": null, "executed": true, "error": null}}`+"\n",
			intent, action, s.URL, cid, fp)
	}
	const head = `{"kind": "run", "spec": 0, "started": "2026-09-21T19:00:00Z", "tool": "jevnav/0.1.11", "order_spec": 2, "flow": "mcp-session", "model": "jev-latest"}` + "\n"
	const tool = `{"kind": "action", "at": "2026-09-21T19:00:01Z", "tool": "fill_form", "request": {"fields_json": [{"intent": "the email", "action": "fill", "value": "<15 chars>"}]}, "result": {"ok": true}}` + "\n"
	path := filepath.Join(t.TempDir(), "session.trace.jsonl")
	if err := os.WriteFile(path, []byte(head+step("the email", "none", "f0:c1", "textbox|email")+tool+step("go", "click", "f0:c2", "button|go")), 0o644); err != nil {
		t.Fatal(err)
	}
	wantVerdicts(t, run(t, path, replay.Options{}), "1 ok, 1 ok")
	r := run(t, path, replay.Options{Execute: true})
	wantVerdicts(t, r, "1 ok, 1 ok")
	if s.sent.Load() != 1 || !r.OK() {
		t.Errorf("sent %d, stopped %q", s.sent.Load(), r.Stopped)
	}
}
