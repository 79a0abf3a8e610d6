package trace

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestSpecNamesEveryField holds SPEC.md to the record types: every field is described under its name, and what
// is an extension is marked as one.
func TestSpecNamesEveryField(t *testing.T) {
	text, err := os.ReadFile("../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |"); ok && strings.HasPrefix(line, "| ") {
			for _, name := range strings.Split(cell, ", ") {
				name = strings.Trim(name, "`")
				rows[name] = append(rows[name], line)
			}
		}
	}
	// Fields of these are described in a table of their own or in a sentence, and marked there as a whole.
	inner := map[string]bool{"Verify": true, "Settled": true, "Review": true, "Usage": true, "Alternative": true}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[Run](), reflect.TypeFor[Step](), reflect.TypeFor[StepAction](), reflect.TypeFor[Candidate](), reflect.TypeFor[Decision](),
		reflect.TypeFor[Gate](), reflect.TypeFor[Locator](), reflect.TypeFor[Result](), reflect.TypeFor[Verify](), reflect.TypeFor[Settled](),
		reflect.TypeFor[Review](), reflect.TypeFor[Usage](), reflect.TypeFor[Alternative](), reflect.TypeFor[Action](),
	} {
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			if inner[typ.Name()] {
				if !strings.Contains(string(text), "`"+name+"`") {
					t.Errorf("SPEC.md does not describe %s of %s", name, typ.Name())
				}
				continue
			}
			found := rows[name]
			if len(found) == 0 {
				found = rows["decision."+name]
			}
			if len(found) == 0 {
				t.Errorf("SPEC.md has no row for %s of %s", name, typ.Name())
				continue
			}
			ext := strings.Contains(f.Tag.Get("spec"), ",ext")
			marked := false
			for _, row := range found {
				marked = marked || strings.Contains(row, "**ext**")
			}
			if ext && !marked {
				t.Errorf("SPEC.md does not mark %s of %s as an extension", name, typ.Name())
			}
		}
	}
}

func TestSpecExamplesAreRight(t *testing.T) {
	text, err := os.ReadFile("../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	email := "ada@example.com"
	for what, want := range map[string]string{
		"the hash of no candidates": DOMHash(nil),
		"the hash of the example":   DOMHash([]Candidate{{FP: "textbox|email", Value: &email}, {FP: "button|sign in"}}),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("SPEC.md does not give %s, %s", what, want)
		}
	}
}
