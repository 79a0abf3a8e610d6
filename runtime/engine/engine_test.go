package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jevrun/jevrun/lang"
	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/browser/browsertest"
	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/builtin"
	"github.com/jevrun/jevrun/runtime/engine"
	"github.com/jevrun/jevrun/runtime/report"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
	"github.com/jevrun/jevrun/runtime/trace/tracetest"
	"github.com/jevrun/jevrun/stdlib/action"
	"github.com/jevrun/jevrun/stdlib/function"
)

var chrome *browser.Browser

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m, &chrome, os.Stderr)) }

// setup is one run: pages by path, a flow that sees their server as var.site, and what the decider answers.
type setup struct {
	pages    map[string]string
	flow     string // whole file; see file
	decider  decide.Decider
	options  engine.Options
	review   string
	reviewer engine.Reviewer
	env      map[string]string
	onRecord func(trace.Record)
	handle   func(path string) // is called before a request is answered
	ctx      context.Context
	dir      string // of the flow and its trace; a new one where it is empty
}

// outcome is what a run left.
type outcome struct {
	result  engine.Result
	steps   []*trace.Step
	actions []*trace.Action
	text    string // the trace file
	path    string
	hits    func(path string) int // requests that the server got
}

const head = `
variable "site" { type = string }
secret "password" { env = "TEST_PASSWORD" }
`

func (s setup) run(t *testing.T) outcome {
	t.Helper()
	hits := make(chan string, 1000)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits <- r.Method + " " + r.URL.RequestURI()
		if s.handle != nil {
			s.handle(r.URL.Path)
		}
		body, ok := s.pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>Test page</title>", body)
	}))
	defer site.Close()
	dir := s.dir
	if dir == "" {
		dir = t.TempDir()
	}
	file := filepath.Join(dir, "flow.hcl")
	if err := os.WriteFile(file, []byte(head+s.flow), 0o644); err != nil {
		t.Fatal(err)
	}
	program, diags := lang.Load(file, lang.Options{
		Steps: action.StepTypes(), Functions: function.All(dir), Vars: []string{"site=" + site.URL}, Version: "0.1.0",
	})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	plan, problems := engine.Compile(program, program.Flows[0], s.review)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	registry := &taint.Registry{}
	path := filepath.Join(dir, "t.trace.jsonl")
	writer, err := trace.Create(path, trace.Options{Mask: registry.Mask})
	if err != nil {
		t.Fatal(err)
	}
	for env, value := range s.env {
		registry.Add(env, value)
	}
	if s.decider == nil {
		s.decider = builtin.New()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if s.ctx != nil {
		ctx = s.ctx
	}
	result, err := engine.Run{
		Plan: plan, Options: s.options, Browser: chrome, Decider: s.decider, Trace: writer, TraceDir: dir,
		Tool: "jevrun/0.1.0-test", Taint: registry, Reviewer: s.reviewer, OnRecord: s.onRecord,
		Secret: func(sec *lang.Secret) (string, error) {
			if v, ok := s.env[sec.Env]; ok {
				return v, nil
			}
			return "", fmt.Errorf("%s is not set", sec.Env)
		},
	}.Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	tracetest.Validate(t, path)
	out := outcome{result: result, path: path}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out.text = string(text)
	counts := map[string]int{}
	close(hits)
	for h := range hits {
		counts[h]++
	}
	out.hits = func(p string) int { return counts[p] }
	reader, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	counter := report.NewCounter(path)
	defer func() {
		if against := counter.Summary().Contradictions; len(against) > 0 {
			t.Errorf("the trace contradicts itself: %q", against)
		}
	}()
	for entry, err := range reader.All() {
		if err != nil {
			t.Fatal(err)
		}
		counter.Add(entry.Record)
		switch rec := entry.Record.(type) {
		case *trace.Step:
			out.steps = append(out.steps, rec)
		case *trace.Action:
			out.actions = append(out.actions, rec)
		}
	}
	return out
}

func (o outcome) want(t *testing.T, status engine.Status, reason string) {
	t.Helper()
	if o.result.Status != status || !strings.Contains(o.result.Reason, reason) {
		t.Fatalf("the run ended %s (%s), want %s (…%s…)\n%s", o.result.Status, o.result.Reason, status, reason, o.text)
	}
}

