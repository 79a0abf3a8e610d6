package replay

import (
	"context"
	"fmt"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/risk"
)

// execute runs a recorded action again, on the element that was just resolved. It stops the replay where it
// cannot act, and before a step that needs a person.
func (r *replayer) execute(ctx context.Context, rec *trace.Step, chosen page.Candidate, s *Step) {
	why, err := r.gated(ctx, rec, chosen)
	if why != "" {
		s.Kind = GateRequired
		s.Advice = fmt.Sprintf("to run it again, replay with --approve %s", callName(rec))
		r.result.Stopped = fmt.Sprintf("step %d %s; %s", rec.Step, why, s.Advice)
		return
	}
	var call action.Call
	if err == nil {
		call, err = r.call(rec, chosen.Frame)
	}
	if err == nil {
		call.Target = action.Target{Fingerprint: chosen.FP, Frame: chosen.Frame, Within: rec.Within, Node: chosen.Node, Name: chosen.Name}
		act, ok := action.Lookup(rec.Action.Type)
		switch {
		case !ok || act.Kind != action.Decides || act.Run == nil:
			err = fmt.Errorf("no action is called %q", rec.Action.Type)
		default:
			actx, cancel := context.WithTimeout(ctx, r.Timeout)
			defer cancel()
			err = act.Run(actx, r.page, call)
		}
	}
	if err != nil {
		refused(s, err)
		s.Reason = r.Taint.Mask(s.Reason)
		return
	}
	s.Executed = true
}

// gated says why a step needs a person before it runs again, "" for none. A trace may come from anybody and say that
// nothing was ever to be asked, and a page may have put another deed behind the same name: so the built-in words are
// held against what the step would do today.
func (r *replayer) gated(ctx context.Context, rec *trace.Step, chosen page.Candidate) (string, error) {
	switch {
	case r.approved(rec):
		return "", nil
	case rec.Review != nil && rec.Review.Approved:
		return "was approved by a person when it was recorded", nil
	case needsPerson(rec):
		return fmt.Sprintf("was not to run without a person when it was recorded (%s)", rec.Gate.Verdict), nil
	}
	deed := risk.Deed{
		Subject: risk.Subject{
			Intent: rec.Intent, Name: chosen.Name, Role: chosen.Role, Scope: text(chosen.Scope),
			Link: chosen.Link, FormAction: chosen.FormAction, Submits: chosen.Submits,
		},
		Action: rec.Action.Type, Key: rec.Action.Key, Whole: chosen.Whole, Cut: chosen.Cut,
	}
	switch rec.Action.Type {
	case "click":
		sight, err := r.page.Shown(ctx, chosen)
		if err != nil {
			return "", page.Unread(err)
		}
		deed.Shown, deed.Scope = sight.Text, sight.Scope(chosen)
	case "drag":
		deed.To = text(rec.Action.Value)
	}
	why, risky := risk.Builtin().Judge(deed)
	if !risky {
		return "", nil
	}
	return "needs a person today: " + why, nil
}

// needsPerson: the recorded run was to ask a person first.
func needsPerson(rec *trace.Step) bool {
	return rec.Review != nil && rec.Review.Approved || rec.Gate.Verdict == trace.VerdictReview || rec.Gate.Verdict == trace.VerdictBlocked
}

// call rebuilds what the recorded step passed to its action. A value that came from the environment is read
// from it again, where that is allowed.
func (r *replayer) call(rec *trace.Step, frame int) (action.Call, error) {
	call := action.Call{Args: lang.Args{}}
	a := rec.Action
	switch {
	case a.ValueFromEnv != "":
		if err := r.typeable(a.ValueFromEnv, frame); err != nil {
			return call, err
		}
		value, ok := r.LookupEnv(a.ValueFromEnv)
		if !ok {
			return call, &valueError{fmt.Sprintf("the environment variable %s is not set, and the recorded value came from it; set it for this command", a.ValueFromEnv)}
		}
		r.Taint.Add(a.ValueFromEnv, value)
		call.Text = value
	case a.Value != nil:
		call.Text = *a.Value
	}
	if a.Key != "" {
		call.Args["key"] = a.Key
	}
	if a.Type == "drag" {
		call.Args["to"] = call.Text
	}
	if a.Type == "check" {
		call.Args["on"] = a.Value == nil || *a.Value != "false"
	}
	return call, nil
}

// valueError says why the value of a step is not to be had, or not to be typed.
type valueError struct{ problem string }

func (e *valueError) Error() string { return e.problem }
