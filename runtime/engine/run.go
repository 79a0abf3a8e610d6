package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/rs/zerolog"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/graph"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Options are what a caller may set for a run; zero values leave the flow's own settings.
type Options struct {
	MaxCandidates int      // 1 to 254
	MinConfidence *float64 // replaces the default bar; the gate floors it
	DryRun        bool     // decide and never act
	Timeout       time.Duration
}

// Run is one walk of a plan. Browser, Decider, Trace and Tool are required.
type Run struct {
	Plan     *Plan
	Options  Options
	Browser  *browser.Browser
	Decider  decide.Decider
	Trace    *trace.Writer
	TraceDir string // folder of the trace; files under it are recorded relative to it
	Tool     string // name/version for the header
	Taint    *taint.Registry
	Secret   func(*lang.Secret) (string, error) // value of a secret; called when a step types it
	Reviewer Reviewer                           // nil denies every review
	OnRecord func(trace.Record)                 // sees each record as it was written, masked; may be nil
	OnFail   FailFunc                           // sees the page of each step that failed or was blocked; may be nil
	Log      zerolog.Logger
}

// FailFunc is called when a step has failed or was blocked, while its page still stands. step is nil for the start
// page; line is that of its record in the trace, from 1. It must not act on the page.
type FailFunc func(ctx context.Context, p *page.Page, step *lang.Step, line int)

// Status is how a run ended.
type Status string

// The ends of a run.
const (
	Passed      Status = trace.StatusPassed      // everything did what it should
	Failed      Status = trace.StatusFailed      // a step failed or was blocked, and no handler took it elsewhere
	InReview    Status = trace.StatusReview      // nothing failed, but a review was not approved
	Interrupted Status = trace.StatusInterrupted // the caller cancelled
)

// Result is the end of a run. Reason is a sentence, "" for a run that passed.
type Result struct {
	Status Status
	Reason string
}

// Do opens a context of its own, walks the graph and closes the trace with a run_end record whatever
// happens. The error is about the machine (no tab, a trace that cannot be written), never about the flow.
func (r Run) Do(ctx context.Context) (result Result, err error) {
	w := &walker{Run: r}
	defer func() {
		if cerr := r.Trace.Close(trace.RunEnd{Status: string(result.Status), Handled: &w.handled}); err == nil {
			err = cerr
		}
	}()
	result.Status = Failed
	if err := w.header(); err != nil {
		return result, err
	}
	bctx, err := r.Browser.NewContext(ctx, browser.ContextOptions{Dialogs: r.Plan.dialogs})
	if err != nil {
		return w.interruptedOr(ctx, result, fmt.Errorf("open a browser context for flow %q: %w", r.Plan.Flow.Name, err))
	}
	defer closeContext(bctx)
	tab, err := bctx.NewTab(ctx)
	if err != nil {
		return w.interruptedOr(ctx, result, fmt.Errorf("open a tab for flow %q: %w", r.Plan.Flow.Name, err))
	}
	w.dialogs.say = w.short
	tab.OnDialog(w.dialogs.add)
	w.tab, w.page = tab, page.New(tab, page.Options{Mask: r.Taint.Mask, MaskCut: r.Taint.MaskCut})
	if err := w.walk(ctx); err != nil {
		return w.interruptedOr(ctx, result, err)
	}
	return w.result(ctx), nil
}

// closeContext gives the context a moment of its own, because the run's context may be over.
func closeContext(c *browser.Context) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = c.Close(ctx) // the browser disposes of it at the latest when it closes
}

// walker is the state of one walk.
type walker struct {
	Run
	tab     *browser.Tab
	page    *page.Page
	dialogs dialogLog
	lines   int // of the trace

	acted   bool     // input was sent, and the page has not settled since
	first   string   // name of the step that failed first
	failed  string   // reason of the first failure that no handler took elsewhere
	others  []string // names of the further steps that failed so, each once
	handled int      // failures that a goto of the flow took elsewhere
	review  string   // reason of the first review that was not approved
}

func (w *walker) header() error {
	order := trace.OrderSpec
	return w.record(&trace.Run{
		Kind: trace.KindRun, Spec: trace.Spec, Started: now(), Tool: w.Tool, OrderSpec: &order,
		Flow: w.Plan.Flow.Name, Source: w.source(w.Plan.Flow.Range), Model: w.Decider.ID(), Start: w.portable(w.Plan.StartURL()),
		MaxCandidates: w.maxCandidates(nil),
	})
}

// walk follows the graph from its start until it ends.
func (w *walker) walk(ctx context.Context) error {
	trail, node := w.Plan.Graph.Walk(), w.Plan.Graph.Start()
	for node != nil {
		out, err := w.node(ctx, node)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if w.OnFail != nil && (out.event == lang.EventFailed || out.event == lang.EventBlocked) {
			w.OnFail(ctx, w.page, node.Step, w.lines)
		}
		next, how := trail.Take(node, out.event)
		w.judge(node, out, how)
		node = next
	}
	if w.acted {
		// What the last action set off (a request, a navigation) gets its time before the context closes.
		_, _ = w.page.Settle(ctx, w.settle(nil))
	}
	return nil
}

