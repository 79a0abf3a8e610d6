package builtin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/trace"
)

// goalOn asks about a goal on a page and returns the answers by question, with the target by name.
func goalOn(t testing.TB, s scene, g decide.Goal) (map[string]string, decide.Response) {
	t.Helper()
	for i, c := range s {
		c.CID = fmt.Sprintf("f0:c%d", i+1)
		g.Candidates = append(g.Candidates, c)
	}
	g.Total, g.Step, g.MaxSteps = len(s), len(g.History)+1, 8
	resp, err := decide.Ask(t.Context(), New(), decide.GoalRequest(g))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for id, a := range resp.Answers {
		got[id] = a.Choice
	}
	got[decide.TargetQuestion] = s.nameOf(got[decide.TargetQuestion])
	return got, resp
}

func did(action, role, name, key string) decide.Past {
	return decide.Past{Action: action, Role: role, Name: name, Key: key, Effect: "the page changed", Executed: true}
}

func TestGoals(t *testing.T) {
	front := scene{el("link", "Pricing", "", "/p"), el("textbox", "Email"), el("textbox", "Password"), el("button", "Sign in"), el("link", "Help", "", "/h")}
	inside := scene{el("link", "Tasks", "", "/t"), el("link", "Billing", "", "/b"), el("button", "Sign out"), el("link", "Settings", "", "/s")}
	typed := slices.Clone(front)
	typed[1].Value = str("ada@example.com")
	keys := []string{"email", "password"}
	email, password, signIn := did("fill", "textbox", "Email", "email"), did("fill", "textbox", "Password", "password"), did("click", "button", "Sign in", "")
	for _, c := range []struct {
		name                        string
		page                        scene
		task                        string
		keys                        []string
		history                     []decide.Past
		status, action, target, key string
	}{
		{"a value first", front, "sign in and open billing", keys, nil, "in_progress", "fill", "textbox Email", "email"},
		{"then the next", typed, "sign in and open billing", keys, []decide.Past{email}, "in_progress", "fill", "textbox Password", "password"},
		{"what is filled already stays", typed, "sign in and open billing", keys, nil, "in_progress", "fill", "textbox Password", "password"},
		{"then the button", typed, "sign in and open billing", keys, []decide.Past{email, password}, "in_progress", "click", "button Sign in", "none"},
		{"then the second part", inside, "sign in and open billing", keys, []decide.Past{email, password, signIn}, "in_progress", "click", "link Billing", "none"},
		{"all parts have a step", inside, "sign in and open billing", keys, []decide.Past{email, password, signIn, did("click", "link", "Billing", "")}, "done", "", "", ""},
		{"what was not executed is not done", front, "sign in", nil, []decide.Past{{Action: "click", Role: "button", Name: "Sign in"}}, "in_progress", "click", "button Sign in", ""},
		{"nothing fits", inside, "photosynthesis of ferns", nil, nil, "stuck", "click", "none", ""},
		{"a box", scene{el("checkbox", "Weekly summary"), el("button", "Save changes")}, "turn on the weekly summary", nil, nil, "in_progress", "check", "checkbox Weekly summary", ""},
		{"nouns are no steps", scene{el("link", "Terms and conditions", "", "/t"), el("link", "Contact", "", "/c"), el("link", "Home", "", "/")}, "open the terms and conditions", nil, nil, "in_progress", "click", "link Terms and conditions", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, resp := goalOn(t, c.page, decide.Goal{Task: c.task, Keys: c.keys, History: c.history})
			for id, want := range map[string]string{
				decide.StatusQuestion: c.status, decide.ActionQuestion: c.action, decide.TargetQuestion: c.target, decide.ValueQuestion: c.key,
			} {
				if want != "" && got[id] != want {
					t.Errorf("%s is %q, not %q: %v", id, got[id], want, got)
				}
			}
			if p := resp.Answers[decide.StatusQuestion].Confidence; p >= .75 {
				t.Errorf("it is sure of the status at %v, and cannot know", p)
			}
			if resp.Model != ID {
				t.Errorf("it signs as %q", resp.Model)
			}
		})
	}
}

