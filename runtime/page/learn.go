package page

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// learn asks the browser about the custom elements that some frames wonder about, and reports whether there were any.
// What cannot be asked keeps the role that its behavior gives it.
func (p *Page) learn(ctx context.Context, frames []*browser.Frame) bool {
	var news atomic.Bool
	var wait sync.WaitGroup
	for _, f := range frames {
		wait.Go(func() {
			if p.learnIn(ctx, f) {
				news.Store(true)
			}
		})
	}
	wait.Wait()
	return news.Load()
}

// said is what the browser's accessibility tree says of an element.
type said struct {
	Role  string `json:"role"`
	Label string `json:"label"` // by a label that no attribute says
}

// learnIn asks about the elements of one frame. The tree is built for the questions and given up after them: as long
// as it stands, each change of the page costs more.
func (p *Page) learnIn(ctx context.Context, f *browser.Frame) bool {
	mutes, err := p.handlesOf(ctx, f, "jevrunPage.mutes()")
	if err != nil || mutes.list == "" {
		return false
	}
	defer mutes.give()
	s := f.Session
	s.Send(proto.AccessibilityEnable{})
	asked := make([]*cdp.Pending, len(mutes.items))
	for i, item := range mutes.items {
		asked[i] = s.Send(proto.AccessibilityGetPartialAXTree{ObjectID: item})
	}
	s.Send(proto.AccessibilityDisable{})
	answers := make([]said, len(asked))
	for i, pending := range asked {
		if raw, err := pending.Wait(ctx); err == nil {
			answers[i] = saidOf(raw)
		}
	}
	if ctx.Err() == nil && len(asked) > 0 {
		_, err = s.Call(ctx, s.ID(), "Runtime.callFunctionOn", map[string]any{
			"objectId": mutes.list, "functionDeclaration": "function (answers) { jevrunPage.learn(this, answers); }", "arguments": []any{map[string]any{"value": answers}},
		})
	}
	return err == nil && len(asked) > 0
}

// saidOf reads an answer of Accessibility.getPartialAXTree: the element itself is the first node.
func saidOf(raw []byte) said {
	type text struct {
		Value any `json:"value"`
	}
	var answer struct {
		Nodes []struct {
			Ignored bool `json:"ignored"`
			Role    text `json:"role"`
			Name    struct {
				Sources []struct {
					Attribute      string `json:"attribute"`
					AttributeValue *text  `json:"attributeValue"`
					Value          text   `json:"value"`
				} `json:"sources"`
			} `json:"name"`
		} `json:"nodes"`
	}
	if json.Unmarshal(raw, &answer) != nil || len(answer.Nodes) == 0 || answer.Nodes[0].Ignored {
		return said{}
	}
	node := answer.Nodes[0]
	var out said
	out.Role, _ = node.Role.Value.(string)
	for _, source := range node.Name.Sources {
		if source.Attribute == "aria-label" {
			out.Label, _ = source.Value.Value.(string)
		}
	}
	return out
}
