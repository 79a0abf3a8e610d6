package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/claim"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// direct runs a step that takes no decision; it is recorded as an action.
func (w *walker) direct(ctx context.Context, step *lang.Step, act *action.Action) (outcome, error) {
	request := w.stepRequest(step, map[string]any{})
	args := maps.Clone(step.Args)
	for name, arg := range args {
		switch v := arg.(type) {
		case *predicate.Program:
			request[name] = v.Source
		default:
			request[name] = v
		}
	}
	if u, ok := args["url"].(string); ok {
		args["url"] = browser.PageURL(w.Plan.Program.Dir, u)
		request["url"] = w.portable(args["url"].(string))
	}
	if file := written(w.TraceDir, step); file != "" {
		args["path"] = file
	}
	if w.Options.DryRun && step.Type != "goto" {
		// A dry run leaves no file, and nothing has happened that a wait could wait for.
		rec := w.actionRecord(step.Type, request, nil)
		rec.Result["dry_run"] = true
		return outcome{event: lang.EventDone}, w.record(rec)
	}
	sctx, cancel := context.WithTimeout(ctx, w.timeout(step))
	defer cancel()
	var err error
	began := time.Now()
	switch {
	case args["that"] != nil:
		err = w.until(sctx, args["that"].(*predicate.Program))
	default:
		err = act.Run(sctx, w.page, action.Call{Args: args})
	}
	out := outcome{event: lang.EventDone}
	if ctx.Err() != nil {
		err = errors.New("the run was interrupted") // not the page's fault
	}
	if err != nil {
		out = failedBy(errorText(err))
	} else if _, handled := step.On[lang.EventDialog]; handled {
		if dialog := w.dialogs.since(began); dialog != nil {
			out = outcome{lang.EventDialog, dialog.Error()}
		}
	}
	rec := w.actionRecord(step.Type, request, err)
	rec.Result["took_ms"] = *spent(began)
	if err == nil && act.Opens {
		w.answered(sctx, rec)
	}
	return out, w.record(rec)
}

// until waits for a condition on the page.
func (w *walker) until(ctx context.Context, p *predicate.Program) error {
	_, err := w.page.WaitUntil(ctx, func(ctx context.Context) (bool, error) { return w.holds(ctx, p) })
	if errors.Is(err, context.DeadlineExceeded) {
		return &action.Error{Kind: action.Timeout, Detail: fmt.Sprintf("%s did not become true in time", p.Source)}
	}
	return err
}

// check gives a claim until the deadline of ctx. In a dry run nothing has happened that could make it true.
func (w *walker) check(ctx context.Context, c claim.Claim) (trace.Verify, error) {
	if w.Options.DryRun {
		return c.Unchecked("a dry run does nothing, so the claim was not checked"), nil
	}
	return claim.Check(ctx, w.page, c)
}

// titleWait is how long the page of a claim may take to say its title.
const titleWait = time.Second

// claim checks an assert. It is given until its deadline to become true, and is recorded as a step without a decision.
func (w *walker) claim(ctx context.Context, step *lang.Step) (outcome, error) {
	sctx, cancel := context.WithTimeout(ctx, w.timeout(step))
	defer cancel()
	c := claim.Claim{Vars: w.Plan.vars}
	c.That, _ = step.Args["that"].(*predicate.Program)
	c.Selector, _ = step.Args["selector"].(string)
	began := time.Now()
	verify, err := w.check(sctx, c)
	took := spent(began)
	if ctx.Err() != nil {
		return outcome{event: lang.EventFailed}, nil
	}
	tctx, done := context.WithTimeout(ctx, titleWait) // the deadline of a claim that does not hold is over
	defer done()
	title, _ := w.tab.Title(tctx)
	rec := &trace.Step{
		Kind: trace.KindStep, Step: step.Position, Name: step.Name, Intent: step.Intent,
		Action: trace.StepAction{Type: "none"}, URL: w.portable(w.tab.URL()), Title: w.short(title),
		Candidates: []trace.Candidate{}, DOMHash: trace.DOMHash(nil),
		Decision: trace.Decision{Probabilities: map[string]float64{}},
		Gate:     trace.Gate{Verdict: trace.VerdictNA, Reason: reasonOf("an assert takes no decision")},
		Verify:   &verify, Source: w.source(step.Range), TookMS: took,
	}
	if rec.Intent == "" {
		rec.Intent = "assert " + c.String()
	}
	if err != nil {
		text := errorText(err)
		rec.Result.Error = &text
		return failedBy(text), w.record(rec)
	}
	if verify.Verified != nil && !*verify.Verified {
		return outcome{lang.EventFailed, verify.Reason}, w.record(rec)
	}
	return outcome{event: lang.EventDone}, w.record(rec)
}

// written is the file that a step writes, "" for none: the language holds that its path stays below dir, the folder of
// the trace.
func written(dir string, step *lang.Step) string {
	file, ok := step.Args["path"].(string)
	if !ok {
		return ""
	}
	return filepath.Join(dir, file)
}

// Files lists the files that a run of the plan may write beside its trace, which lies in dir.
func (p *Plan) Files(dir string) []string {
	var out []string
	for _, step := range p.Flow.Steps {
		if file := written(dir, step); file != "" {
			out = append(out, file)
		}
	}
	return out
}
