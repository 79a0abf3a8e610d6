package replay

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/stdlib/action"
)

// The verdict says that a step fails; this file says why, as a person would who holds the two pages side by side.
// Nothing here changes what acts or passes: the one verdict that is judged again is "changed" on a page that is
// not the recorded one at all, which is an error.

// explain completes a judged step: its kind, what to do about it, and the elements that tell the story.
func (r *replayer) explain(ctx context.Context, rec *trace.Step, obs *page.Observation, s *Step) {
	was, at, _ := rec.Target()
	now := candidatesOf(obs)
	switch {
	case was == nil && s.Verdict == Error:
		s.Kind = Inconsistent
		return
	case was == nil && alike(rec.Candidates, now, r.identity):
		return
	case was == nil: // of a page that is not there, "no element" says nothing
		if absence, err := r.page.Missing(ctx, trace.None, "", false); err == nil {
			r.notReached(rec, absence.Status, now, s)
		}
		return
	}
	for _, i := range matching(now, was, r.identity) {
		if len(s.Found) < maxFound {
			s.Found = append(s.Found, element(&now[i], i))
		}
	}
	switch s.Verdict {
	case OK, Moved:
		r.remark(ctx, rec, was, now, obs.Candidates[*s.ResolvedIndex], s)
	case Ambiguous:
		r.duplicated(rec, was, s)
	case Changed:
		r.changed(ctx, rec, was, at, now, s)
	}
}

func candidatesOf(obs *page.Observation) []trace.Candidate {
	if obs == nil {
		return nil
	}
	now := make([]trace.Candidate, len(obs.Candidates))
	for i, c := range obs.Candidates {
		now[i] = c.Candidate
	}
	return now
}

// remark says what is different about an element that is there.
func (r *replayer) remark(ctx context.Context, rec *trace.Step, was *trace.Candidate, now []trace.Candidate, is page.Candidate, s *Step) {
	over, through := "", false
	blocked := r.blocked(rec, was, &is.Candidate)
	if blocked == Covered {
		over, through, _ = r.page.Over(ctx, is) // nothing when it is free by now
	}
	switch {
	case blocked == Disabled:
		s.Kind, s.Reason = Disabled, joined(s.Reason, "it is disabled, which it was not")
	case through:
		s.Kind, s.Reason = Disabled, joined(s.Reason, "a style lets clicks through to what lies under it (pointer-events), which it did not")
	case over != "":
		s.Kind, s.CoveredBy, s.Reason = Covered, over, joined(s.Reason, over+" lies over it")
	case is.Frame != was.Frame && !renumbered(rec.Candidates, now, was, &is.Candidate, r.identity):
		s.Kind, s.Reason = OtherFrame, joined(s.Reason, fmt.Sprintf("it is in %s now, and was in %s", r.frame(is.Frame), frameNumber(was.Frame)))
	case leftRegion(rec.Candidates, now, was, &is.Candidate):
		s.Kind, s.Reason = OtherRegion, joined(s.Reason, fmt.Sprintf("it is in %q now, and was in %q", text(is.Scope), text(was.Scope)))
	}
}

// blocked says whether an element takes no input now and did when the trace was recorded.
func (r *replayer) blocked(rec *trace.Step, was, is *trace.Candidate) Kind {
	switch {
	case is.Disabled && !was.Disabled:
		return Disabled
	case is.Covered && !was.Covered && (strings.HasPrefix(r.head.Tool, trace.OwnTool) || rec.Result.Executed): // others do not say what was covered
		return Covered
	}
	return ""
}

// renumbered reports whether a frame only got another number, because one was added before it: then what was
// beside the element went along.
func renumbered(then, now []trace.Candidate, was, is *trace.Candidate, id identity) bool {
	if was.Frame == 0 || is.Frame == 0 {
		return false
	}
	there := map[string]bool{}
	for i := range now {
		if now[i].Frame == is.Frame {
			there[id(&now[i])] = true
		}
	}
	with, without := 0, 0
	for i := range then {
		if then[i].Frame == was.Frame {
			if there[id(&then[i])] {
				with++
			} else {
				without++
			}
		}
	}
	return with > without
}

// leftRegion reports whether an element stands under another heading, legend or form than it did. A heading
// that was only given another text is no other region: then nothing is left under the old one, and the new one
// was not there before.
func leftRegion(then, now []trace.Candidate, was, is *trace.Candidate) bool {
	if was.Scope == nil || is.Scope == nil || *was.Scope == *is.Scope {
		return false
	}
	holds := func(list []trace.Candidate, scope string, but *trace.Candidate) bool {
		for i := range list {
			if c := &list[i]; text(c.Scope) == scope && c.FP != but.FP {
				return true
			}
		}
		return false
	}
	return holds(now, *was.Scope, is) && holds(then, *is.Scope, was)
}

