package page

import (
	"context"
	"encoding/json"
	"fmt"
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
	s := f.Session
	suspects, err := p.handlesOf(ctx, f, "jevrunPage.suspects()")
	if err != nil || suspects.list == "" {
		return false
	}
	defer suspects.give()
	asked := make([]*cdp.Pending, len(suspects.items))
	depth := describedDepth
	for i, item := range suspects.items {
		asked[i] = s.Send(proto.DOMDescribeNode{ObjectID: item, Depth: &depth, Pierce: true})
	}
	var ids []proto.DOMBackendNodeID
	for _, pending := range asked {
		raw, err := pending.Wait(ctx)
		var node proto.DOMDescribeNodeResult
		if err == nil && json.Unmarshal(raw, &node) == nil && node.Node != nil {
			ids = closedIn(node.Node, ids)
		}
	}
	found, err := p.tab.ResolveNodesIn(ctx, f, suspects.group, ids)
	if err != nil {
		return false
	}
	roots := []map[string]any{} // the protocol takes no null for a list
	for _, root := range found {
		if root != "" {
			roots = append(roots, map[string]any{"objectId": root})
		}
	}
	_, err = s.Call(ctx, s.ID(), "Runtime.callFunctionOn", map[string]any{
		"objectId": suspects.list, "functionDeclaration": "function (...roots) { return jevrunPage.adopt(this, roots); }", "arguments": roots, "returnByValue": true,
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
