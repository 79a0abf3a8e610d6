// Package trace is the recorded truth of a run: the spec-0 records, the writer that survives a kill, the
// strict streaming reader, and the identities that records are built on (fingerprint, dom_hash).
//
// It is the only package that knows the JSON field names of a trace. It knows no browser, no model and no
// HCL; SPEC.md is its contract in words, and schemas/ its contract for machines.
package trace

// Spec is the version of the trace format that this package writes and reads.
const Spec = 0

// OrderSpec is the version of the shortlist ordering that runtime/page implements: viewport first, then
// role rank, then frame, then document order, over all frames together. SPEC.md lists the versions.
const OrderSpec = 2

// MaxCandidates is the most candidates that a shortlist may have: a choice question takes 255 options, and
// "none" is one of them.
const MaxCandidates = 254

// None is the choice that takes no element.
const None = "none"

// The record kinds of spec 0.
const (
	KindRun    = "run"
	KindStep   = "step"
	KindAction = "action"
)

// Record is one line of a trace: *Run, *Step or *Action.
type Record interface{ kind() string }

// The struct tag `spec` holds what JSON tags cannot say. The reader, the writer and the generated schemas
// read it, and a field is described nowhere else:
//
//	any       every tool writes it; a record without it is broken
//	page      every tool writes it, except in a play tick
//	play      every tool writes it in a play tick, and nowhere else
//	own       jevrun writes it always; other tools may leave it out
//	opt       optional
//	ext       an extension of jevrun; spec 0 does not have it
//	min, max  bounds of a number, both included
//	maxlen    longest text, in code points
//	enum      the legal texts, separated by |
//	format    name of a text format: utc (ISO-8601 UTC to the second), hash, cid, choice
//	null      null is legal although the Go field cannot hold it (read as the zero value)

// Run is the header, the first record of every trace.
type Run struct {
	Kind      string `json:"kind" spec:"any,enum=run"`              // always "run"
	Spec      int    `json:"spec" spec:"any,min=0,max=0"`           // trace format version, always 0
	Started   string `json:"started" spec:"any,format=utc"`         // when the run started: ISO-8601 UTC to the second, with Z
	Tool      string `json:"tool" spec:"any"`                       // name/version, for example jevrun/0.1.0
	OrderSpec *int   `json:"order_spec,omitempty" spec:"own,min=0"` // version of the shortlist ordering; absent in traces that predate the field
	Flow      string `json:"flow" spec:"any"`                       // flow id; goal for a goal loop, mcp-session for a session
	Model     string `json:"model" spec:"any"`                      // requested model, or the embedded decider's own id
	Start     string `json:"start,omitempty" spec:"opt"`            // start URL; a file under the trace's folder is file:<relative>
	// Shortlist cap of the run over all frames; replay observes with the same cap.
	MaxCandidates int `json:"max_candidates,omitempty" spec:"opt,ext,min=1,max=254"`
	// Where the flow stands: path of its file from the trace's folder, a colon and the line of its block.
	Source string `json:"source,omitempty" spec:"opt,ext"`

	Goal        string   `json:"goal,omitempty" spec:"opt"`            // goal loop and play: the task in words
	ContextKeys []string `json:"context_keys,omitempty" spec:"opt"`    // goal loop: names of the context values, never the values
	Success     string   `json:"success,omitempty" spec:"opt,null"`    // goal loop: CSS selector that must be visible in the end
	MaxSteps    int      `json:"max_steps,omitempty" spec:"opt,min=1"` // goal loop: most steps

	Actions []string `json:"actions,omitempty" spec:"opt"`       // play: labels of the action set
	RateHz  *float64 `json:"rate_hz,omitempty" spec:"opt,min=0"` // play: requested decisions per second
	Seconds *float64 `json:"seconds,omitempty" spec:"opt,min=0"` // play: requested length in seconds
	Policy  string   `json:"policy,omitempty" spec:"opt"`        // play: who decides (model, random, rule)

	// Extra holds the header fields that this package does not know, verbatim.
	Extra map[string]any `json:"-"`
}

