package gate

import "github.com/jevrun/jevrun/stdlib/risk"

// risky says what makes a decision risky, and which part of it.
func (p Policy) risky(in Input) (string, bool) {
	scope := in.Scope
	if scope == "" && in.Element.Scope != nil {
		scope = *in.Element.Scope
	}
	return p.risk.Judge(risk.Deed{
		Subject: risk.Subject{
			Intent: in.Intent, Name: in.Element.Name, Role: in.Element.Role, Scope: scope, Shown: in.Shown, To: in.To,
			Link: in.Link, FormAction: in.FormAction, Submits: in.Submits,
		},
		Action: in.Action, Key: in.Key, Whole: in.Whole, Cut: in.Cut,
	})
}
