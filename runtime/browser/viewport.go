package browser

import (
	"context"
	"fmt"

	"github.com/go-rod/rod/lib/proto"
)

// viewport is the size that the tabs of a browser without windows have.
func (b *Browser) viewport() proto.EmulationSetDeviceMetricsOverride {
	return proto.EmulationSetDeviceMetricsOverride{Width: b.options.Width, Height: b.options.Height, DeviceScaleFactor: 1}
}

// SetViewport gives the viewport of the tab another size in CSS pixels, until ResetViewport.
func (t *Tab) SetViewport(ctx context.Context, width, height int) error {
	return t.resize(ctx, proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height})
}

// ResetViewport gives the viewport of the tab the size back that it was opened with.
func (t *Tab) ResetViewport(ctx context.Context) error {
	if b := t.c.b; b.emulate && !t.popUp {
		return t.resize(ctx, b.viewport())
	}
	return t.resize(ctx, proto.EmulationClearDeviceMetricsOverride{})
}

func (t *Tab) resize(ctx context.Context, req proto.Request) error {
	if err := t.session.Do(ctx, req); err != nil {
		return fmt.Errorf("the viewport cannot be resized: %w", t.explain(ctx, t.session, err))
	}
	return nil
}
