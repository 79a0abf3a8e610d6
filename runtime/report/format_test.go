package report_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jevrun/jevrun/runtime/evidence"
	"github.com/jevrun/jevrun/runtime/replay"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/report/reporttest"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
)

// ran is a run with one of everything, with the evidence of its failed click.
func ran() *report.Run {
	c := report.NewCollector("sign-in.trace.jsonl")
	for _, rec := range records() {
		c.Add(rec)
	}
	run := c.Report()
	run.Evidence = append(run.Evidence, &evidence.Kept{Line: 9, Step: 5, Name: "fails", Evidence: evidence.Evidence{Picture: "step-5-line-9.png", PNG: []byte("\x89PNG\r\n\x1a\n"), Console: []evidence.Line{{Level: "warning", Text: "careful"}}}})
	return run
}

// flaky is a replay that failed first.
func flaky() *replay.Result {
	return &replay.Result{
		Trace: "b.trace.jsonl", Flow: "b", Model: "builtin-1", Steps: 1, Attempts: 2, Flaky: true, Counts: map[replay.Verdict]int{replay.OK: 1}, Failed: []int{}, TookMS: 12,
		Results: []replay.Step{{Step: 1, Intent: "Open", Verdict: replay.OK}},
		Earlier: []*replay.Attempt{{Failed: []int{1}, Counts: map[replay.Verdict]int{replay.Changed: 1}, Results: []replay.Step{{Step: 1, Intent: "Open", Verdict: replay.Changed, Kind: replay.Removed, Reason: "no element is link \"Open\" any more"}}}},
	}
}

func documents() map[string]*report.Document {
	run := report.Of("jevrun/0.1.0", ran())
	return map[string]*report.Document{"run": run, "replay": report.OfReplays("jevrun/0.1.0", replayed(), flaky())}
}

func TestFormats(t *testing.T) {
	for name, doc := range documents() {
		for _, f := range []report.Format{report.Markdown, report.JSON, report.JUnit, report.HTML} {
			text, err := doc.Render(f, nil)
			if err != nil {
				t.Fatal(err)
			}
			if f == report.HTML { // its style and its script are files of their own
				text = regexp.MustCompile(`(?s)(<style>).*(</style>)|(<script>).*(</script>)|sha256-.{43,60}?=(&#39;)`).ReplaceAll(text, []byte("$1$2$3$4$5"))
			}
			golden(t, name+"."+map[report.Format]string{report.JUnit: "xml"}[f]+map[bool]string{true: string(f)}[f != report.JUnit], text)
		}
		golden(t, name+".github.txt", doc.GitHub(nil, ""))
	}
}

