package page

import (
	"context"
	"errors"
	"fmt"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/outfile"
	"github.com/jevrun/jevrun/stdlib/action"
)

// Goto loads a page. A page that does not load is an error of kind Navigation, and one of kind
// Dialog where the page that is there asked whether to leave and the policy said no.
func (p *Page) Goto(ctx context.Context, url string) error {
	p.setReceived("")
	if err := p.sending(ctx); err != nil {
		return err
	}
	if err := p.tab.Goto(ctx, url); err != nil {
		kind := action.Navigation
		var stayed *browser.NavigationError
		switch {
		case errors.As(err, &stayed) && stayed.Stayed():
			kind = action.Dialog
		case ctx.Err() != nil:
			kind = action.Timeout
		}
		return &action.Error{Kind: kind, Detail: p.mask(err.Error())}
	}
	return nil
}

// written writes what a step saves.
func written(what, file string, data []byte) error {
	if err := outfile.Write(file, data); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