// node runs a step, or opens the start page.
func (w *walker) node(ctx context.Context, n *graph.Node) (outcome, error) {
	if n.Step == nil {
		return w.open(ctx)
	}
	return w.step(ctx, n)
}

// open loads the start page, if the flow has one. A page that does not load is recorded.
func (w *walker) open(ctx context.Context) (outcome, error) {
	start := w.Plan.StartURL()
	if start == "" {
		return outcome{event: lang.EventDone}, nil
	}
	octx, cancel := context.WithTimeout(ctx, w.longest(lang.DefaultLoad))
	defer cancel()
	err := w.page.Goto(octx, start)
	if ctx.Err() != nil {
		return outcome{event: lang.EventDone}, nil
	}
	rec := w.actionRecord("goto", map[string]any{"url": w.portable(start)}, err)
	if err != nil {
		_, sentence := action.SplitError(errorText(err))
		return outcome{lang.EventFailed, "the start page did not load: " + sentence}, w.record(rec)
	}
	if !w.answered(octx, rec) {
		return outcome{event: lang.EventDone}, nil
	}
	return outcome{event: lang.EventDone}, w.record(rec)
}

// leastError is the least HTTP status that says that a page is not the one that was asked for.
const leastError = 400

// answered adds the status to the record of a page that was opened, where the server answered with an error: such a
// page has loaded, and whether the flow can go on with it is for its steps to say.
func (w *walker) answered(ctx context.Context, rec *trace.Action) bool {
	status := w.page.Status(ctx)
	if status >= leastError {
		rec.Result["status"] = status
	}
	return status >= leastError
}

// outcome is what became of a step.
type outcome struct {
	event  lang.Event
	reason string // a sentence for everything but done; of a review and of a skip by a person it goes on from the step's name
}

// judge keeps what the end of the run has to say. A goto handles what happened; continue only goes on.
func (w *walker) judge(n *graph.Node, out outcome, how graph.Outcome) {
	switch {
	case how.Kind == graph.Exhausted:
		w.fail(n, how.Reason)
	case (out.event == lang.EventReview || out.event == lang.EventSkipped) && out.reason != "" && w.review == "":
		w.review = n.Name() + " " + out.reason
	case (out.event == lang.EventBlocked || out.event == lang.EventFailed) && how.Edge.Then != graph.ThenGoto:
		w.fail(n, fmt.Sprintf("%s %s: %s", n.Name(), out.event, out.reason))
	case out.event == lang.EventBlocked || out.event == lang.EventFailed:
		w.handled++
	case (out.event == lang.EventDialog || out.event == lang.EventNoEffect) && how.Edge.Then == graph.ThenStop:
		w.fail(n, fmt.Sprintf("%s stopped: %s", n.Name(), out.reason))
	}
}

// fail keeps the reason of the first failure, and which steps failed after it.
func (w *walker) fail(n *graph.Node, reason string) {
	switch name := n.Name(); {
	case w.failed == "":
		w.failed, w.first = reason, name
	case name != w.first && !slices.Contains(w.others, name):
		w.others = append(w.others, name)
	}
}

// maxOthers is how many further failures the reason of a run names.
const maxOthers = 5

// failure is why the run failed: the first reason, and what else did.
func (w *walker) failure() string {
	names := w.others
	if more := len(names) - maxOthers; more > 0 {
		names = append(names[:maxOthers:maxOthers], fmt.Sprintf("%d more", more))
	}
	if len(names) == 0 {
		return w.failed
	}
	return w.failed + "; then also " + strings.Join(names, ", ")
}

func (w *walker) result(ctx context.Context) Result {
	switch {
	case ctx.Err() != nil:
		return Result{Interrupted, "the run was interrupted"}
	case w.failed != "" && w.review != "":
		return Result{Failed, w.failure() + "; " + w.review}
	case w.failed != "":
		return Result{Failed, w.failure()}
	case w.review != "":
		return Result{InReview, w.review}
	}
	return Result{Status: Passed}
}

func (w *walker) interruptedOr(ctx context.Context, result Result, err error) (Result, error) {
	if ctx.Err() != nil {
		return w.result(ctx), nil
	}
	result.Reason = err.Error()
	return result, err
}

// record writes one record, with the dialogs that were answered before it.
func (w *walker) record(rec trace.Record) error {
	dialogs, more := w.dialogs.take()
	for i, d := range dialogs {
		result := map[string]any{"ok": true, "action": d.Action, "rule": d.Rule}
		if more > 0 && i == len(dialogs)-1 {
			result["more"] = more // dialogs that followed it and are not recorded
		}
		if d.Text != "" {
			result["text"] = d.Text // a replay types it again
		}
		if err := w.write(&trace.Action{
			Kind: trace.KindAction, At: trace.Time(d.At), Tool: trace.ToolDialog,
			Request: map[string]any{"type": d.Type, "message": w.short(d.Message), "url": w.portable(d.URL)},
			Result:  result,
		}); err != nil {
			return err
		}
	}
	return w.write(rec)
}

// maxText bounds a text of the page whose length nothing else bounds (title, message of a dialog), in code
// points: a page may make it as long as it likes.
const maxText = 5000

