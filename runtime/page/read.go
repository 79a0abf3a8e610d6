package page

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jevrun/jevrun/runtime/browser"
	"github.com/jevrun/jevrun/runtime/trace"
)

// mostLooks is how often one reading looks again because the protocol knew more than the scripts.
const mostLooks = 8

// ranks is how many ranks of roles there are (roleRank).
const ranks = 4

// read collects, unordered, the candidates of all frames that are among the first limit of the page; with each,
// those among the first limit of their frame; all of them where limit is 0.
func (p *Page) read(ctx context.Context, limit int, within string, each bool) (*Observation, []placed, error) {
	r := reader{p: p, limit: limit, within: within, each: each, failures: failures{}}
	for {
		again, err := r.look(ctx)
		if err != nil {
			return nil, nil, err
		}
		if !again {
			return r.result()
		}
		if err := r.pause.wait(ctx); err != nil {
			return nil, nil, fmt.Errorf("the page kept navigating while it was read: %w", err)
		}
	}
}

// reader is one look at a page.
type reader struct {
	p        *Page
	limit    int
	within   string
	each     bool
	pause    backoff
	failures failures

	opened  bool             // closed shadow roots were looked for
	answers map[int]*columns // by the index of the frame
	unread  []string
}

// guess is what a look of many found of a frame's place in the page, which is mostly so at the next look, too.
type guess struct {
	document int64
	window   [4]float64
	take     int // how many of its candidates were among the first of the page
}

// standing is where a frame stands, and where its child frames do.
type standing struct {
	frameState
	Areas  [][8]float64 `json:"areas"` // of each child frame: left, top, right, bottom, origin x and y, scale x and y
	Width  float64      `json:"width"`
	Height float64      `json:"height"`
	Found  *columns     `json:"found"` // by a guess
}

// look asks the frames once; again says that some went away meanwhile and that all must be asked once more. A page of
// one frame is asked for its candidates at once. The frames of another say where they stand, then how many candidates
// they have of each kind, and are then asked for those that made it. Where they were looked at before, all of that is
// asked at once, by the guess that they stand as they did, and what turns out to be otherwise is asked again.
func (r *reader) look(ctx context.Context) (again bool, err error) {
	frames, behind := r.p.frames()
	r.answers, r.unread = map[int]*columns{}, behind
	several := len(frames) > 1
	putOff := several && !r.each && r.limit > 0
	look := !r.opened
	args := func(f *browser.Frame, window *[4]float64, take int) observeArgs {
		return observeArgs{Max: r.limit, Within: r.within, Several: putOff, Take: take, Look: look, Window: window}
	}
	windows := map[int]*[4]float64{}
	var listeners []question
	heard := false
	if several {
		guesses := map[int]guess{}
		if putOff {
			guesses = r.p.guessed(frames)
		}
		answers, errs := askAllThen[standing](ctx, r.p, frames, "standing", func(f *browser.Frame) any {
			if g, ok := guesses[f.Index]; ok {
				return map[string]any{"look": args(f, &g.window, g.take)}
			}
			return nil
		}, func() {
			if len(guesses) > 0 {
				listeners, heard = r.p.askListeners(slices.DeleteFunc(slices.Clone(frames), func(f *browser.Frame) bool { _, ok := guesses[f.Index]; return !ok })), true
			}
		})
		if again, err := r.judge(ctx, frames, errs); again || err != nil {
			return again, err
		}
		if enrollAll(ctx, r.p, frames, answers, errs, func(s *standing) *frameState { return &s.frameState }) {
			return true, nil
		}
		seen := visible(answers, errs, func(s *standing) *frameState { return &s.frameState })
		windows = windowsOf(seen)
		frames = slices.DeleteFunc(frames, func(f *browser.Frame) bool { return windows[f.Index] == nil })
		if again, err := r.guessedRight(ctx, frames, seen, guesses, windows); again || err != nil {
			return again, err
		}
	}
	strange := r.p.strange(frames)
	if len(strange) > 0 {
		r.unread = append(r.unread, r.p.meet(ctx, frames, strange)...)
		listeners, heard = nil, true
	}
	left := slices.DeleteFunc(slices.Clone(frames), func(f *browser.Frame) bool { return r.answers[f.Index] != nil })
	for range mostLooks {
		answers, errs := askAllThen[columns](ctx, r.p, left, "observe", func(f *browser.Frame) any {
			a := args(f, windows[f.Index], 0)
			a.Look = a.Look && !strange[f.ID]
			return a
		}, func() {
			if !heard {
				listeners = r.p.askListeners(frames)
			}
		})
		if len(left) > 0 {
			if again, err := r.judge(ctx, left, errs); again || err != nil {
				return again, err
			}
		}
		for i := range answers {
			if errs[i] == nil {
				r.answers[answers[i].index] = &answers[i].answer
			}
		}
		r.opened, look, left, heard = true, false, frames, true
		if !r.deeper(ctx, frames, listeners) {
			break
		}
		listeners = nil
	}
	if !putOff {
		return false, nil
	}
	return r.collect(ctx, frames, windows)
}

