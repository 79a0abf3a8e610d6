// Package report turns records and replay results into what people and machines read: a line for the
// terminal as a step happens, Markdown, and one JSON document. It reads plain data and decides nothing.
package report

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/trace"
)

// Version of the JSON documents of this package; a field changes its meaning only with the version.
const Version = 1

// Run is the report of a run, made from its trace.
type Run struct {
	Summary  Summary          `json:"summary"`
	Steps    []*trace.Step    `json:"steps"`
	Actions  []*trace.Action  `json:"actions"`
	Dialogs  []*trace.Action  `json:"dialogs"`            // each with the rule that fired, "" for the default
	Evidence []*evidence.Kept `json:"evidence,omitempty"` // of the records that failed
	Broken   string           `json:"broken,omitempty"`   // why the trace ends before its run did

	records []trace.Record // all but the header and the end, in their order
	lines   []int          // of records, in the trace
}

// Summary counts a run.
type Summary struct {
	Flow      string  `json:"flow"`
	Tool      string  `json:"tool"`
	Model     string  `json:"model"` // as requested, or the embedded decider's own id
	Started   string  `json:"started"`
	Trace     string  `json:"trace"`
	Status    string  `json:"status"`           // passed, failed, review, interrupted; "" for a trace without an end
	Reason    string  `json:"reason,omitempty"` // why the run ended so, in a sentence
	Steps     int     `json:"steps"`
	Auto      int     `json:"auto"`
	Review    int     `json:"review"`
	Blocked   int     `json:"blocked"`
	Executed  int     `json:"executed"`
	Correct   int     `json:"correct"` // of Scored
	Scored    int     `json:"scored"`  // steps that declared what they expect
	Asserts   int     `json:"asserts"`
	Errors    int     `json:"errors"`
	Fallbacks int     `json:"fallbacks"` // decisions that another decider took in place of Model
	CostUSD   float64 `json:"cost_usd"`  // of the calls whose price is known
	// What cannot be true together: the trace was changed after its run, and its status says nothing.
	Contradictions []string `json:"contradictions,omitempty"`
	LatencyMS      struct {
		P50 float64 `json:"p50"`
		P95 float64 `json:"p95"`
	} `json:"latency_ms"` // of the decisions
}

// contradicting is how a run is headed whose trace contradicts itself.
const contradicting = "contradicts itself"

// Heading is how the run ended, in a word or two, as far as its trace can be believed.
func (s *Summary) Heading() string {
	switch {
	case len(s.Contradictions) > 0:
		return contradicting
	case s.Status == "":
		return "cut short"
	}
	return s.Status
}

// Contradiction says in a sentence what in the trace contradicts what, "" where nothing does.
func (s *Summary) Contradiction() string {
	if len(s.Contradictions) == 0 {
		return ""
	}
	return "the trace contradicts itself: " + strings.Join(s.Contradictions, "; ")
}

// Line counts the run in a sentence.
func (s *Summary) Line() string {
	out := fmt.Sprintf("%s: %d auto, %d review, %d blocked; %d executed, %s.", counted(s.Steps, "step"), s.Auto, s.Review, s.Blocked, s.Executed, counted(s.Errors, "error"))
	if s.Scored > 0 {
		out += fmt.Sprintf(" %d of %d scored decisions were right.", s.Correct, s.Scored)
	}
	if s.Fallbacks > 0 {
		out += fmt.Sprintf(" %s not taken by the decider that was asked first.", counted(s.Fallbacks, "decision"))
	}
	return out
}

// Counter counts the records of a run and keeps none of them.
type Counter struct {
	summary   Summary
	latencies []float64
	against   contradictions
}

// NewCounter starts to count the trace at path.
func NewCounter(path string) *Counter { return &Counter{summary: Summary{Trace: path}} }

// Collector gathers the records of one run as they are written.
type Collector struct {
	*Counter
	run  Run
	line int // of the last record
}

// NewCollector starts a report on the trace at path.
func NewCollector(path string) *Collector {
	return &Collector{Counter: NewCounter(path), run: Run{Steps: []*trace.Step{}, Actions: []*trace.Action{}, Dialogs: []*trace.Action{}}}
}

// Add takes the next record, one for each line of the trace.
func (c *Collector) Add(rec trace.Record) {
	c.line++
	c.Counter.Add(rec)
	switch rec := rec.(type) {
	case *trace.Action:
		switch rec.Tool {
		case trace.ToolRunEnd:
			return
		case trace.ToolDialog:
			c.run.Dialogs = append(c.run.Dialogs, rec)
		default:
			c.run.Actions = append(c.run.Actions, rec)
		}
		c.keep(rec)
	case *trace.Step:
		c.run.Steps = append(c.run.Steps, rec)
		c.keep(rec)
	}
}