// scripted answers by intent: the element's fingerprint and its probability; none where it knows nothing.
type scripted map[string]struct {
	fp string
	p  float64
}

func (scripted) ID() string { return "scripted" }

func (s scripted) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	intent := req.State.(decide.TargetState).Intent
	want, known := s[intent]
	if known && want.fp == "error" {
		return decide.Response{}, errors.New("the model is out")
	}
	q := req.Questions[0]
	answer := decide.Answer{Choice: decide.None, Probabilities: map[string]float64{}}
	for _, o := range q.Options {
		answer.Probabilities[o.Label] = 0
		if known && o.Element != nil && o.Element.FP == want.fp && answer.Choice == decide.None {
			answer.Choice = o.Label
		}
	}
	p := 1.0
	if answer.Choice != decide.None {
		p = want.p
		answer.Probabilities[decide.None] = 1 - p
	}
	answer.Probabilities[answer.Choice] = p
	answer.Confidence = p
	return decide.Response{Model: "scripted-1", Answers: map[string]decide.Answer{q.ID: answer}}, nil
}

func picks(pairs ...string) scripted {
	s := scripted{}
	for i := 0; i < len(pairs); i += 2 {
		s[pairs[i]] = struct {
			fp string
			p  float64
		}{pairs[i+1], 0.97}
	}
	return s
}

const loginPage = `
<form onsubmit="event.preventDefault(); document.querySelector('p').textContent = 'Hello ' + mail.value + (pw.value ? ' with ' + pw.value : '')">
<label>Email <input id=mail type=email></label><label>Password <input id=pw type=password></label>
<button>Sign in</button></form><p></p>`

func TestRunPasses(t *testing.T) {
	out := setup{
		pages: map[string]string{"/": loginPage},
		flow: `flow "login" {
			start = "${var.site}/"
			step "fill" "mail" {
				intent = "Type the email"
				value  = "ada@example.com"
				expect = "#mail"
			}
			step "click" "go" { intent = "Sign in" }
			step "assert" "in" { that = "page.text contains 'Hello ada@example.com'" }
			step "assert" "form" { selector = "form" }
		}`,
	}.run(t)
	out.want(t, engine.Passed, "")
	if len(out.steps) != 4 || !out.steps[0].Result.Executed || !out.steps[1].Result.Executed {
		t.Fatalf("steps: %s", out.text)
	}
	fill := out.steps[0]
	if fill.Decision.Model == nil || *fill.Decision.Model != builtin.New().ID() || *fill.Decision.ChosenFP != "textbox|email" {
		t.Errorf("decision: %+v", fill.Decision)
	}
	if fill.Result.Correct == nil || !*fill.Result.Correct || *fill.ExpectedCID != *fill.Decision.Choice {
		t.Errorf("expect was not scored: %+v", fill.Result)
	}
	if fill.Locator == nil || fill.Locator.Selector != `role=textbox[name="Email"]` || !fill.Locator.Unique {
		t.Errorf("locator: %+v", fill.Locator)
	}
	if *fill.Action.Value != "ada@example.com" || fill.Settled == nil || fill.Settled.By == "" {
		t.Errorf("fill: %+v", fill)
	}
	assert := out.steps[2]
	if assert.Action.Type != "none" || assert.Gate.Verdict != trace.VerdictNA || !*assert.Verify.Verified || assert.Step != 3 {
		t.Errorf("assert: %+v", assert)
	}
	end := out.actions[len(out.actions)-1]
	if end.Tool != trace.ToolRunEnd || end.Result["status"] != "passed" {
		t.Errorf("end: %+v", end)
	}
}

func TestSecretsLeaveNoTrace(t *testing.T) {
	const secret = "hunter2-Ω"
	out := setup{
		pages: map[string]string{"/": loginPage + `<button onclick="document.title = pw.value; this.textContent = pw.value; location.hash = pw.value">Show</button>`},
		flow: `flow "login" {
			start = "${var.site}/"
			step "fill" "pw" {
				intent = "Type the password"
				value  = secret.password
			}
			step "click" "show" { intent = "Show" }
			step "click" "go" { intent = "Sign in" }
			step "assert" "in" { that = "page.text contains 'Hello'" }
		}`,
		env: map[string]string{"TEST_PASSWORD": secret},
	}.run(t)
	out.want(t, engine.Passed, "")
	lower := strings.ToLower(out.text)
	if strings.Contains(lower, "hunter2") {
		t.Errorf("the secret is in the trace:\n%s", out.text)
	}
	if out.steps[0].Action.ValueFromEnv != "TEST_PASSWORD" || out.steps[0].Action.Value != nil {
		t.Errorf("action: %+v", out.steps[0].Action)
	}
}

