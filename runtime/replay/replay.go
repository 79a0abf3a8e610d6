// Package replay resolves the decisions of a trace on the live page again, offline: no model, no key. It
// imports no decider, so nothing on this path can call one.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// DefaultTimeout is how long a replay that says nothing else waits for an element, for an action, for a claim. A
// recorded page needs less patience than a flow that is being written.
const DefaultTimeout = 5 * time.Second

// Options of a replay. The zero value resolves and executes nothing.
type Options struct {
	Swap      string           // URL or file that serves every step instead of the recorded page
	Dir       string           // folder that a relative Swap belongs to
	Execute   bool             // run the recorded actions again
	Normalize []*regexp.Regexp // what comparisons overlook in names; recorded in the result
	Approve   []string         // names or numbers of steps that need a person and may be run again
	Timeout   time.Duration    // 0 for DefaultTimeout
	LookupEnv func(string) (string, bool)
	AllowEnv  []string        // variables of the environment that a trace may type into pages beyond the loopback
	Taint     *taint.Registry // learns the values that are read from the environment
	OnStep    func(Step)      // sees each result as it comes; may be nil
	OnFail    FailFunc        // sees the page of each failing step; may be nil
}

// Run replays the trace at path in a context of its own. The whole trace is read and checked before a page is
// opened: an unusable one is a *trace.FormatError, and nothing has happened then. Other errors are about the
// machine.
func Run(ctx context.Context, b *browser.Browser, path string, o Options) (*Result, error) {
	started := time.Now()
	rec, err := survey(path)
	if err != nil {
		return nil, err
	}
	bctx, err := b.NewContext(ctx, browser.ContextOptions{Dialogs: rec.dialogs})
	if err != nil {
		return nil, fmt.Errorf("open a browser context for %s: %w", path, err)
	}
	defer func() {
		cctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = bctx.Close(cctx)
	}()
	r := newReplayer(path, rec, o, bctx)
	if err := r.open(ctx); err != nil {
		return nil, fmt.Errorf("open a tab for %s: %w", path, err)
	}
	if err := r.all(ctx, path); err != nil {
		return nil, err
	}
	r.result.TookMS = milliseconds(time.Since(started))
	return r.result, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Bounds of the dialogs that a replay answers as they were recorded; others get the default.
const (
	maxDialogs       = 1000      // messages
	maxDialogMessage = 100 << 10 // bytes of one
)

// recording is what a replay knows of a trace before it opens a page.
type recording struct {
	head     *trace.Run
	dialogs  browser.DialogPolicy // answers dialogs as the recorded run did
	status   string               // how the recorded run ended; "" where the trace does not say
	executed map[string]bool      // names and numbers of the steps that it executed: whether they needed a person
}

// survey reads the whole trace once: it is complete or broken, and a broken one is not replayed.
func survey(path string) (*recording, error) {
	reader, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	r := &recording{dialogs: browser.DialogPolicy{Default: "dismiss"}, executed: map[string]bool{}}
	known := map[string]bool{}
	for {
		rec, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			if end := reader.End(); end != nil {
				r.status = end.Status
			}
			return r, replayable(path, reader.End())
		}
		if err != nil {
			return nil, err
		}
		switch rec := rec.(type) {
		case *trace.Run:
			r.head = rec
		case *trace.Step:
			if rec.Result.Executed {
				for _, name := range callNames(rec) {
					r.executed[name] = r.executed[name] || needsPerson(rec)
				}
			}
		case *trace.Action:
			message, _ := rec.Request["message"].(string)
			if rec.Tool != trace.ToolDialog || known[message] || len(message) > maxDialogMessage || len(known) >= maxDialogs {
				continue
			}
			known[message] = true
			text, _ := rec.Result["text"].(string)
			r.dialogs.Rules = append(r.dialogs.Rules, browser.DialogRule{
				Name: "recorded", Match: regexp.MustCompile("^" + regexp.QuoteMeta(message) + "$"),
				Accept: rec.Result["action"] == "accept", Text: text,
			})
		}
	}
}

// replayable refuses a recording that ended badly before its first step: with nothing to resolve, its replay
// would pass whatever the pages look like.
func replayable(path string, end *trace.RunEnd) error {
	if end == nil || end.Steps > 0 || end.Status == trace.StatusPassed {
		return nil
	}
	problem := "the recorded run failed before its first step, and there is nothing to replay"
	if end.Status == trace.StatusInterrupted {
		problem = "the recorded run was interrupted before its first step, and there is nothing to replay"
	}
	return &trace.FormatError{File: path, Problem: problem, Next: "record it again"}
}

// replayer is the state of one replay.
type replayer struct {
	Options
	dir      string // of the trace
	head     *trace.Run
	identity identity
	reranked bool // today's ordering is known to differ from the recording's
	context  *browser.Context
	tab      *browser.Tab
	page     *page.Page
	spent    bool // the clock of the tab was run ahead and stands still
	result   *Result
	claimed  *trace.Verify // the last success selector that a step carries

	seen     map[string]map[string]bool // fingerprints of each recorded URL when the recording first came there
	executed bool                       // the recorded run had acted before the current step
}

