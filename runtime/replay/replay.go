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
	"github.com/jevrun/jevrun/runtime/claim"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
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
	Approve   []string         // names or numbers of steps that a person had approved and that may be repeated
	Timeout   time.Duration    // 0 for DefaultTimeout
	LookupEnv func(string) (string, bool)
	Taint     *taint.Registry // learns the values that are read from the environment
	OnStep    func(Step)      // sees each result as it comes; may be nil
}

// Result is the replay of one trace.
type Result struct {
	Trace     string          `json:"trace"`
	Flow      string          `json:"flow"`
	Goal      string          `json:"goal,omitempty"`
	Model     string          `json:"model"` // of the recording; a replay asks no model
	Swapped   string          `json:"swapped,omitempty"`
	Normalize []string        `json:"normalize,omitempty"` // the patterns that relaxed the comparison
	Execute   bool            `json:"execute"`
	Steps     int             `json:"steps"`
	Counts    map[Verdict]int `json:"counts"`
	Failed    []int           `json:"failed"`            // step numbers
	Stopped   string          `json:"stopped,omitempty"` // why an executing replay ended before the last step
	Success   *trace.Verify   `json:"success,omitempty"` // the success selector of a goal
	Results   []Step          `json:"results"`
	TookMS    float64         `json:"took_ms"`
}

// OK reports whether nothing failed.
func (r *Result) OK() bool {
	claimed := r.Success == nil || r.Success.Verified == nil || *r.Success.Verified
	return len(r.Failed) == 0 && r.Stopped == "" && claimed
}

// Step is the replay of one recorded step.
type Step struct {
	Step          int           `json:"step"`
	Name          string        `json:"name,omitempty"`
	Intent        string        `json:"intent"`
	URL           string        `json:"url"` // where it was resolved
	RecordedURL   string        `json:"recorded_url"`
	Choice        *string       `json:"choice"`
	Verdict       Verdict       `json:"verdict"`
	Kind          string        `json:"kind,omitempty"`
	Reason        string        `json:"reason,omitempty"`
	Moved         bool          `json:"moved"`
	PageIdentical bool          `json:"page_identical"`
	Navigated     bool          `json:"navigated"`
	Drift         Drift         `json:"drift"`
	ChosenFP      *string       `json:"chosen_fp"`
	ChosenFrame   *int          `json:"chosen_frame"`
	ResolvedIndex *int          `json:"resolved_index"`
	Executed      bool          `json:"executed"`
	Verify        *trace.Verify `json:"verify,omitempty"`
}

// Run replays the trace at path in a context of its own. The whole trace is read and checked before a page is
// opened: an unusable one is a *trace.FormatError, and nothing has happened then. Other errors are about the
// machine.
func Run(ctx context.Context, b *browser.Browser, path string, o Options) (*Result, error) {
	started := time.Now()
	head, dialogs, err := survey(path)
	if err != nil {
		return nil, err
	}
	bctx, err := b.NewContext(ctx, browser.ContextOptions{Dialogs: dialogs})
	if err != nil {
		return nil, fmt.Errorf("open a browser context for %s: %w", path, err)
	}
	defer func() {
		cctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = bctx.Close(cctx)
	}()
	tab, err := bctx.NewTab(ctx)
	if err != nil {
		return nil, fmt.Errorf("open a tab for %s: %w", path, err)
	}
	r := newReplayer(path, head, o, tab)
	if err := r.all(ctx, path); err != nil {
		return nil, err
	}
	r.result.TookMS = float64(time.Since(started).Milliseconds())
	return r.result, nil
}

// Check reads the whole trace at path and returns what makes it unusable, a *trace.FormatError, nil for nothing.
func Check(path string) error {
	_, _, err := survey(path)
	return err
}

// survey reads the whole trace once: it is complete or broken, and a broken one is not replayed. It returns
// the header, and a policy that answers dialogs as the recorded run did.
func survey(path string) (*trace.Run, browser.DialogPolicy, error) {
	policy := browser.DialogPolicy{Default: "dismiss"}
	reader, err := trace.Open(path)
	if err != nil {
		return nil, policy, err
	}
	defer reader.Close()
	var head *trace.Run
	known := map[string]bool{}
	for {
		rec, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return head, policy, nil
		}
		if err != nil {
			return nil, policy, err
		}
		switch rec := rec.(type) {
		case *trace.Run:
			head = rec
		case *trace.Action:
			message, _ := rec.Request["message"].(string)
			if rec.Tool != trace.ToolDialog || known[message] {
				continue
			}
			known[message] = true
			text, _ := rec.Result["text"].(string)
			policy.Rules = append(policy.Rules, browser.DialogRule{
				Name: "recorded", Match: regexp.MustCompile("^" + regexp.QuoteMeta(message) + "$"),
				Accept: rec.Result["action"] == "accept", Text: text,
			})
		}
	}
}