// Add counts the next record.
func (c *Counter) Add(rec trace.Record) {
	s := &c.summary
	c.against.add(rec)
	switch rec := rec.(type) {
	case *trace.Run:
		s.Flow, s.Tool, s.Model, s.Started = rec.Flow, rec.Tool, rec.Model, rec.Started
	case *trace.Action:
		switch {
		case rec.Tool == trace.ToolRunEnd:
			s.Status, _ = rec.Result["status"].(string)
		case rec.Tool != trace.ToolDialog && rec.Result["error"] != nil:
			s.Errors++
		}
	case *trace.Step:
		c.count(rec)
	}
}

// Summary is what was counted so far. The reason of the end is not in a trace: a caller that knows it adds it.
func (c *Counter) Summary() Summary {
	if sorted := slices.Clone(c.latencies); len(sorted) > 0 {
		sort.Float64s(sorted)
		c.summary.LatencyMS.P50 = sorted[len(sorted)/2]
		c.summary.LatencyMS.P95 = sorted[min(len(sorted)-1, len(sorted)*95/100)]
	}
	c.summary.Contradictions = c.against.list()
	return c.summary
}

func (c *Collector) keep(rec trace.Record) {
	c.run.records, c.run.lines = append(c.run.records, rec), append(c.run.lines, c.line)
}

func (c *Counter) count(rec *trace.Step) {
	s := &c.summary
	s.Steps++
	switch rec.Gate.Verdict {
	case trace.VerdictAuto:
		s.Auto++
	case trace.VerdictReview:
		s.Review++
	case trace.VerdictBlocked:
		s.Blocked++
	}
	if rec.Verify != nil {
		s.Asserts++
	}
	if rec.Result.Executed {
		s.Executed++
	}
	if rec.Result.Correct != nil {
		s.Scored++
		if *rec.Result.Correct {
			s.Correct++
		}
	}
	if rec.Result.Error != nil || rec.Decision.Error != nil {
		s.Errors++
	}
	if rec.Decision.Fallback != "" {
		s.Fallbacks++
	}
	if rec.Decision.CostUSD != nil {
		s.CostUSD += *rec.Decision.CostUSD
	}
	if rec.Decision.LatencyMS != nil {
		c.latencies = append(c.latencies, *rec.Decision.LatencyMS)
	}
}

// Report is what was gathered so far.
func (c *Collector) Report() *Run {
	c.run.Summary = c.Summary()
	return &c.run
}

// Runner is an option of a decision with its probability.
type Runner struct {
	Label       string // "none", or the element as people name it
	Probability float64
	Chosen      bool
}

// Ranking lists the options of a decision, the likeliest first, at most n.
func Ranking(rec *trace.Step, n int) []Runner {
	names := map[string]string{}
	for _, c := range rec.Candidates {
		names[c.CID] = Element(c.Role, c.Name)
	}
	out := make([]Runner, 0, len(rec.Decision.Probabilities))
	for cid, p := range rec.Decision.Probabilities {
		label, ok := names[cid]
		if !ok {
			label = cid
		}
		out = append(out, Runner{label, p, rec.Decision.Choice != nil && *rec.Decision.Choice == cid})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Probability != out[j].Probability {
			return out[i].Probability > out[j].Probability
		}
		return out[i].Label < out[j].Label
	})
	return out[:min(n, len(out))]
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Footer ends the lines of a run: how it ended, what it counted, where the trace is.
func (r *Run) Footer() string {
	s := r.Summary
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %d auto, %d review, %d blocked, %d executed", s.Status, counted(s.Steps, "step"), s.Auto, s.Review, s.Blocked, s.Executed)
	if s.Scored > 0 {
		fmt.Fprintf(&b, ", %d/%d right", s.Correct, s.Scored)
	}
	if s.Fallbacks > 0 {
		fmt.Fprintf(&b, "\n  %s not taken by the decider that was asked first", counted(s.Fallbacks, "decision"))
	}
	if s.Reason != "" {
		fmt.Fprintf(&b, "\n  %s", s.Reason)
	}
	fmt.Fprintf(&b, "\n  trace %s\n", s.Trace)
	return Plain(b.String())
}

// Recall adds what the run kept of its failing pages, beside its trace.
func (r *Run) Recall() error {
	kept, err := evidence.Load(r.Summary.Trace, r.Summary.Started)
	for _, line := range slices.Sorted(maps.Keys(kept)) {
		r.Evidence = append(r.Evidence, kept[line])
	}
	return err
}
