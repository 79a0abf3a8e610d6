package action

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/lang"
)

// tape is a Page that writes down what is done to it.
type tape struct{ calls []string }

func (p *tape) note(format string, args ...any) error {
	p.calls = append(p.calls, fmt.Sprintf(format, args...))
	return nil
}
func (p *tape) Goto(_ context.Context, url string) error { return p.note("goto %s", url) }
func (p *tape) Click(_ context.Context, t Target) error  { return p.note("click %s", t.Fingerprint) }
func (p *tape) Fill(_ context.Context, t Target, s string) error {
	return p.note("fill %s %s", t.Fingerprint, s)
}
func (p *tape) Select(_ context.Context, t Target, s string) error {
	return p.note("select %s %s", t.Fingerprint, s)
}
func (p *tape) Check(_ context.Context, t Target, on bool) error {
	return p.note("check %s %v", t.Fingerprint, on)
}
func (p *tape) Hover(_ context.Context, t Target) error { return p.note("hover %s", t.Fingerprint) }
func (p *tape) Press(_ context.Context, t Target, key string) error {
	return p.note("press %s %s", t.Fingerprint, key)
}
func (p *tape) Drag(_ context.Context, t Target, to string) error {
	return p.note("drag %s to %s", t.Fingerprint, to)
}
func (p *tape) WaitFor(_ context.Context, c Condition) error {
	return p.note("wait %q %q", c.Text, c.Selector)
}
func (p *tape) Screenshot(_ context.Context, file string, full bool) error {
	return p.note("screenshot %s %v", file, full)
}
func (p *tape) SaveOutline(_ context.Context, file, selector string) error {
	return p.note("outline %s %q", file, selector)
}
func (p *tape) SaveStyles(_ context.Context, file, selector string) error {
	return p.note("styles %s %q", file, selector)
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		action string
		call   Call
		want   string
	}{
		{"click", Call{}, "click button|x"},
		{"fill", Call{Text: "Ada"}, "fill button|x Ada"},
		{"select", Call{Text: "Red"}, "select button|x Red"},
		{"check", Call{}, "check button|x true"},
		{"check", Call{Args: lang.Args{"on": false}}, "check button|x false"},
		{"check", Call{Args: lang.Args{"on": true}}, "check button|x true"},
		{"hover", Call{}, "hover button|x"},
		{"press", Call{Args: lang.Args{"key": "Enter"}}, "press button|x Enter"},
		{"drag", Call{Args: lang.Args{"to": "Done"}}, "drag button|x to Done"},
		{"none", Call{}, ""},
		{"goto", Call{Args: lang.Args{"url": "http://h/"}}, "goto http://h/"},
		{"wait_for", Call{Args: lang.Args{"text": "Saved"}}, `wait "Saved" ""`},
		{"wait_for", Call{Args: lang.Args{"selector": "#x"}}, `wait "" "#x"`},
		{"screenshot", Call{Args: lang.Args{"path": "a.png", "full_page": true}}, "screenshot a.png true"},
		{"outline", Call{Args: lang.Args{"path": "a.outline.txt", "selector": "main"}}, `outline a.outline.txt "main"`},
		{"styles", Call{Args: lang.Args{"path": "a.styles.json"}}, `styles a.styles.json ""`},
	} {
		a, ok := Lookup(c.action)
		if !ok {
			t.Fatalf("no action %q", c.action)
		}
		p := &tape{}
		c.call.Target = Target{Fingerprint: "button|x"}
		if err := a.Run(context.Background(), p, c.call); err != nil {
			t.Errorf("%s: %v", c.action, err)
		}
		if got := strings.Join(p.calls, "; "); got != c.want {
			t.Errorf("%s did %q, want %q", c.action, got, c.want)
		}
	}
}

