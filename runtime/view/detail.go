package view

import (
	"sort"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/trace"
)

// detail is all that is shown of one record.
type detail struct {
	Line     int             `json:"line"`
	Intent   string          `json:"intent"`
	Label    string          `json:"label"`
	Outcome  string          `json:"outcome"`
	Reason   string          `json:"reason,omitempty"`
	Facts    []fact          `json:"facts"`
	Expected string          `json:"expected,omitempty"`
	Actual   string          `json:"actual,omitempty"`
	Options  []option        `json:"options"` // what was to choose from, the likeliest first
	Request  map[string]any  `json:"request,omitempty"`
	Result   map[string]any  `json:"result,omitempty"`
	Console  []evidence.Line `json:"console,omitempty"`
	Picture  bool            `json:"picture,omitempty"`
	Without  string          `json:"without,omitempty"` // why there is no picture
}

// fact is a line of the details.
type fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// option is a candidate of a decision, or none of them.
type option struct {
	Label    string  `json:"label"`
	P        float64 `json:"p"` // below 0 where the decider gave none
	Chosen   bool    `json:"chosen,omitempty"`
	Expected bool    `json:"expected,omitempty"`
	Scope    string  `json:"scope,omitempty"`
	Href     string  `json:"href,omitempty"`
	Frame    int     `json:"frame,omitempty"`
	Position int     `json:"position,omitempty"` // in the shortlist, from 1; 0 for none
	Disabled bool    `json:"disabled,omitempty"`
}

// detailOf says what a record says.
func detailOf(line int, rec trace.Record, kept *evidence.Kept) *detail {
	c := report.CaseOf(rec)
	d := &detail{Line: line, Intent: report.Plain(c.Intent), Label: report.Plain(c.Label), Outcome: string(c.Outcome), Reason: report.Plain(c.Reason), Expected: report.Plain(c.Expected), Actual: report.Plain(c.Actual), Options: []option{}, Facts: []fact{}}
	say := func(name, text string) {
		if text != "" {
			d.Facts = append(d.Facts, fact{name, report.Plain(text)})
		}
	}
	say("gate", c.Gate)
	say("action", c.Did)
	say("page", c.URL)
	for _, f := range report.FactsOf(rec) {
		say(f.Name, f.Text)
	}
	for _, n := range c.Notes {
		say("note", n)
	}
	switch rec := rec.(type) {
	case *trace.Step:
		d.Options = options(rec)
	case *trace.Action:
		d.Request, d.Result = rec.Request, rec.Result
	}
	if kept != nil {
		d.Console, d.Picture, d.Without = kept.Console, kept.PNG != nil, report.Plain(kept.Without)
	}
	return d
}

// options are the candidates of a step with their probabilities, the likeliest first.
func options(rec *trace.Step) []option {
	d := rec.Decision
	p := func(cid string) float64 {
		if p, ok := d.Probabilities[cid]; ok {
			return p
		}
		return -1
	}
	is := func(choice *string, cid string) bool { return choice != nil && *choice == cid }
	out := make([]option, 0, len(rec.Candidates)+1)
	for i, c := range rec.Candidates {
		o := option{Label: report.Plain(report.Element(c.Role, c.Name)), P: p(c.CID), Chosen: is(d.Choice, c.CID), Expected: is(rec.ExpectedCID, c.CID), Frame: c.Frame, Position: i + 1, Disabled: c.Disabled}
		if c.Scope != nil {
			o.Scope = report.Plain(*c.Scope)
		}
		if c.Href != nil {
			o.Href = report.Plain(*c.Href)
		}
		out = append(out, o)
	}
	if len(d.Probabilities) > 0 {
		out = append(out, option{Label: trace.None, P: p(trace.None), Chosen: is(d.Choice, trace.None), Expected: is(rec.ExpectedCID, trace.None)})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].P > out[j].P })
	return out
}