type reviewer struct {
	approve bool
	answer  string // of trace.Answer…
	pick    string // fingerprint
	asked   []engine.Question
}

func (r *reviewer) Review(_ context.Context, q engine.Question) trace.Review {
	r.asked = append(r.asked, q)
	answer := trace.Review{By: "ada", At: "2026-01-01T00:00:00Z", Approved: r.approve, Answer: r.answer}
	for _, c := range q.Record.Candidates {
		if c.FP == r.pick {
			answer.Picked = c.CID
		}
	}
	return answer
}

func TestReview(t *testing.T) {
	page := map[string]string{"/": `<button onclick="document.body.append(' gone')">Delete account</button>`}
	flow := func(on string) string {
		return `flow "r" {
			start = "${var.site}/"
			step "click" "delete" {
				intent = "Delete the account"
				` + on + `
			}
			step "assert" "kept" { that = "not (page.text contains 'gone')" }
		}`
	}
	decider := picks("Delete the account", "button|delete account")
	t.Run("stops", func(t *testing.T) {
		out := setup{pages: page, flow: flow(""), decider: decider}.run(t)
		out.want(t, engine.InReview, "step.delete needs a person")
		if len(out.steps) != 1 || out.steps[0].Result.Executed || out.steps[0].Gate.Verdict != trace.VerdictReview {
			t.Error(out.text)
		}
	})
	t.Run("continues", func(t *testing.T) {
		out := setup{pages: page, flow: flow(`on "review" { then = "continue" }`), decider: decider}.run(t)
		out.want(t, engine.InReview, "")
		if len(out.steps) != 2 || !*out.steps[1].Verify.Verified {
			t.Error(out.text)
		}
	})
	t.Run("approved", func(t *testing.T) {
		r := &reviewer{approve: true}
		out := setup{pages: page, flow: flow(`on "review" { then = "ask" }`), decider: decider, reviewer: r}.run(t)
		out.want(t, engine.Failed, "") // the assert: it is gone
		if !out.steps[0].Result.Executed || out.steps[0].Review == nil || out.steps[0].Review.By != "ada" {
			t.Error(out.text)
		}
		if len(r.asked) != 1 || r.asked[0].Chosen.Name != "Delete account" || r.asked[0].Reason == "" {
			t.Errorf("asked: %+v", r.asked)
		}
	})
	t.Run("denied", func(t *testing.T) {
		r := &reviewer{}
		out := setup{pages: page, flow: flow(""), review: "ask", decider: decider, reviewer: r}.run(t)
		out.want(t, engine.InReview, "step.delete needs a person: ")
		if out.steps[0].Result.Executed || out.steps[0].Review == nil || len(r.asked) != 1 {
			t.Error(out.text)
		}
	})
	t.Run("another picked", func(t *testing.T) {
		r := &reviewer{approve: true, answer: trace.AnswerPick, pick: "button|keep"}
		out := setup{pages: map[string]string{"/": page["/"] + `<button onclick="document.body.append('all is well')">Keep</button>`},
			flow: flow(`on "review" { then = "ask" }`), decider: decider, reviewer: r}.run(t)
		out.want(t, engine.Passed, "")
		first := out.steps[0]
		if !first.Result.Executed || first.Review.Picked == "" || *first.Decision.ChosenFP != "button|delete account" {
			t.Error(out.text)
		}
		if target, _, _ := first.Target(); target.FP != "button|keep" {
			t.Errorf("target %+v", target)
		}
	})
	t.Run("skipped", func(t *testing.T) {
		r := &reviewer{answer: trace.AnswerSkip}
		out := setup{pages: page, flow: flow(`on "review" { then = "ask" }`), decider: decider, reviewer: r}.run(t)
		out.want(t, engine.InReview, "skipped by a person")
		if len(out.steps) != 2 || out.steps[0].Result.Executed || !*out.steps[1].Verify.Verified {
			t.Error(out.text)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		r := &reviewer{answer: trace.AnswerStop}
		out := setup{pages: page, flow: flow(`on "review" { then = "ask" }`), decider: decider, reviewer: r}.run(t)
		out.want(t, engine.InReview, "step.delete was stopped by a person: ")
		if len(out.steps) != 1 || out.steps[0].Result.Executed {
			t.Error(out.text)
		}
	})
	t.Run("nobody to ask", func(t *testing.T) {
		out := setup{pages: page, flow: flow(""), review: "ask", decider: decider}.run(t)
		out.want(t, engine.InReview, "")
		if out.steps[0].Result.Executed || out.steps[0].Review != nil {
			t.Error(out.text)
		}
	})
	t.Run("low confidence", func(t *testing.T) {
		low := scripted{"Open": {"button|open", 0.7}}
		out := setup{pages: map[string]string{"/": `<button>Open</button>`}, flow: `flow "r" {
			start = "${var.site}/"
			step "click" "open" { intent = "Open" }
		}`, decider: low}.run(t)
		out.want(t, engine.InReview, "0.70")
	})
}

func TestBlocked(t *testing.T) {
	page := map[string]string{"/": `<button>Open</button>`}
	t.Run("none fails", func(t *testing.T) {
		out := setup{pages: page, flow: `flow "b" {
			start = "${var.site}/"
			step "click" "x" { intent = "Fly to the moon" }
			step "click" "open" { intent = "Open" }
		}`, decider: picks("Open", "button|open")}.run(t)
		out.want(t, engine.Failed, "step.x blocked")
		if len(out.steps) != 1 {
			t.Error(out.text)
		}
	})
	t.Run("a page without an element", func(t *testing.T) {
		out := setup{pages: map[string]string{"/": `<p>Not found</p>`}, flow: `flow "b" {
			start = "${var.site}/"
			step "click" "x" { intent = "Open" }
		}`, decider: picks()}.run(t)
		out.want(t, engine.Failed, `the page "Test page" shows no element to choose from`)
	})
	t.Run("none as expected", func(t *testing.T) {
		out := setup{pages: page, flow: `flow "b" {
			start = "${var.site}/"
			step "click" "x" {
				intent = "Fly to the moon"
				expect = "none"
			}
		}`, decider: picks()}.run(t)
		out.want(t, engine.Passed, "")
		if !*out.steps[0].Result.Correct || *out.steps[0].ExpectedCID != "none" || out.steps[0].Gate.Verdict != trace.VerdictBlocked {
			t.Error(out.text)
		}
	})
	t.Run("handled by a goto", func(t *testing.T) {
		out := setup{pages: page, flow: `flow "b" {
			start = "${var.site}/"
			step "click" "x" {
				intent = "Fly to the moon"
				on "blocked" { goto = step.last }
			}
			step "click" "open" { intent = "Open" }
			step "assert" "last" { selector = "button" }
		}`, decider: picks("Open", "button|open")}.run(t)
		out.want(t, engine.Passed, "")
		if len(out.steps) != 2 || out.steps[1].Name != "last" {
			t.Error(out.text)
		}
	})
	t.Run("decider fails", func(t *testing.T) {
		out := setup{pages: page, flow: `flow "b" {
			start = "${var.site}/"
			step "click" "x" { intent = "Open" }
		}`, decider: picks("Open", "error")}.run(t)
		out.want(t, engine.Failed, "the model is out")
		if d := out.steps[0].Decision; d.Choice != nil || d.Error == nil || out.steps[0].Result.Executed {
			t.Error(out.text)
		}
	})
}

func TestKnownWrongDecisionIsNotActedOn(t *testing.T) {
	beta := `<button id=b>Beta</button>`
	for page, want := range map[string]string{
		`<button id=a onclick="document.body.append('clicked')">Alpha</button>` + beta:         `button "Alpha" was chosen, and expect "#b" is button "Beta"; nothing was sent`,
		beta + `<iframe name=side srcdoc="<button>Alpha</button>"></iframe>`:                   `button "Alpha" in the frame "side" was chosen, and expect "#b" is button "Beta"; nothing was sent`,
		beta + `<iframe srcdoc="<button>Alpha</button>"></iframe>`:                             `button "Alpha" in frame 1 was chosen, and expect "#b" is button "Beta"; nothing was sent`,
		`<button>Alpha</button><section aria-label=More><button id=b>Alpha</button></section>`: `button "Alpha" was chosen, and expect "#b" is another one of that name; nothing was sent`,
	} {
		out := setup{pages: map[string]string{"/": page},
			flow: `flow "w" {
			start = "${var.site}/"
			step "click" "x" {
				intent = "Beta"
				expect = "#b"
			}
		}`, decider: picks("Beta", "button|alpha")}.run(t)
		out.want(t, engine.Failed, "the decision is wrong: "+want)
		if out.steps[0].Result.Executed || *out.steps[0].Result.Correct {
			t.Error(out.text)
		}
	}
}

func TestWhenRetryAndLimits(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button id=more onclick="n.textContent = ++i; if (i > 2) setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Late</button>'), 300)">More</button>
		<p id=n>0</p><script>let i = 0</script>`},
		flow: `flow "l" {
			start = "${var.site}/"
			step "click" "never" {
				intent = "Nothing"
				when   = "page.title == 'Another page'"
			}
			step "wait_for" "again" { selector = "#n" }
			step "click" "more" {
				intent = "More"
				when   = "not (page.text contains '3')"
				on "done" {
					goto  = step.again
					limit = 5
				}
			}
			step "click" "late" {
				intent = "Late"
				retry { attempts = 3 }
			}
		}`, decider: picks("More", "button|more", "Late", "button|late")}.run(t)
	out.want(t, engine.Passed, "")
	var names []string
	for _, s := range out.steps {
		names = append(names, s.Name)
	}
	got := strings.Join(names, " ")
	if !strings.HasPrefix(got, "more more more late") || !out.steps[len(out.steps)-1].Result.Executed {
		t.Errorf("steps: %s", got)
	}
	skipped := 0
	for _, a := range out.actions {
		if a.Result["skipped"] == true {
			skipped++
		}
	}
	if skipped != 2 {
		t.Errorf("%d skipped steps are recorded, want 2\n%s", skipped, out.text)
	}
}

func TestLimitExhausted(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button>More</button>`}, flow: `flow "l" {
			start = "${var.site}/"
			step "wait_for" "again" { selector = "button" }
			step "click" "more" {
				intent = "More"
				on "done" {
					goto  = step.again
					limit = 2
				}
			}
		}`, decider: picks("More", "button|more")}.run(t)
	out.want(t, engine.Failed, "its limit")
	if len(out.steps) != 3 {
		t.Errorf("%d steps, want 3", len(out.steps))
	}
}

