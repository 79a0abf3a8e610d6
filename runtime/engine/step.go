package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/graph"
	"github.com/jevrun/jevrun/runtime/judge"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// step runs one node of the graph. The error is about the machine; what the page did is in the outcome.
func (w *walker) step(ctx context.Context, n *graph.Node) (outcome, error) {
	step := n.Step
	act, ok := action.Lookup(step.Type)
	if !ok {
		return outcome{}, fmt.Errorf("step %q: no action is called %q", step.Name, step.Type)
	}
	if step.When != nil {
		hold, err := w.guard(ctx, step)
		switch {
		case err != nil:
			out := outcome{lang.EventFailed, fmt.Sprintf("its `when` could not be evaluated: %v", err)}
			return out, w.record(w.actionRecord("when", w.stepRequest(step, map[string]any{"when": step.When.Source}), err))
		case !hold:
			rec := w.actionRecord("when", w.stepRequest(step, map[string]any{"when": step.When.Source}), nil)
			rec.Result["skipped"] = true
			return outcome{event: lang.EventSkipped}, w.record(rec)
		}
	}
	switch act.Kind {
	case action.Direct:
		return w.direct(ctx, step, act)
	case action.Claims:
		return w.claim(ctx, step)
	default:
		return w.decideAndAct(ctx, n, act)
	}
}

// stepRequest is the request of an action record that a step caused.
func (w *walker) stepRequest(step *lang.Step, request map[string]any) map[string]any {
	request["step"], request["name"], request["source"] = step.Position, step.Name, w.source(step.Range)
	return request
}

// decideAndAct tries a step as often as its retry block says. Only an attempt that sent nothing is followed by another.
func (w *walker) decideAndAct(ctx context.Context, n *graph.Node, act *action.Action) (outcome, error) {
	step := n.Step
	for number := 1; ; number++ {
		a := attempt{walker: w, step: step, action: act, number: number, asks: n.Next(lang.EventReview).Then == graph.ThenAsk}
		out, err := a.run(ctx)
		if err != nil || ctx.Err() != nil {
			return out, err
		}
		if out.event == lang.EventDone || out.event == lang.EventReview || out.event == lang.EventSkipped || a.sent || number >= max(step.Attempts, 1) {
			return out, nil
		}
		if !a.pageChanges(ctx) {
			return out, nil
		}
	}
}

// attempt is one try of a step that decides.
type attempt struct {
	*walker
	step   *lang.Step
	action *action.Action
	number int
	asks   bool // a review asks a person
	sent   bool // input may have reached the page
	seen   *page.Observation
}

// run observes, decides, gates, acts and records. Looking and acting have a deadline each; a person who is
// asked in between has their own.
func (a *attempt) run(ctx context.Context) (outcome, error) {
	rec := a.blank()
	obs, err := a.look(ctx, rec)
	if err != nil {
		return a.undecided(rec, err)
	}
	chosen, probability := a.decide(ctx, rec, obs)
	verdict := a.judgeChoice(ctx, rec, obs, chosen, probability)
	if verdict.Reason != "" && rec.Decision.Choice != nil && *rec.Decision.Choice == decide.None {
		verdict.Reason += a.pending()
	}
	rec.Gate = trace.Gate{Verdict: verdict.Verdict, Reason: reasonOf(verdict.Reason)}
	if a.step.Expect != "" && rec.ExpectedCID != nil {
		correct := rec.Decision.Choice != nil && *rec.Decision.Choice == *rec.ExpectedCID
		rec.Result.Correct = &correct
	}

	switch verdict.Verdict {
	case trace.VerdictBlocked:
		if a.step.Expect == decide.None && rec.Decision.Choice != nil && *rec.Decision.Choice == decide.None {
			return outcome{event: lang.EventDone}, a.record(rec)
		}
		return outcome{lang.EventBlocked, verdict.Reason}, a.record(rec)
	case trace.VerdictReview:
		var out outcome
		if chosen, out = a.review(ctx, rec, chosen, probability, verdict.Reason); chosen == nil {
			return out, a.record(rec)
		}
	}
	return a.act(ctx, rec, chosen)
}

