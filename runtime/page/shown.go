package page

import (
	"context"
	"strings"

	"github.com/jevrun/jevrun/runtime/trace"
)

// Shown is the text that a person reads on a candidate, masked, on one line and at most 1000 characters of it; ""
// when it shows none, or is gone. A label can call an element something else than what is written on it.
func (p *Page) Shown(ctx context.Context, c Candidate) (string, error) {
	f := p.frame(c.Frame)
	if f == nil {
		return "", nil
	}
	var text string
	if err := p.ask(ctx, f, "written", map[string]any{"node": c.Node}, &text); err != nil {
		return "", err
	}
	return trace.CollapseSpace(strings.TrimSuffix(p.mask(text), scriptCut)), nil
}
