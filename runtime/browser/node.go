package browser

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/cdp"
)

// ResolveNodes puts nodes that the protocol named into our isolated world of the frame's document and returns
// their handles, "" for a node that is gone. ErrNavigated means that the document went away.
func (t *Tab) ResolveNodes(ctx context.Context, f *Frame, ids []proto.DOMBackendNodeID) ([]proto.RuntimeRemoteObjectID, error) {
	return t.ResolveNodesIn(ctx, f, "", ids)
}

// ResolveNodesIn is ResolveNodes for handles of an object group, as those of EvalHandleIn are.
func (t *Tab) ResolveNodesIn(ctx context.Context, f *Frame, group string, ids []proto.DOMBackendNodeID) ([]proto.RuntimeRemoteObjectID, error) {
	w, s, err := t.worldOf(ctx, f)
	if err != nil {
		return nil, err
	}
	sent := make([]*cdp.Pending, len(ids))
	for i, id := range ids {
		sent[i] = s.Send(proto.DOMResolveNode{BackendNodeID: id, ExecutionContextID: w.id, ObjectGroup: group})
	}
	handles := make([]proto.RuntimeRemoteObjectID, len(ids))
	for i := range ids {
		raw, err := sent[i].Wait(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue
		}
		var res proto.DOMResolveNodeResult
		if err := json.Unmarshal(raw, &res); err != nil {
			return nil, fmt.Errorf("cannot read the handle of a node: %w", err)
		}
		if res.Object != nil {
			handles[i] = res.Object.ObjectID
		}
	}
	return handles, nil
}
