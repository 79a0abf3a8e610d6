// Package trace is the recorded truth of a run: the spec-0 records, the writer that survives a kill, the
// strict streaming reader, and the identities that records are built on (fingerprint, dom_hash).
//
// It is the only package that knows the JSON field names of a trace. It knows no browser, no model and no
// HCL; SPEC.md is its contract in words.
package trace

// Spec is the version of the trace format that this package writes and reads.
const Spec = 0

// OrderSpec is the version of the shortlist ordering that runtime/page implements: viewport first, then
// role rank, then frame, then document order, over all frames together. SPEC.md lists the versions.
const OrderSpec = 2

// The record kinds of spec 0.
const (
	KindRun    = "run"
	KindStep   = "step"
	KindAction = "action"
)

// Record is one line of a trace: *Run, *Step or *Action.
type Record interface{ kind() string }

// Run is the header, the first record of every trace.
type Run struct {
	Kind      string `json:"kind"`                 // always "run"
	Spec      int    `json:"spec"`                 // always 0
	Started   string `json:"started"`              // ISO-8601 UTC to the second, with Z
	Tool      string `json:"tool"`                 // name/version, for example jevrun/0.1.0
	OrderSpec *int   `json:"order_spec,omitempty"` // nil in traces that predate the field
	Flow      string `json:"flow"`                 // flow id
	Model     string `json:"model"`                // requested model, or the embedded decider's own id
	Start     string `json:"start,omitempty"`      // start URL; a file under the trace's folder is file:<relative>
	// MaxCandidates is the shortlist cap of the run, 1 to 254 (extension; 0 in traces that lack it).
	MaxCandidates int `json:"max_candidates,omitempty"`
	// Extra holds header fields of other loops (goal, play, …) that this package has no use for, verbatim.
	Extra map[string]any `json:"-"`
}

// Step is one decision.
type Step struct {
	Kind        string      `json:"kind"` // always "step"
	Step        int         `json:"step"` // 1-based position in the compiled flow
	Intent      string      `json:"intent"`
	Action      StepAction  `json:"action"`
	URL         string      `json:"url"`
	Title       string      `json:"title"`
	TotalOnPage int         `json:"total_on_page"`
	Dropped     int         `json:"dropped"`
	DOMHash     string      `json:"dom_hash"` // "sha256:" and 16 hex digits; "" where the writer had none
	Candidates  []Candidate `json:"candidates"`
	ExpectedCID *string     `json:"expected_cid"` // nil when nothing was expected, "none" when no element should match
	Decision    Decision    `json:"decision"`
	Gate        Gate        `json:"gate"`
	Locator     *Locator    `json:"locator"`
	Result      Result      `json:"result"`

	// Extensions of jevrun; SPEC.md marks them.
	Name     string   `json:"name,omitempty"`    // the step's name in the flow file
	Within   string   `json:"within,omitempty"`  // region text that narrowed the candidates before the decision
	Attempt  int      `json:"attempt,omitempty"` // 2 and up on a retry
	Verify   *Verify  `json:"verify,omitempty"`  // an assert, or the success claim of a goal
	Settled  *Settled `json:"settled,omitempty"` // why the wait before the observation ended
	Review   *Review  `json:"review,omitempty"`  // who answered a review, and how
	Received string   `json:"received,omitempty"`
	// Play is set on the ticks of a play trace (state, state_hash, elapsed_ms); such steps have no candidates.
	Play bool `json:"-"`
}

// StepAction is what the step does to the element that was chosen.
type StepAction struct {
	Type         string  `json:"type"`                     // click, fill, select, check, hover, press, none; hold in play traces
	Value        *string `json:"value,omitempty"`          // literal text from the flow
	ValueFromEnv string  `json:"value_from_env,omitempty"` // name of the environment variable that held the value
	Key          string  `json:"key,omitempty"`            // key to press
}

// Candidate is one element of the shortlist as the model saw it.
type Candidate struct {
	CID         string  `json:"cid"`  // f<frame>:c<n>, unique within the step
	Role        string  `json:"role"` // explicit or implicit ARIA role
	Name        string  `json:"name"` // accessible name, original casing, white space collapsed, at most 120 runes
	FP          string  `json:"fp"`
	Tag         string  `json:"tag"`
	Type        *string `json:"type"`        // input type
	Href        *string `json:"href"`        // at most 120 runes
	Placeholder *string `json:"placeholder"` // at most 60 runes
	Scope       *string `json:"scope"`       // nearest legend, form name or heading, at most 60 runes
	Value       *string `json:"value"`       // current value, at most 40 runes, passwords as four bullets, secrets masked
	Disabled    bool    `json:"disabled"`
	InViewport  bool    `json:"in_viewport"`
	Frame       int     `json:"frame"` // 0 is the main frame
	Rank        int     `json:"rank"`  // position in its frame's shortlist; a tie-breaker, not identity
}

// Decision is the answer of the decider.
type Decision struct {
	Choice        *string            `json:"choice"` // a cid, "none", or nil when no decision was possible
	ChosenFP      *string            `json:"chosen_fp"`
	ChosenName    *string            `json:"chosen_name"`
	Confidence    *float64           `json:"confidence"` // as the decider reports it, 0 to 1
	Probabilities map[string]float64 `json:"probabilities"`
	Model         *string            `json:"model"` // resolved model
	LatencyMS     *float64           `json:"latency_ms"`
	Usage         *Usage             `json:"usage"`
	CostUSD       *float64           `json:"cost_usd"` // nil when the price is unknown
	Error         *string            `json:"error"`
}

// Usage counts tokens.
type Usage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

// The gate verdicts.
const (
	VerdictAuto    = "auto"
	VerdictReview  = "review"
	VerdictBlocked = "blocked"
	VerdictNA      = "n/a"
)

// Gate is the verdict on acting unattended.
type Gate struct {
	Verdict string  `json:"verdict"`
	Reason  *string `json:"reason"`
}

// Locator is the chosen element in Playwright's selector syntax.
type Locator struct {
	Selector string `json:"selector"`
	Unique   bool   `json:"unique"` // exactly one match in the element's frame
}

// Result is what came of the step.
type Result struct {
	Correct  *bool   `json:"correct"` // nil when the flow declared no expectation
	Executed bool    `json:"executed"`
	Error    *string `json:"error"`
}

// Verify is a claim checked against the page.
type Verify struct {
	Selector string `json:"selector,omitempty"` // CSS selector that must be visible (spec 0)
	That     string `json:"that,omitempty"`     // predicate source (extension)
	Verified *bool  `json:"verified"`           // nil when it was not attempted
	Reason   string `json:"reason,omitempty"`
}

// Settled says why a wait ended and how long it took.
type Settled struct {
	By string  `json:"by"` // quiet, deadline, condition
	MS float64 `json:"ms"`
}

// Review records a person's answer.
type Review struct {
	By       string `json:"by"`
	At       string `json:"at"`
	Approved bool   `json:"approved"`
}

// Action is evidence of a call that took no decision (goto, wait_for, screenshot, dialogs, run_end).
type Action struct {
	Kind    string         `json:"kind"` // always "action"
	At      string         `json:"at"`   // ISO-8601 UTC
	Tool    string         `json:"tool"`
	Request map[string]any `json:"request"`
	Result  map[string]any `json:"result"` // {"ok": true} or {"error": "Type: message"}, with details
}

func (*Run) kind() string    { return KindRun }
func (*Step) kind() string   { return KindStep }
func (*Action) kind() string { return KindAction }