// guessedRight takes over what the frames found that a person can see. Of those whose window is not the one that was
// guessed, it asks for the order in the one that they have.
func (r *reader) guessedRight(ctx context.Context, frames []*browser.Frame, seen []answered[standing], guesses map[int]guess, windows map[int]*[4]float64) (again bool, err error) {
	var wrong []*browser.Frame
	for _, s := range seen {
		found := s.answer.Found
		i := slices.IndexFunc(frames, func(f *browser.Frame) bool { return f.Index == s.index })
		if found == nil || i < 0 {
			continue
		}
		found.frameState, found.took = s.answer.frameState, guesses[s.index].take
		r.answers[s.index] = found
		if found.Ticket != 0 && guesses[s.index].window != *windows[s.index] {
			wrong = append(wrong, frames[i])
		}
	}
	if len(wrong) == 0 {
		return false, nil
	}
	answers, errs := askAll[columns](ctx, r.p, wrong, "order", func(f *browser.Frame) any {
		return map[string]any{"ticket": r.answers[f.Index].Ticket, "window": windows[f.Index]}
	})
	if again, err := r.judge(ctx, wrong, errs); again || err != nil {
		return again, err
	}
	for i, f := range wrong {
		if errs[i] != nil || answers[i].answer.Sizes == nil {
			delete(r.answers, f.Index) // it is asked as others are
			continue
		}
		known := r.answers[f.Index]
		known.Sizes, known.took = answers[i].answer.Sizes, -1
	}
	return false, nil
}

// deeper asks the protocol for what no script can see, and reports whether there was anything new: closed shadow roots,
// what listens for clicks, what custom elements say they are.
func (r *reader) deeper(ctx context.Context, frames []*browser.Frame, listeners []question) bool {
	those := func(has func(*columns) bool) []*browser.Frame {
		return slices.DeleteFunc(slices.Clone(frames), func(f *browser.Frame) bool { c := r.answers[f.Index]; return c == nil || !has(c) })
	}
	heard := r.p.hear(ctx, listeners)
	closed := those(func(c *columns) bool { return c.Suspects > 0 })
	r.unread = append(r.unread, r.p.openClosed(ctx, closed)...)
	return r.p.learn(ctx, those(func(c *columns) bool { return c.Mute > 0 })) || heard || len(closed) > 0
}