// Step is one decision, one claim (assert, goal success) or one tick of a play run.
type Step struct {
	Kind        string      `json:"kind" spec:"any,enum=step"`                               // always "step"
	Step        int         `json:"step" spec:"any,min=1"`                                   // 1-based position in the compiled flow; a retry or a jump repeats it
	Intent      string      `json:"intent" spec:"any"`                                       // what was wanted, verbatim
	Action      StepAction  `json:"action" spec:"any"`                                       // what is done to the element
	URL         string      `json:"url" spec:"page"`                                         // page of the decision; a file under the trace's folder is file:<relative>
	Title       string      `json:"title" spec:"page"`                                       // title of that page
	TotalOnPage int         `json:"total_on_page" spec:"page,min=0"`                         // visible interactive elements over all frames
	Dropped     int         `json:"dropped" spec:"page,min=0"`                               // how many of them were not shown to the model
	DOMHash     string      `json:"dom_hash,omitempty" spec:"own,format=hash"`               // hash of the candidate set (identity and current value)
	Candidates  []Candidate `json:"candidates" spec:"page,max=254"`                          // the shortlist that the model saw, in its order
	ExpectedCID *string     `json:"expected_cid" spec:"own,format=choice"`                   // ground truth: null when nothing was expected, "none" when no element should match
	Decision    Decision    `json:"decision" spec:"any"`                                     // the answer
	Gate        Gate        `json:"gate" spec:"any"`                                         // the verdict on acting unattended
	Locator     *Locator    `json:"locator" spec:"own"`                                      // the choice in Playwright's selector syntax; null without a choice
	Result      Result      `json:"result" spec:"any"`                                       // what came of it
	ValueSource string      `json:"value_source,omitempty" spec:"opt,enum=model|name-match"` // goal loop: who picked the context key

	Verify   *Verify  `json:"verify,omitempty" spec:"opt"`            // an assert, or the success claim of a goal
	Name     string   `json:"name,omitempty" spec:"opt,ext"`          // the step's name in the flow file
	Within   string   `json:"within,omitempty" spec:"opt,ext"`        // text of the region that narrowed the candidates before the decision
	Attempt  int      `json:"attempt,omitempty" spec:"opt,ext,min=2"` // 2 and up on a retry
	Settled  *Settled `json:"settled,omitempty" spec:"opt,ext"`       // why the wait before the observation ended
	Review   *Review  `json:"review,omitempty" spec:"opt,ext"`        // who answered a review, and how
	Healed   *Healed  `json:"healed,omitempty" spec:"opt,ext"`        // a person put another element in the place of the recorded one
	Received string   `json:"received,omitempty" spec:"opt,ext"`      // the element that really received the input, as observed: its role and, in quotes, its name
	Note     string   `json:"note,omitempty" spec:"opt,ext"`          // what a reader should know of an act that was carried out, `kind: sentence`: dialog opened, no effect

	Source string   `json:"source,omitempty" spec:"opt,ext"`        // where the step stands: path of its file from the trace's folder, a colon and the line
	TookMS *float64 `json:"took_ms,omitempty" spec:"opt,ext,min=0"` // length of the action in milliseconds, with what it waited for; of an assert, of checking it

	State     string   `json:"state,omitempty" spec:"play,maxlen=1200"`      // play: the probe's text, white space collapsed
	StateHash string   `json:"state_hash,omitempty" spec:"play,format=hash"` // play: hash of that text
	ElapsedMS *float64 `json:"elapsed_ms,omitempty" spec:"play,min=0"`       // play: length of the tick in milliseconds, decision and action

	// Play is true for the ticks of a play trace. They have no page and no candidates, and replay skips them.
	Play bool `json:"-"`
}

// StepAction is what the step does to the element that was chosen.
type StepAction struct {
	Type         string  `json:"type" spec:"any"`                     // click, fill, select, check, hover, press, drag, none; hold in a play tick
	Value        *string `json:"value,omitempty" spec:"opt"`          // literal text from the flow; the place where a drag ends; "false" on a check step that clears
	ValueFromEnv string  `json:"value_from_env,omitempty" spec:"opt"` // name of the environment variable that held the value
	Key          string  `json:"key,omitempty" spec:"opt"`            // key to press, or to hold
}