func TestDialogsAreRecorded(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button onclick="document.body.append(prompt('Your name?') + ' ' + confirm('Sure?'))">Ask</button>`},
		flow: `
		dialogs {
			rule "name" {
				match  = "(?i)your name"
				action = "accept"
				text   = "Ada"
			}
		}
		flow "d" {
			start = "${var.site}/"
			step "click" "ask" { intent = "Ask" }
			step "assert" "said" { that = "page.text contains 'Ada false'" }
		}`, decider: picks("Ask", "button|ask")}.run(t)
	out.want(t, engine.Passed, "")
	var rules []string
	for _, a := range out.actions {
		if a.Tool == "dialog" {
			rules = append(rules, fmt.Sprint(a.Request["message"], "/", a.Result["action"], "/", a.Result["rule"]))
		}
	}
	if got := strings.Join(rules, " "); got != "Your name?/accept/name Sure?/dismiss/" {
		t.Errorf("dialogs: %s", got)
	}
}

func TestDryRunNeverActs(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<a href="/next">Next</a>`, "/next": "x"},
		flow: `flow "d" {
			start = "${var.site}/"
			step "click" "next" { intent = "Next" }
		}`, decider: picks("Next", "link|next"), options: engine.Options{DryRun: true}}.run(t)
	out.want(t, engine.Passed, "")
	if out.steps[0].Result.Executed || out.hits("GET /next") != 0 || out.steps[0].Gate.Verdict != trace.VerdictAuto {
		t.Error(out.text)
	}
}