// look lets the page come to rest and reads it into the record.
func (a *attempt) look(ctx context.Context, rec *trace.Step) (*page.Observation, error) {
	ctx, cancel := context.WithTimeout(ctx, a.timeout(a.step)+a.settle(a.step))
	defer cancel()
	settled, err := a.wait(ctx)
	if err != nil {
		return nil, fmt.Errorf("the page did not settle: %w", err)
	}
	rec.Settled = &settled
	obs, err := a.page.Observe(ctx, page.ObserveOptions{Max: a.maxCandidates(a.step), Within: a.step.Within})
	if err != nil {
		return nil, page.Unread(err)
	}
	if len(obs.Unread) > 0 {
		a.Log.Warn().Strs("frames", obs.Unread).Str("step", a.step.Name).Msg("frames that could not be read in time")
	}
	a.seen = obs
	a.describe(rec, obs)
	if err := a.expect(ctx, rec, obs); err != nil {
		return nil, err
	}
	if len(obs.Candidates) == 0 && a.step.Expect != decide.None {
		return nil, a.bare(ctx, rec)
	}
	return obs, nil
}

// bare is why nothing can be decided on a page without an element, named as people find it again: by its title, or by
// its address.
func (a *attempt) bare(ctx context.Context, rec *trace.Step) error {
	name := cmp.Or(rec.Title, rec.URL)
	if status := a.page.Status(ctx); status >= leastError {
		return fmt.Errorf("the page %q was answered with the status %d and shows no element to choose from", name, status)
	}
	if pending := a.pending(); pending != "" {
		return fmt.Errorf("the page %q shows no element to choose from%s", name, pending)
	}
	return fmt.Errorf("the page %q shows no element to choose from; is it the right page, and did it load?", name)
}

// pending goes on from why a page does not have what is looked for: with what of it had not come yet, "" for nothing.
func (a *attempt) pending() string {
	if parts := a.page.Pending(); parts != "" {
		return "; the page still waits for " + parts
	}
	return ""
}

// blank is the record of a step before anything is known.
func (a *attempt) blank() *trace.Step {
	rec := &trace.Step{
		Kind: trace.KindStep, Step: a.step.Position, Name: a.step.Name, Intent: a.step.Intent, Within: a.step.Within, Source: a.source(a.step.Range),
		Action: a.stepAction(), Candidates: []trace.Candidate{}, URL: a.portable(a.tab.URL()), DOMHash: trace.DOMHash(nil),
		Decision: trace.Decision{Probabilities: map[string]float64{}},
	}
	if a.number > 1 {
		rec.Attempt = a.number
	}
	return rec
}

// stepAction is what the record says the step does: a literal value as it is, a secret by its variable's name.
func (a *attempt) stepAction() trace.StepAction {
	out := trace.StepAction{Type: a.step.Type}
	if v, ok := a.step.Args["value"].(lang.Value); ok {
		if v.Secret != nil {
			out.ValueFromEnv = v.Secret.Env
		} else {
			out.Value = &v.Text
		}
	}
	if key, ok := a.step.Args["key"].(string); ok {
		out.Key = key
	}
	if to := a.to(); to != "" {
		out.Value = &to
	}
	if on, ok := a.step.Args["on"].(bool); ok && !on {
		off := "false"
		out.Value = &off
	}
	return out
}

// to is what the place is called where a drag ends, "" for no drag.
func (a *attempt) to() string {
	to, _ := a.step.Args["to"].(string)
	return to
}