// replayer is the state of one replay.
type replayer struct {
	Options
	dir      string // of the trace
	head     *trace.Run
	identity identity
	reranked bool // today's ordering is known to differ from the recording's
	tab      *browser.Tab
	page     *page.Page
	result   *Result
	claimed  *trace.Verify // the last success selector that a step carries

	seen     map[string]map[string]bool // fingerprints of each recorded URL when the recording first came there
	executed bool                       // the recorded run had acted before the current step
}

func newReplayer(path string, head *trace.Run, o Options, tab *browser.Tab) *replayer {
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
		identity: normalized(o.Normalize), tab: tab, page: page.New(tab, page.Options{Mask: o.Taint.Mask}), seen: map[string]map[string]bool{},
		result: &Result{
			Trace: path, Flow: head.Flow, Model: head.Model, Swapped: o.Swap, Execute: o.Execute,
			Counts: map[Verdict]int{}, Failed: []int{}, Results: []Step{},
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
		r.keep(r.step(ctx, step))
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
	if _, ok := r.seen[rec.URL]; !ok {
		r.seen[rec.URL] = fingerprints(rec)
	}
	r.executed = r.executed || rec.Result.Executed
	if rec.Verify != nil && rec.Verify.Selector != "" && rec.Gate.Verdict == trace.VerdictNA && rec.Verify.That == "" {
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

// step replays one decision or claim.
func (r *replayer) step(ctx context.Context, rec *trace.Step) Step {
	s := Step{
		Step: rec.Step, Name: rec.Name, Intent: rec.Intent, RecordedURL: rec.URL,
		Choice: rec.Decision.Choice, ChosenFP: rec.Decision.ChosenFP, Verify: rec.Verify,
	}
	sctx, cancel := context.WithTimeout(ctx, 2*r.Timeout+lang.DefaultSettle)
	defer cancel()
	fail := func(format string, args ...any) Step {
		s.Verdict, s.Reason = Error, fmt.Sprintf(format, args...)
		return s
	}
	target := r.target(rec.URL)
	if len(r.result.Results) == 0 || r.tab.URL() != target {
		s.Navigated = true
		if err := r.page.Goto(sctx, target); err != nil {
			return fail("%v", err)
		}
	}
	s.URL = trace.PortableURL(r.dir, r.tab.URL())
	if rec.Action.Type == "none" && rec.Verify != nil && rec.Decision.Choice == nil {
		return r.claim(sctx, rec, s)
	}
	res, obs, err := r.resolve(sctx, rec)
	var region *page.RegionError
	if errors.As(err, &region) {
		s.Verdict, s.Reason, s.Kind = Changed, region.Error(), r.kind(rec, s)
		return s
	}
	if err != nil {
		return fail("the page could not be read: %v", err)
	}
	s.Verdict, s.Reason, s.Moved = res.verdict, res.reason, res.moved
	s.Drift, s.PageIdentical = res.drift, res.identical
	s.URL = trace.PortableURL(r.dir, obs.URL)
	if res.verdict == Changed {
		s.Kind = r.kind(rec, s)
		if s.Kind == NeedsExecute {
			s.Reason += "; earlier actions bring it to the page: replay with --execute"
		}
	}
	if res.index < 0 {
		if r.Execute && rec.Result.Executed && s.Verdict.Fails() {
			r.result.Stopped = fmt.Sprintf("step %d could not be executed: %s", rec.Step, s.Reason)
		}
		return s
	}
	chosen := obs.Candidates[res.index]
	s.ResolvedIndex, s.ChosenFrame = &res.index, &chosen.Frame
	if r.Execute && rec.Result.Executed {
		r.execute(sctx, rec, chosen, &s)
	}
	return s
}

// target is the URL that a recorded step is replayed on.
func (r *replayer) target(recorded string) string {
	if r.Swap != "" {
		return browser.PageURL(r.Dir, r.Swap)
	}
	return trace.ResolveURL(r.dir, recorded)
}

// resolve reads the page and judges the decision. A page that is as it was recorded costs no waiting. Any
// other is given time to come to rest, and so is one that this replay has just acted on; an element that is
// not there then is waited for until the deadline, unless only actions that this replay does not run could
// bring it.
func (r *replayer) resolve(ctx context.Context, rec *trace.Step) (resolution, *page.Observation, error) {
	var res resolution
	var obs *page.Observation // the last one that succeeded
	look := func(ctx context.Context) (bool, error) {
		seen, err := r.page.Observe(ctx, page.ObserveOptions{Max: r.maxCandidates(rec), Within: rec.Within})
		if err != nil {
			return false, err
		}
		obs = seen
		now := make([]trace.Candidate, len(obs.Candidates))
		for i, c := range obs.Candidates {
			now[i] = c.Candidate
		}
		res = resolve(rec, now, r.identity, r.reranked)
		return !res.verdict.Fails() || res.verdict == Error, nil
	}
	if n := len(r.result.Results); n == 0 || !r.result.Results[n-1].Executed {
		if found, err := look(ctx); err == nil && found && res.identical && !res.moved {
			return res, obs, nil
		}
	}
	if _, err := r.page.Settle(ctx, lang.DefaultSettle); err != nil {
		return resolution{}, nil, err
	}
	found, err := look(ctx)
	if found || (err == nil && r.brought(rec)) {
		return res, obs, err
	}
	wctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	_, late := r.page.WaitUntil(wctx, look)
	switch {
	case obs != nil:
		return res, obs, nil
	case err != nil:
		return res, nil, err // what was wrong at first says more than the deadline
	}
	return res, nil, late
}

// maxCandidates is the cap that the recording had: the list itself tells where it was cut.
func (r *replayer) maxCandidates(rec *trace.Step) int {
	if rec.Dropped > 0 {
		return len(rec.Candidates)
	}
	if r.head.MaxCandidates > 0 {
		return max(r.head.MaxCandidates, len(rec.Candidates))
	}
	return max(lang.DefaultMaxCandidates, len(rec.Candidates))
}

// brought reports whether the chosen element came to the page by actions of the recorded run that this
// replay does not repeat: the run had acted, and the element was not there when it first came to this URL.
func (r *replayer) brought(rec *trace.Step) bool {
	if r.Execute || !r.executed || rec.Decision.ChosenFP == nil {
		return false
	}
	first, been := r.seen[rec.URL]
	return been && !first[*rec.Decision.ChosenFP]
}

// kind explains a changed step.
func (r *replayer) kind(rec *trace.Step, s Step) string {
	elsewhere := r.Swap == "" && s.URL != rec.URL // earlier actions (a login) are what opens that page
	if r.brought(rec) || (elsewhere && !r.Execute && r.executed) {
		return NeedsExecute
	}
	return ""
}

// approved reports whether the caller named the step in Approve.
func (r *replayer) approved(rec *trace.Step) bool {
	return slices.Contains(r.Approve, strconv.Itoa(rec.Step)) || (rec.Name != "" && slices.Contains(r.Approve, rec.Name))
}

// claim checks an assert again. Without --execute the page is not in the state that it speaks of.
func (r *replayer) claim(ctx context.Context, rec *trace.Step, s Step) Step {
	s.Verdict = OK
	if !r.Execute {
		s.Reason = "an assert is checked again with --execute"
		s.Verify = &trace.Verify{Selector: rec.Verify.Selector, That: rec.Verify.That, Vars: rec.Verify.Vars}
		return s
	}
	c, err := recordedClaim(rec.Verify)
	if err != nil {
		s.Verdict, s.Reason = Error, fmt.Sprintf("the recorded assert cannot be checked: %v", err)
		return s
	}
	cctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	verify, err := claim.Check(cctx, r.page, c)
	if err != nil {
		s.Verdict, s.Reason = Error, fmt.Sprintf("the page could not be read: %v", err)
		return s
	}
	s.Verify = &verify
	held := rec.Verify.Verified != nil && *rec.Verify.Verified
	if held && !*verify.Verified {
		s.Verdict, s.Reason = Changed, "the assert held when it was recorded and does not now: "+verify.Reason
	}
	return s
}

// success checks the success selector of a goal.
func (r *replayer) success(ctx context.Context) error {
	if r.claimed == nil {
		return nil
	}
	r.result.Success = r.claimed
	if !r.Execute {
		r.claimed.Reason = "not checked without --execute"
		return nil
	}
	cctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	verify, err := claim.Check(cctx, r.page, claim.Claim{Selector: r.claimed.Selector})
	if err != nil {
		return fmt.Errorf("check the success selector %q: %w", r.claimed.Selector, err)
	}
	r.result.Success = &verify
	return nil
}