// short is a text of the page, masked and then cut.
func (w *walker) short(s string) string {
	s = w.Taint.Mask(s)
	if len(s) <= maxText || utf8.RuneCountInString(s) <= maxText {
		return s
	}
	return string([]rune(s)[:maxText])
}

func (w *walker) write(rec trace.Record) error {
	rec, err := w.Trace.Put(rec)
	if err != nil {
		return err
	}
	w.lines++
	if w.OnRecord != nil {
		w.OnRecord(rec)
	}
	w.log(rec)
	return nil
}

// log says in one line what was recorded.
func (w *walker) log(rec trace.Record) {
	switch rec := rec.(type) {
	case *trace.Step:
		e := w.Log.Info().Str("flow", w.Plan.Flow.Name).Int("step", rec.Step).Str("name", rec.Name).
			Str("verdict", rec.Gate.Verdict).Bool("executed", rec.Result.Executed)
		if rec.Settled != nil {
			e = e.Str("settled", rec.Settled.By).Float64("settled_ms", rec.Settled.MS)
		}
		if rec.Result.Error != nil {
			e = e.Str("error", *rec.Result.Error)
		}
		e.Msg("step")
	case *trace.Action:
		w.Log.Info().Str("flow", w.Plan.Flow.Name).Str("tool", rec.Tool).Interface("result", rec.Result).Msg("action")
	}
}

// actionRecord is the evidence of a call without a decision.
func (w *walker) actionRecord(tool string, request map[string]any, err error) *trace.Action {
	result := map[string]any{"ok": true}
	if err != nil {
		result = map[string]any{"error": errorText(err)}
	}
	return &trace.Action{Kind: trace.KindAction, At: now(), Tool: tool, Request: request, Result: result}
}

// errorText is err in the form of the contract, "Type: message".
func errorText(err error) string {
	var failed *action.Error
	if errors.As(err, &failed) {
		return failed.Error()
	}
	return "error: " + err.Error()
}

// source is a place in a flow file as the trace records it.
func (w *walker) source(at hcl.Range) string {
	return trace.Source(w.TraceDir, at.Filename, at.Start.Line)
}

// spent is how long something took that began then, in milliseconds to a tenth.
func spent(began time.Time) *float64 {
	ms := float64(time.Since(began).Microseconds()/100) / 10
	return &ms
}

func (w *walker) portable(u string) string { return trace.PortableURL(w.TraceDir, u) }

func (w *walker) maxCandidates(step *lang.Step) int {
	if w.Options.MaxCandidates > 0 {
		return w.Options.MaxCandidates
	}
	if step != nil && step.MaxCandidates > 0 {
		return step.MaxCandidates
	}
	if w.Plan.Flow.MaxCandidates > 0 {
		return w.Plan.Flow.MaxCandidates
	}
	return lang.DefaultMaxCandidates
}

func (w *walker) timeout(step *lang.Step) time.Duration {
	usual := lang.DefaultTimeout
	if act, ok := action.Lookup(step.Type); ok && act.Opens {
		usual = lang.DefaultLoad
	}
	return cmp.Or(step.Timeout, w.longest(usual))
}

// longest is how long what has no timeout of its own may take: as the caller says, or the flow, or as is usual.
func (w *walker) longest(usual time.Duration) time.Duration {
	return cmp.Or(w.Options.Timeout, w.Plan.Flow.Timeout, usual)
}

func (w *walker) settle(step *lang.Step) time.Duration {
	if step != nil && step.Settle > 0 {
		return step.Settle
	}
	if w.Plan.Flow.Settle > 0 {
		return w.Plan.Flow.Settle
	}
	return lang.DefaultSettle
}

// now is the time as records spell it.
func now() string { return trace.Time(time.Now()) }

// maxDialogs is how many dialogs are recorded between two other records: a page may open them in an endless loop.
const maxDialogs = 100

// dialogLog collects the dialogs that the tab answered, until the next record takes them.
type dialogLog struct {
	mu   sync.Mutex
	seen []browser.Dialog
	more int                 // that came when seen was full
	say  func(string) string // a text of the page as it is recorded
}

func (l *dialogLog) add(d browser.Dialog) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.seen) >= maxDialogs {
		l.more++
		return
	}
	l.seen = append(l.seen, d)
}

// since says what dialogs came since a moment and are not recorded yet, nil for none.
func (l *dialogLog) since(start time.Time) *action.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, d := range l.seen {
		if d.At.Before(start) {
			continue
		}
		answer := "dismissed"
		if d.Action == browser.Accept {
			answer = "accepted"
		}
		by := "; no rule names it"
		if d.Rule != "" {
			by = fmt.Sprintf(" by rule %q", d.Rule)
		}
		return &action.Error{Kind: action.Dialog, Sent: true, Detail: fmt.Sprintf("%s %q was %s%s", d.Type, l.say(d.Message), answer, by)}
	}
	return nil
}

func (l *dialogLog) take() (seen []browser.Dialog, more int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen, more = l.seen, l.more
	l.seen, l.more = nil, 0
	return seen, more
}