// wait lets the page come to rest; a step that says what it expects waits for just that first.
func (a *attempt) wait(ctx context.Context) (trace.Settled, error) {
	settled, err := a.page.Settle(ctx, a.settle(a.step))
	a.acted = a.acted && err != nil
	if err != nil || a.step.Expect == "" || a.step.Expect == decide.None {
		return settled, err
	}
	wctx, cancel := context.WithTimeout(ctx, a.timeout(a.step))
	defer cancel()
	waited, err := a.page.WaitUntil(wctx, func(ctx context.Context) (bool, error) {
		refs, err := a.page.Resolve(ctx, a.step.Expect)
		for _, r := range refs {
			if r.Visible {
				return true, err
			}
		}
		return false, err
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return settled, nil // the expectation itself reports what is missing
	}
	if err == nil && waited.MS > 0 {
		waited.MS += settled.MS
		return waited, nil
	}
	return settled, err
}

// describe copies what was observed into the record.
func (a *attempt) describe(rec *trace.Step, obs *page.Observation) {
	rec.URL, rec.Title = a.portable(obs.URL), a.short(obs.Title)
	rec.TotalOnPage, rec.Dropped = obs.Total, obs.Dropped
	for _, c := range obs.Candidates {
		rec.Candidates = append(rec.Candidates, c.Candidate)
	}
	rec.DOMHash = trace.DOMHash(rec.Candidates)
}

// expect finds the ground truth among the candidates.
func (a *attempt) expect(ctx context.Context, rec *trace.Step, obs *page.Observation) error {
	switch a.step.Expect {
	case "":
		return nil
	case decide.None:
		none := decide.None
		rec.ExpectedCID = &none
		return nil
	}
	cid, found, err := a.page.ExpectedCID(ctx, obs, a.step.Expect)
	if err != nil {
		return fmt.Errorf("expect %q: %w", a.step.Expect, err)
	}
	if !found {
		return fmt.Errorf("expect %q matches no candidate on this page (%d listed, %d dropped); the page or the selector changed", a.step.Expect, len(obs.Candidates), obs.Dropped)
	}
	rec.ExpectedCID = &cid
	return nil
}

// undecided records a step whose decision was not possible. It blocks: nothing is sent.
func (a *attempt) undecided(rec *trace.Step, err error) (outcome, error) {
	text := err.Error()
	rec.Decision.Error = &text
	rec.Gate = trace.Gate{Verdict: trace.VerdictBlocked, Reason: &text}
	return outcome{lang.EventBlocked, text}, a.record(rec)
}

// decide asks the decider and writes its answer into the record. It returns the chosen candidate, nil for none.
func (a *attempt) decide(ctx context.Context, rec *trace.Step, obs *page.Observation) (*page.Candidate, float64) {
	if len(obs.Candidates) == 0 { // there is nothing to ask about
		none := decide.None
		rec.Decision.Choice, rec.Decision.Probabilities = &none, map[string]float64{none: 1}
		return nil, 1
	}
	started := time.Now()
	resp, err := decide.Ask(ctx, a.Decider, decide.TargetRequest(decide.Target{
		Intent: a.step.Intent, Action: a.step.Type, Key: rec.Action.Key, To: a.to(), Within: a.step.Within, URL: obs.URL, Title: obs.Title,
		Total: obs.Total, Dropped: obs.Dropped, Candidates: rec.Candidates,
	}))
	rec.Decision.LatencyMS = spent(started)
	if err != nil {
		text := err.Error()
		rec.Decision.Error = &text
		return nil, 0
	}
	answer := resp.Answers[decide.TargetQuestion]
	probability := answer.Probabilities[answer.Choice]
	rec.Decision.Choice, rec.Decision.Confidence = &answer.Choice, &answer.Confidence
	rec.Decision.Probabilities, rec.Decision.Model = answer.Probabilities, &resp.Model
	rec.Decision.Usage, rec.Decision.CostUSD, rec.Decision.Fallback = resp.Usage, resp.CostUSD, resp.Fallback
	for i := range obs.Candidates {
		c := &obs.Candidates[i]
		if c.CID == answer.Choice {
			rec.Decision.ChosenFP, rec.Decision.ChosenName = &c.FP, &c.Name
			rec.Locator = &trace.Locator{Selector: page.Locator(c.Role, c.Name), Unique: c.Same == 1}
			return c, probability
		}
	}
	return nil, probability
}

// judgeChoice asks the gate, which reads the page by the deadline of the step.
func (a *attempt) judgeChoice(ctx context.Context, rec *trace.Step, obs *page.Observation, chosen *page.Candidate, probability float64) gate.Verdict {
	ctx, cancel := context.WithTimeout(ctx, a.timeout(a.step))
	defer cancel()
	in := gate.Input{
		Intent: a.step.Intent, Action: a.step.Type, Key: rec.Action.Key, To: a.to(), Choice: rec.Decision.Choice,
		Dropped: obs.Dropped, Caller: a.Options.MinConfidence, Vars: a.Plan.vars,
	}
	if rec.Decision.Error != nil {
		in.Err = errors.New(*rec.Decision.Error)
	}
	return judge.Choice(ctx, a.page, a.Plan.policy, in, chosen, probability)
}

// expected says which element the step's expect stands for, in place of the one that was chosen.
func (a *attempt) expected(rec *trace.Step, chosen string) string {
	if a.step.Expect == decide.None {
		return "none is expected"
	}
	wanted := a.element(rec, *rec.ExpectedCID)
	if wanted == a.element(rec, chosen) {
		wanted = "another one of that name"
	}
	return fmt.Sprintf("expect %q is %s", a.step.Expect, wanted)
}

// element is a candidate of the record as a person would call it: with the frame that it lives in, if that is not the
// page itself.
func (a *attempt) element(rec *trace.Step, cid string) string {
	for _, c := range rec.Candidates {
		if c.CID != cid {
			continue
		}
		text := fmt.Sprintf("%s %q", c.Role, c.Name)
		switch name, _ := a.page.FrameName(c.Frame); {
		case c.Frame == 0:
		case name != "":
			text += fmt.Sprintf(" in the frame %q", name)
		default:
			text += fmt.Sprintf(" in frame %d", c.Frame)
		}
		return text
	}
	return cid
}

// act does what the step says to the element that was chosen, and records what came of it.
func (a *attempt) act(ctx context.Context, rec *trace.Step, chosen *page.Candidate) (outcome, error) {
	if rec.ExpectedCID != nil && *rec.ExpectedCID != chosen.CID {
		text := "the decision is wrong: " + a.element(rec, chosen.CID) + " was chosen, and " + a.expected(rec, chosen.CID) + "; nothing was sent"
		rec.Result.Error = &text
		return outcome{lang.EventFailed, text}, a.record(rec)
	}
	if a.Options.DryRun || a.step.Type == "none" {
		return outcome{event: lang.EventDone}, a.record(rec)
	}
	call := action.Call{
		Args: a.step.Args,
		Target: action.Target{
			Fingerprint: chosen.FP, Frame: chosen.Frame, Within: a.step.Within, Node: chosen.Node, Name: chosen.Name,
		},
	}
	if v, ok := a.step.Args["value"].(lang.Value); ok {
		text, err := a.text(v)
		if err != nil {
			return a.actFailed(rec, err)
		}
		call.Text = text
	}
	actx, cancel := context.WithTimeout(ctx, a.timeout(a.step))
	defer cancel()
	began := time.Now()
	err := a.action.Run(actx, a.page, call)
	if rec.TookMS = spent(began); err != nil {
		return a.actFailed(rec, err)
	}
	a.sent, a.acted = true, true
	rec.Result.Executed = true
	rec.Received = a.page.Received()
	out, note := a.acting(actx, began)
	rec.Note = note
	return out, a.record(rec)
}

// acting is the outcome of an act that was carried out, and what there is to say of it: done, or more exactly what the
// flow handles.
func (a *attempt) acting(ctx context.Context, started time.Time) (outcome, string) {
	what := a.dialogs.since(started)
	event := lang.EventDialog
	if what == nil {
		what, event = a.page.Effect(ctx), lang.EventNoEffect
	}
	if what == nil {
		return outcome{event: lang.EventDone}, ""
	}
	if _, handled := a.step.On[event]; !handled {
		return outcome{event: lang.EventDone}, what.Error()
	}
	return outcome{event, what.Error()}, what.Error()
}

func (a *attempt) actFailed(rec *trace.Step, err error) (outcome, error) {
	var failed *action.Error
	a.sent = !errors.As(err, &failed) || failed.Sent
	text := errorText(err)
	rec.Result.Error = &text
	rec.Received = a.page.Received()
	return failedBy(text), a.record(rec)
}

// failedBy is the outcome of what failed with an error as records hold it.
func failedBy(text string) outcome {
	_, sentence := action.SplitError(text)
	return outcome{lang.EventFailed, sentence}
}

// text is what a step types: a literal, or the value of a secret, known to the taint registry before it is used.
func (w *walker) text(v lang.Value) (string, error) {
	if v.Secret == nil {
		return v.Text, nil
	}
	return w.Secret(v.Secret)
}

// pageChanges waits until the shortlist differs from the last one, and reports whether it did in time.
func (a *attempt) pageChanges(ctx context.Context) bool {
	if a.seen == nil {
		return ctx.Err() == nil
	}
	before := candidatesHash(a.seen)
	wctx, cancel := context.WithTimeout(ctx, a.timeout(a.step))
	defer cancel()
	_, err := a.page.WaitUntil(wctx, func(ctx context.Context) (bool, error) {
		obs, err := a.page.Observe(ctx, page.ObserveOptions{Max: a.maxCandidates(a.step), Within: a.step.Within})
		if err != nil {
			return false, err
		}
		return candidatesHash(obs) != before, nil
	})
	return err == nil
}

func candidatesHash(obs *page.Observation) string {
	list := make([]trace.Candidate, 0, len(obs.Candidates))
	for _, c := range obs.Candidates {
		list = append(list, c.Candidate)
	}
	return trace.DOMHash(list)
}

// guard evaluates the guard of a step, by its deadline.
func (w *walker) guard(ctx context.Context, step *lang.Step) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, w.timeout(step))
	defer cancel()
	return w.holds(ctx, step.When)
}

// holds evaluates a condition on the page as it is.
func (w *walker) holds(ctx context.Context, p *predicate.Program) (bool, error) {
	facts, elements, err := w.page.Facts(ctx, p.Uses("elements"))
	if err != nil {
		return false, err
	}
	return p.Eval(ctx, predicate.Env{Page: facts, Var: w.Plan.vars, Elements: elements})
}

func reasonOf(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