func TestRegistry(t *testing.T) {
	var names []string
	for _, a := range Registry() {
		if slices.Contains(names, a.Name) {
			t.Errorf("%s is there twice", a.Name)
		}
		names = append(names, a.Name)
		if a.Doc == "" || a.Since == "" {
			t.Errorf("%s has no documentation or version", a.Name)
		}
		if a.Intent != (a.Kind == Decides) {
			t.Errorf("%s: Intent is %v and Kind is %v", a.Name, a.Intent, a.Kind)
		}
		if (a.Run == nil) != (a.Kind == Claims) {
			t.Errorf("%s: only claims have no Run", a.Name)
		}
		for _, attr := range a.Attrs {
			if attr.Doc == "" || attr.Since == "" {
				t.Errorf("%s.%s has no documentation or version", a.Name, attr.Name)
			}
			if stepAttribute(attr.Name) {
				t.Errorf("%s.%s hides the attribute that every step has", a.Name, attr.Name)
			}
		}
	}
	if len(StepTypes()) != len(names) {
		t.Errorf("StepTypes has %d entries, the registry %d", len(StepTypes()), len(names))
	}
	if _, ok := Lookup("nothing"); ok {
		t.Error("Lookup found an action that is not there")
	}
}

func stepAttribute(name string) bool {
	for _, b := range lang.Table().Blocks {
		for _, c := range b.Blocks {
			if c.Name == "step" {
				return slices.ContainsFunc(c.Attrs, func(a lang.Attr) bool { return a.Name == name })
			}
		}
	}
	return false
}

func TestParseKey(t *testing.T) {
	for text, want := range map[string]string{
		"Enter": "[] Enter", "a": "[] a", "A": "[] A", "é": "[] é", "漢": "[] 漢", " ": "[]  ", "+": "[] +", "Control++": "[Control] +",
		"Control+A": "[Control] A", "Shift+Control+ArrowLeft": "[Control Shift] ArrowLeft", "Meta+Alt+F12": "[Alt Meta] F12", "-": "[] -",
	} {
		m, k, err := ParseKey(text)
		if got := fmt.Sprintf("%v %s", m, k); err != nil || got != want {
			t.Errorf("ParseKey(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	for text, suggestion := range map[string]string{
		"Entr": "Enter", "enter": "Enter", "Return": "Enter", "Ctrl+A": "Control+A", "Control+Esc": "Control+Escape", "": "", "Control+": "",
		"Control": "", "Control+Control+A": "", "ab": "Tab", "\n": "", "Contrl+A": "Control+A", "Left": "ArrowLeft", "++": "", "+++": "", "a+b": "",
	} {
		_, _, err := ParseKey(text)
		var m *lang.Misuse
		if !errors.As(err, &m) {
			t.Errorf("ParseKey(%q) gave %v, want a *lang.Misuse", text, err)
			continue
		}
		if m.Suggestion != suggestion {
			t.Errorf("ParseKey(%q) suggests %q, want %q (%v)", text, m.Suggestion, suggestion, err)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	for _, s := range []string{"Control+A", "+", "++", "Shift+", "Enter", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, k, err := ParseKey(s)
		if err != nil {
			return
		}
		again := strings.Join(append(slices.Clone(m), k), "+")
		m2, k2, err := ParseKey(again)
		if err != nil || k2 != k || !slices.Equal(m, m2) {
			t.Fatalf("%q reads as %v %q, and %q as %v %q (%v)", s, m, k, again, m2, k2, err)
		}
	})
}

func TestCheckFile(t *testing.T) {
	for path, want := range map[string]string{
		"a.png": "", "shots/a b.png": "", "../a.png": "leaves", "/a.png": "leaves", "a.jpg": "end in .png", "a.outline.txt": "end in .png", `a\b.png`: "separated", "x/../../a.png": "leaves",
	} {
		err := checkFile(".png")(path)
		if (err == nil) != (want == "") || err != nil && !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("checkFile(%q) = %v, want %q", path, err, want)
		}
	}
}
