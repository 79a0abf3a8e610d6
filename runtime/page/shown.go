package page

import (
	"context"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Sight is what a person sees of a candidate besides its name, masked, on one line.
type Sight struct {
	Text string // what is written on it, at most about 4000 characters, in the ways in which it can be read, parted by " / "
	Asks string // what the dialog that it stands in says, at most 300 characters; "" for none, and for one that says more
}

// Shown is the sight of a candidate; empty when it shows nothing, or is gone. A label can call an element something else
// than what is written on it, and a dialog without a title still asks something.
func (p *Page) Shown(ctx context.Context, c Candidate) (Sight, error) {
	f := p.frame(c.Frame)
	if f == nil {
		return Sight{}, nil
	}
	var s Sight
	if err := p.ask(ctx, f, "written", map[string]any{"node": c.Node}, &s); err != nil {
		return Sight{}, err
	}
	plain := func(text string) string { return trace.CollapseSpace(strings.TrimSuffix(p.mask(text), scriptCut)) }
	return Sight{plain(s.Text), plain(s.Asks)}, nil
}

// Scope is the group that the candidate stands in, with what the dialog around it asks.
func (s Sight) Scope(c Candidate) string {
	scope := ""
	if c.Scope != nil {
		scope = *c.Scope
	}
	if strings.Contains(s.Asks, scope) {
		return s.Asks
	}
	return strings.TrimSpace(scope + " " + s.Asks)
}