// Candidate is one element of the shortlist as the model saw it.
type Candidate struct {
	CID         string  `json:"cid" spec:"any,format=cid"`        // f<frame>:c<n>, unique within the step; the option's key
	Role        string  `json:"role" spec:"any"`                  // explicit or implicit ARIA role
	Name        string  `json:"name" spec:"any,maxlen=120"`       // accessible name, original casing, white space collapsed
	FP          string  `json:"fp" spec:"any"`                    // fingerprint, the element's identity
	Tag         string  `json:"tag" spec:"own,null"`              // DOM tag
	Type        *string `json:"type" spec:"own"`                  // input type
	Href        *string `json:"href" spec:"own,maxlen=120"`       // link target as written in the page
	Placeholder *string `json:"placeholder" spec:"own,maxlen=60"` // placeholder text
	Scope       *string `json:"scope" spec:"own,maxlen=60"`       // nearest legend, form name or heading
	Value       *string `json:"value" spec:"own,maxlen=40"`       // current value; passwords as four bullets, secrets masked
	Disabled    bool    `json:"disabled" spec:"own"`              // the element takes no input
	InViewport  bool    `json:"in_viewport" spec:"own"`           // its box meets the window
	Frame       int     `json:"frame" spec:"own,min=0"`           // frame it lives in; 0 is the main frame
	Rank        int     `json:"rank" spec:"own,min=0"`            // position in its frame's shortlist; a tie-breaker, not identity
	Covered     bool    `json:"covered,omitempty" spec:"opt,ext"` // it is in the viewport and something else lies over all of it
}

// Decision is the answer of the decider.
type Decision struct {
	Choice        *string            `json:"choice" spec:"any"`                    // a cid, "none", or null when no decision was possible; in a play tick an action's label
	ChosenFP      *string            `json:"chosen_fp" spec:"own"`                 // fingerprint of the choice
	ChosenName    *string            `json:"chosen_name" spec:"own"`               // name of the choice
	Confidence    *float64           `json:"confidence" spec:"own,min=0,max=1"`    // the decider's own measure; the gate compares the probability of the choice instead
	Probabilities map[string]float64 `json:"probabilities" spec:"own,min=0,max=1"` // by option key, "none" included
	Model         *string            `json:"model" spec:"own"`                     // model that answered
	LatencyMS     *float64           `json:"latency_ms" spec:"own,min=0"`          // time of the call in milliseconds
	Usage         *Usage             `json:"usage" spec:"own"`                     // tokens; null when not counted
	CostUSD       *float64           `json:"cost_usd" spec:"own,min=0"`            // price of the call in US dollars; null when unknown
	Error         *string            `json:"error" spec:"own"`                     // why no decision was possible
	Fallback      string             `json:"fallback,omitempty" spec:"opt,ext"`    // why the decider that was asked first gave no answer, where model decided in its place

	Status           string        `json:"status,omitempty" spec:"opt"`                        // goal loop: in_progress, done, stuck
	StatusConfidence *float64      `json:"status_confidence,omitempty" spec:"opt,min=0,max=1"` // goal loop: confidence of status
	Action           string        `json:"action,omitempty" spec:"opt"`                        // goal loop: the action that was chosen
	ActionConfidence *float64      `json:"action_confidence,omitempty" spec:"opt,min=0,max=1"` // goal loop: confidence of action
	ValueKey         string        `json:"value_key,omitempty" spec:"opt,null"`                // goal loop: the context key that was chosen, or none
	Alternatives     []Alternative `json:"alternatives,omitempty" spec:"opt,max=3"`            // goal loop: runners-up by probability
}

// Alternative is a runner-up.
type Alternative struct {
	Name       string   `json:"name" spec:"opt"`                   // accessible name
	Role       string   `json:"role" spec:"opt"`                   // role
	Confidence *float64 `json:"confidence" spec:"opt,min=0,max=1"` // its probability
}

// Usage counts tokens.
type Usage struct {
	InputTokens  int `json:"input_tokens" spec:"own,min=0"`  // tokens of the request
	OutputTokens int `json:"output_tokens" spec:"own,min=0"` // tokens of the answer
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
	Verdict string  `json:"verdict" spec:"any,enum=auto|review|blocked|n/a"` // auto acts, review asks a person, blocked stops; n/a where nothing was to be judged
	Reason  *string `json:"reason" spec:"own"`                               // why not auto; null for auto
}