// A dry run does nothing, so it cannot judge what the flow would have done.
func TestDryRunJudgesNoClaim(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button onclick="document.body.append('done')">Go</button>`},
		flow: `flow "d" {
			start = "${var.site}/"
			step "click" "go" { intent = "Go" }
			step "wait_for" "done" { text = "done" }
			step "assert" "done2" { that = "page.text contains 'done'" }
		}`, decider: picks("Go", "button|go"), options: engine.Options{DryRun: true}}.run(t)
	out.want(t, engine.Passed, "")
	if v := out.steps[1].Verify; v.Verified != nil || v.Reason == "" || out.actions[0].Result["dry_run"] != true {
		t.Error(out.text)
	}
}

func TestNoneIsExpectedOfAnEmptyPage(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<p>Nothing to do here`},
		flow: `flow "n" {
			start = "${var.site}/"
			step "click" "x" {
				intent = "Delete"
				expect = "none"
			}
		}`, decider: picks()}.run(t)
	out.want(t, engine.Passed, "")
	if !*out.steps[0].Result.Correct {
		t.Error(out.text)
	}
}

// The start page has the time that a step has, and what it still waits for then is named.
func TestAStartPageThatDoesNotGetDone(t *testing.T) {
	hang, release := context.WithCancel(context.Background())
	never := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang.Done() }))
	t.Cleanup(never.Close)
	t.Cleanup(release)
	out := setup{pages: map[string]string{"/": `<button>One</button><script src="` + never.URL + `/never.js"></script>`},
		flow: `flow "s" {
			start   = "${var.site}/"
			timeout = "1s"
			step "click" "one" { intent = "One" }
		}`, decider: picks("One", "button|one")}.run(t)
	out.want(t, engine.Failed, "the start page did not load: ")
	if want := `complete after \d(\.\d)?s: it waits for the script ` + never.URL + `/never\.js `; !regexp.MustCompile(want).MatchString(out.text) || len(out.steps) != 0 {
		t.Errorf("want %s in %s", want, out.text)
	}
}