func newReplayer(path string, rec *recording, o Options, bctx *browser.Context) *replayer {
	head := rec.head
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		dir = filepath.Dir(path)
	}
	order, known := trace.OrderSpecOf(head)
	r := &replayer{
		Options: o, dir: dir, head: head, reranked: known && order != trace.OrderSpec,
		identity: normalized(o.Normalize), context: bctx, seen: map[string]map[string]bool{},
		result: &Result{
			Trace: path, Flow: head.Flow, Model: head.Model, Recorded: rec.status, Swapped: o.Swap, Execute: o.Execute,
			Counts: map[Verdict]int{}, Failed: []int{}, Results: []Step{}, Attempts: 1,
		},
	}
	r.result.Goal = head.Goal
	for _, p := range o.Normalize {
		r.result.Normalize = append(r.result.Normalize, p.String())
	}
	if head.Success != "" {
		r.claimed = &trace.Verify{Selector: head.Success}
	}
	return r
}

// open gives the replay a new tab, and closes the one that it had.
func (r *replayer) open(ctx context.Context) error {
	if r.tab != nil {
		if err := r.tab.Close(ctx); err != nil {
			return err
		}
	}
	tab, err := r.context.NewTab(ctx)
	if err != nil {
		return err
	}
	r.tab, r.spent = tab, false
	r.page = page.New(tab, page.Options{Mask: r.Taint.Mask, MaskCut: r.Taint.MaskCut})
	return nil
}

