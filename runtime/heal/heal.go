// Package heal proposes, for the steps of a trace that do not resolve any more, the elements that took the place of
// the recorded ones, with evidence, and writes a new trace with those that a person accepted. It decides nothing:
// a proposal that nobody accepted changes nothing, and a replay never substitutes an element by itself.
package heal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/gate"
	"github.com/jevrun/jevrun/runtime/judge"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Proposal is what may take the place of the element of one step.
type Proposal struct {
	Index     int // of the step among the steps of the trace, from 0; numbers and names may repeat
	Result    replay.Step
	Successor replay.Near
	Selector  string       // CSS selector that matches the successor alone; "" when there is none
	Expected  bool         // what the flow's expect matches today is the successor already
	Gate      gate.Verdict // what the gate says of the successor, at full probability

	candidates     []trace.Candidate
	at             int // of the successor among them
	total, dropped int
	url, title     string
}

// Plan is what a replay of a trace found.
type Plan struct {
	Path      string
	Result    *replay.Result
	Proposals []*Proposal
	Unhealed  []replay.Step // steps that fail and have no successor
}

// Rules are the gates that judge a successor: those of the flow, or the built-in ones as the zero value.
type Rules struct {
	Policy gate.Policy
	Vars   map[string]any // values of the variables that rules read
}

// Expect tells the selector by which the flow expects the element of a step; "" when it expects none.
type Expect func(step *trace.Step) string

// Propose replays the trace at path and looks for the successor of each element that is not there any more. A
// replay that executes ends at the first such step: heal it, and heal the new trace.
func Propose(ctx context.Context, b *browser.Browser, path string, o replay.Options, rules Rules, expect Expect) (*Plan, error) {
	steps, err := stepsOf(path)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Path: path}
	at := 0
	var failure error
	tell := o.OnStep
	o.OnStep = func(s replay.Step) {
		at++
		if tell != nil {
			tell(s)
		}
	}
	o.OnFail = func(ctx context.Context, p *page.Page, _ string, s *replay.Step) {
		if len(s.Nearest) == 0 || s.Kind != replay.Renamed && s.Kind != replay.Counter {
			if s.Verdict.Fails() {
				plan.Unhealed = append(plan.Unhealed, *s)
			}
			return
		}
		proposal, err := propose(ctx, p, steps[at], s, rules, expect)
		if err != nil {
			failure = errors.Join(failure, fmt.Errorf("step %d: %w", s.Step, err))
			return
		}
		proposal.Index = at
		plan.Proposals = append(plan.Proposals, proposal)
	}
	if plan.Result, err = replay.Run(ctx, b, path, o); err != nil {
		return nil, err
	}
	return plan, failure
}

// propose reads the page of a failing step once more, for the record of the successor.
func propose(ctx context.Context, p *page.Page, rec *trace.Step, s *replay.Step, rules Rules, expect Expect) (*Proposal, error) {
	obs, err := p.Observe(ctx, page.ObserveOptions{Max: limit(rec), Within: rec.Within})
	if err != nil {
		return nil, page.Unread(err)
	}
	out := &Proposal{Result: *s, total: obs.Total, dropped: obs.Dropped, url: obs.URL, title: obs.Title}
	if out.Successor, out.at, err = choose(s.Nearest, obs.Candidates); err != nil {
		return nil, err
	}
	for _, c := range obs.Candidates {
		out.candidates = append(out.candidates, c.Candidate)
	}
	chosen := obs.Candidates[out.at]
	in := gate.Input{Intent: rec.Intent, Action: rec.Action.Type, Key: rec.Action.Key, Choice: &chosen.CID, Dropped: obs.Dropped, Vars: rules.Vars}
	if rec.Action.Type == "drag" && rec.Action.Value != nil {
		in.To = *rec.Action.Value
	}
	out.Gate = judge.Choice(ctx, p, rules.Policy, in, &chosen, 1)
	if expect != nil {
		if selector := expect(rec); selector != "" {
			cid, found, err := p.ExpectedCID(ctx, obs, selector)
			out.Expected = err == nil && found && cid == chosen.CID
		}
	}
	if out.Selector, err = p.Selector(ctx, chosen); err != nil {
		return nil, fmt.Errorf("the element could not be asked for a selector: %w", err)
	}
	return out, nil
}

// choose is the first of the nearest elements, the most similar one, that is still among the candidates, and its
// place there. One that is there twice is no successor: nobody could tell which of the two a person accepted.
func choose(nearest []replay.Near, candidates []page.Candidate) (successor replay.Near, at int, err error) {
	for _, near := range nearest {
		at := -1
		for i, c := range candidates {
			if c.FP != near.FP || c.Frame != near.Frame {
				continue
			}
			if at >= 0 {
				return replay.Near{}, -1, fmt.Errorf("several elements are %s", near)
			}
			at = i
		}
		if at >= 0 {
			return near, at, nil
		}
	}
	return replay.Near{}, -1, errors.New("the page changed while it was read; try again")
}

