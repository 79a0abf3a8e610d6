package replay

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Verdict says what became of a recorded decision.
type Verdict string

// The verdicts of spec 0. Changed, Ambiguous and Error fail a replay.
const (
	OK        Verdict = "ok"        // one element, where it was
	Moved     Verdict = "moved"     // one element, elsewhere in the shortlist
	Changed   Verdict = "changed"   // no element has the fingerprint
	Ambiguous Verdict = "ambiguous" // several elements have it
	Error     Verdict = "error"     // the page could not be reached or read, or the trace contradicts itself
)

// Fails reports whether the verdict fails a replay.
func (v Verdict) Fails() bool { return v == Changed || v == Ambiguous || v == Error }

// Drift counts the fingerprints that came and went since the recording, elements that repeat each time.
type Drift struct {
	New     int `json:"new"`
	Missing int `json:"missing"`
}

// resolution is a recorded choice held against the candidates of today.
type resolution struct {
	verdict   Verdict
	reason    string
	moved     bool
	index     int // where the element is in today's shortlist; -1 when there is none
	drift     Drift
	identical bool
}

// resolve judges one decision. Elements are compared by identity, the fingerprint unless a normalization
// relaxes it. reranked says that today's ordering is known to differ from the recording's,
// so that another position on an identical set is no movement.
func resolve(rec *trace.Step, now []trace.Candidate, identity identity, reranked bool) resolution {
	r := resolution{index: -1}
	r.drift = drift(rec.Candidates, now, identity)
	r.identical = r.drift == Drift{}
	if rec.Decision.Choice == nil || *rec.Decision.Choice == trace.None {
		r.verdict, r.reason = OK, "the decision took no element, so there is nothing to resolve"
		return r
	}
	was, at, _ := rec.Target()
	if was == nil {
		r.verdict, r.reason = Error, fmt.Sprintf("the trace contradicts itself: choice %s is not among the candidates", *rec.Decision.Choice)
		return r
	}
	matches := matching(now, was, identity)
	switch {
	case len(matches) == 0:
		r.verdict, r.reason = Changed, fmt.Sprintf("no element is %s any more", remembered(was))
		return r
	case len(matches) > 1:
		r.verdict, r.reason = Ambiguous, fmt.Sprintf("%d elements are %s now", len(matches), called(was))
		return r
	}
	r.index = matches[0]
	switch {
	case r.index == at && now[r.index].Frame == was.Frame:
		r.verdict = OK
	case r.identical && reranked:
		r.verdict, r.reason = OK, "re-ranked: the set is identical, and the trace was ordered by another version"
	default:
		r.verdict, r.moved = Moved, true
		r.reason = fmt.Sprintf("position %d, recorded at %d", r.index+1, at+1)
	}
	return r
}

// matching lists the places of today's elements with the recorded fingerprint. Acting resolves within the
// element's frame, so that frame is asked first; the others only when it has none.
func matching(now []trace.Candidate, was *trace.Candidate, identity identity) []int {
	want := identity(was)
	var same, other []int
	for i := range now {
		switch {
		case identity(&now[i]) != want:
		case now[i].Frame == was.Frame:
			same = append(same, i)
		default:
			other = append(other, i)
		}
	}
	if len(same) > 0 {
		return same
	}
	return other
}

// drift compares two shortlists as multisets of identities.
func drift(then, now []trace.Candidate, identity identity) Drift {
	count := map[string]int{}
	for i := range then {
		count[identity(&then[i])]--
	}
	for i := range now {
		count[identity(&now[i])]++
	}
	var d Drift
	for _, n := range count {
		if n > 0 {
			d.New += n
		} else {
			d.Missing -= n
		}
	}
	return d
}

// identity is what makes two candidates the same element.
type identity func(*trace.Candidate) string

func fingerprint(c *trace.Candidate) string { return c.FP }

// normalized is an identity that overlooks what the patterns match in a name, for names that change with
// every deploy. Patterns see the name in its own letter case and folded, so both spellings work.
func normalized(patterns []*regexp.Regexp) identity {
	if len(patterns) == 0 {
		return fingerprint
	}
	return func(c *trace.Candidate) string {
		name := c.Name
		for _, p := range patterns {
			name = p.ReplaceAllString(name, "")
		}
		fp := trace.Fingerprint(c.Role, name)
		role, folded, _ := strings.Cut(fp, "|")
		for _, p := range patterns {
			folded = p.ReplaceAllString(folded, "")
		}
		return role + "|" + trace.CollapseSpace(folded)
	}
}