// duplicated tells the elements apart that have the fingerprint. The one that is most like the recorded one is
// taken for it, and the others for new; nothing acts on that.
func (r *replayer) duplicated(rec *trace.Step, was *trace.Candidate, s *Step) {
	s.Kind = Duplicated
	before := len(matching(rec.Candidates, was, r.identity))
	best := 0
	for i := range s.Found {
		s.Found[i].New = true
		if resemblance(was, s.Found[i]) > resemblance(was, s.Found[best]) {
			best = i
		}
	}
	s.Found[best].New = false
	var where []string
	for _, e := range s.Found {
		where = append(where, place(e))
	}
	s.Reason += ": " + strings.Join(where, "; ")
	if before > 1 {
		s.Reason += fmt.Sprintf("; %d had that fingerprint when it was recorded", before)
		for i := range s.Found {
			s.Found[i].New = false
		}
	}
	s.Advice = "give them different names, or name a region with within and record the step again"
}

func resemblance(was *trace.Candidate, is Element) int {
	n := 0
	for _, equal := range []bool{text(was.Href) == text(is.Href), text(was.Scope) == text(is.Scope), was.Frame == is.Frame, text(was.Type) == text(is.Type), was.Tag == is.Tag} {
		if equal {
			n++
		}
	}
	return n
}

// place says where one of several equal elements is.
func place(e Element) string {
	out := fmt.Sprintf("%s at %d", e, e.Position)
	if e.Scope != nil {
		out += fmt.Sprintf(" in %q", *e.Scope)
	}
	if e.Href != nil {
		out += " to " + *e.Href
	}
	if e.Frame != 0 {
		out += fmt.Sprintf(" of frame %d", e.Frame)
	}
	if e.New {
		out += " (new)"
	}
	return out
}

// changed says what became of an element that is no candidate any more.
func (r *replayer) changed(ctx context.Context, rec *trace.Step, was *trace.Candidate, at int, now []trace.Candidate, s *Step) {
	full := len(now) >= r.maxCandidates(rec)
	absence, err := r.page.Missing(ctx, was.Role, rec.Within, full)
	if err != nil {
		absence = &page.Absence{} // it says less, and the verdict stands
	}
	if r.notReached(rec, absence.Status, now, s) {
		return
	}
	if r.needsExecute(rec, *s) {
		s.Kind, s.Advice = NeedsExecute, "replay with --execute"
		s.Reason += "; earlier actions bring it to the page"
		return
	}
	hidden, outside := false, []page.Missing{}
	want := r.identity(was)
	for _, m := range absence.Elements {
		if r.identity(&m.Candidate) != want {
			continue
		}
		switch m.Why {
		case page.MissingModal:
			s.Kind, s.CoveredBy = Covered, m.By
			s.Reason = fmt.Sprintf("%s is shut off by a modal dialog%s", called(was), named(m.By))
			s.Advice = "let a step of the flow close the dialog, and record it again"
			return
		case page.MissingInert:
			s.Kind = Disabled
			s.Reason = fmt.Sprintf("%s is on the page, in a part that is inert and takes no input", called(was))
			s.Advice = "see what shuts that part off; let a step of the flow open it, and record it again"
			return
		case page.MissingCut:
			s.Kind = Dropped
			s.Reason = fmt.Sprintf("%s is on the page, behind the first %d elements, which is as far as the recording looked", called(was), len(now))
			s.Advice = "name its region with within, or look further with max_candidates, and record the step again"
			return
		case page.MissingRegion:
			outside = append(outside, m)
		case page.MissingHidden:
			hidden = true
		}
	}
	s.Nearest = nearest(rec.Candidates, now, was, at, r.identity)
	if len(outside) > 0 && (absence.NoRegion || !succeeded(s.Nearest)) {
		r.lost(rec, was, outside, absence.NoRegion, s)
		return
	}
	if hidden && !inherited(s.Nearest, was) {
		s.Kind = Removed
		s.Reason += ": it is on the page and hidden"
		return
	}
	for i, n := range s.Nearest {
		if s.Normalize = excuse(was, &now[n.Position-1], now, r.Normalize); s.Normalize == "" {
			continue
		}
		s.Kind = Counter
		lead(s.Nearest, i)
		what := "number"
		if s.Normalize == badgePattern {
			what = "badge"
		}
		s.Reason += fmt.Sprintf("; %s differs from it in a %s", n, what)
		s.Advice = fmt.Sprintf("if the %s does not matter, overlook it: --normalize '%s'", what, s.Normalize)
		return
	}
	for i, n := range s.Nearest {
		if n.succeeds {
			s.Kind = Renamed
			lead(s.Nearest, i)
			s.Reason += fmt.Sprintf("; %s is most like it (%.2f, another %s)", n, n.Similarity, strings.Join(n.Differs, " and "))
			s.Advice = "if it is the same element, accept it with jevrun heal " + r.result.Trace
			if r.Execute {
				s.Advice += " --execute"
			}
			return
		}
	}
	s.Kind = Removed
}

// succeeded reports whether something new of the same role and region took the place of the recorded element.
func succeeded(list []Near) bool {
	return slices.ContainsFunc(list, func(n Near) bool { return n.succeeds && !slices.Contains(n.Differs, "role") })
}