func TestJSONIsWhatItsSchemaSays(t *testing.T) {
	for name, doc := range documents() {
		text, err := doc.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := reporttest.Check(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for old, broken := range map[string]string{`"version": 1`: `"version": 2`, `"verdict": "changed"`: `"verdict": "gone"`, `"executed": 1`: `"executed": "1"`, `"kind": "step"`: `"kind": "leap"`} {
			if other := strings.Replace(string(text), old, broken, 1); other != string(text) && reporttest.Check([]byte(other)) == nil {
				t.Errorf("%s: the schema takes %s", name, broken)
			}
		}
	}
}

func TestTargets(t *testing.T) {
	for in, want := range map[string]report.Target{
		"r.md": {Format: report.Markdown, Path: "r.md"}, "out/r.HTML": {Format: report.HTML, Path: "out/r.HTML"}, "r.xml": {Format: report.JUnit, Path: "r.xml"}, "a.b.json": {Format: report.JSON, Path: "a.b.json"},
		"html:PATH": {Format: report.HTML, Path: "PATH"}, "junit:r.txt": {Format: report.JUnit, Path: "r.txt"}, "json:a:b": {Format: report.JSON, Path: "a:b"}, "c:r.md": {Format: report.Markdown, Path: "c:r.md"},
	} {
		if got, err := report.ParseTarget(in); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "r", "r.txt", "html:", "pdf:r"} {
		if got, err := report.ParseTarget(in); err == nil {
			t.Errorf("%q is %v", in, got)
		}
	}
}

// junitAttributes are the attributes that the schemas of Jenkins and of Maven Surefire (3.0) know, in common where
// both know the element; the ones marked with ! are required by one of them.
var junitAttributes = map[string]string{
	"testsuites": "name tests failures errors skipped time", "testsuite": "name! tests! failures! errors! skipped! time timestamp hostname id package file",
	"properties": "", "property": "name! value!", "testcase": "name! classname! time! file line status assertions group", "skipped": "message type",
	"failure": "message type!", "error": "message type!", "rerunFailure": "message type!", "flakyFailure": "message type!", "system-out": "",
}

// junitChildren are the children in the order in which the schemas have them.
var junitChildren = map[string][]string{
	"":           {"testsuites"},
	"testsuites": {"testsuite"}, "testsuite": {"properties", "testcase", "system-out"}, "properties": {"property"},
	"testcase": {"skipped", "failure", "error", "rerunFailure", "flakyFailure", "system-out"},
}

// checkJUnit holds a report against what the common schemas say, and its counts against its cases.
func checkJUnit(t *testing.T, text []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(text)))
	type open struct {
		name  string
		last  int
		count map[string]int
		attrs map[string]string
	}
	stack := []*open{{count: map[string]int{}}}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the report is no XML: %v", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			name, up := tok.Name.Local, stack[len(stack)-1]
			at := slices.Index(junitChildren[up.name], name)
			if at < 0 || at < up.last {
				t.Errorf("<%s> in <%s> is not known there, or out of order", name, up.name)
			}
			up.last = at
			o := &open{name: name, count: map[string]int{}, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				o.attrs[a.Name.Local] = a.Value
				if !slices.Contains(strings.Fields(strings.ReplaceAll(junitAttributes[name], "!", "")), a.Name.Local) {
					t.Errorf("<%s> has no attribute %s", name, a.Name.Local)
				}
			}
			for _, a := range strings.Fields(junitAttributes[name]) {
				if a, must := strings.CutSuffix(a, "!"); must && o.attrs[a] == "" && a != "value" && a != "type" {
					t.Errorf("<%s> lacks %s", name, a)
				}
			}
			if s := o.attrs["time"]; s != "" && !regexp.MustCompile(`^\d+\.\d{3}$`).MatchString(s) {
				t.Errorf("time is %q", s)
			}
			if s := o.attrs["timestamp"]; s != "" && !regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$`).MatchString(s) {
				t.Errorf("timestamp is %q", s)
			}
			stack = append(stack, o)
		case xml.EndElement:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			up := stack[len(stack)-1]
			up.count[o.name]++
			for _, n := range []string{"failure", "error", "skipped", "testcase"} {
				if o.name == "testcase" || o.name == "testsuite" {
					up.count[n] += o.count[n]
				}
			}
			if o.name == "testsuite" || o.name == "testsuites" {
				for attr, child := range map[string]string{"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"} {
					if o.attrs[attr] != strconv.Itoa(o.count[child]) {
						t.Errorf("<%s %s=%q> holds %d of <%s>", o.name, attr, o.attrs[attr], o.count[child], child)
					}
				}
			}
			if o.name == "testcase" && o.count["failure"]+o.count["error"]+o.count["skipped"] > 1 {
				t.Error("a test case ends in two ways")
			}
		}
	}
}

func TestJUnitIsWhatOthersRead(t *testing.T) {
	for _, doc := range documents() {
		text, err := doc.JUnit(nil)
		if err != nil {
			t.Fatal(err)
		}
		checkJUnit(t, text)
	}
	text, _ := documents()["replay"].JUnit(nil)
	for _, want := range []string{`<flakyFailure message="no element is link &#34;Open&#34; any more" type="removed">`, `type="duplicated"`, `<error message="the server answered 500" type="page_not_reached">`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report has no %s", want)
		}
	}
}

// hostile texts end in no markup of their own, whatever they say.
const hostile = "]]></failure><x a='\x00\x01\ufffe\xff\">%0A::error::x\r\n::error file=x::pwned\n</script><img src=x onerror=alert(1)>[a](javascript:alert(1))![i](http://x/)|`*_~&amp; \u202e"

