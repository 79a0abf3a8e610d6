package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/graph"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

func TestCompileWarnsOfAStartThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a page.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ start, want, meant string }{
		{"a page.html", "", ""},
		{"a page.html?x=1#top", "", ""},
		{"http://127.0.0.1/", "", ""},
		{"about:blank", "", ""},
		{"gone.html", `the flow "s" starts on "gone.html", and there is no such file`, ""},
		{"localhost:8080/a", `"localhost:8080/a", and there is no such file`, "http://localhost:8080/a"},
		{"htp://127.0.0.1/a", `"htp://127.0.0.1/a", and htp:// is no scheme of pages`, "http://127.0.0.1/a"},
		{"HTTPS://127.0.0.1/", "", ""},
		{"gopher://127.0.0.1/", "gopher:// is no scheme", ""},
		{"data:text/html,x", "", ""},
		{"shop.example.com:80", `no such file`, "http://shop.example.com:80"},
	} {
		file := filepath.Join(dir, "flow.hcl")
		src := `flow "s" {
			start = "` + c.start + `"
			step "click" "one" { intent = "One" }
		}`
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		program, diags := lang.Load(file, lang.Options{Steps: action.StepTypes(), Functions: function.All(dir), Version: "0.1.0"})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		plan, problems := engine.Compile(program, program.Flows[0], "stop")
		if plan == nil || problems.HasErrors() {
			t.Errorf("%s: %v", c.start, problems)
			continue
		}
		if c.want == "" {
			if len(problems) != 0 {
				t.Errorf("%s: %v", c.start, problems)
			}
			continue
		}
		if len(problems) != 1 || !strings.Contains(problems[0].Summary, c.want) {
			t.Errorf("%s: %v, want %s", c.start, problems, c.want)
			continue
		}
		if meant, _ := problems[0].Extra.(graph.Suggestion); string(meant) != c.meant {
			t.Errorf("%s: did you mean %q, want %q", c.start, meant, c.meant)
		}
	}
}