// What a click led to and does not get done is looked at as it is after a while; why something is not there is said.
func TestAPageBehindAClickThatDoesNotGetDone(t *testing.T) {
	hang, release := context.WithCancel(context.Background())
	never := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang.Done() }))
	t.Cleanup(never.Close)
	t.Cleanup(release)
	script := `<script src="` + never.URL + `/never.js"></script><button>Pay</button>`
	for page, want := range map[string]string{
		script:                           "shows no element to choose from",
		`<button>Help</button>` + script: "the decider found no element that fits",
	} {
		out := setup{pages: map[string]string{"/": `<a href=/shop>Shop</a>`, "/shop": page}, flow: `flow "s" {
			start  = "${var.site}/"
			settle = "500ms"
			step "click" "shop" { intent = "Shop" }
			step "click" "pay"  { intent = "Pay later" }
		}`, decider: picks("Shop", "link|shop")}.run(t)
		out.want(t, engine.Failed, want)
		out.want(t, engine.Failed, "the page still waits for the script "+never.URL+"/never.js (asked for ")
	}
}

func TestInterruptedWaitIsNoTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := setup{pages: map[string]string{"/": `<button>One</button>`},
		flow: `flow "i" {
			start = "${var.site}/"
			step "click" "one" { intent = "One" }
			step "wait_for" "never" { text = "this text never comes" }
		}`, decider: picks("One", "button|one"), ctx: ctx, onRecord: func(rec trace.Record) {
			if _, ok := rec.(*trace.Step); ok {
				time.AfterFunc(200*time.Millisecond, cancel)
			}
		}}.run(t)
	out.want(t, engine.Interrupted, "")
	if strings.Contains(out.text, "timeout") {
		t.Error(out.text)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := setup{pages: map[string]string{"/": `<button>One</button>`},
		flow: `flow "i" {
			start = "${var.site}/"
			step "click" "one" { intent = "One" }
			step "wait_for" "never" { text = "this text never comes" }
		}`, decider: picks("One", "button|one"), ctx: ctx, onRecord: func(rec trace.Record) {
			if _, ok := rec.(*trace.Step); ok {
				cancel()
			}
		}}.run(t)
	out.want(t, engine.Interrupted, "")
	if end := out.actions[len(out.actions)-1]; end.Result["status"] != "interrupted" {
		t.Error(out.text)
	}
}

