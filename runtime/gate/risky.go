package gate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jevrun/jevrun/stdlib/risk"
)

// recordedName is how much of a name a record keeps, in runes.
const recordedName = 120

// risky says what makes a decision risky, and which part of it.
func (p Policy) risky(in Input) (string, bool) {
	s := risk.Subject{Intent: in.Intent, Name: in.Element.Name, Role: in.Element.Role, Scope: in.Scope, Shown: in.Shown, To: in.To}
	cut := in.Cut || in.Whole == "" && utf8.RuneCountInString(s.Name) >= recordedName
	if in.Whole != "" {
		s.Name = in.Whole
	}
	if s.Scope == "" && in.Element.Scope != nil {
		s.Scope = *in.Element.Scope
	}
	if goes(in) {
		s.Link = in.Link
	}
	if submits(in) {
		s.FormAction, s.Submits = in.FormAction, in.Submits
	}
	if f, ok := p.risk.Check(s); ok {
		return reason(f), true
	}
	if cut {
		return fmt.Sprintf("the name was read to its %dth character only, and what was not read cannot be called harmless", utf8.RuneCountInString(s.Name)), true
	}
	return "", false
}

// goes: the step may follow the link that the element is.
func goes(in Input) bool {
	switch in.Action {
	case "fill", "select", "hover", "check", "drag", "none", "upload":
		return false
	}
	return true
}

// submits: the step may send the form that the element belongs to.
func submits(in Input) bool {
	switch in.Action {
	case "press", "press_key":
		return in.Key == "" || strings.HasSuffix(strings.ToLower(in.Key), "enter") || isPressed(in.Element.Role) && strings.EqualFold(in.Key, "space") || in.Key == " "
	case "click", "":
		return isPressed(in.Element.Role)
	}
	return false
}

// isPressed: a click on an element of this role can send a form; one on a field cannot.
func isPressed(role string) bool {
	switch role {
	case "textbox", "searchbox", "combobox", "listbox", "option", "spinbutton", "slider", "checkbox", "radio", "switch":
		return false
	}
	return true
}

// reason is a finding as a sentence.
func reason(f risk.Finding) string {
	text := shown(f.Text)
	switch f.Part {
	case risk.Intent:
		return fmt.Sprintf("the intent %s is risky: %s", text, f.Pattern)
	case risk.Name:
		return fmt.Sprintf("the name %s is risky: %s", text, f.Pattern)
	case risk.Shown:
		return fmt.Sprintf("what it shows, %s, is risky: %s", text, f.Pattern)
	case risk.Scope:
		return fmt.Sprintf("what %s asks for is risky: %s", text, f.Pattern)
	case risk.Submits:
		return fmt.Sprintf("the form's button %s is risky: %s", text, f.Pattern)
	case risk.FormAction:
		return fmt.Sprintf("the form's address %s is risky: %s", text, f.Pattern)
	case risk.To:
		return fmt.Sprintf("the place %s, where it is dropped, is risky: %s", text, f.Pattern)
	case risk.Link:
		return fmt.Sprintf("the address %s is risky: %s", text, f.Pattern)
	}
	return "risky: matches " + f.Pattern
}

// shown quotes a text of a page, cut where a line would end.
func shown(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