// limit is the cap that the recorded step had.
func limit(rec *trace.Step) int {
	if rec.Dropped > 0 {
		return len(rec.Candidates)
	}
	return max(len(rec.Candidates), lang.DefaultMaxCandidates)
}

// Evidence says in one sentence why the successor may be the same element.
func (p *Proposal) Evidence() string {
	s := fmt.Sprintf("similarity %.2f", p.Successor.Similarity)
	same := []string{}
	for _, part := range []struct {
		name string
		has  bool
	}{
		{"role", true}, {"name", true}, {"tag", true}, {"href", p.Successor.Href != nil}, {"placeholder", p.Successor.Placeholder != nil},
		{"scope", p.Successor.Scope != nil}, {"frame", p.Successor.Frame != 0},
	} {
		if part.has && !contains(p.Successor.Differs, part.name) {
			same = append(same, part.name)
		}
	}
	if len(same) > 0 {
		s += ", the same " + strings.Join(same, ", ")
	}
	return s + "; another " + strings.Join(p.Successor.Differs, ", ")
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func stepsOf(path string) ([]*trace.Step, error) {
	var steps []*trace.Step
	_, err := records(path, func(rec trace.Record) error {
		if s, ok := rec.(*trace.Step); ok && !s.Play {
			steps = append(steps, s)
		}
		return nil
	})
	return steps, err
}

// records visits the records of a trace and tells how it ends, nil where it does not say.
func records(path string, visit func(trace.Record) error) (*trace.RunEnd, error) {
	reader, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	for {
		rec, _, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return reader.End(), nil
		}
		if err != nil {
			return nil, err
		}
		if err := visit(rec); err != nil {
			return nil, err
		}
	}
}

// Write writes the trace again to the file at out, with the accepted proposals in place of the recorded elements.
// by names the person who accepted them. What the gate would not let pass unattended is recorded as approved by
// that person, so that a replay with --execute asks for it again.
func (p *Plan) Write(out string, accepted []*Proposal, by string, now time.Time) error {
	w, err := trace.Create(out, trace.Options{Now: func() time.Time { return now }})
	if err != nil {
		return err
	}
	heal := map[int]*Proposal{}
	for _, a := range accepted {
		heal[a.Index] = a
	}
	dir, err := filepath.Abs(filepath.Dir(out))
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	at := 0
	end, err := records(p.Path, func(rec trace.Record) error {
		switch rec := rec.(type) {
		case *trace.Run:
			if !strings.HasPrefix(rec.Tool, trace.OwnTool) {
				return fmt.Errorf("%s was written by %s; only traces of jevrun are healed, record it with jevrun", p.Path, rec.Tool)
			}
		case *trace.Step:
			if !rec.Play {
				if a := heal[at]; a != nil {
					a.into(rec, dir, by, now)
				}
				at++
			}
		case *trace.Action:
			if rec.Tool == trace.ToolRunEnd {
				return nil // written anew
			}
		}
		return w.Write(rec)
	})
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Close(*end)
}

// into makes a recorded step one whose choice is the successor.
func (p *Proposal) into(rec *trace.Step, dir, by string, now time.Time) {
	was, _, _ := rec.Target()
	is := p.candidates[p.at]
	rec.Healed = &trace.Healed{By: by, At: trace.Time(now), From: was.FP}
	rec.URL, rec.Title = trace.PortableURL(dir, p.url), p.title
	rec.Candidates, rec.TotalOnPage, rec.Dropped = p.candidates, p.total, p.dropped
	rec.DOMHash, rec.ExpectedCID = "", nil
	rec.Decision = trace.Decision{Choice: &is.CID, ChosenFP: &is.FP, ChosenName: &is.Name, Probabilities: map[string]float64{}}
	rec.Locator = &trace.Locator{Selector: page.Locator(is.Role, is.Name), Unique: true}
	rec.Result.Correct, rec.Received, rec.Note = nil, "", ""
	if rec.Review != nil {
		rec.Review = &trace.Review{By: rec.Review.By, At: rec.Review.At, Approved: rec.Review.Approved, Answer: rec.Review.Answer}
		if rec.Review.Answer == trace.AnswerPick {
			rec.Review.Answer = trace.AnswerApprove
		}
	}
	if p.Gate.Verdict != trace.VerdictAuto && rec.Gate.Verdict == trace.VerdictAuto {
		reason := p.Gate.Reason
		rec.Gate = trace.Gate{Verdict: trace.VerdictReview, Reason: &reason}
		rec.Review = &trace.Review{By: by, At: trace.Time(now), Approved: rec.Result.Executed, Answer: trace.AnswerApprove}
	}
}