func TestStartPageThatDoesNotLoad(t *testing.T) {
	out := setup{flow: `flow "s" {
			start = "http://127.0.0.1:1/"
			step "click" "one" { intent = "One" }
		}`, decider: picks()}.run(t)
	out.want(t, engine.Failed, "http://127.0.0.1:1/")
	if len(out.steps) != 0 || out.actions[0].Tool != "goto" || out.actions[0].Result["error"] == nil {
		t.Error(out.text)
	}
}

// The record of a claim says on which page it did not hold, though its deadline is over then.
func TestAClaimThatDoesNotHoldNamesItsPage(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<p>Nothing`},
		flow: `flow "s" {
			start = "${var.site}/"
			step "assert" "there" {
				that    = "page.text contains 'Something'"
				timeout = "200ms"
			}
		}`, decider: picks()}.run(t)
	out.want(t, engine.Failed, "page.text contains 'Something': false on")
	if out.steps[0].Title != "Test page" || *out.steps[0].Verify.Verified {
		t.Error(out.text)
	}
}

// A page that the server answered with an error has loaded: its steps say whether the flow can go on, and the run says
// how it was answered.
func TestPagesAnsweredWithAnError(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<button>One</button>`},
		flow: `flow "s" {
			start = "${var.site}/"
			step "click" "one" { intent = "One" }
			step "goto" "gone" { url = "${var.site}/gone" }
			step "click" "two" { intent = "Two" }
		}`, decider: picks("One", "button|one")}.run(t)
	out.want(t, engine.Failed, "/gone\" was answered with the status 404 and shows no element")
	if len(out.actions) != 2 || out.actions[0].Result["status"] != float64(404) || out.actions[0].Result["ok"] != true {
		t.Error(out.text)
	}
	out = setup{flow: `flow "s" {
			start = "${var.site}/gone"
			step "assert" "there" { that = "page.text contains 'not found'" }
		}`, decider: picks()}.run(t)
	out.want(t, engine.Passed, "")
	if len(out.actions) != 2 || out.actions[0].Tool != "goto" || out.actions[0].Result["status"] != float64(404) {
		t.Error(out.text)
	}
}

