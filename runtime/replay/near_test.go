package replay

import (
	"testing"

	"github.com/jevrun/jevrun/runtime/trace"
)

func link(name, href string) trace.Candidate {
	return trace.Candidate{Role: "link", Name: name, FP: trace.Fingerprint("link", name), Tag: "a", Href: &href}
}

// TestSuccessor: what a person takes for what became of an element: what is like it, what alone leads where it led,
// what alone stands where it stood.
func TestSuccessor(t *testing.T) {
	then := []trace.Candidate{link("Home", "/"), link("Glossary", "/glossary"), link("Search", "/search"), link("About", "/about")}
	for name, c := range map[string]struct {
		now  []trace.Candidate
		want string // name of what succeeds it, "" for nothing
	}{
		"alike":                     {[]trace.Candidate{then[0], link("Glossaries", "/glossary"), then[2], then[3]}, "Glossaries"},
		"leads there, elsewhere":    {[]trace.Candidate{then[0], then[2], then[3], link("用語集", "/glossary")}, "用語集"},
		"two lead there, elsewhere": {[]trace.Candidate{then[0], then[2], then[3], link("用語集", "/glossary"), link("Terms", "/glossary")}, ""},
		"stands there":              {[]trace.Candidate{then[0], link("Garden", "/garden"), then[2], then[3]}, "Garden"},
		"two stand there":           {[]trace.Candidate{then[0], link("Garden", "/garden"), link("Hall", "/hall"), then[2], then[3]}, ""},
		"new, elsewhere":            {[]trace.Candidate{then[0], then[2], then[3], link("Garden", "/garden")}, ""},
		"gone":                      {[]trace.Candidate{then[0], then[2], then[3]}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, n := range nearest(then, c.now, &then[1], 1, fingerprint) {
				if n.succeeds {
					got += n.Name
				}
			}
			if got != c.want {
				t.Errorf("%q succeeds it, want %q", got, c.want)
			}
		})
	}
}

// TestExcuse: names that differ in a number, a date or a badge alone have a pattern that overlooks it; others have none.
func TestExcuse(t *testing.T) {
	for _, c := range []struct {
		was, is string
		want    bool
	}{
		{"FAQs", "FAQs (12)", true},
		{"FAQs", "99+ FAQs", true},
		{"Inbox", "Inbox ●", true},
		{"● Inbox", "Inbox", true},
		{"Alerts", "🔔 Alerts", true},
		{"main.go", "main.go *", true},
		{"News of October 7, 2026", "News of November 30, 2026", true},
		{"Python 3.11", "Python 3.12", true},
		{"Inbox, 4 unread", "Inbox", true},
		{"Alerts: 3 new – all", "Alerts – all", true},
		{"Save, then close", "Save", false},
		{"Inbox", "Outbox ●", false},
		{"Tutorial", "Tutorial:", false},
		{"Tutorial", "Tutorial NEW", false},
		{"★", "● ●", false},
		{"Glossary", "Glos\u00adsary", false},
	} {
		was, is := link(c.was, "/"), link(c.is, "/")
		if got := excuse(&was, &is, []trace.Candidate{is}, nil); (got != "") != c.want {
			t.Errorf("%q and %q: %q", c.was, c.is, got)
		}
	}
}
