package page

import (
	"context"
	"sync"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
)

// strange are those of some frames whose document was not looked at before.
func (p *Page) strange(frames []*browser.Frame) map[proto.PageFrameID]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	strange := map[proto.PageFrameID]bool{}
	for _, f := range frames {
		if p.met[f.ID] != f.Document {
			strange[f.ID] = true
		}
	}
	return strange
}

// meet looks for what only the protocol knows of strange frames before they are looked at: a look without it would be
// one for nothing. It returns which frames may have more closed shadow roots than it looked at.
func (p *Page) meet(ctx context.Context, frames []*browser.Frame, strange map[proto.PageFrameID]bool) (deeper []string) {
	if len(strange) == 0 {
		return nil
	}
	var wait sync.WaitGroup
	asked := p.askListeners(frames)
	wait.Go(func() { p.hear(ctx, asked) })
	var some []*browser.Frame
	met := map[proto.PageFrameID]int64{}
	for _, f := range frames {
		met[f.ID] = f.Document
		if strange[f.ID] {
			some = append(some, f)
		}
	}
	deeper = p.openClosed(ctx, some)
	wait.Wait()
	if ctx.Err() == nil {
		p.mu.Lock()
		p.met = met
		p.mu.Unlock()
	}
	return deeper
}

// guess remembers where some frames stood and how many of the first candidates of the page were theirs.
func (p *Page) guess(frames []*browser.Frame, windows map[int]*[4]float64, takes map[int]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guesses = map[proto.PageFrameID]guess{}
	for _, f := range frames {
		if windows[f.Index] != nil {
			p.guesses[f.ID] = guess{f.Document, *windows[f.Index], takes[f.Index]}
		}
	}
}

// guessed is what is remembered of some frames, by index.
func (p *Page) guessed(frames []*browser.Frame) map[int]guess {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := map[int]guess{}
	for _, f := range frames {
		if g, ok := p.guesses[f.ID]; ok && g.document == f.Document {
			out[f.Index] = g
		}
	}
	return out
}