// inherited reports whether something new goes by the name of an element or leads where that led.
func inherited(list []Near, was *trace.Candidate) bool {
	return slices.ContainsFunc(list, func(n Near) bool {
		return n.succeeds && (likeness(was.Name, n.Name) == 1 || leads(was) && text(n.Href) == text(was.Href))
	})
}

// lost completes a step whose region is without its element, or is not there, while others like it are elsewhere. One is
// taken for the recorded element. Several are what each row or card has, as the lost one had: they were there before.
func (r *replayer) lost(rec *trace.Step, was *trace.Candidate, outside []page.Missing, noRegion bool, s *Step) {
	gone := fmt.Sprintf(" and not within %q", rec.Within)
	if noRegion {
		gone = fmt.Sprintf("; nothing on the page is called %q any more", rec.Within)
	}
	s.Kind, s.Advice = OtherRegion, "name the region in which it is now with within, and record the step again"
	s.Reason = fmt.Sprintf("%s is %s now%s", called(was), r.whereabouts(outside), gone)
	if len(outside) > 1 {
		s.Kind, s.Advice = Removed, advice[Removed]+"; if it is one of those, name its region with within"
		s.Reason = fmt.Sprintf("%s is gone; others like it are %s%s", called(was), r.whereabouts(outside), gone)
	}
}

// lead puts the element that the kind speaks of first.
func lead(list []Near, i int) {
	n := list[i]
	copy(list[1:i+1], list[:i])
	list[0] = n
}

// notReached reports whether the page is not the recorded one: the server answered with an error, or the address
// led elsewhere. Then nothing can be said of the element.
func (r *replayer) notReached(rec *trace.Step, status int, now []trace.Candidate, s *Step) bool {
	switch {
	case status >= 400:
		s.Reason = fmt.Sprintf("%s was answered with the status %d", s.URL, status)
	case r.Swap == "" && (r.Execute || !r.executed) && elsewhere(rec.URL, s.URL) && !alike(rec.Candidates, now, r.identity):
		s.Reason = fmt.Sprintf("%s leads to %s, which is another page", rec.URL, s.URL)
		if was, _, _ := rec.Target(); was != nil {
			s.Reason = fmt.Sprintf("%s leads to %s, where %s is not", rec.URL, s.URL, called(was))
		}
	default:
		return false
	}
	s.Verdict, s.Kind = Error, PageNotReached
	s.Advice = "see whether the address still holds and whether the page needs a login"
	return true
}

// elsewhere reports whether two addresses are of different pages: another host or path. A slash at the end, the
// query and the fragment do not count.
func elsewhere(recorded, now string) bool {
	a, errA := url.Parse(recorded)
	b, errB := url.Parse(now)
	if errA != nil || errB != nil {
		return recorded != now
	}
	return a.Host != b.Host || strings.TrimSuffix(a.Path+a.Opaque, "/") != strings.TrimSuffix(b.Path+b.Opaque, "/")
}

// alike reports whether two pages share at least half of what is on either.
func alike(then, now []trace.Candidate, id identity) bool {
	d := drift(then, now, id)
	shared := len(then) - d.Missing
	return 2*shared >= shared+d.Missing+d.New
}

func joined(reason, more string) string {
	if reason == "" {
		return more
	}
	return reason + "; " + more
}

func named(by string) string {
	if by == "" {
		return ""
	}
	return ": " + by
}

// unreachable completes a step whose page did not load or could not be read.
func unreachable(s *Step, kind Kind, err error) {
	s.Verdict, s.Kind, s.Reason = Error, kind, err.Error()
}

// refused completes a step whose action was not carried out: its kind is that of the action's error.
func refused(s *Step, err error) {
	s.Verdict, s.Kind = Error, NotExecuted
	_, s.Reason = action.SplitError(err.Error())
	var known *action.Error
	var value *valueError
	switch {
	case errors.As(err, &value):
		s.Kind = ValueUnavailable
	case !errors.As(err, &known):
		s.sent = true // nobody said that nothing was sent
	case known.Kind == action.Covered:
		s.Kind = Covered
	case known.Kind == action.Disabled:
		s.Kind = Disabled
	}
	s.sent = s.sent || known != nil && known.Sent
}

// everywhere looks for the element of a step outside of its region, which the page does not have any more.
func (r *replayer) everywhere(ctx context.Context, rec *trace.Step, lost *page.RegionError, s *Step) {
	s.Verdict, s.Reason = Changed, lost.Error()
	was, at, _ := rec.Target()
	if was == nil {
		s.Kind = Removed
		return
	}
	obs, err := r.page.Observe(ctx, page.ObserveOptions{Max: lang.MaxCandidates})
	if err != nil {
		unreachable(s, Unreadable, page.Unread(err))
		return
	}
	s.URL = trace.PortableURL(r.dir, obs.URL)
	s.Drift = drift(rec.Candidates, candidatesOf(obs), r.identity)
	r.changed(ctx, rec, was, at, candidatesOf(obs), s)
}
