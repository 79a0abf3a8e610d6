package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const ciFlow = `
flow "app" {
  start = "page.html"
  step "click" "save" { intent = "Save" }
}
`

const ciPage = `<!doctype html><title>App</title><button>Save</button>`

// recordedTraces is a folder with a trace of a flow on a page beside it.
func recordedTraces(t *testing.T) string {
	t.Helper()
	if !haveBrowser() {
		t.Skip("no browser on this machine: `make install-browser` installs one")
	}
	dir := t.TempDir()
	traces := filepath.Join(dir, "traces")
	if err := os.Mkdir(traces, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"flow.hcl": ciFlow, "page.html": ciPage} {
		if err := os.WriteFile(filepath.Join(traces, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("jevrun", "run", "flow.hcl")
	cmd.Dir = traces
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// junitCases counts the test cases and the failures of a JUnit report.
func junitCases(t *testing.T, file string) (cases, failures int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
	}
	if err := xml.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	return report.Tests, report.Failures
}

// TestActionRuns runs the step of action.yml as a runner would: its command, with its variables from the inputs.
func TestActionRuns(t *testing.T) {
	dir := recordedTraces(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	run := regexp.MustCompile(`(?m)^ {6}run: (.+)$`).FindSubmatch(text)
	inputs := regexp.MustCompile(`(?m)^ {8}(\w+): \$\{\{ inputs\.(\w+) \}\}$`).FindAllSubmatch(text, -1)
	if run == nil || len(inputs) != 3 {
		t.Fatalf("action.yml has the command %q and %d inputs", run, len(inputs))
	}
	path := os.Getenv("PATH")
	step := func(with map[string]string) (code int, out, summary string, outputs map[string]string) {
		t.Helper()
		temp := t.TempDir()
		cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", string(run[1]))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+root, "GITHUB_WORKSPACE="+dir, "RUNNER_TEMP="+temp,
			"GITHUB_OUTPUT="+filepath.Join(temp, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"), "PATH="+path)
		for _, i := range inputs {
			cmd.Env = append(cmd.Env, string(i[1])+"="+with[string(i[2])])
		}
		var b bytes.Buffer
		cmd.Stdout, cmd.Stderr = &b, &b
		_ = cmd.Run() // its code says it
		read := func(name string) string {
			text, err := os.ReadFile(filepath.Join(temp, name))
			if err != nil && cmd.ProcessState.ExitCode() != 2 {
				t.Errorf("%v\n%s", err, b.String())
			}
			return string(text)
		}
		outputs = map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(read("output")), "\n") {
			name, value, _ := strings.Cut(line, "=")
			outputs[name] = value
		}
		return cmd.ProcessState.ExitCode(), b.String(), read("summary"), outputs
	}

	code, out, summary, outputs := step(map[string]string{"traces": "  traces/\n", "args": `--timeout 5s --normalize ' ?\(\d+\) $HOME'`})
	if code != 0 || !strings.Contains(summary, "# Replay of app: ok") || strings.Contains(out, "::error") {
		t.Errorf("code %d, summary:\n%s\noutput:\n%s", code, summary, out)
	}
	if !strings.Contains(summary, `overlooked in names: `+"` ?\\(\\d+\\) $HOME`") {
		t.Errorf("the quoted argument did not arrive as it is:\n%s", summary)
	}
	if cases, failures := junitCases(t, outputs["junit"]); cases != 1 || failures != 0 {
		t.Errorf("%d cases, %d failures", cases, failures)
	}
	if html, err := os.ReadFile(outputs["report"]); err != nil || !bytes.Contains(html, []byte("<h1>Replay of app: ok</h1>")) {
		t.Errorf("the HTML report: %v", err)
	}

	// What is in an input is never run, and what cannot be read is wrong and not failed.
	code, out, _, _ = step(map[string]string{"traces": "traces\n$(touch ran)\n`touch ran`; touch ran", "args": ""})
	if code != 2 || !strings.Contains(out, "there is no trace $(touch ran)") {
		t.Errorf("code %d\n%s", code, out)
	}
	if code, out, _, _ = step(map[string]string{"traces": "traces", "args": `--timeout '5s $(touch ran)`}); code != 2 || !strings.Contains(out, "the input args is not as a shell would read it") {
		t.Errorf("code %d\n%s", code, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("an input was run")
	}

	// Where no jevrun is, it is built or installed: by a go that says how it was called and hands out this one.
	bin := t.TempDir()
	jevrun, err := exec.LookPath("jevrun")
	if err != nil {
		t.Fatal(err)
	}
	fake := "#!/bin/sh\necho \"go $* in $(pwd)\" >>'" + filepath.Join(bin, "calls") + "'\nto=${GOBIN:+$GOBIN/jevrun}\n[ \"$1\" = install ] || to=$4\nmkdir -p \"$(dirname \"$to\")\" && cp '" + jevrun + "' \"$to\"\n"
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	path = bin + ":/usr/bin:/bin"
	for version, call := range map[string]string{"": "go build -trimpath -o ", "v0.1.0": "go install github.com/jevrun/jevrun/cmd/jevrun@v0.1.0 in "} {
		if code, out, _, _ := step(map[string]string{"traces": "traces", "version": version}); code != 0 {
			t.Errorf("version %q: code %d\n%s", version, code, out)
		}
		calls, err := os.ReadFile(filepath.Join(bin, "calls"))
		if err != nil || !strings.Contains(string(calls), call) || version == "" && !strings.Contains(string(calls), " ./cmd/jevrun in "+root+"\n") {
			t.Errorf("version %q: go was called as %q, %v", version, calls, err)
		}
	}

	if err := os.WriteFile(filepath.Join(dir, "traces", "page.html"), []byte(strings.Replace(ciPage, "Save", "Store", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, summary, outputs = step(map[string]string{"traces": "traces/app.trace.jsonl", "args": "--timeout 300ms"})
	if code != 1 || !strings.Contains(summary, "# Replay of app: failed") {
		t.Errorf("code %d, summary:\n%s", code, summary)
	}
	if !regexp.MustCompile(`(?m)^::error file=traces/flow\.hcl,line=4,title=app%3A 1 Save::renamed: `).MatchString(out) {
		t.Errorf("no annotation in\n%s", out)
	}
	if cases, failures := junitCases(t, outputs["junit"]); cases != 1 || failures != 1 {
		t.Errorf("%d cases, %d failures", cases, failures)
	}
}

// TestGitLabRecipeRuns runs the script of the recipe in docs/ci.md, and looks for the files that it says it leaves.
func TestGitLabRecipeRuns(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	recipe := regexp.MustCompile("(?s)```yaml\nreplay:\n.*?```").FindString(string(doc))
	list := func(key string) []string {
		_, rest, _ := strings.Cut(recipe, "  "+key+":\n")
		var out []string
		for _, line := range strings.Split(rest, "\n") {
			item, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
			if !ok {
				break
			}
			out = append(out, item)
		}
		return out
	}
	before, script, paths := list("before_script"), list("script"), list("paths")
	_, rest, _ := strings.Cut(recipe, "junit: ")
	junit, _, _ := strings.Cut(rest, "\n")
	if len(before) == 0 || len(script) == 0 || len(paths) == 0 || junit == "" {
		t.Fatalf("the recipe is %q: before %q, script %q, paths %q, junit %q", recipe, before, script, paths, junit)
	}
	if out, err := exec.Command("bash", "-n", "-c", strings.Join(before, "\n")).CombinedOutput(); err != nil {
		t.Errorf("before_script is no script: %v\n%s", err, out)
	}
	dir := recordedTraces(t)
	cmd := exec.Command("bash", "-e", "-c", strings.Join(script, "\n"))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if cases, failures := junitCases(t, filepath.Join(dir, junit)); cases != 1 || failures != 0 {
		t.Errorf("%d cases, %d failures", cases, failures)
	}
	for _, path := range paths {
		if info, err := os.Stat(filepath.Join(dir, path)); err != nil || info.Size() == 0 {
			t.Errorf("the recipe keeps %s: %v", path, err)
		}
	}
}
