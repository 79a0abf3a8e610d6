package page

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// closedDepth is how deep closed shadow roots may lie in each other.
const closedDepth = 32

// openClosed looks for closed shadow roots in some frames, and in the roots that it finds. What cannot be looked at
// stays closed. It returns which frames may have more of them than it looked at.
func (p *Page) openClosed(ctx context.Context, frames []*browser.Frame) (deeper []string) {
	found := make([]bool, len(frames))
	var wait sync.WaitGroup
	for i, f := range frames {
		wait.Go(func() {
			for depth := 0; depth <= closedDepth; depth++ {
				if found[i] = p.openIn(ctx, f); !found[i] {
					break
				}
			}
		})
	}
	wait.Wait()
	for i, f := range frames {
		if found[i] {
			deeper = append(deeper, fmt.Sprintf("frame %d (%s): closed shadow roots more than %d deep in each other", f.Index, f.URL, closedDepth))
		}
	}
	return deeper
}

// openIn asks the protocol for the roots of the suspects of one frame, hands them to the script and reports whether
// there were any.
func (p *Page) openIn(ctx context.Context, f *browser.Frame) bool {
	s, group := f.Session, p.objectGroup()
	list, err := p.tab.EvalHandleIn(ctx, f, group, "((list) => list.length > 0 ? list : null)(jevrunPage.suspects())")
	if err != nil || list == "" {
		return false
	}
	defer s.Send(proto.RuntimeReleaseObjectGroup{ObjectGroup: group}) // what is got from a value of a group is in it, too
	raw, err := s.Send(proto.RuntimeGetProperties{ObjectID: list, OwnProperties: true}).Wait(ctx)
	var items proto.RuntimeGetPropertiesResult
	if err != nil || json.Unmarshal(raw, &items) != nil {
		return false
	}
	var at []int
	var asked []*cdp.Pending
	for _, item := range items.Result {
		if n, err := strconv.Atoi(item.Name); err == nil && item.Value != nil {
			at = append(at, n)
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
	roots, err := p.tab.ResolveNodesIn(ctx, f, group, ids)
	if err != nil {
		return false
	}
	pairs := []map[string]any{} // the protocol takes no null for a list
	for i, root := range roots {
		if root != "" {
			pairs = append(pairs, map[string]any{"value": owners[i]}, map[string]any{"objectId": root})
		}
	}
	_, err = s.Call(ctx, s.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": list, "functionDeclaration": "function (...pairs) { return jevrunPage.adopt(this, pairs); }", "arguments": pairs, "returnByValue": true,
	})
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
