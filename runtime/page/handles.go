package page

import (
	"context"
	"strconv"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

// handles are a list in a page and what is in it, for questions to the protocol.
type handles struct {
	session cdp.Session
	list    proto.RuntimeRemoteObjectID // "" for an empty list
	items   []proto.RuntimeRemoteObjectID
	group   string
}

// give gives the handles up, with all that was got from them; nobody waits for the answer.
func (h handles) give() {
	if h.list != "" {
		h.session.Send(proto.RuntimeReleaseObjectGroup{ObjectGroup: h.group})
	}
}

// handlesOf evaluates an expression that is a list of nodes. An empty list, or an error, has no handles and nothing to give up.
func (p *Page) handlesOf(ctx context.Context, f *browser.Frame, expression string) (handles, error) {
	s, group := f.Session, p.objectGroup()
	list, err := p.tab.EvalHandleIn(ctx, f, group, "((list) => list.length > 0 ? list : null)("+expression+")")
	if err != nil || list == "" {
		return handles{}, err
	}
	h := handles{session: s, list: list, group: group}
	properties, err := cdp.Call[proto.RuntimeGetPropertiesResult](ctx, s, proto.RuntimeGetProperties{ObjectID: list, OwnProperties: true})
	if err != nil {
		h.give()
		return handles{}, err
	}
	for _, property := range properties.Result {
		if _, err := strconv.Atoi(property.Name); err == nil && property.Value != nil {
			h.items = append(h.items, property.Value.ObjectID)
		}
	}
	return h, nil
}

// objectGroup names a group of handles that can be given up together.
func (p *Page) objectGroup() string { return "jevrun" + strconv.FormatInt(p.groups.Add(1), 10) }
