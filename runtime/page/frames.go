package page

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/cdp"
)

const (
	// frameDeadline is how long one frame of another process than the main frame's may take, and half of the time that
	// the caller has at most, before a look at the page goes on without it and says so. A frame that took longer is not
	// asked again until it answers or shows another document.
	frameDeadline = 5 * time.Second
	// mostFrames is how many frames of a page are read; those behind are said to be unread.
	mostFrames = 100
)

// errHangs is the error of a frame that did not answer before and still does not.
var errHangs = fmt.Errorf("it does not answer: %w", context.DeadlineExceeded)

// hangs are the frames that did not answer in time, with a question that is still open in each.
type hangs struct {
	mu     sync.Mutex
	frames map[proto.PageFrameID]hang
}

type hang struct {
	document int64
	probe    *cdp.Pending
}

func (h *hangs) add(f *browser.Frame) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.frames == nil {
		h.frames = map[proto.PageFrameID]hang{}
	}
	h.frames[f.ID] = hang{f.Document, f.Session.Send(proto.RuntimeEvaluate{Expression: "1"})}
}

// has reports whether a frame still does not answer.
func (h *hangs) has(f *browser.Frame) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	known, found := h.frames[f.ID]
	if found && known.document == f.Document && !known.probe.Answered() {
		return true
	}
	delete(h.frames, f.ID)
	return false
}

// answered is what one frame said.
type answered[T any] struct {
	index, parent int
	answer        T
}

// askAll asks a function of the script in some frames at once, with arguments for each.
func askAll[T any](ctx context.Context, p *Page, frames []*browser.Frame, function string, args func(f *browser.Frame) any) ([]answered[T], []error) {
	return askAllThen[T](ctx, p, frames, function, args, func() {})
}

// askAllThen is askAll that calls sent once all questions are on their way, or cannot be asked.
func askAllThen[T any](ctx context.Context, p *Page, frames []*browser.Frame, function string, args func(f *browser.Frame) any, sent func()) ([]answered[T], []error) {
	answers := make([]answered[T], len(frames))
	errs := make([]error, len(frames))
	var left atomic.Int64
	left.Store(int64(len(frames)))
	gone := func() {
		if left.Add(-1) == 0 {
			sent()
		}
	}
	ask := func(i int, f *browser.Frame) {
		var once sync.Once
		on := func() { once.Do(gone) }
		defer on()
		if f.Session.ID() == p.session().ID() { // it hangs when the main frame does
			errs[i] = p.askSent(ctx, f, function, args(f), &answers[i].answer, on)
			return
		}
		budget := frameDeadline
		if end, ok := ctx.Deadline(); ok {
			budget = min(budget, time.Until(end)/2)
		}
		fctx, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		errs[i] = p.askSent(fctx, f, function, args(f), &answers[i].answer, on)
		if errors.Is(errs[i], context.DeadlineExceeded) && ctx.Err() == nil {
			p.hung.add(f)
		}
	}
	var wait sync.WaitGroup
	for i, f := range frames {
		answers[i].index, answers[i].parent = f.Index, f.ParentIndex
		switch {
		case p.hung.has(f):
			errs[i] = errHangs
			gone()
		case len(frames) == 1:
			ask(i, f)
		default:
			wait.Go(func() { ask(i, f) })
		}
	}
	wait.Wait()
	return answers, errs
}

// frames are the first frames of the page, and what is said of those behind.
func (p *Page) frames() (frames []*browser.Frame, unread []string) {
	frames = p.tab.Frames()
	if more := len(frames) - mostFrames; more > 0 {
		frames, unread = frames[:mostFrames], append(unread, fmt.Sprintf("%d frames behind the first %d", more, mostFrames))
	}
	return frames, unread
}

// everyFrame asks a function of the script in all frames at once and returns the answers of those that a
// person can see, in the order of their indexes, and the frames that did not answer. The main frame must.
func everyFrame[T any](ctx context.Context, p *Page, function string, args any, state func(*T) *frameState) ([]answered[T], []string, error) {
	var pause backoff
	failures := failures{}
	for {
		frames, behind := p.frames()
		answers, errs := askAll[T](ctx, p, frames, function, func(*browser.Frame) any { return args })
		again, unread, err := failures.judge(ctx, frames, errs)
		if err != nil {
			return nil, nil, err
		}
		if !again && enrollAll(ctx, p, frames, answers, errs, state) {
			continue
		}
		if !again {
			return visible(answers, errs, state), append(unread, behind...), nil
		}
		if err := pause.wait(ctx); err != nil {
			return nil, nil, fmt.Errorf("the page kept navigating while it was read: %w", err)
		}
	}
}

// failures counts how often each frame failed during one look at the page.
type failures map[proto.PageFrameID]int

// judge decides what to do about the frames that failed: read all again, go on without them, or give up.
func (n failures) judge(ctx context.Context, frames []*browser.Frame, errs []error) (again bool, unread []string, err error) {
	if err := ctx.Err(); err != nil {
		return false, nil, &UnreadError{errors.Join(append(errs, err)...)}
	}
	if len(frames) == 0 {
		return true, nil, nil // between two documents
	}
	for i, f := range frames {
		if errs[i] == nil {
			continue
		}
		n[f.ID]++
		switch {
		case passing(errs[i]) && (f.Index == 0 || n[f.ID] < 20):
			again = true
		case f.Index == 0 && n[f.ID] >= 3:
			return false, nil, &UnreadError{errs[i]}
		case n[f.ID] < 3 && !errors.Is(errs[i], context.DeadlineExceeded):
			again = true
		default:
			unread = append(unread, fmt.Sprintf("frame %d (%s): %v", f.Index, f.URL, errs[i]))
		}
	}
	return again, unread, nil
}

// visible drops the frames that failed and those whose frame element nobody can see or reach, with all in them.
func visible[T any](answers []answered[T], errs []error, state func(*T) *frameState) []answered[T] {
	byIndex := map[int]int{}
	for i := range answers {
		byIndex[answers[i].index] = i
	}
	seen := func(i int) bool {
		for range answers {
			if errs[i] != nil {
				return false
			}
			if answers[i].index == 0 {
				return true
			}
			parent, ok := byIndex[answers[i].parent]
			if !ok || errs[parent] != nil {
				return false
			}
			around := state(&answers[parent].answer)
			at, holders := around.place(state(&answers[i].answer).Index), around.Holders
			if at < 0 || at >= len(holders) || !holders[at] {
				return false
			}
			i = parent
		}
		return false
	}
	var out []answered[T]
	for i := range answers {
		if seen(i) {
			out = append(out, answers[i])
		}
	}
	return out
}
