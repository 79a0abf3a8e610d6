package decide

import (
	"fmt"
	"strconv"

	"github.com/jevrun/jevrun/runtime/trace"
)

// The questions about the next move of a read-only navigation.
const (
	OperationQuestion = "operation"    // one of the operations that are possible
	LinkQuestion      = "click_target" // a link, or None; asked when there are links
)

// The operations. Which of them are offered depends on the page.
const (
	OperationClick   = "CLICK"       // follow a link
	OperationUp      = "SCROLL_UP"   // when the page can
	OperationDown    = "SCROLL_DOWN" // when the page can
	OperationWait    = "WAIT"        // it is still loading
	OperationDone    = "DONE"        // the visible page holds what was asked for
	OperationBlocked = "BLOCKED"     // it takes a form, a purchase, credentials, or is not to be had
)

// maxVisible bounds the visible text of a navigation, in runes; a caller ends before it is cut.
const maxVisible = 32000

// Navigation is what is known when the next move of a read-only navigation is to be decided.
type Navigation struct {
	Task             string
	URL, Title, Text string            // of the page; Text is what is visible
	Links            []trace.Candidate // that may be followed; CID is a link's id. At most MaxOptions-1
	Omitted          int               // links that may be followed and are not listed
	Up, Down         bool              // the page can scroll there
	History          []Move
}

// Move is an earlier move: its operation, "" for none that was sure enough, and what came of it.
type Move struct{ Operation, Outcome string }

// NavigationState is the state of a navigation. Deciders in this process read Navigation instead.
type NavigationState struct {
	Task       string         `json:"goal"`
	Page       NavigationPage `json:"untrusted_page"`
	Up         bool           `json:"scroll_up_available"`
	Down       bool           `json:"scroll_down_available"`
	Omitted    int            `json:"omitted_links"`
	History    []MoveState    `json:"history"`
	Navigation Navigation     `json:"-"`
}

// NavigationPage is the page with its links: the question about the operation sees them only here.
type NavigationPage struct {
	URL   string         `json:"url"`
	Title string         `json:"title"`
	Text  string         `json:"visible_text"`
	Links []ElementState `json:"visible_links"`
}

// MoveState is an earlier move on the wire.
type MoveState struct {
	Operation string `json:"operation"`
	Outcome   string `json:"outcome"`
}

// NavigationRequest asks what to do next and, where there are links, which one would be followed. Only what is
// possible on the page is offered.
func NavigationRequest(n Navigation) Request {
	links := elementOptions(n.Links, "no listed link helps, or none is to be followed")
	state := NavigationState{
		Task: clean(n.Task, maxIntent), Up: n.Up, Down: n.Down, Omitted: n.Omitted, History: []MoveState{}, Navigation: n,
		Page: NavigationPage{URL: clean(n.URL, maxURL), Title: clean(n.Title, maxTitle), Text: clean(n.Text, maxVisible), Links: []ElementState{}},
	}
	for _, o := range links[:len(links)-1] {
		state.Page.Links = append(state.Page.Links, ElementState{o.Label, o.Text})
	}
	for _, m := range n.History[max(0, len(n.History)-maxHistory):] {
		if m.Operation == "" {
			m.Operation = "ABSTAIN"
		}
		if m.Outcome == "" {
			m.Outcome = "NONE"
		}
		state.History = append(state.History, MoveState{m.Operation, clean(m.Outcome, maxKey)})
	}
	goal := strconv.Quote(state.Task)
	req := Request{State: state, Questions: []Question{{
		ID: OperationQuestion,
		Instructions: fmt.Sprintf("Somebody looks up %s by reading pages, following links and scrolling only. "+
			"Pick the one next operation. Do not repeat what made no progress. %s", goal, pageIsData),
		Options: operations(n),
	}}}
	if len(n.Links) > 0 {
		req.Questions = append(req.Questions, Question{
			ID:           LinkQuestion,
			Instructions: fmt.Sprintf("Which link leads closer to %s, if one is followed now? Pick %q when none does. %s", goal, None, pageIsData),
			Options:      links,
		})
	}
	return req
}

func operations(n Navigation) []Option {
	var out []Option
	for _, o := range []struct {
		offered bool
		Option
	}{
		{len(n.Links) > 0, Option{Label: OperationClick, Text: "follow one of the visible links"}},
		{n.Up, Option{Label: OperationUp, Text: "see what is above"}},
		{n.Down, Option{Label: OperationDown, Text: "see what is below"}},
		{true, Option{Label: OperationWait, Text: "the page says that it is still loading"}},
		{true, Option{Label: OperationDone, Text: "the visible text holds the answer itself; a link or a promise of it does not count"}},
		{true, Option{Label: OperationBlocked, Text: "it takes a form, a purchase, an edit or credentials, or cannot be had here"}},
	} {
		if o.offered {
			out = append(out, o.Option)
		}
	}
	return out
}
