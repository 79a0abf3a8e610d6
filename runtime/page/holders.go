package page

import (
	"context"
	"encoding/json"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// place of a frame element that a script enrolled: the parent's document and the position in it.
type enrollment struct {
	document int64
	index    int
}

// enroll asks the protocol for the element of a frame that has no position among the frames of its parent's window,
// since it lies in a shadow tree, and makes the parent's script give it one. fresh means that it had none before.
func (p *Page) enroll(ctx context.Context, parent, f *browser.Frame) (index int, fresh bool, err error) {
	p.mu.Lock()
	known, ok := p.enrolled[f.ID]
	p.mu.Unlock()
	if ok && known.document == parent.Document {
		return known.index, false, nil
	}
	owner, err := cdp.Call[proto.DOMGetFrameOwnerResult](ctx, parent.Session, proto.DOMGetFrameOwner{FrameID: f.ID})
	if err != nil {
		return 0, false, err
	}
	handles, err := p.tab.ResolveNodes(ctx, parent, []proto.DOMBackendNodeID{owner.BackendNodeID})
	if err != nil {
		return 0, false, err
	}
	if handles[0] == "" {
		return 0, false, browser.ErrNavigated
	}
	raw, err := parent.Session.Call(ctx, parent.Session.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": handles[0], "functionDeclaration": "function () { return jevrunPage.enroll(this); }", "returnByValue": true,
	})
	parent.Session.Send(proto.RuntimeReleaseObject{ObjectID: handles[0]})
	if err != nil {
		return 0, false, err
	}
	var answer struct {
		Result struct {
			Value int `json:"value"`
		} `json:"result"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return 0, false, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.enrolled == nil {
		p.enrolled = map[proto.PageFrameID]enrollment{}
	}
	p.enrolled[f.ID] = enrollment{parent.Document, answer.Result.Value}
	return answer.Result.Value, true, nil
}

// enrollAll gives positions to the frames that have none, and reports whether any is new to its parent: its answer
// says nothing of that one then.
func enrollAll[T any](ctx context.Context, p *Page, frames []*browser.Frame, answers []answered[T], errs []error, state func(*T) *frameState) bool {
	again := false
	for i, f := range frames {
		said := state(&answers[i].answer)
		parent := p.frame(f.ParentIndex)
		if f.Index == 0 || errs[i] != nil || said.Index != -1 || parent == nil {
			continue
		}
		if index, fresh, err := p.enroll(ctx, parent, f); err == nil {
			said.Index = index
			again = again || fresh
		}
	}
	return again
}

// childIndex is the position of a frame among those of its parent.
func (p *Page) childIndex(ctx context.Context, parent, f *browser.Frame) (int, error) {
	var index int
	if err := p.ask(ctx, f, "childIndex", nil, &index); err != nil || index != -1 {
		return index, err
	}
	index, _, err := p.enroll(ctx, parent, f)
	return index, err
}