func hostileDocument() *report.Document {
	c := report.NewCollector(hostile)
	reason := hostile
	choice := "f0:c1"
	c.Add(&trace.Run{Flow: hostile, Model: hostile, Tool: hostile, Started: hostile})
	c.Add(&trace.Action{Tool: hostile, Request: map[string]any{"url": hostile, "name": hostile}, Result: map[string]any{"error": hostile}})
	c.Add(&trace.Step{Step: 1, Name: hostile, Intent: hostile, URL: hostile, Title: hostile, Action: trace.StepAction{Type: hostile}, Gate: trace.Gate{Verdict: hostile, Reason: &reason},
		Candidates: []trace.Candidate{{CID: choice, Role: hostile, Name: hostile}}, Decision: trace.Decision{Choice: &choice, ChosenFP: &reason, ChosenName: &reason, Probabilities: map[string]float64{choice: 0.5, hostile: 0.2}, Model: &reason},
		Result: trace.Result{Error: &reason}, Received: hostile, Review: &trace.Review{By: hostile, At: hostile}})
	c.Add(&trace.Step{Step: 2, Intent: hostile, Verify: &trace.Verify{That: hostile, Vars: map[string]any{hostile: hostile}, Verified: ptr(false), Reason: hostile}})
	element := replay.Element{Role: hostile, Name: hostile, Tag: hostile, Href: &reason, Scope: &reason}
	result := &replay.Result{
		Trace: hostile, Flow: hostile, Model: hostile, Stopped: hostile, Swapped: hostile, Normalize: []string{hostile}, Counts: map[replay.Verdict]int{replay.Changed: 1}, Failed: []int{1}, Attempts: 1,
		Results: []replay.Step{{
			Step: 1, Name: hostile, Intent: hostile, Verdict: replay.Changed, Kind: hostile, Reason: hostile, Advice: hostile, Normalize: hostile, CoveredBy: hostile, URL: hostile,
			Recorded: &element, Found: []replay.Element{element}, Nearest: []replay.Near{{Element: element}},
			Evidence: &evidence.Evidence{Console: []evidence.Line{{Level: "error", Text: hostile}}},
		}},
		Success: &trace.Verify{Selector: hostile, Verified: ptr(false), Reason: hostile},
	}
	run := c.Report()
	run.Evidence = append(run.Evidence, &evidence.Kept{Line: 3, Evidence: evidence.Evidence{Without: hostile, Picture: hostile, Console: []evidence.Line{{Level: hostile, Text: hostile, URL: hostile}}}})
	return &report.Document{Version: report.Version, Tool: hostile, Runs: []*report.Run{run}, Replays: []*replay.Result{result}}
}

func TestHostileTextStaysText(t *testing.T) {
	doc := hostileDocument()
	junit, err := doc.JUnit(nil)
	if err != nil {
		t.Fatal(err)
	}
	checkJUnit(t, junit)
	if strings.Contains(string(junit), "<x ") || strings.ContainsAny(string(junit), "\x00\x01\u202e\ufffe") {
		t.Error("the JUnit report holds what XML does not allow, or an element of the page's")
	}
	html, err := doc.HTML(nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(html), "<img src=x") || strings.Count(string(html), "<script>") != 1 || strings.Count(string(html), "</script>") != 1 {
		t.Error("the HTML report holds an element of the page's")
	}
	github := string(doc.GitHub(nil, ""))
	for _, line := range strings.Split(strings.TrimSuffix(github, "\n"), "\n") {
		if !regexp.MustCompile(`^::(error|warning) (file=[^:,]+,(line=\d+,)?)?title=[^:,]+::[^\r\n]+$`).MatchString(line) {
			t.Errorf("an annotation is %q", line)
		}
		if strings.Contains(line, "::error::x") && !strings.Contains(line, "%250A::error::x") {
			t.Errorf("the annotation does not escape a percent sign: %q", line)
		}
	}
	md := string(doc.Markdown(nil))
	for _, bad := range []string{"<img", "](javascript", "](http", "</script", "\u202e"} {
		for _, line := range strings.Split(regexp.MustCompile("`[^`]*`").ReplaceAllString(md, ""), "\n") {
			if i := strings.Index(line, bad); i >= 0 && (i == 0 || line[i-1] != '\\') {
				t.Errorf("Markdown holds %q: %q", bad, line)
			}
		}
	}
	text, err := doc.JSON()
	if err != nil || !json.Valid(text) {
		t.Errorf("the JSON document is none: %v", err)
	}
}

func TestSecretsAreMaskedBeforeTheyAreEscaped(t *testing.T) {
	const secret = `kx"q'7\w<z>&y|#`
	known := &taint.Registry{}
	known.Add("CODE", secret)
	doc := report.OfReplays("jevrun/0.1.0", &replay.Result{
		Flow: secret, Results: []replay.Step{{Step: 1, Intent: "Type " + secret, Verdict: replay.Changed, Reason: secret, Recorded: &replay.Element{Name: secret},
			Evidence: &evidence.Evidence{Console: []evidence.Line{{Level: "log", Text: secret}}, PNG: []byte("\x89PNG\r\n\x1a\n")}}},
		Stopped: secret,
	})
	for _, f := range []report.Format{report.Markdown, report.JUnit, report.HTML} {
		text, err := doc.Render(f, known.Mask)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "kx") || !strings.Contains(string(text), "secret CODE") {
			t.Errorf("%s holds the secret, or does not say that there was one:\n%.3000s", f, text)
		}
	}
	if got := string(doc.GitHub(known.Mask, "")); strings.Contains(got, "kx") {
		t.Errorf("an annotation holds the secret: %s", got)
	}
}