// all replays step after step and checks the success claim at the end.
func (r *replayer) all(ctx context.Context, path string) error {
	reader, err := trace.Open(path)
	if err != nil {
		return err
	}
	defer reader.Close()
	for r.result.Stopped == "" {
		rec, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		step, ok := rec.(*trace.Step)
		if !ok || step.Play {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now()
		s := r.step(ctx, step)
		s.TookMS = milliseconds(time.Since(began))
		if s.Verdict.Fails() && s.Advice == "" {
			s.Advice = advice[s.Kind]
		}
		if r.Execute && step.Result.Executed && s.Verdict.Fails() {
			// What was executed then is not executed now: what follows would act on another state of the page.
			r.result.Stopped = fmt.Sprintf("step %d could not be executed, and no step after it was looked at", step.Step)
		}
		if r.OnFail != nil && (s.Verdict.Fails() || r.result.Stopped != "") && r.showable() {
			r.OnFail(ctx, r.page, path, &s)
		}
		r.keep(s)
		r.remember(step)
	}
	if n := len(r.result.Results); n > 0 && r.result.Results[n-1].Executed {
		// What the last action set off (a request, a navigation) gets its time before the context closes.
		_, _ = r.page.Settle(ctx, lang.DefaultSettle)
	}
	return r.success(ctx)
}

// keep adds one result.
func (r *replayer) keep(s Step) {
	r.result.Steps++
	r.result.Counts[s.Verdict]++
	if s.Unchecked() {
		r.result.Unchecked++
	}
	if s.Verdict.Fails() {
		r.result.Failed = append(r.result.Failed, s.Step)
	}
	r.result.Results = append(r.result.Results, s)
	if r.OnStep != nil {
		r.OnStep(s)
	}
}

// remember keeps what the recording saw, to tell later what its own actions had brought.
func (r *replayer) remember(rec *trace.Step) {
	if _, ok := r.seen[rec.URL]; !ok && rec.Healed == nil { // a healed step saw a later page than the others
		r.seen[rec.URL] = fingerprints(rec)
	}
	r.executed = r.executed || rec.Result.Executed
	if rec.Verify != nil && rec.Verify.Selector != "" && rec.Gate.Verdict == trace.VerdictNA && rec.Verify.That == "" && !asserts(rec) {
		r.claimed = &trace.Verify{Selector: rec.Verify.Selector}
	}
}

func fingerprints(rec *trace.Step) map[string]bool {
	out := make(map[string]bool, len(rec.Candidates))
	for _, c := range rec.Candidates {
		out[c.FP] = true
	}
	return out
}

// maxNamed is the longest name of a region or a key, in bytes, that a page is asked for, once a look.
const maxNamed = 16 << 10

// step replays one decision or claim.
func (r *replayer) step(ctx context.Context, rec *trace.Step) Step {
	s := Step{
		Step: rec.Step, Name: rec.Name, Intent: rec.Intent, RecordedURL: rec.URL,
		Choice: rec.Decision.Choice, ChosenFP: rec.Decision.ChosenFP, Verify: rec.Verify, Source: rec.Source,
	}
	if was, at, _ := rec.Target(); was != nil {
		e := element(was, at)
		s.Recorded = &e
	}
	if n := max(len(rec.Within), len(rec.Action.Key)); n > maxNamed {
		unreachable(&s, Inconsistent, fmt.Errorf("the record names a region or a key in %d bytes, and a page is asked for %d at most", n, maxNamed))
		return s
	}
	target := r.target(rec.URL)
	if err := r.visitable(target); err != nil {
		unreachable(&s, PageNotReached, err)
		return s
	}
	began := time.Now()
	if r.acted() {
		if err := r.arrive(ctx, target); err != nil {
			unreachable(&s, Unreadable, page.Unread(err))
			return s
		}
	}
	arrived := time.Since(began)
	sctx, cancel := context.WithTimeout(ctx, 2*r.Timeout+lang.DefaultSettle)
	defer cancel()
	if len(r.result.Results) == 0 || r.tab.URL() != target {
		s.Navigated = true
		visit := r.page.Goto
		if r.spent {
			visit = r.renew
		}
		if err := visit(sctx, target); err != nil {
			if r.partly(ctx, rec, target, err, &s) {
				return s
			}
			unreachable(&s, PageNotReached, err)
			if r.undone(target, err) == "" { // else the reason says what the page waits for
				s.Advice = "see whether the server runs and the address still holds"
			}
			return s
		}
	}
	if err := r.foreign(r.tab.URL()); err != nil { // a server may have led there, or a page
		unreachable(&s, PageNotReached, err)
		return s
	}
	s.URL = trace.PortableURL(r.dir, r.tab.URL())
	if asserts(rec) {
		r.claim(sctx, rec, &s)
		return s
	}
	var waited trace.Settled
	res, obs, err := r.resolve(sctx, rec, r.acted() && !s.Navigated, s.Navigated, &waited)
	waited.MS += milliseconds(arrived)
	s.Waited = &waited
	var region *page.RegionError
	switch {
	case errors.As(err, &region):
		r.everywhere(sctx, rec, region, &s)
		return s
	case err != nil:
		unreachable(&s, Unreadable, page.Unread(err))
		return s
	}
	r.judged(sctx, rec, res, obs, &s)
	if res.index >= 0 && r.Execute && rec.Result.Executed {
		r.execute(sctx, rec, obs.Candidates[res.index], &s)
		if s.Executed && (s.Kind == Disabled || s.Kind == Covered) { // it took the input after all: it was waited for
			s.Kind, s.CoveredBy, s.Reason = "", "", res.reason
		}
	}
	return s
}

// judged completes a step whose page was read.
func (r *replayer) judged(ctx context.Context, rec *trace.Step, res resolution, obs *page.Observation, s *Step) {
	s.Verdict, s.Reason, s.Moved = res.verdict, res.reason, res.moved
	s.Drift, s.PageIdentical = res.drift, res.identical
	s.URL = trace.PortableURL(r.dir, obs.URL)
	if res.index >= 0 {
		index, frame := res.index, obs.Candidates[res.index].Frame // not a pointer into the list, which would keep all of it
		s.ResolvedIndex, s.ChosenFrame = &index, &frame
	}
	r.explain(ctx, rec, obs, s)
}

// partly completes a step whose page is there and does not get done, because a script of it never comes, and reports
// whether its element is there all the same. Nothing acts on such a page, and of an element that is not there it says
// nothing: that script may bring it.
func (r *replayer) partly(ctx context.Context, rec *trace.Step, target string, err error, s *Step) bool {
	why := r.undone(target, err)
	if r.Execute || asserts(rec) || ctx.Err() != nil || why == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lang.DefaultSettle)
	defer cancel()
	var seen sight
	if found, err := r.look(ctx, rec, &seen); err != nil || !found || seen.res.index < 0 {
		return false
	}
	r.judged(ctx, rec, seen.res, seen.obs, s)
	s.Reason = joined(s.Reason, why)
	return true
}

// undone says of a page that could not be opened why it does not get done although it is there, "" where it is not.
func (r *replayer) undone(target string, err error) string {
	var known *action.Error
	if r.tab.URL() != target || !errors.As(err, &known) || known.Kind != action.Timeout {
		return ""
	}
	return known.Detail
}

// target is the URL that a recorded step is replayed on.
func (r *replayer) target(recorded string) string {
	if r.Swap != "" {
		return browser.PageURL(r.Dir, r.Swap)
	}
	return trace.ResolveURL(r.dir, recorded)
}

// callNames are what Options.Approve may call a step: its number, and its name where it has one.
func callNames(rec *trace.Step) []string {
	names := []string{strconv.Itoa(rec.Step)}
	if rec.Name != "" {
		names = append(names, rec.Name)
	}
	return names
}

// callName is what a person calls a step: its name, or its number where it has none.
func callName(rec *trace.Step) string {
	names := callNames(rec)
	return names[len(names)-1]
}

// approved reports whether the caller named the step in Approve.
func (r *replayer) approved(rec *trace.Step) bool {
	return slices.ContainsFunc(callNames(rec), func(name string) bool { return slices.Contains(r.Approve, name) })
}
