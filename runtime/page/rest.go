package page

import (
	"context"
	"time"
)

// Rest is what may still change a page that has settled, without anybody's doing.
type Rest struct {
	Final bool // nothing: no script has asked for a timer, a frame or a connection, nothing moves or loads
	Clock bool // only its own timers: once they have fired, nothing

	frames int // that scripts have ever asked for
}

// restless is what one frame says of itself.
type restless struct {
	Loading  bool `json:"loading"`  // it is not complete
	Moving   bool `json:"moving"`   // an animation that ends is running
	Leaving  bool `json:"leaving"`  // it will go elsewhere by itself
	Scripted bool `json:"scripted"` // it has scripts
	Timers   int  `json:"timers"`   // how many of them scripts have asked for
	Frames   int  `json:"frames"`
}

func (p *Page) restless(ctx context.Context) ([]restless, error) {
	list := p.tab.Frames()
	out := make([]restless, len(list))
	for i, f := range list {
		if err := p.ask(ctx, f, "rest", nil, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Rest looks for what may still change the page. It counts what the scripts of each frame have asked for; the
// page cannot see that. input says that something was sent to the page: then handlers of input count as scripts
// that have run. It is meant for a page that has settled.
func (p *Page) Rest(ctx context.Context, input bool) (Rest, error) {
	if p.tab.Streams() || p.severalProcesses() {
		return Rest{}, nil // what others send can come at any time; a frame elsewhere has a clock of its own
	}
	frames, err := p.restless(ctx)
	if err != nil {
		return Rest{}, err
	}
	out := Rest{Final: !input, Clock: true}
	for _, is := range frames {
		if is.Loading || is.Moving {
			return Rest{}, nil
		}
		if is.Timers > 0 || is.Frames > 0 || is.Scripted || is.Leaving {
			out.Final = false
		}
		out.frames += is.Frames
	}
	if out.Final {
		return out, nil
	}
	if out.frames > 0 {
		painted, err := p.painted(ctx)
		if err != nil {
			return Rest{}, err
		}
		out.Clock = !painted // a script that counts frames cannot be hurried
	}
	if out.Clock {
		workers, err := p.tab.Workers(ctx)
		out.Clock = err == nil && workers == 0 // their clocks are their own
	}
	return out, nil
}

// painted reports whether scripts ask for one frame after the other.
func (p *Page) painted(ctx context.Context) (bool, error) {
	for _, f := range p.tab.Frames() {
		var is struct {
			Asked int `json:"asked"`
		}
		if err := p.ask(ctx, f, "frames", nil, &is); err != nil || is.Asked > 0 {
			return true, err
		}
	}
	return false, nil
}

// Still reports whether nothing is under way after a FastForward: before is what Rest said before it.
func (p *Page) Still(ctx context.Context, before Rest) bool {
	frames, err := p.restless(ctx)
	for _, is := range frames {
		before.frames -= is.Frames
		if is.Loading || is.Moving {
			return false
		}
	}
	return err == nil && before.frames == 0 && !p.tab.Streams()
}

// FastForward lets the clock of the page run ahead by d: its timers fire one after the other without being waited
// for, and the clock stands still while a request is under way, and for good in the end. It reports whether the
// whole time passed before ctx ended. The tab is good for looking at it afterwards and for nothing else: Ticks is
// false from then on in everything that it opens.
func (p *Page) FastForward(ctx context.Context, d time.Duration) (bool, error) {
	return p.tab.FastForward(ctx, d)
}

// Ticks reports whether the clock of the page runs, within a second at most.
func (p *Page) Ticks(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	main := p.frame(0)
	if main == nil {
		return false
	}
	err := p.ask(ctx, main, "tick", nil, nil)
	return err == nil || passing(err) && ctx.Err() == nil
}