func TestGitHubShowsTenAndCountsTheRest(t *testing.T) {
	result := &replay.Result{Trace: "a.trace.jsonl", Flow: "a"}
	for i := range 25 {
		result.Results = append(result.Results, replay.Step{Step: i + 1, Intent: "x", Verdict: replay.Changed, Reason: "gone"})
		result.Failed = append(result.Failed, i+1)
	}
	lines := strings.Split(strings.TrimSpace(string(report.OfReplays("t", result).GitHub(nil, ""))), "\n")
	if len(lines) != 10 || !strings.HasSuffix(lines[9], "and 16 more; the summary of the job lists them all") {
		t.Errorf("%d annotations, the last is %q", len(lines), lines[len(lines)-1])
	}
	long := []byte(strings.Repeat("a line\n", 1000))
	if got := report.Shortened(long, 500); len(got) > 500 || !strings.HasSuffix(string(got), "it is in the report file.\n") || !strings.HasPrefix(string(got), "a line\n") {
		t.Errorf("shortened to %d bytes: %q", len(got), got)
	}
	if got := report.Shortened([]byte("short\n"), 500); string(got) != "short\n" {
		t.Errorf("a short text became %q", got)
	}
}

// A suite that fails without a failing step says so in a case of its own.
func TestWhatNoStepSays(t *testing.T) {
	c := report.NewCollector("x.trace.jsonl")
	c.Add(&trace.Run{Flow: "x", Model: "builtin-1"})
	run := c.Report()
	run.Summary.Status, run.Summary.Reason = "interrupted", "the run was interrupted"
	stopped := &replay.Result{Trace: "y.trace.jsonl", Flow: "y", Stopped: "step 2 was approved by a person when it was recorded", Results: []replay.Step{{Step: 2, Intent: "Delete", Verdict: replay.OK, Kind: replay.GateRequired}}}
	doc := &report.Document{Version: 1, Runs: []*report.Run{run}, Replays: []*replay.Result{stopped}}
	text, err := doc.JUnit(nil)
	if err != nil {
		t.Fatal(err)
	}
	checkJUnit(t, text)
	for _, want := range []string{`<error message="the run was interrupted"`, `<failure message="step 2 was approved by a person when it was recorded" type="gate_required">`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if n := strings.Count(string(doc.GitHub(nil, "")), "::error"); n != 2 {
		t.Errorf("%d errors are annotated, want 2", n)
	}
}

func ExampleDocument_GitHub() {
	doc := report.OfReplays("jevrun/0.1.0", &replay.Result{Trace: "traces/a.trace.jsonl", Flow: "a", Results: []replay.Step{{Step: 3, Intent: "Save", Verdict: replay.Changed, Kind: replay.Removed, Reason: "no element is button \"Save\" any more"}}, Failed: []int{3}})
	doc.Locate("traces/a.trace.jsonl", map[int]report.Place{3: {File: "flows/a.hcl", Line: 12}})
	fmt.Print(string(doc.GitHub(nil, "")))
	// Output: ::error file=flows/a.hcl,line=12,title=a%3A 3 Save::removed: no element is button "Save" any more
}

// A replay may be flaky without a step that failed, and one may not have been started; no format leaves that out.
func TestWhatIsOnlyTrueOfAReplayAsAWhole(t *testing.T) {
	doc := report.OfReplays("jevrun/0.1.0", &replay.Result{
		Trace: "a.trace.jsonl", Flow: "a", Attempts: 2, Flaky: true, Results: []replay.Step{{Step: 1, Intent: "Save", Verdict: replay.OK}},
		Earlier: []*replay.Attempt{{Results: []replay.Step{{Step: 1, Intent: "Save", Verdict: replay.OK}}}},
	})
	doc.NotReplayed = []report.Left{{Trace: "b.trace.jsonl", Flow: "b"}}
	for format, wants := range map[report.Format][]string{
		report.JUnit:    {`<flakyFailure message="what proves success was not there"`, `tests="3" failures="0" errors="0" skipped="1"`, `<skipped message="the replay ended before it came to this trace">`},
		report.Markdown: {"# 1 trace passed, 1 flaky, 1 not replayed", "what proves success was not there", "the replay ended before it came to this trace"},
		report.HTML:     {`<b>1</b><span class="pill flaky">flaky</span>`, "what proves success was not there", "not replayed"},
		report.JSON:     {`"flaky": true`, `"not_replayed"`},
	} {
		text, err := doc.Render(format, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%v has no %s:\n%s", format, want, text)
			}
		}
	}
	if got := string(doc.GitHub(nil, "")); !strings.HasPrefix(got, "::warning file=a.trace.jsonl,title=a%3A the replay as a whole::flaky: it failed first") || strings.Count(got, "\n") != 1 {
		t.Errorf("annotations: %s", got)
	}
}