// collect asks the frames for those of their candidates that are among the first of the page.
func (r *reader) collect(ctx context.Context, frames []*browser.Frame, windows map[int]*[4]float64) (again bool, err error) {
	sizes := map[int][]int{}
	for index, c := range r.answers {
		sizes[index] = c.Sizes
	}
	takes := share(sizes, r.limit)
	r.p.guess(frames, windows, takes)
	var left []*browser.Frame
	for _, f := range frames {
		switch c := r.answers[f.Index]; {
		case c == nil || c.Regions != nil || c.took == takes[f.Index]:
		case takes[f.Index] == 0:
			c.dropRows()
		default:
			left = append(left, f)
		}
	}
	if len(left) == 0 {
		return false, nil
	}
	answers, errs := askAll[columns](ctx, r.p, left, "rows", func(f *browser.Frame) any {
		return map[string]any{"ticket": r.answers[f.Index].Ticket, "take": takes[f.Index]}
	})
	if again, err := r.judge(ctx, left, errs); again || err != nil {
		return again, err
	}
	for i := range answers {
		known, rows := r.answers[answers[i].index], answers[i].answer
		switch {
		case errs[i] != nil:
			delete(r.answers, answers[i].index)
			continue
		case rows.Node == nil: // another look was in between
			return true, nil
		}
		rows.frameState, rows.Total = known.frameState, known.Total
		r.answers[answers[i].index] = &rows
	}
	return false, nil
}

// share is how many candidates each frame has among the first limit of the page, by the numbers that each has in view
// by rank, and out of view by rank. The order of the shortlist takes the frames in turn for each of these numbers.
func share(sizes map[int][]int, limit int) map[int]int {
	indexes := slices.Sorted(maps.Keys(sizes))
	takes := map[int]int{}
	for bucket := range 2 * ranks {
		for _, index := range indexes {
			if bucket < len(sizes[index]) {
				n := min(sizes[index][bucket], limit)
				takes[index] += n
				limit -= n
			}
		}
	}
	return takes
}

func (r *reader) judge(ctx context.Context, frames []*browser.Frame, errs []error) (bool, error) {
	again, unread, err := r.failures.judge(ctx, frames, errs)
	r.unread = append(r.unread, unread...)
	return again, err
}

// result puts together what the frames said.
func (r *reader) result() (*Observation, []placed, error) {
	obs := &Observation{Unread: r.unread}
	var all []placed
	var names []string
	found := r.within == ""
	for _, index := range slices.Sorted(maps.Keys(r.answers)) {
		c := r.answers[index]
		if index == 0 {
			obs.URL, obs.Title = r.p.mask(c.URL), trace.CollapseSpace(r.p.mask(c.Title))
		}
		if c.Regions != nil {
			names = append(names, c.Regions...)
			continue
		}
		found = true
		obs.Total += c.Total
		rows, err := r.p.rows(index, c)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, rows...)
	}
	if !found {
		return nil, nil, r.p.regionError(r.within, names)
	}
	return obs, all, nil
}

// windowsOf is the part of each frame's viewport that lies in the viewport of the tab, in the frame's own coordinates:
// left, top, right, bottom. Where nothing of it does, right is not behind left or bottom not below top.
func windowsOf(frames []answered[standing]) map[int]*[4]float64 {
	windows := map[int]*[4]float64{}
	for _, f := range frames { // parents come before their children
		own := [4]float64{0, 0, f.answer.Width, f.answer.Height}
		if f.index == 0 {
			windows[0] = &own
			continue
		}
		up := windows[f.parent]
		i := slices.IndexFunc(frames, func(other answered[standing]) bool { return other.index == f.parent })
		if up == nil || i < 0 {
			continue
		}
		at := frames[i].answer.place(f.answer.Index)
		if at < 0 || at >= len(frames[i].answer.Areas) {
			continue
		}
		a := frames[i].answer.Areas[at]
		for side := range 4 {
			edge := max(a[side], up[side])
			if side >= 2 {
				edge = min(a[side], up[side])
			}
			if scale := a[6+side%2]; scale > 0 {
				edge = (edge - a[4+side%2]) / scale
			}
			if own[side] = max(own[side], edge); side >= 2 {
				own[side] = min([4]float64{2: f.answer.Width, 3: f.answer.Height}[side], edge)
			}
		}
		windows[f.index] = &own
	}
	return windows
}

// observeArgs are what the script's observe is asked with.
type observeArgs struct {
	Max     int         `json:"max"`
	Within  string      `json:"within"`
	Several bool        `json:"several"`
	Take    int         `json:"take"`
	Look    bool        `json:"look"`
	Window  *[4]float64 `json:"window,omitempty"`
}
