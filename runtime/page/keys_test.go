package page

import (
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/proto"
)

func TestParseKey(t *testing.T) {
	for text, want := range map[string]string{
		"Enter": "Enter", "a": "a", "+": "+", "Control+A": "Control A", "Control+Shift+ArrowLeft": "Control Shift ArrowLeft",
		"Control++": "Control +", "Shift+Tab": "Shift Tab", "Space": " ", "ü": "ü", "Meta+k": "Meta k", "F12": "F12",
	} {
		stroke, err := parseKey(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, m := range stroke.held {
			got = append(got, m.key)
		}
		if s := strings.Join(append(got, stroke.key.key), " "); s != want {
			t.Errorf("%s is %q, want %q", text, s, want)
		}
	}
	for _, text := range []string{"", "Entre", "Control+", "Foo+a", "ab", "Control+Foo", "Ctrl+a", "Return", "\xff"} {
		if stroke, err := parseKey(text); err == nil {
			t.Errorf("%q is %+v, want an error", text, stroke)
		} else if !strings.Contains(err.Error(), "key") {
			t.Errorf("%q: error %q does not say what it is about", text, err)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	for _, s := range []string{"Enter", "Control+A", "++", "Shift++", "+a", "Alt+Shift+é", "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		stroke, err := parseKey(s)
		if err != nil {
			return
		}
		events := stroke.events()
		if down, up := countEvents(events, true), countEvents(events, false); down != up {
			t.Fatalf("%q: %d keys go down, %d up", s, down, up)
		}
	})
}

func countEvents(events []proto.InputDispatchKeyEvent, down bool) int {
	n := 0
	for _, e := range events {
		if (e.Type != proto.InputDispatchKeyEventTypeKeyUp) == down {
			n++
		}
	}
	return n
}