func TestWithinTellsRowsApart(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<table><tr><td>Alpha<td><button onclick="p.textContent='alpha'">Archive</button>
		<tr><td>Beta<td><button onclick="p.textContent='beta'">Archive</button></table><p id=p></p>`},
		flow: `flow "w" {
			start = "${var.site}/"
			step "click" "archive" {
				intent = "Archive"
				within = "Beta"
			}
			step "assert" "done" { that = "page.text contains 'beta'" }
			step "click" "missing" {
				intent = "Archive"
				within = "Gamma"
			}
		}`, decider: picks("Archive", "button|archive")}.run(t)
	out.want(t, engine.Failed, "Gamma")
	first := out.steps[0]
	if !first.Result.Executed || first.Within != "Beta" || first.TotalOnPage != 1 || !first.Locator.Unique {
		t.Error(out.text)
	}
}

func TestDirectSteps(t *testing.T) {
	out := setup{pages: map[string]string{"/": `<script>setTimeout(() => document.body.append('Ready now'), 200)</script>`, "/b": `<h1>Second</h1>`},
		flow: `flow "d" {
			start = "${var.site}/"
			step "wait_for" "ready" { text = "Ready now" }
			step "goto" "second" { url = "${var.site}/b" }
			step "wait_for" "heading" { selector = "h1" }
			step "wait_for" "that" { that = "page.title == 'Test page'" }
			step "screenshot" "shot" { path = "shot.png" }
			step "outline" "lines" { path = "second.outline.txt" }
			step "styles" "drawn" {
				path     = "second.styles.json"
				selector = "h1"
			}
			step "wait_for" "never" {
				text    = "never"
				timeout = "300ms"
			}
		}`}.run(t)
	out.want(t, engine.Failed, "step.never failed")
	var tools []string
	for _, a := range out.actions {
		tools = append(tools, a.Tool)
	}
	if got := strings.Join(tools, " "); got != "wait_for goto wait_for wait_for screenshot outline styles wait_for run_end" {
		t.Errorf("actions: %s", got)
	}
	png, err := os.ReadFile(filepath.Join(filepath.Dir(out.path), "shot.png"))
	if err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("screenshot: %v, %.8q", err, png)
	}
	lines, err := os.ReadFile(filepath.Join(filepath.Dir(out.path), "second.outline.txt"))
	if want := "page \"Test page\"\n  heading 1 \"Second\"\n"; err != nil || string(lines) != want {
		t.Errorf("outline: %v, %q, want %q", err, lines, want)
	}
	drawn, err := os.ReadFile(filepath.Join(filepath.Dir(out.path), "second.styles.json"))
	if err != nil || !strings.Contains(string(drawn), `"font-size": "32px"`) {
		t.Errorf("styles: %v, %s", err, drawn)
	}
}

// A click that certainly changed nothing is done and said; a flow may handle it, or let it fail the run.
func TestAClickWithoutEffect(t *testing.T) {
	const dead, late = `<button>Save</button>`, `<button id=b>Save</button><script>setTimeout(() => { b.onclick = () => fetch("/saved"); document.body.dataset.ready = 1 }, 900)</script>`
	for about, c := range map[string]struct {
		page, handler, then string
		status              engine.Status
		reason              string
		sent                int
		noted               bool
	}{
		"is noted":   {dead, ``, ``, engine.Passed, "", 0, true},
		"is stopped": {dead, `on "no_effect" { then = "stop" }`, ``, engine.Failed, "step.save stopped: no effect", 0, true},
		"is clicked again once its script is there": {late, `on "no_effect" { goto = step.ready }
			on "done" { goto = step.end }`, `step "wait_for" "ready" { selector = "[data-ready]" }
			step "click" "again" { intent = "Save" }`, engine.Passed, "", 1, true},
		"is none where something listens": {`<button onclick="fetch('/saved')">Save</button>`, `on "no_effect" { then = "stop" }`, ``, engine.Passed, "", 1, false},
	} {
		t.Run(strings.ReplaceAll(about, " ", "_"), func(t *testing.T) {
			out := setup{
				pages: map[string]string{"/": c.page, "/saved": ""},
				flow: `flow "f" {
					start = "${var.site}/"
					step "click" "save" {
						intent = "Save"
						` + c.handler + `
					}
					` + c.then + `
					step "wait_for" "end" { selector = "body" }
				}`,
				decider: picks("Save", "button|save"),
			}.run(t)
			out.want(t, c.status, c.reason)
			if n := out.hits("GET /saved"); n != c.sent {
				t.Errorf("saved %d times, want %d", n, c.sent)
			}
			if first := out.steps[0]; strings.HasPrefix(first.Note, "no effect: ") != c.noted || !first.Result.Executed {
				t.Errorf("the first click says %q", first.Note)
			}
		})
	}
}

// A dialog that an act opened is noted with its answer; a flow may handle it.
func TestADialogIsAnOutcome(t *testing.T) {
	for about, c := range map[string]struct {
		handler string
		status  engine.Status
		reason  string
		kept    int
	}{
		"that is noted":   {``, engine.Passed, "", 1},
		"that stops":      {`on "dialog" { then = "stop" }`, engine.Failed, `step.delete stopped: dialog opened: confirm "Sure?" was dismissed; no rule names it`, 0},
		"that goes on":    {`on "dialog" { then = "continue" }`, engine.Passed, "", 1},
		"that leads away": {`on "dialog" { goto = step.end }`, engine.Passed, "", 0},
	} {
		t.Run(strings.ReplaceAll(about, " ", "_"), func(t *testing.T) {
			out := setup{
				pages: map[string]string{"/": `<button onclick="if (confirm('Sure?')) fetch('/gone')">Delete</button><button onclick="fetch('/kept')">Keep</button>`, "/kept": "", "/gone": ""},
				flow: `gates { risky = [] }
				flow "f" {
					start = "${var.site}/"
					step "click" "delete" {
						intent = "Delete"
						` + c.handler + `
					}
					step "click" "keep" { intent = "Keep" }
					step "wait_for" "end" { selector = "body" }
				}`,
				decider: picks("Delete", "button|delete", "Keep", "button|keep"),
			}.run(t)
			out.want(t, c.status, c.reason)
			if n := out.hits("GET /kept"); n != c.kept || out.hits("GET /gone") != 0 {
				t.Errorf("kept %d times", n)
			}
			if got := out.steps[0].Note; got != `dialog opened: confirm "Sure?" was dismissed; no rule names it` {
				t.Errorf("the step says %q", got)
			}
		})
	}
}
