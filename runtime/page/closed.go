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

const (
	closedDepth    = 32 // how deep closed shadow roots may lie in each other
	describedDepth = 3  // so many levels of elements below a host and its root are looked into at once
)

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
	var asked []*cdp.Pending
	depth := describedDepth
	for _, item := range items.Result {
		if _, err := strconv.Atoi(item.Name); err == nil && item.Value != nil {
			asked = append(asked, s.Send(proto.DOMDescribeNode{ObjectID: item.Value.ObjectID, Depth: &depth, Pierce: true}))
		}
	}
	var ids []proto.DOMBackendNodeID
	for _, pending := range asked {
		raw, err := pending.Wait(ctx)
		var node proto.DOMDescribeNodeResult
		if err == nil && json.Unmarshal(raw, &node) == nil && node.Node != nil {
			ids = closedIn(node.Node, ids)
		}
	}
	handles, err := p.tab.ResolveNodesIn(ctx, f, group, ids)
	if err != nil {
		return false
	}
	roots := []map[string]any{} // the protocol takes no null for a list
	for _, root := range handles {
		if root != "" {
			roots = append(roots, map[string]any{"objectId": root})
		}
	}
	_, err = s.Call(ctx, s.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": list, "functionDeclaration": "function (...roots) { return jevrunPage.adopt(this, roots); }", "arguments": roots, "returnByValue": true,
	})
	return err == nil && len(roots) > 0
}

// closedIn adds the closed roots in what is described of a node, a root before those in it. Documents of frames are
// left out.
func closedIn(n *proto.DOMNode, ids []proto.DOMBackendNodeID) []proto.DOMBackendNodeID {
	for _, root := range n.ShadowRoots {
		if root.ShadowRootType == proto.DOMShadowRootTypeClosed {
			ids = append(ids, root.BackendNodeID)
		}
		ids = closedIn(root, ids)
	}
	for _, child := range n.Children {
		ids = closedIn(child, ids)
	}
	return ids
}

// release gives up handles; nobody waits for the answer.
func release(s cdp.Session, handles []proto.RuntimeRemoteObjectID) {
	for _, h := range handles {
		if h != "" {
			s.Send(proto.RuntimeReleaseObject{ObjectID: h})
		}
	}
}
