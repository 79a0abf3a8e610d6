package replay

import (
	"context"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Result is the replay of one trace.
type Result struct {
	Trace     string          `json:"trace"`
	Flow      string          `json:"flow"`
	Goal      string          `json:"goal,omitempty"`
	Model     string          `json:"model"`              // of the recording; a replay asks no model
	Recorded  string          `json:"recorded,omitempty"` // how the recorded run ended, where the trace says so
	Swapped   string          `json:"swapped,omitempty"`
	Normalize []string        `json:"normalize,omitempty"` // the patterns that relaxed the comparison
	Execute   bool            `json:"execute"`
	Steps     int             `json:"steps"`
	Counts    map[Verdict]int `json:"counts"`
	Unchecked int             `json:"unchecked,omitempty"` // asserts that were not checked; their verdict is ok
	Failed    []int           `json:"failed"`              // step numbers
	Stopped   string          `json:"stopped,omitempty"`   // why an executing replay ended before the last step
	Success   *trace.Verify   `json:"success,omitempty"`   // the success selector of a goal
	Results   []Step          `json:"results"`
	TookMS    float64         `json:"took_ms"` // of the last attempt, in milliseconds

	Attempts int        `json:"attempts"`          // how often the trace was replayed, 1 or more
	Flaky    bool       `json:"flaky,omitempty"`   // it failed first and passed when it was tried again
	Earlier  []*Attempt `json:"earlier,omitempty"` // the failed attempts before the one that Results tells of
}

// Attempt is a failed replay of a trace that was then replayed again.
type Attempt struct {
	Failed  []int           `json:"failed"`
	Stopped string          `json:"stopped,omitempty"`
	Counts  map[Verdict]int `json:"counts"`
	Results []Step          `json:"results"`
	TookMS  float64         `json:"took_ms"`
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
	Kind          Kind          `json:"kind,omitempty"`
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

	Advice    string         `json:"advice,omitempty"`     // what to do about a step that fails
	Normalize string         `json:"normalize,omitempty"`  // the pattern that would excuse a counter, for --normalize
	Recorded  *Element       `json:"recorded,omitempty"`   // the element that the recorded run chose
	Found     []Element      `json:"found,omitempty"`      // what has its fingerprint now: one for ok and moved, several for ambiguous, at most 10
	Nearest   []Near         `json:"nearest,omitempty"`    // changed: what may have become of it, the most similar first, at most 3
	CoveredBy string         `json:"covered_by,omitempty"` // what lies over the element, as role and name
	Source    string         `json:"source,omitempty"`     // where the step stands: flow file from the trace's folder, a colon and the line
	Waited    *trace.Settled `json:"waited,omitempty"`     // what the wait before the verdict ended by, and its length
	TookMS    float64        `json:"took_ms"`              // length of the step in milliseconds

	sent bool // something may have reached the page, though the action failed

	// Evidence is what Options.OnFail kept of the page of a failing step; nil is none.
	Evidence *evidence.Evidence `json:"evidence,omitempty"`
}

// Unchecked reports whether the step is an assert that was not checked: its verdict is ok and says nothing of it.
func (s *Step) Unchecked() bool {
	return s.Verify != nil && s.Verify.Verified == nil && !s.Verdict.Fails() && s.Choice == nil
}

// Element is a candidate as people compare it.
type Element struct {
	Role        string  `json:"role"`
	Name        string  `json:"name"`
	FP          string  `json:"fp"`
	Frame       int     `json:"frame"`
	Position    int     `json:"position"` // in the shortlist, from 1
	Tag         string  `json:"tag,omitempty"`
	Type        *string `json:"type,omitempty"`
	Href        *string `json:"href,omitempty"`
	Placeholder *string `json:"placeholder,omitempty"`
	Scope       *string `json:"scope,omitempty"`
	Disabled    bool    `json:"disabled,omitempty"`
	New         bool    `json:"new,omitempty"` // its fingerprint is there more often than in the recording
}

// Near is an element of now that the recorded one may have become.
type Near struct {
	Element
	Similarity float64  `json:"similarity"` // 0 to 1
	Differs    []string `json:"differs"`    // which of role, name, frame, tag, type, href, placeholder, scope, disabled are not as recorded

	succeeds bool // a person would take it for what became of the recorded one
}

// FailFunc is called for a failing step while its page still stands, before anything else is opened. It may set
// s.Evidence. It must not act on the page, and it must be safe for concurrent use where several traces are
// replayed at the same time.
type FailFunc func(ctx context.Context, p *page.Page, trace string, s *Step)

// element is the candidate at a position of a shortlist, counted from 0.
func element(c *trace.Candidate, at int) Element {
	return Element{
		Role: c.Role, Name: c.Name, FP: c.FP, Frame: c.Frame, Position: at + 1, Tag: c.Tag, Type: c.Type, Href: c.Href,
		Placeholder: c.Placeholder, Scope: c.Scope, Disabled: c.Disabled,
	}
}
