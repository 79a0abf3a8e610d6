package replay

import "github.com/jevrun/jevrun/runtime/trace"

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
