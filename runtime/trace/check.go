package trace

import (
	"strconv"
	"strings"
	"time"
)

// check holds a decoded or a new record to the rules that types and presence do not express.
func check(rec Record, l level) error {
	switch v := rec.(type) {
	case *Run:
		return checkRun(v, l)
	case *Step:
		return checkStep(v, l)
	case *Action:
		return checkAction(v, l)
	}
	return nil
}

func checkRun(v *Run, l level) error {
	switch {
	case v.Spec != Spec:
		return &specError{v.Spec}
	case v.Started == "":
		return within(problemf("is empty"), "started")
	case v.Tool == "":
		return within(problemf("is empty"), "tool")
	}
	if l != ownTool {
		return nil
	}
	if v.MaxCandidates < 0 || v.MaxCandidates > MaxCandidates {
		return within(problemf("is %d and must be 1 to %d", v.MaxCandidates, MaxCandidates), "max_candidates")
	}
	return within2(checkUTC(v.Started), "started")
}

// specError is a header of another format version.
type specError struct{ spec int }

func (e *specError) Error() string {
	return "is trace format " + strconv.Itoa(e.spec) + ", and this build reads format " + strconv.Itoa(Spec)
}

func checkStep(v *Step, l level) error {
	switch {
	case v.Step < 1:
		return within(problemf("is %d and must be 1 or more", v.Step), "step")
	case v.Action.Type == "":
		return within(problemf("is empty"), "action.type")
	case v.TotalOnPage < 0:
		return within(problemf("is %d and must be 0 or more", v.TotalOnPage), "total_on_page")
	case v.Dropped < 0:
		return within(problemf("is %d and must be 0 or more", v.Dropped), "dropped")
	}
	switch v.Gate.Verdict {
	case VerdictAuto, VerdictReview, VerdictBlocked, VerdictNA:
	default:
		return within(problemf("is %s and must be auto, review, blocked or n/a", quote(v.Gate.Verdict)), "gate.verdict")
	}
	if v.Play {
		return nil
	}
	if err := checkCandidates(v.Candidates); err != nil {
		return err
	}
	if l == ownTool {
		return checkOwnStep(v)
	}
	return nil
}

// checkCandidates fails when two candidates of a step share a cid.
func checkCandidates(list []Candidate) error {
	seen := make(map[string]struct{}, len(list))
	for i := range list {
		cid := list[i].CID
		if cid == "" || cid == None {
			return within(problemf("is %s, which is no candidate's name", quote(cid)), candidatePath(i, "cid"))
		}
		if _, twice := seen[cid]; twice {
			return within(problemf("is %s, as that of another candidate of the step", quote(cid)), candidatePath(i, "cid"))
		}
		seen[cid] = struct{}{}
	}
	return nil
}

func candidatePath(i int, field string) string {
	return "candidates[" + strconv.Itoa(i) + "]." + field
}

// checkOwnStep holds what only jevrun promises.
func checkOwnStep(v *Step) error {
	if len(v.Candidates) > MaxCandidates {
		return within(problemf("has %d elements and may have %d", len(v.Candidates), MaxCandidates), "candidates")
	}
	if !validHash(v.DOMHash) {
		return within(problemf("is %s and must be sha256: and 16 hex digits", quote(v.DOMHash)), "dom_hash")
	}
	for i := range v.Candidates {
		if !validCID(v.Candidates[i].CID, v.Candidates[i].Frame) {
			return within(problemf("is %s and must be f%d:c and a number", quote(v.Candidates[i].CID), v.Candidates[i].Frame), candidatePath(i, "cid"))
		}
	}
	chosen, err := findChoice(v.Candidates, v.Decision.Choice, "decision.choice")
	if err != nil {
		return err
	}
	if _, err := findChoice(v.Candidates, v.ExpectedCID, "expected_cid"); err != nil {
		return err
	}
	if chosen != nil && (v.Decision.ChosenFP == nil || *v.Decision.ChosenFP != chosen.FP) {
		return within(problemf("is not the fingerprint of the choice, %s", quote(chosen.FP)), "decision.chosen_fp")
	}
	if c := v.Decision.Confidence; c != nil && !(*c >= 0 && *c <= 1) {
		return within(problemf("is %g and must be 0 to 1", *c), "decision.confidence")
	}
	if v.Attempt < 0 {
		return within(problemf("is %d and must be 2 or more", v.Attempt), "attempt")
	}
	if v.Healed != nil {
		if err := within2(checkUTC(v.Healed.At), "healed.at"); err != nil {
			return err
		}
	}
	if v.Review != nil {
		return checkReview(v)
	}
	return nil
}

// checkReview holds a person's answer against the step that it is about.
func checkReview(v *Step) error {
	if err := within2(checkUTC(v.Review.At), "review.at"); err != nil {
		return err
	}
	switch v.Review.Answer {
	case "", AnswerApprove, AnswerPick, AnswerSkip, AnswerStop:
	default:
		return within(problemf("is %s and must be approve, pick, skip or stop", quote(v.Review.Answer)), "review.answer")
	}
	if picked := v.Review.Picked; picked != "" {
		if _, err := findChoice(v.Candidates, &picked, "review.picked"); err != nil || picked == None {
			return within(problemf("is %s, which is no candidate of the step", quote(picked)), "review.picked")
		}
	}
	return nil
}

// findChoice is the candidate that cid names, nil for none and null; any other text is an error.
func findChoice(list []Candidate, cid *string, field string) (*Candidate, error) {
	if cid == nil || *cid == None {
		return nil, nil
	}
	for i := range list {
		if list[i].CID == *cid {
			return &list[i], nil
		}
	}
	return nil, within(problemf("is %s, which is no candidate of the step", quote(*cid)), field)
}

func checkAction(v *Action, l level) error {
	if v.Tool == "" {
		return within(problemf("is empty"), "tool")
	}
	if l != ownTool {
		return nil
	}
	ok, _ := v.Result["ok"].(bool)
	_, failed := v.Result["error"].(string)
	if ok == failed {
		return within(problemf("must hold either ok, true, or error, a text"), "result")
	}
	return within2(checkUTC(v.At), "at")
}

// within2 is within for an error that may be nil.
func within2(err error, name string) error {
	if err == nil {
		return nil
	}
	return within(err, name)
}

// Time is t as records write it: ISO-8601 UTC to the second, with Z.
func Time(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func checkUTC(s string) error {
	if _, err := time.Parse(time.RFC3339, s); err != nil || !strings.HasSuffix(s, "Z") {
		return problemf("is %s and must be a UTC time like 2026-09-21T17:45:13Z", quote(s))
	}
	return nil
}

func validHash(s string) bool {
	hex, ok := strings.CutPrefix(s, "sha256:")
	return ok && len(hex) == 16 && strings.Trim(hex, "0123456789abcdef") == ""
}

// validCID is f<frame>:c<n>.
func validCID(cid string, frame int) bool {
	rest, ok := strings.CutPrefix(cid, "f")
	if !ok {
		return false
	}
	f, n, ok := strings.Cut(rest, ":c")
	return ok && f == strconv.Itoa(frame) && n != "" && strings.Trim(n, "0123456789") == ""
}

// quote is s for a message, shortened.
func quote(s string) string { return strconv.Quote(clip([]byte(s))) }
