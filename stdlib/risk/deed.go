package risk

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// recordedName is how much of a name a record keeps, in runes.
const recordedName = 120

// Deed is a step that is about to be done to an element. What its subject is follows from it: a link counts where the
// step may follow it, a form where the step may send it.
type Deed struct {
	Subject        // all that is known, whatever the step does with it
	Action  string // click, fill, …
	Key     string // of press
	// Whole is the element's name where Name, which is as the record keeps it, is cut; "" when Name is all of it.
	Whole string
	Cut   bool // the name goes on behind what was read of it
}

// Judge says why a deed needs a person, false when nothing speaks against it. A name that was not read to its end is
// no harmless one.
func (l *List) Judge(d Deed) (why string, risky bool) {
	s := d.Subject
	cut := d.Cut || d.Whole == "" && utf8.RuneCountInString(s.Name) >= recordedName
	if d.Whole != "" {
		s.Name = d.Whole
	}
	if !d.goes() {
		s.Link = ""
	}
	if !d.submits() {
		s.FormAction, s.Submits = "", ""
	}
	if f, ok := l.Check(s); ok {
		return reason(f), true
	}
	if cut {
		return fmt.Sprintf("the name was read to its %dth character only, and what was not read cannot be called harmless", utf8.RuneCountInString(s.Name)), true
	}
	return "", false
}

// goes: the step may follow the link that the element is.
func (d Deed) goes() bool {
	switch d.Action {
	case "fill", "select", "hover", "check", "drag", "none", "upload":
		return false
	}
	return true
}

// submits: the step may send the form that the element belongs to.
func (d Deed) submits() bool {
	switch d.Action {
	case "press", "press_key":
		return d.Key == "" || strings.HasSuffix(strings.ToLower(d.Key), "enter") || isPressed(d.Role) && strings.EqualFold(d.Key, "space") || d.Key == " "
	case "click", "":
		return isPressed(d.Role)
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

// sentences say what is risky, by its part; a text and the pattern that it matches go into them.
var sentences = map[Part]string{
	Intent:     "the intent %s is risky: %s",
	Name:       "the name %s is risky: %s",
	Shown:      "what it shows, %s, is risky: %s",
	Scope:      "what %s asks for is risky: %s",
	Submits:    "the form's button %s is risky: %s",
	FormAction: "the form's address %s is risky: %s",
	To:         "the place %s, where it is dropped, is risky: %s",
	Link:       "the address %s is risky: %s",
}

// reason is a finding as a sentence.
func reason(f Finding) string {
	if sentence, ok := sentences[f.Part]; ok {
		return fmt.Sprintf(sentence, excerpt(f.Text), f.Pattern)
	}
	return "risky: matches " + f.Pattern
}

// excerpt quotes a text of a page, cut where a line would end.
func excerpt(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
