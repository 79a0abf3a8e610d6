package redact

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jevrun/jevrun/runtime/decide"
	"github.com/jevrun/jevrun/runtime/decide/systemone"
	"github.com/jevrun/jevrun/runtime/decide/systemone/systemonetest"
	"github.com/jevrun/jevrun/runtime/taint"
	"github.com/jevrun/jevrun/runtime/trace"
)

type keeper struct{ asked *decide.Request }

func (keeper) ID() string { return "keeper-1" }
func (k keeper) Decide(_ context.Context, req decide.Request) (decide.Response, error) {
	*k.asked = req
	return decide.Response{}, nil
}

func mask(s string) string { return strings.ReplaceAll(s, "hunter2", "<secret password>") }

func target() decide.Request {
	return decide.TargetRequest(decide.Target{
		Intent: `Use "hunter2"`, Action: "press", Key: "hunter2", Within: "hunter2", Title: "hunter2 — x", URL: "http://x/?p=hunter2", Total: 2,
		Candidates: []trace.Candidate{{CID: "f0:c1", Role: "button", Name: "Copy hunter2"}, {CID: "f0:c2", Role: "button", Name: "Save"}},
	})
}

// TestNothingSecretArrives is about the bytes on the wire.
func TestNothingSecretArrives(t *testing.T) {
	known := &taint.Registry{}
	known.Add("password", "hunter2")
	server := systemonetest.New(t, systemonetest.Options{})
	client, err := systemone.New(systemone.Config{BaseURL: server.URL, Key: systemonetest.Key}, systemone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	req := target()
	before, err := decide.MarshalWire(req, "m")
	if err != nil {
		t.Fatal(err)
	}
	d := New(client, known.Mask)
	if d.ID() != client.ID() {
		t.Errorf("it is called %s", d.ID())
	}
	if _, err := decide.Ask(t.Context(), d, req); err != nil {
		t.Fatal(err)
	}
	asked := server.Asked()[0]
	if got := strings.Count(string(asked.Raw), "<secret password>"); strings.Contains(string(asked.Raw), "hunter2") || got != 7 {
		t.Errorf("%d times masked: %s", got, asked.Raw)
	}
	if after, _ := decide.MarshalWire(req, "m"); string(after) != string(before) {
		t.Error("the caller's request was changed")
	}
}

func TestValues(t *testing.T) {
	type named struct {
		B string         `json:"b"`
		A map[string]any `json:"a"`
	}
	for want, state := range map[string]any{
		`"<secret password>!"`: "hunter2!",
		`{"b":"x<secret password>","a":{"<secret password>":[1.50,true,null,"<secret password>",{}]}}`: named{"xhunter2", map[string]any{"hunter2": []any{json.Number("1.50"), true, nil, "hunter2", map[string]any{}}}},
		`{"z":"<a> & b","b":{},"a":[[],[2,3]]}`:                                                        json.RawMessage(`{ "z": "<a> & b", "b": {}, "a": [[],[2,3]] }`),
		`null`:                                                                                         nil,
		`12`:                                                                                           12,
	} {
		var asked decide.Request
		req := target()
		req.State, req.Questions[0].Instructions = state, state
		if _, err := New(keeper{&asked}, mask).Decide(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		for _, got := range []any{asked.State, asked.Questions[0].Instructions} {
			var b strings.Builder
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, strings.TrimSpace(b.String())); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// TestADeciderInThisProcessStillReadsTheState: its type survives.
func TestADeciderInThisProcessStillReadsTheState(t *testing.T) {
	var asked decide.Request
	if _, err := New(keeper{&asked}, mask).Decide(t.Context(), target()); err != nil {
		t.Fatal(err)
	}
	state, ok := asked.State.(decide.TargetState)
	if !ok || state.Intent != `Use "<secret password>"` || asked.Questions[0].Options[0].Element == nil {
		t.Errorf("got %#v", asked.State)
	}
}

// TestStatesOfLoopsAreMasked: they go through their wire form, in which nothing is left out.
func TestStatesOfLoopsAreMasked(t *testing.T) {
	page := []trace.Candidate{{CID: "f0:c1", Role: "link", Name: "hunter2"}}
	for _, req := range []decide.Request{
		decide.GoalRequest(decide.Goal{
			Task: "use hunter2", Title: "hunter2", URL: "/hunter2", Text: "hunter2", Candidates: page,
			History: []decide.Past{{Action: "click", Name: "hunter2", Effect: "hunter2"}},
		}),
		decide.NavigationRequest(decide.Navigation{Task: "find hunter2", Title: "hunter2", URL: "/hunter2", Text: "hunter2", Links: page}),
	} {
		var asked decide.Request
		if _, err := New(keeper{&asked}, mask).Decide(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		wire, err := decide.MarshalWire(asked, "m")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(wire), "hunter2") || !strings.Contains(string(wire), "<secret password>") {
			t.Errorf("what is sent is\n%s", wire)
		}
	}
}

func TestWhatCannotBeMaskedIsNotAsked(t *testing.T) {
	label := target()
	label.Questions[0].Options[0].Label = "hunter2"
	id := target()
	id.Questions[0].ID = "hunter2"
	form := target()
	form.State = func() {}
	for want, req := range map[string]decide.Request{
		"the label of option 1": label, "the id of question 1": id, "the state cannot be masked": form,
	} {
		asked := decide.Request{}
		_, err := New(keeper{&asked}, mask).Decide(t.Context(), req)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") || asked.Questions != nil {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}
