package page

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// closedDepth is how deep closed shadow roots may lie in each other.
const closedDepth = 8

// openClosed looks for closed shadow roots in the frames that have hosts for them, and reports whether it found
// any. What cannot be looked at stays closed.
func (p *Page) openClosed(ctx context.Context, frames []answered[columns]) bool {
	var found atomic.Bool
	var wait sync.WaitGroup
	for i := range frames {
		if f := p.frame(frames[i].index); f != nil && frames[i].answer.Suspects > 0 {
			wait.Go(func() {
				if p.openIn(ctx, f) {
					found.Store(true)
				}
			})
		}
	}
	wait.Wait()
	return found.Load()
}

// openIn asks the protocol for the roots of the suspects of one frame and hands them to the script.
func (p *Page) openIn(ctx context.Context, f *browser.Frame) bool {
	list, err := p.tab.EvalHandle(ctx, f, "jevrunPage.suspects()")
	if err != nil || list == "" {
		return false
	}
	s := f.Session
	raw, err := s.Send(proto.RuntimeGetProperties{ObjectID: list, OwnProperties: true}).Wait(ctx)
	var items proto.RuntimeGetPropertiesResult
	if err != nil || json.Unmarshal(raw, &items) != nil {
		return false
	}
	var at []int
	var hosts []proto.RuntimeRemoteObjectID
	var asked []*cdp.Pending
	for _, item := range items.Result {
		if n, err := strconv.Atoi(item.Name); err == nil && item.Value != nil {
			at, hosts = append(at, n), append(hosts, item.Value.ObjectID)
			asked = append(asked, s.Send(proto.DOMDescribeNode{ObjectID: item.Value.ObjectID, Pierce: true}))
		}
	}
	var owners []int
	var ids []proto.DOMBackendNodeID
	for i, pending := range asked {
		raw, err := pending.Wait(ctx)
		var node proto.DOMDescribeNodeResult
		if err != nil || json.Unmarshal(raw, &node) != nil || node.Node == nil {
			continue
		}
		for _, root := range node.Node.ShadowRoots {
			if root.ShadowRootType == proto.DOMShadowRootTypeClosed {
				owners, ids = append(owners, at[i]), append(ids, root.BackendNodeID)
			}
		}
	}
	roots, err := p.tab.ResolveNodes(ctx, f, ids)
	if err != nil {
		return false
	}
	var pairs []map[string]any
	for i, root := range roots {
		if root != "" {
			pairs = append(pairs, map[string]any{"value": owners[i]}, map[string]any{"objectId": root})
		}
	}
	_, err = s.Call(ctx, s.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": list, "functionDeclaration": "function (...pairs) { return jevrunPage.adopt(this, pairs); }", "arguments": pairs, "returnByValue": true,
	})
	release(s, append(append(hosts, roots...), list))
	return err == nil && len(pairs) > 0
}

// release gives up handles; nobody waits for the answer.
func release(s cdp.Session, handles []proto.RuntimeRemoteObjectID) {
	for _, h := range handles {
		if h != "" {
			s.Send(proto.RuntimeReleaseObject{ObjectID: h})
		}
	}
}
