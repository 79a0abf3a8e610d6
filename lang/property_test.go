package lang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/stdlib/action"
)

// drawnStep is a step that rapid made up.
type drawnStep struct{ Type, Name, Intent, Value string }

func drawSteps(t *rapid.T) []drawnStep {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("abc \"\\${}%é漢\t\n'#/*<>=")), 0, 12, -1)
	n := rapid.IntRange(1, 12).Draw(t, "steps")
	steps := make([]drawnStep, n)
	for i := range steps {
		steps[i] = drawnStep{
			Type:   rapid.SampledFrom([]string{"click", "fill", "select", "hover"}).Draw(t, "type"),
			Name:   fmt.Sprintf("s%d", rapid.IntRange(0, 3).Draw(t, "prefix")*100+i),
			Intent: "i" + text.Draw(t, "intent"),
			Value:  text.Draw(t, "value"),
		}
	}
	return steps
}

// hclText is s as a quoted text of native syntax.
func hclText(s string) string {
	r := strings.NewReplacer("\\", `\\`, "\"", `\"`, "\n", `\n`, "\t", `\t`, "${", "$${", "%{", "%%{")
	return `"` + r.Replace(s) + `"`
}

func (s drawnStep) takesValue() bool { return s.Type == "fill" || s.Type == "select" }

func native(t *rapid.T, steps []drawnStep) []byte {
	var b strings.Builder
	space := func() string {
		return rapid.SampledFrom([]string{" ", "  ", "\t", "\n", "\n\n", " # c\n", "\n// c\n", " /* c */ \n"}).Draw(t, "space")
	}
	line := func() string { return strings.TrimRight(space(), " \t") + "\n" }
	fmt.Fprintf(&b, "flow \"f\" {%sstart=\"x\"%s", line(), line())
	for _, s := range steps {
		fmt.Fprintf(&b, "step \"%s\" \"%s\" {%s  intent =%s%s", s.Type, s.Name, line(), hclText(s.Intent), line())
		if s.takesValue() {
			fmt.Fprintf(&b, "value= %s%s", hclText(s.Value), line())
		}
		fmt.Fprintf(&b, "}%s", line())
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

func inJSON(t *rapid.T, steps []drawnStep) []byte {
	template := strings.NewReplacer("${", "$${", "%{", "%%{")
	var list []any
	for _, s := range steps {
		body := map[string]any{"intent": template.Replace(s.Intent)}
		if s.takesValue() {
			body["value"] = template.Replace(s.Value)
		}
		list = append(list, map[string]any{s.Type: map[string]any{s.Name: body}})
	}
	src, err := json.Marshal(map[string]any{"flow": map[string]any{"f": map[string]any{"start": "x", "step": list}}})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestTextsAndOrderHold writes made-up steps in both syntaxes, formatted and not: the program has the same
// steps in the same order with the same texts each time, and formatting twice changes nothing.
func TestTextsAndOrderHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := drawSteps(t)
		check := func(name string, src []byte) {
			p, ds := lang.LoadSource(name, src, lang.Options{Steps: action.StepTypes()})
			if ds.HasErrors() {
				t.Fatalf("%v\n%s", ds, src)
			}
			var got []drawnStep
			for i, s := range p.Flows[0].Steps {
				one := drawnStep{Type: s.Type, Name: s.Name, Intent: s.Intent, Value: steps[min(i, len(steps)-1)].Value}
				if v, ok := s.Args["value"].(lang.Value); ok {
					one.Value = v.Text
				}
				got = append(got, one)
			}
			if d := cmp.Diff(steps, got); d != "" {
				t.Fatalf("%s (-want +got):\n%s\n%s", name, d, src)
			}
		}
		for name, src := range map[string][]byte{"a.hcl": native(t, steps), "a.hcl.json": inJSON(t, steps)} {
			check(name, src)
			once, ds := lang.Format(src, name)
			if ds.HasErrors() {
				t.Fatalf("%v\n%s", ds, src)
			}
			check(name, once)
			twice, _ := lang.Format(once, name)
			if !bytes.Equal(once, twice) {
				t.Fatalf("formatting twice changes it again:\n%s\n%s", once, twice)
			}
		}
	})
}