// Locator is the chosen element in Playwright's selector syntax.
type Locator struct {
	Selector string `json:"selector" spec:"own,null"` // role=button[name="Sign in"], or text=…
	Unique   bool   `json:"unique" spec:"own"`        // exactly one match in the element's frame
}

// Result is what came of the step.
type Result struct {
	Correct  *bool   `json:"correct" spec:"own"`  // the choice was the expected one; null when nothing was expected
	Executed bool    `json:"executed" spec:"any"` // the action was carried out
	Error    *string `json:"error" spec:"own"`    // the action's error
}

// Verify is a claim checked against the page.
type Verify struct {
	Selector string         `json:"selector,omitempty" spec:"opt,null"` // CSS selector that must be visible
	That     string         `json:"that,omitempty" spec:"opt,ext"`      // source of the predicate that must hold
	Vars     map[string]any `json:"vars,omitempty" spec:"opt,ext"`      // values of the variables that the predicate reads, to check it again
	Actual   map[string]any `json:"actual,omitempty" spec:"opt,ext"`    // of a claim that does not hold: what the page said where the claim reads it, cut to 500 characters
	Verified *bool          `json:"verified" spec:"any"`                // null when the claim was not checked
	Reason   string         `json:"reason,omitempty" spec:"opt,ext"`    // why it does not hold, or was not checked
}

// Settled says why a wait ended and how long it took.
type Settled struct {
	By string  `json:"by" spec:"own"`       // quiet, deadline, condition
	MS float64 `json:"ms" spec:"own,min=0"` // length of the wait in milliseconds
}

// The answers of a person to a review.
const (
	AnswerApprove = "approve" // act on the choice
	AnswerPick    = "pick"    // act on another candidate
	AnswerSkip    = "skip"    // go on without acting
	AnswerStop    = "stop"    // end the run
)

// Target is the candidate that the step is about: the one that a person picked, or else the decider's choice.
// It is nil when there is none, and at -1. A choice that is no candidate gives nil and ok false.
func (s *Step) Target() (target *Candidate, at int, ok bool) {
	cid := s.Decision.Choice
	if s.Review != nil && s.Review.Approved && s.Review.Picked != "" {
		cid = &s.Review.Picked
	}
	if cid == nil || *cid == None {
		return nil, -1, true
	}
	for i := range s.Candidates {
		if s.Candidates[i].CID == *cid {
			return &s.Candidates[i], i, true
		}
	}
	return nil, -1, false
}

// Review records a person's answer.
type Review struct {
	By       string `json:"by" spec:"own"`            // who was asked: terminal, or a name
	At       string `json:"at" spec:"own,format=utc"` // when
	Approved bool   `json:"approved" spec:"own"`      // true: act
	// What the person said: approve the choice, pick another candidate, skip the step, or stop the run. Without it nobody
	// said anything.
	Answer string `json:"answer,omitempty" spec:"opt,enum=approve|pick|skip|stop"`
	Picked string `json:"picked,omitempty" spec:"opt"` // cid of the candidate that the person picked instead of the choice
}

// Healed is what a person accepted as the successor of an element that a replay did not find any more.
type Healed struct {
	By   string `json:"by" spec:"own"`            // who accepted it
	At   string `json:"at" spec:"own,format=utc"` // when
	From string `json:"from" spec:"own"`          // fingerprint of the element that was recorded before
}

// Action is evidence of a call that took no decision (goto, wait_for, screenshot, dialogs, run_end).
type Action struct {
	Kind    string         `json:"kind" spec:"any,enum=action"` // always "action"
	At      string         `json:"at" spec:"any,format=utc"`    // when the call was recorded: ISO-8601 UTC
	Tool    string         `json:"tool" spec:"any"`             // name of the action
	Request map[string]any `json:"request" spec:"own"`          // its arguments, masked
	Result  map[string]any `json:"result" spec:"any"`           // {"ok": true} or {"error": "Type: message"}, with details
}

func (*Run) kind() string    { return KindRun }
func (*Step) kind() string   { return KindStep }
func (*Action) kind() string { return KindAction }
