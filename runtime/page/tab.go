package page

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jevrun/jevrun/stdlib/action"
)

// Goto loads a page. A page that does not load is an error of kind Navigation.
func (p *Page) Goto(ctx context.Context, url string) error {
	p.setReceived("")
	if err := p.sending(ctx); err != nil {
		return err
	}
	if err := p.tab.Goto(ctx, url); err != nil {
		kind := action.Navigation
		if ctx.Err() != nil {
			kind = action.Timeout
		}
		return &action.Error{Kind: kind, Detail: p.mask(err.Error())}
	}
	return nil
}

// writeFile writes beside the file and renames.
func writeFile(file string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("screenshot: %w", err)
	}
	defer os.Remove(tmp.Name()) // gone already when all went well
	if _, err := tmp.Write(data); err != nil {
		_ = tmp.Close()
		return fmt.Errorf("screenshot %s: %w", file, err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("screenshot %s: %w", file, err)
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return fmt.Errorf("screenshot %s: %w", file, err)
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		return fmt.Errorf("screenshot: %w", err)
	}
	return nil
}
