package nearest

import "testing"

func TestWord(t *testing.T) {
	known := []string{"click", "fill", "select", "check", "assert", "wait_for", "screenshot", "max_candidates"}
	for word, want := range map[string]string{
		"clik":          "click",
		"cilck":         "click",
		"Click":         "click",
		"screnshoot":    "screenshot",
		"wait-for":      "wait_for",
		"max_candidate": "max_candidates",
		"fil":           "fill",
		"xyz":           "",
		"":              "",
		"navigate":      "",
		"c":             "",
	} {
		if got := Word(word, known); got != want {
			t.Errorf("Word(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestWordNeverNamesItself(t *testing.T) {
	if got := Word("click", []string{"click"}); got != "" {
		t.Errorf("Word named the word itself: %q", got)
	}
}