func TestNavigations(t *testing.T) {
	link := func(id, name, href string) trace.Candidate {
		return trace.Candidate{CID: id, Role: "link", Name: name, Href: &href}
	}
	links := []trace.Candidate{link("l1", "Opening hours", "/hours"), link("l2", "Warranty policy", "/warranty"), link("l3", "Careers", "/jobs")}
	for _, c := range []struct {
		name            string
		n               decide.Navigation
		operation, link string
	}{
		{"a link fits", decide.Navigation{Task: "Find the warranty policy", Text: "Help center", Links: links}, "CLICK", "l2"},
		{"the page that was come to says it", decide.Navigation{
			Task: "Find the warranty policy", Text: "Our warranty policy: two years.", Links: links, History: []decide.Move{{Operation: "CLICK", Outcome: "APPLIED"}},
		}, "DONE", ""},
		{"there is more below", decide.Navigation{Task: "Find the warranty policy", Text: "Careers", Links: links[2:], Down: true}, "SCROLL_DOWN", "none"},
		{"nothing to do", decide.Navigation{Task: "Find the warranty policy", Text: "Careers", Links: links[2:]}, "BLOCKED", "none"},
		{"nothing there yet", decide.Navigation{Task: "Find the warranty policy"}, "WAIT", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, err := decide.Ask(t.Context(), New(), decide.NavigationRequest(c.n))
			if err != nil {
				t.Fatal(err)
			}
			op := resp.Answers[decide.OperationQuestion]
			if op.Choice != c.operation || c.link != "" && resp.Answers[decide.LinkQuestion].Choice != c.link {
				t.Errorf("got %s at %v and %v", op.Choice, op.Confidence, resp.Answers[decide.LinkQuestion])
			}
			if op.Choice != "CLICK" && op.Confidence >= .6 {
				t.Errorf("it is sure of %s at %v, and cannot know", op.Choice, op.Confidence)
			}
		})
	}
}

func TestQuestionsOfNoLoop(t *testing.T) {
	goal := decide.GoalRequest(decide.Goal{Task: "Save", Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Save"}}})
	for want, change := range map[string]func(*decide.Request){
		`"target" is missing`:                   func(r *decide.Request) { r.Questions = r.Questions[:2] },
		"no such question":                      func(r *decide.Request) { r.Questions[0].ID = "mood" },
		"does not offer the option in_progress": func(r *decide.Request) { r.Questions[0].Options = r.Questions[0].Options[1:] },
	} {
		req := goal
		req.Questions = slices.Clone(goal.Questions)
		change(&req)
		if _, err := decide.Ask(t.Context(), New(), req); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

// TestLoopsAnswerEverythingAlike: whatever page and task, the answers are sound and come out the same again.
func TestLoopsAnswerEverythingAlike(t *testing.T) {
	words := rapid.StringOfN(rapid.SampledFrom([]rune("abel mnot ünd, .;and\x00🙂設定")), 0, 30, -1)
	d := New()
	rapid.Check(t, func(t *rapid.T) {
		g := decide.Goal{Task: words.Draw(t, "task"), Text: words.Draw(t, "text")}
		for i := range rapid.IntRange(1, 4).Draw(t, "elements") {
			role := rapid.SampledFrom([]string{"button", "textbox", "combobox", "checkbox", "link"}).Draw(t, "role")
			g.Candidates = append(g.Candidates, trace.Candidate{CID: fmt.Sprintf("f0:c%d", i), Role: role, Name: words.Draw(t, "name")})
		}
		g.Keys = rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z_]{1,8}x`), 0, 3, rapid.ID).Draw(t, "keys")
		for range rapid.IntRange(0, 3).Draw(t, "past") {
			g.History = append(g.History, did("click", "button", words.Draw(t, "clicked"), ""))
		}
		n := decide.Navigation{Task: g.Task, Text: g.Text, Links: g.Candidates, Down: rapid.Bool().Draw(t, "down")}
		for _, req := range []decide.Request{decide.GoalRequest(g), decide.NavigationRequest(n)} {
			first, err := decide.Ask(t.Context(), d, req)
			if err != nil {
				t.Fatal(err)
			}
			again, err := decide.Ask(t.Context(), d, req)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first.Answers, again.Answers); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
