package replay

import (
	"context"
	"fmt"

	"github.com/jevrun/jevrun/lang/predicate"
	"github.com/jevrun/jevrun/runtime/claim"
	"github.com/jevrun/jevrun/runtime/page"
	"github.com/jevrun/jevrun/runtime/trace"
)

// asserts reports whether a step is an assert: a claim about the page at that moment, with no decision.
func asserts(rec *trace.Step) bool {
	return rec.Action.Type == "none" && rec.Verify != nil && rec.Decision.Choice == nil
}

// claim checks an assert again. Without --execute the page is not in the state that it speaks of.
func (r *replayer) claim(ctx context.Context, rec *trace.Step, s *Step) {
	s.Verdict = OK
	if !r.Execute {
		s.Reason = "an assert is checked again with --execute"
		s.Verify = &trace.Verify{Selector: rec.Verify.Selector, That: rec.Verify.That, Vars: rec.Verify.Vars}
		return
	}
	c, err := recordedClaim(rec.Verify)
	if err != nil {
		s.Verdict, s.Kind, s.Reason = Error, Inconsistent, fmt.Sprintf("the recorded assert cannot be checked: %v", err)
		return
	}
	cctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	verify, err := claim.Check(cctx, r.page, c)
	if err != nil {
		unreachable(s, Unreadable, page.Unread(err))
		return
	}
	s.Verify = &verify
	held := rec.Verify.Verified != nil && *rec.Verify.Verified
	if held && !*verify.Verified {
		s.Verdict, s.Kind, s.Reason = Changed, ClaimFailed, "the assert held when it was recorded and does not now: "+verify.Reason
	}
}

// success checks the success selector of a goal.
func (r *replayer) success(ctx context.Context) error {
	if r.claimed == nil {
		return nil
	}
	r.result.Success = r.claimed
	if !r.Execute {
		r.claimed.Reason = "not checked without --execute"
		return nil
	}
	cctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	verify, err := claim.Check(cctx, r.page, claim.Claim{Selector: r.claimed.Selector})
	if err != nil {
		return fmt.Errorf("check the success selector %q: %w", r.claimed.Selector, err)
	}
	r.result.Success = &verify
	return nil
}

// recordedClaim compiles the claim of an assert with the values that its variables had.
func recordedClaim(v *trace.Verify) (claim.Claim, error) {
	c := claim.Claim{Selector: v.Selector, Vars: v.Vars}
	if v.That == "" {
		return c, nil
	}
	types := make(map[string]predicate.VarType, len(v.Vars))
	for name := range v.Vars {
		types[name] = predicate.VarType{Kind: predicate.Any}
	}
	that, failure := predicate.Compile(v.That, predicate.OnPage, types)
	if failure != nil {
		return c, failure
	}
	c.That = that
	return c, nil
}
